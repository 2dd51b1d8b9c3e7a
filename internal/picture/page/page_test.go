package page_test

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/page"
	"github.com/sepdist/sepdist/report"
)

// pageOf returns the page of two graphs.
func pageOf(t *testing.T, truth, guess *graph.Graph) page.Page {
	t.Helper()
	ctx := context.Background()
	o := compare.Options{Metrics: []string{"all"}, Baseline: 20}
	t0, g0 := &compare.Graph{Graph: truth, Name: "truth <1>"}, &compare.Graph{Graph: guess, Name: "guess & co"}
	c, err := compare.Compare(ctx, t0, g0, o)
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
			e.Tally = report.NewTally(truth.Names().List())
			o.Mistake = func(m distance.Mistake) { e.Tally.Add(int(m.X), int(m.Y), false) }
		}
		if e.Explanation, err = compare.Explain(ctx, m, t0, g0, compare.ExplainOptions{Options: o, Limit: 5}); err != nil {
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
	names := []string{`<script>alert("x")</script>`, `a & b`, `"><img src=http://example.org/x>`, "naïve 神経"}
	truth, err := graph.New(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2), graph.Directed(3, 2)})
	if err != nil {
		t.Fatal(err)
	}
	guess, err := graph.New(names, []graph.Edge{graph.Directed(1, 0), graph.Directed(3, 2)})
	if err != nil {
		t.Fatal(err)
	}
	html := write(t, pageOf(t, truth, guess))
	for _, bad := range []string{"<script", "<img", "a & b", "truth <1>", "guess & co"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, good := range []string{"&lt;script&gt;alert", "a &amp; b", "naïve 神経", "truth &lt;1&gt;"} {
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

// Elements are closed in order. Every metric is there with its meaning and its formula, and
// every claim with its path.
func TestPageIsWhole(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "a --> b --> c --> d"), graphtest.Arrows(t, "a --> b; c --> b; d")
	p := pageOf(t, truth, guess)
	html := write(t, p)
	if html != write(t, p) {
		t.Error("the same page was written in two ways")
	}
	var open []string
	for _, tag := range regexp.MustCompile(`<(/?)([a-zA-Z0-9]+)[^>]*?(/?)>`).FindAllStringSubmatch(html, -1) {
		name := tag[2]
		switch {
		case tag[3] == "/", slices.Contains([]string{"meta", "link", "br"}, name):
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
	plain := strings.NewReplacer("&gt;", ">", "&lt;", "<", "&#39;", "'", "&#34;", `"`, "&#43;", "+", "&amp;", "&").Replace(html)
	for _, e := range p.Comparison.Results {
		for _, want := range []string{e.Metric.Name, e.Metric.Doc, e.Metric.Formula, report.Value(&e.Result)} {
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
	if got := strings.Count(html, "<svg"); got != 3+2+2+3 { // graphs, heat maps, bars, histograms
		t.Errorf("%d pictures", got)
	}
	if !strings.Contains(html, "@article{wahl2025") {
		t.Error("the page does not contain the paper")
	}
}
