package page_test

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/page"
)

// pageOf returns the page of two graphs.
func pageOf(t *testing.T, truth, guess *graph.Graph) page.Page {
	t.Helper()
	ctx := context.Background()
	o := sepdist.Options{Metrics: []string{"all"}, Baseline: 20}
	t0, g0 := &sepdist.Graph{Graph: truth, Name: "truth <1>"}, &sepdist.Graph{Graph: guess, Name: "guess & co"}
	c, err := sepdist.Compare(ctx, t0, g0, o)
	if err != nil {
		t.Fatal(err)
	}
	p := page.Page{Title: "a < b", Truth: truth, Guess: guess, Comparison: c, Made: []page.Setting{{Name: "Version", Value: `"1" & <2>`}}}
	for _, name := range []string{"zl-sd", "sc-metric", "shd"} {
		m, err := distance.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		e := page.Explained{}
		if m.Claims != distance.AboutStatements {
			e.Tally = page.NewTally(truth.Names().List())
			o.Mistake = func(m distance.Mistake) { e.Tally.Add(int(m.X), int(m.Y), false) }
		}
		if e.Explanation, err = sepdist.Explain(ctx, t0, g0, sepdist.ExplainOptions{Metric: m.Name, Options: o, Limit: 5}); err != nil {
			t.Fatal(err)
		}
		p.Explained = append(p.Explained, e)
	}
	return p
}

func write(t *testing.T, p page.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Names are text, whatever they hold; what they hold is there.
func TestNamesAreText(t *testing.T) {
	names := []string{`<script>alert("x")</script>`, `a & b`, `"><img src=http://example.org/x>`, "naïve 神経\u202e\u3164\u200b"}
	truth, err := graph.New(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2), graph.Directed(3, 2)})
	if err != nil {
		t.Fatal(err)
	}
	guess, err := graph.New(names, []graph.Edge{graph.Directed(1, 0), graph.Directed(3, 2)})
	if err != nil {
		t.Fatal(err)
	}
	html := write(t, pageOf(t, truth, guess))
	for _, bad := range []string{"<script", "<img", "a & b", "truth <1>", "guess & co", "\u202e", "\u3164", "\u200b"} { // the last three hide, or turn the order of letters around
		if strings.Contains(html, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, good := range []string{"&lt;script&gt;alert", "a &amp; b", `naïve 神経\u202e\u3164\u200b`, "truth &lt;1&gt;"} {
		if !strings.Contains(html, good) {
			t.Errorf("the page does not contain %q", good)
		}
	}
}

// The page asks for nothing: the only addresses in it are names of XML, and text in the
// entries of papers.
func TestSelfContained(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "a --> b --> c --> d"), graphtest.Arrows(t, "a --> b; c --> b; d")
	html := write(t, pageOf(t, truth, guess))
	entries := regexp.MustCompile(`(?s)<pre>@[^<]*</pre>`)
	if !entries.MatchString(html) {
		t.Error("the page has no papers")
	}
	for _, address := range regexp.MustCompile(`\w+://[^"<\s]*`).FindAllString(entries.ReplaceAllString(html, ""), -1) {
		if address != "http://www.w3.org/2000/svg" {
			t.Errorf("the page has the address %s", address)
		}
	}
	for _, tag := range []string{"<script", "<img", "<iframe", "@import", "url("} {
		if strings.Contains(html, tag) {
			t.Errorf("the page has %s", tag)
		}
	}
	if !strings.Contains(html, `content="default-src 'none';`) {
		t.Error("nothing keeps the page from the network")
	}
}

