package draw_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

const (
	truthDrawing = "asia --> tub; smoke --> lung; smoke --> bronc; tub --> either; lung --> either; either --> xray; either --> dysp; bronc --> dysp"
	guessDrawing = "asia --> tub; smoke --> lung; smoke --- bronc; tub --> either; either --> xray; either --> dysp; dysp --> bronc; asia --> lung"
)

func anyMark(rng *rand.Rand, n int, p float64) *graph.Graph {
	g := graphtest.Cyclic(rng, n, p)
	var edges []graph.Edge
	for e := range g.Edges() {
		if rng.IntN(2) == 0 && len(g.Between(e.X, e.Y)) == 1 {
			e.AtX, e.AtY = graph.Tail+graph.Mark(rng.IntN(4)), graph.Tail+graph.Mark(rng.IntN(4))
		}
		edges = append(edges, e)
	}
	return g.With(edges)
}

// Every edge is drawn once, with the shapes of its marks: a filled polygon for an
// arrow, a circle, two strokes for a conflict.
func TestMarks(t *testing.T) {
	for seed := range uint64(40) {
		rng := graphtest.Rand(seed)
		g := anyMark(rng, 2+rng.IntN(10), 0.4)
		svg := svgtest.Parse(t, drawn(t, g, draw.Options{}))
		groups := svg.Groups("edge")
		if len(groups) != g.M() {
			t.Fatalf("seed %d: %d edges drawn of %v", seed, len(groups), g)
		}
		for e := range g.Edges() {
			name := g.Name(e.X) + " " + e.Arrow() + " " + g.Name(e.Y)
			group, ok := groups[name]
			if !ok {
				t.Fatalf("seed %d: no %q in the drawing", seed, name)
			}
			var got, want [5]int
			want[e.AtX]++
			want[e.AtY]++
			lines := 0
			for _, p := range group.Named("path") {
				d := p.Attr["d"]
				switch {
				case p.Attr["stroke"] == "":
					got[graph.Arrow]++
				case p.Attr["fill"] != "none":
					got[graph.Circle]++
				case strings.Count(d, "M") == 2:
					got[graph.Conflict]++
				default:
					lines++
				}
			}
			got[graph.Tail] = want[graph.Tail]
			if got != want || lines != 1 {
				t.Errorf("seed %d: %q has %d lines and the marks %v, want %v", seed, name, lines, got, want)
			}
		}
	}
}

// A mark stands at the node it belongs to.
func TestMarksAreAtTheirNodes(t *testing.T) {
	g := graphtest.Arrows(t, "left o-> right")
	svg := svgtest.Parse(t, drawn(t, g, draw.Options{}))
	edge := svg.Groups("edge")["left o-> right"]
	centre := func(p *svgtest.Element) float64 {
		_, y := p.Numbers(t)
		lo, hi := svgtest.Span(y)
		return (lo + hi) / 2
	}
	node := func(name string) float64 { return centre(svg.Groups("node")[name].Named("path")[0]) }
	for _, p := range edge.Named("path") {
		switch {
		case p.Attr["stroke"] == "" && math.Abs(centre(p)-node("right")) > math.Abs(centre(p)-node("left")):
			t.Error("the arrow is at the wrong end")
		case p.Attr["stroke"] != "" && p.Attr["fill"] != "none" && math.Abs(centre(p)-node("right")) < math.Abs(centre(p)-node("left")):
			t.Error("the circle is at the wrong end")
		}
	}
}