// closesItsElements fails if elements of a page are not closed in order.
func closesItsElements(t *testing.T, html string) {
	t.Helper()
	var open []string
	for _, tag := range regexp.MustCompile(`<(/?)([a-zA-Z0-9]+)[^>]*?(/?)>`).FindAllStringSubmatch(html, -1) {
		name := tag[2]
		switch {
		case tag[3] == "/", slices.Contains([]string{"meta", "link", "br", "input"}, name):
		case tag[1] == "":
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			t.Fatalf("</%s> closes %v", name, open)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("never closed: %v", open)
	}
}

// Elements are closed in order. Every metric is there with its meaning and its formula, and
// every claim with its path.
func TestPageIsWhole(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "a --> b --> c --> d"), graphtest.Arrows(t, "a --> b; c --> b; d")
	p := pageOf(t, truth, guess)
	html := write(t, p)
	if html != write(t, p) {
		t.Error("the same page was written in two ways")
	}
	closesItsElements(t, html)
	plain := strings.NewReplacer("&gt;", ">", "&lt;", "<", "&#39;", "'", "&#34;", `"`, "&#43;", "+", "&amp;", "&").Replace(html)
	for _, e := range p.Comparison.Results {
		for _, want := range []string{e.Metric.Name, e.Metric.Doc, e.Metric.Formula, e.ValueText()} {
			if !strings.Contains(plain, want) {
				t.Errorf("%s: the page does not contain %q", e.Metric.Name, want)
			}
		}
	}
	for _, e := range p.Explained {
		for _, c := range e.Claims {
			if path := strings.Join(c.Path, " "); !strings.Contains(plain, path) || !strings.Contains(plain, c.Sentence()) {
				t.Errorf("%s: the page does not contain %q with %q", e.Metric, c.Sentence(), path)
			}
		}
	}
	if got := strings.Count(html, "<svg"); got != 1+2+2+3 { // difference, heat maps, bars, histograms
		t.Errorf("%d pictures", got)
	}
	if !strings.Contains(html, "@inproceedings{wahl2025") {
		t.Error("the page does not contain the paper")
	}
}

// The page says what the text of a comparison says: the value of the class of the truth, with its mark,
// how many claims there are, every note, and every metric that is left out with the reason.
func TestPageSaysWhatTheTextSays(t *testing.T) {
	truth := graphtest.Arrows(t, "a --> b --> c --> d; a --> d")
	for _, tt := range []struct {
		name  string
		guess *graph.Graph
		class class.Kind
	}{
		{"its own CPDAG", graphtest.Arrows(t, "a --- b --- c; c --> d; a --> d"), class.CPDAG},
		{"a PAG", graphtest.Arrows(t, "a o-o b o-o c; c --> d; a --> d"), class.PAG},
		{"an MPDAG", graphtest.Arrows(t, "a --> b --> c --> d; a --> d"), class.MPDAG},
	} {
		ctx := context.Background()
		c, err := sepdist.Compare(ctx, &sepdist.Graph{Graph: truth, Name: "t"}, &sepdist.Graph{Graph: tt.guess, Name: "g", Class: tt.class},
			sepdist.Options{Metrics: []string{"all"}, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		c.Notes = append(c.Notes, "the class of the truth was inferred")
		html := html.UnescapeString(write(t, page.Page{Truth: truth, Guess: tt.guess, Comparison: c}))
		if c.ClassOfTruth == "" {
			t.Errorf("%s: there is no class of the truth", tt.name)
		}
		for _, want := range slices.Concat(c.Legend(), c.Notes) {
			if strings.Count(html, ">"+want+"<") != 1 && strings.Count(html, ">Note: "+want+"<") != 1 {
				t.Errorf("%s: the page does not say %q", tt.name, want)
			}
		}
		for _, e := range c.Results {
			row := fmt.Sprintf(`<td class="number">%s</td><td data-label="%s">%s</td>`, e.ValueText(), c.ClassOfTruth, e.ClassOfTruthText())
			_, rest, _ := strings.Cut(html, `<a href="#metric-`+e.Metric.Name+`">`)
			if rest, _, _ = strings.Cut(rest, "</tr>"); !strings.Contains(rest, row) {
				t.Errorf("%s: the row of %s is %q, want %q in it", tt.name, e.Metric.Name, rest, row)
			}
			for _, note := range e.Result.Notes {
				if !strings.Contains(rest, note) {
					t.Errorf("%s: the row of %s does not say %q", tt.name, e.Metric.Name, note)
				}
			}
		}
		for _, s := range c.Skipped {
			if !strings.Contains(html, "<strong>"+s.Metric.Name+"</strong>: "+s.Why.Error()) {
				t.Errorf("%s: the page does not say that %s was left out: %v", tt.name, s.Metric.Name, s.Why)
			}
		}
	}
}

// Long texts stand there once: the definition of a metric is not in its row.
func TestProseOnce(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "a --> b --> c --> d"), graphtest.Arrows(t, "a --> b; c --> b; d")
	p := pageOf(t, truth, guess)
	p.Explained = nil
	html := strings.NewReplacer("&gt;", ">", "&lt;", "<", "&#39;", "'", "&#34;", `"`, "&#43;", "+", "&amp;", "&").Replace(write(t, p))
	for _, e := range p.Comparison.Results {
		if n := strings.Count(html, ">"+e.Metric.Doc+"<"); n != 1 {
			t.Errorf("%s is explained %d times", e.Metric.Name, n)
		}
		if strings.Count(html, `href="#metric-`+e.Metric.Name+`"`) != 1 || strings.Count(html, `id="metric-`+e.Metric.Name+`"`) != 1 {
			t.Errorf("%s does not lead to its definition", e.Metric.Name)
		}
	}
}

// Every link of the page leads somewhere, and every identifier is used once.
func TestLinks(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "a --> b --> c --> d"), graphtest.Arrows(t, "a --> b; c --> b; d")
	html := write(t, pageOf(t, truth, guess))
	seen := make(map[string]bool)
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if seen[id[1]] {
			t.Errorf("the identifier %q is used twice", id[1])
		}
		seen[id[1]] = true
	}
	links := regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(html, -1)
	for _, link := range links {
		if !seen[link[1]] {
			t.Errorf("a link leads to %q, which is nowhere", link[1])
		}
	}
	if len(links) < 8 {
		t.Errorf("%d links", len(links))
	}
}