// Names are whole, and no line of a name is wider than its node.
func TestNamesAreNotCut(t *testing.T) {
	names := []string{
		"x", "sea surface height anomaly", "average_monthly_temperature_in_degrees_celsius",
		"Aerosolkonzentrationsmessungsunsicherheit", "a<b & \"c\"", "Größe λ₁", "中文变量", "שלום", "😀", "  two  blanks ",
		strings.Repeat("long", 200), "&lt;", `back\slash`, "]]>", "tab\there", "bad\xffbyte", "\x00", "",
	}
	var edges []graph.Edge
	for v := 1; v < len(names); v++ {
		edges = append(edges, graph.Directed(graph.Node((v-1)/2), graph.Node(v)))
	}
	g, err := graph.New(names, edges)
	if err != nil {
		t.Fatal(err)
	}
	svg := svgtest.Parse(t, drawn(t, g, draw.Options{}))
	var shown []string
	for _, group := range svg.All(func(e *svgtest.Element) bool { return e.Attr["class"] == "node" }) {
		x, _ := group.Named("path")[0].Numbers(t)
		lo, hi := svgtest.Span(x)
		whole := ""
		for _, line := range group.Named("text") {
			whole += line.Text
			if s := line.Attr["textLength"]; s != "" {
				if width, _ := strconv.ParseFloat(s, 64); width > hi-lo-10 {
					t.Errorf("%q is %v wide in a node of %v", line.Text, width, hi-lo)
				}
			}
			if strings.Contains(line.Text, "  ") && line.Attr["space"] != "preserve" {
				t.Errorf("the blanks of %q will be lost", line.Text)
			}
		}
		shown = append(shown, whole)
	}
	if len(shown) != len(names) {
		t.Fatalf("%d nodes drawn of %d", len(shown), len(names))
	}
	for v, name := range names {
		want := strings.ToValidUTF8(name, "\uFFFD")
		want = strings.NewReplacer("\t", "\uFFFD", "\x00", "\uFFFD").Replace(want)
		if shown[v] != want {
			t.Errorf("node %q is shown as %q", name, shown[v])
		}
	}
}

// Nothing is painted outside the picture.
func TestNothingOutside(t *testing.T) {
	for seed := range uint64(30) {
		rng := graphtest.Rand(seed)
		n := rng.IntN(12)
		truth, guess := anyMark(rng, n, 0.3), anyMark(rng, n, 0.3)
		svg := svgtest.Parse(t, compared(t, truth, guess, draw.Options{Title: "A title that is longer than the drawing is wide, by far, and more"}))
		var w, h float64
		if _, err := fmt.Sscanf(svg.Attr["viewBox"], "0 0 %f %f", &w, &h); err != nil {
			t.Fatal(err)
		}
		for _, p := range svg.All(func(e *svgtest.Element) bool { return e.Name == "path" })[1:] { // the first is the paper
			x, y := p.Numbers(t)
			left, right := svgtest.Span(x)
			top, bottom := svgtest.Span(y)
			if left < 0 || top < 0 || right > w || bottom > h {
				t.Fatalf("seed %d: %v to %v by %v to %v in a picture of %v × %v", seed, left, right, top, bottom, w, h)
			}
		}
		for _, text := range svg.Named("text") {
			x, _ := strconv.ParseFloat(text.Attr["x"], 64)
			length, _ := strconv.ParseFloat(text.Attr["textLength"], 64)
			if text.Attr["text-anchor"] == "middle" {
				x -= length / 2
			}
			if x < 0 || x+length > w {
				t.Fatalf("seed %d: %q reaches from %v to %v in a picture %v wide", seed, text.Text, x, x+length, w)
			}
		}
	}
}

// What an edge stands for, from the definition: by pairs of nodes and sets of edges.
func TestDifferenceKinds(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(8)
		truth, guess := anyMark(rng, n, 0.5), anyMark(rng, n, 0.5)
		want := make(map[string]string) // class by title
		count := make(map[string]int)
		put := func(class string, e graph.Edge, tip string) {
			want[truth.Name(e.X)+" "+e.Arrow()+" "+truth.Name(e.Y)+tip] = class
			count[class]++
		}
		for x := range graph.Node(n) {
			for y := x + 1; y < graph.Node(n); y++ {
				var onlyTruth, onlyGuess []graph.Edge
				for _, e := range truth.Between(x, y) {
					if slices.Contains(guess.Between(x, y), e) {
						put("agreed", e, ": both")
					} else {
						onlyTruth = append(onlyTruth, e)
					}
				}
				for _, e := range guess.Between(x, y) {
					if !slices.Contains(truth.Between(x, y), e) {
						onlyGuess = append(onlyGuess, e)
					}
				}
				differ := len(onlyTruth) > 0 && len(onlyGuess) > 0
				for _, e := range onlyTruth {
					if differ {
						put("as-truth", e, ": in the truth, with different marks in the guess")
					} else {
						put("missing", e, ": only in the truth")
					}
				}
				for _, e := range onlyGuess {
					if differ {
						put("as-guess", e, ": in the guess, with different marks in the truth")
					} else {
						put("extra", e, ": only in the guess")
					}
				}
				if differ {
					count["pairs"]++
				}
			}
		}
		svg := svgtest.Parse(t, compared(t, truth, guess, draw.Options{}))
		for title, group := range svg.Groups("edge") {
			if group.Attr["class"] != "edge "+want[title] {
				t.Fatalf("seed %d: %q is drawn as %q, want %q", seed, title, group.Attr["class"], want[title])
			}
			delete(want, title)
		}
		for title := range want {
			t.Fatalf("seed %d: %q is not drawn", seed, title)
		}
		var legend []string
		for _, e := range svg.Children {
			if e.Name == "text" {
				legend = append(legend, e.Text)
			}
		}
		var entries []string
		for _, e := range []struct{ text, kind string }{
			{"both", "agreed"}, {"only in the truth", "missing"}, {"only in the guess", "extra"}, {"different marks: truth, guess", "pairs"},
		} {
			if n := count[e.kind]; n > 0 {
				entries = append(entries, fmt.Sprintf("%s (%d)", e.text, n))
			}
		}
		if !slices.Equal(legend, entries) {
			t.Fatalf("seed %d: the legend is %q, want %q", seed, legend, entries)
		}
	}
}

// The guess may list its nodes in another order.
func TestDifferenceByName(t *testing.T) {
	truth := graphtest.Arrows(t, "a b c: a --> b; b --> c")
	guess := graphtest.Arrows(t, "c b a: a --> b; b --> c")
	if got := len(svgtest.Parse(t, compared(t, truth, guess, draw.Options{})).Groups("agreed")); got != 2 {
		t.Errorf("%d edges agreed, want 2", got)
	}
}

// Kinds of edges differ by line, and by colour also for people who see two of the
// three primaries only.
func TestKindsCanBeToldApart(t *testing.T) {
	svg := svgtest.Parse(t, compared(t, graphtest.Arrows(t, truthDrawing), graphtest.Arrows(t, guessDrawing), draw.Options{}))
	colours, dashes := make(map[string][3]float64), make(map[string]string)
	for _, class := range []string{"agreed", "missing", "extra", "as-truth", "as-guess"} {
		for _, group := range svg.Groups(class) {
			line := group.Named("path")[0]
			colours[class] = svgtest.RGB(t, line.Attr["stroke"])
			dashes[class] = line.Attr["stroke-dasharray"]
		}
	}
	if len(dashes) != 5 {
		t.Fatalf("lines of %v only", dashes)
	}
	for a, dash := range dashes {
		for b, other := range dashes {
			if a < b && dash == other {
				t.Errorf("%s and %s have the same dashes %q", a, b, dash)
			}
		}
	}
	for _, vision := range svgtest.Visions {
		for a := range colours {
			for b := range colours {
				same := strings.HasPrefix(a, "as-") && strings.HasPrefix(b, "as-")
				if d := svgtest.Contrast(vision.See(colours[a]), vision.See(colours[b])); a < b && !same && d < 20 {
					t.Errorf("%s and %s are %.0f apart for %s vision", a, b, d, vision.Name)
				}
			}
			if d := svgtest.Contrast(vision.See(colours[a]), [3]float64{1, 1, 1}); d < 35 {
				t.Errorf("%s is %.0f from the paper for %s vision", a, d, vision.Name)
			}
		}
	}
}

// A graph that is too large is drawn as a matrix with a dot for each edge.
func TestLargeGraphsAreMatrices(t *testing.T) {
	if len(svgtest.Parse(t, drawn(t, graphtest.DAG(graphtest.Rand(1), 101, 3./100), draw.Options{})).Groups("node")) != 0 {
		t.Fatal("nodes are drawn")
	}
	g := graphtest.DAG(graphtest.Rand(1), 120, 3./120) // more nodes share cells
	svg := svgtest.Parse(t, drawn(t, g, draw.Options{View: draw.Matrix}))
	dots := 0
	for _, p := range svg.Named("path") {
		if p.Attr["stroke"] == "" {
			dots += strings.Count(p.Attr["d"], "M")
		}
	}
	// One rectangle is the paper and one stands in the legend.
	if dots -= 2; dots != g.M() {
		t.Errorf("%d dots for %d edges", dots, g.M())
	}
	small := graphtest.DAG(graphtest.Rand(1), 100, 3./100)
	if got := len(svgtest.Parse(t, drawn(t, small, draw.Options{})).Groups("node")); got != 100 {
		t.Errorf("%d nodes drawn of 100", got)
	}
}