// A claim that is pointed at shows its path and its set in the picture: for each there are rules
// that name the edges and nodes of the picture beside it.
func TestClaimsAreShownInThePicture(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "a --> b --> c --> d"), graphtest.Arrows(t, "a --> b; c --> b; d")
	p := pageOf(t, truth, guess)
	html := write(t, p)
	_, picture, _ := strings.Cut(html, "<main")
	picture, _, _ = strings.Cut(picture, "</main>")
	n := 0
	for _, claims := range p.Explained[0].Groups() {
		for _, c := range claims {
			n++
			rules := regexp.MustCompile(fmt.Sprintf(`(?m)^main:has\(#claims-1-%d:is\(:hover,:focus\)\) (.*)$`, n)).FindAllString(html, -1)
			all := strings.Join(rules, "\n")
			for i, step := range c.Steps {
				v, _ := truth.Node(step.Node)
				class := fmt.Sprintf(".n%d", v)
				if !strings.Contains(all, class) || !strings.Contains(picture, "node n"+fmt.Sprint(v)+`"`) {
					t.Errorf("claim %d: node %s is not shown: %s", n, step.Node, all)
				}
				if i+1 == len(c.Steps) {
					continue
				}
				w, _ := truth.Node(c.Steps[i+1].Node)
				edge := fmt.Sprintf("e%d-%d", min(v, w), max(v, w))
				if !strings.Contains(all, "."+edge+":is(") || !strings.Contains(picture, " "+edge+`"`) {
					t.Errorf("claim %d: edge %s is not shown: %s", n, edge, all)
				}
			}
			if !strings.Contains(picture, fmt.Sprintf(`<li id="claims-1-%d" tabindex="0">`, n)) {
				t.Errorf("claim %d cannot have the focus", n)
			}
		}
	}
	if n == 0 {
		t.Error("no claims")
	}
}

// Of a large graph the differences and their neighbours come first, all nodes after them, and
// pictures can be enlarged.
func TestDifferencesFirst(t *testing.T) {
	var arrows []string
	for i := range 25 {
		arrows = append(arrows, fmt.Sprintf("x%02d --> x%02d", i, i+1))
	}
	truth := graphtest.Arrows(t, strings.Join(arrows, "; "))
	guess := graphtest.Arrows(t, strings.Join(append(arrows[:20:20], append([]string{"x21 --> x20"}, arrows[21:]...)...), "; "))
	html := write(t, pageOf(t, truth, guess))
	near, all := strings.Index(html, "their neighbourhood: "), strings.Index(html, "<summary><h2>All nodes</h2></summary>")
	if near < 0 || all < near {
		t.Errorf("the neighbourhood stands at %d, all nodes at %d", near, all)
	}
	if !strings.Contains(html, `<input type="radio" name="zoom-all"`) {
		t.Error("the picture of all nodes cannot be enlarged")
	}
}