// Where a cell stands for several pairs, what differs is not hidden by what agrees.
func TestMatrixShowsDifferences(t *testing.T) {
	const n = 302 // three nodes to a cell
	names := graph.NumberedNames("v", 0, n)
	// Without a parent, nodes stand in their order: 0 to 2 are the first row of cells,
	// and the three children are the last column or two.
	last := graph.Node(n - 1)
	truth := graph.MustNew(names, []graph.Edge{graph.Directed(0, last), graph.Directed(1, last), graph.Directed(2, last)})
	guess := truth.With([]graph.Edge{graph.Directed(0, last), graph.Directed(1, last)})
	svg := svgtest.Parse(t, compared(t, truth, guess, draw.Options{}))
	cells := 0
	for _, p := range svg.Named("path") {
		if p.Attr["fill"] == "#d55e00" {
			cells += strings.Count(p.Attr["d"], "M")
		}
	}
	if cells != 4 { // one is in the legend, and each is a frame of two rectangles
		t.Errorf("%d cells are shown as missing, want 1", cells/2-1)
	}
}

func TestOddGraphs(t *testing.T) {
	for _, drawing := range []string{"", "a", "a; b; c", "a --> b; b --> a; a <-> b"} {
		g := graphtest.Arrows(t, drawing)
		for _, out := range [][]byte{drawn(t, g, draw.Options{}), compared(t, g, g, draw.Options{}), drawn(t, g, draw.Options{View: draw.Matrix})} {
			svgtest.Parse(t, out)
		}
		for _, f := range draw.Formats {
			if text(t, g, draw.Options{}, f.Name) == "" {
				t.Errorf("%q as %s is empty", drawing, f.Name)
			}
		}
	}
}

// The same input gives the same bytes, in every format.
func TestDeterministic(t *testing.T) {
	truth, guess := graphtest.Arrows(t, truthDrawing), graphtest.Arrows(t, guessDrawing)
	for _, view := range []draw.View{draw.Nodes, draw.Matrix} {
		o := draw.Options{View: view, Title: "twice"}
		if !bytes.Equal(compared(t, truth, guess, o), compared(t, truth, guess, o)) {
			t.Errorf("view %v differs from one time to the next", view)
		}
	}
	for _, f := range draw.Formats {
		first := text(t, truth, draw.Options{}, f.Name)
		if second := text(t, truth, draw.Options{}, f.Name); first != second {
			t.Errorf("%s differs from one time to the next", f.Name)
		}
	}
}

func TestErrors(t *testing.T) {
	a, b := graphtest.Arrows(t, "a --> b"), graphtest.Arrows(t, "a --> c")
	write := func(g *graph.Graph, o draw.Options, format string) error {
		return draw.Graph(g, o).Text(new(bytes.Buffer), format)
	}
	_, differ := draw.Difference(a, b, draw.Options{})
	for _, tt := range []struct {
		name, want string
		err        error
	}{
		{"format", `unknown text format "bmp": use one of dot, mermaid, tikz`, write(a, draw.Options{}, "bmp")},
		{"nodes", `the guess: the graph is missing node b and has extra node c`, differ},
		{"matrix", "a matrix cannot be written as dot: use svg, png or pdf", write(a, draw.Options{View: draw.Matrix}, "dot")},
		{"large tikz", "which tikz cannot hold", write(graphtest.DAG(graphtest.Rand(1), 301, 0.01), draw.Options{}, "tikz")},
	} {
		if tt.err == nil || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, tt.err, tt.want)
		}
	}
}

// A name is text from anywhere: no format may panic or write what cannot be read.
func FuzzNames(f *testing.F) {
	for _, s := range []string{"a", "a<b", "\xff", "&#0;", "]]>", `\`, `"`, "%", "$x_1^2$", "שלום a", "\u202e", "\ufffe", "x\u0301"} {
		f.Add(s, "b", "title")
	}
	f.Fuzz(func(t *testing.T, a, b, title string) {
		if a == b || len(a)+len(b)+len(title) > 4000 {
			return
		}
		g, err := graph.New([]string{a, b}, []graph.Edge{graph.Directed(0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		o := draw.Options{Title: title}
		svgtest.Parse(t, drawn(t, g, o))
		for _, format := range draw.Formats {
			text(t, g, o, format.Name)
		}
	})
}
