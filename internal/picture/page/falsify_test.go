package page_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/picture/page"
)

// chain returns n rows of columns that each depend on the column before it and on its own last row.
func chain(names []string, n int) *falsify.Data {
	r := rand.New(rand.NewPCG(1, 2))
	d := &falsify.Data{Name: "data <1>", Columns: make([]independence.Source, len(names)), Options: independence.Options{Method: independence.FisherZ}}
	for range n {
		before := 0.0
		for i := range names {
			c := &d.Columns[i]
			c.Name = names[i]
			before = 0.8*before + r.NormFloat64()
			if k := len(c.Numbers); k > 0 {
				before += 0.5 * c.Numbers[k-1]
			}
			c.Numbers = append(c.Numbers, before)
		}
	}
	return d
}

func newGraph(t *testing.T, names []string, edges []graph.Edge) *graph.Graph {
	t.Helper()
	g, err := graph.New(names, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func testedPage(t *testing.T, m class.Member, d *falsify.Data, o falsify.Options) (page.Tested, string) {
	t.Helper()
	f, err := falsify.Run(context.Background(), "a & b", m, d, o)
	if err != nil {
		t.Fatal(err)
	}
	tested := page.Tested{Outcome: f, Graph: m.Graph(), Series: m.Series()}
	var b bytes.Buffer
	if err := page.WriteFalsify(&b, page.Falsify{Title: "<script>", Graphs: []page.Tested{tested}}); err != nil {
		t.Fatal(err)
	}
	return tested, b.String()
}

// A report draws an arc for each pair with a rejected claim, fades each edge without support, and has a row
// and an interval for each rejected claim. An interval contains 0 if and only if the claim is not rejected
// before the correction.
func TestFalsifyPage(t *testing.T) {
	names := []string{"a", "<b>", "c", "d", "e"}
	g := newGraph(t, names, []graph.Edge{graph.Directed(0, 1), graph.Directed(2, 1), graph.Directed(4, 3)})
	d := chain(names, 300)
	for i := range d.Columns[4].Numbers { // independent of the rest
		d.Columns[4].Numbers[i] = math.Sin(float64(i * i))
	}
	m, err := class.Check(context.Background(), g, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	tested, html := testedPage(t, m, d, falsify.Options{Permutations: 20, Suggest: true})
	f := tested.Outcome
	closesItsElements(t, html)
	pairs := make(map[[2]int32]bool)
	for _, c := range f.RejectedClaims() {
		pairs[[2]int32{c.X, c.Y}] = true
	}
	weak, _ := f.Unsupported()
	if len(pairs) == 0 || len(weak) != 1 {
		t.Fatalf("%d pairs are rejected and %d edges are unsupported", len(pairs), len(weak))
	}
	for class, want := range map[string]int{"edge rejected": len(pairs), "edge unsupported": 1, "edge single": 2, "estimate": f.Rejected, "series": 1} {
		if got := strings.Count(html, `<g class="`+class+`"`); got != want {
			t.Errorf("%d of class %q, expected %d", got, class, want)
		}
	}
	for _, want := range []string{"a &amp; b", "data &lt;1&gt;", "&lt;b&gt;", f.Verdict()[:30], "Relabeled graphs", "Suggestions", "e --&gt; d"} {
		if !strings.Contains(strings.ReplaceAll(html, "d &lt;-- e", "e --&gt; d"), want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
	for _, bad := range []string{"<script", "<b>", "<img", "url("} {
		if strings.Contains(html, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	for i := range f.Claims {
		c := &f.Claims[i]
		low, high, ok := f.Interval(c)
		if !ok || low > c.Effect || high < c.Effect || (low > 0 || high < 0) != (c.P < f.Alpha) {
			t.Errorf("interval %v to %v of %+v", low, high, c)
		}
	}
}

// Pairs of a time series that differ by a shift are one arc.
func TestFalsifySeriesPage(t *testing.T) {
	s, err := graph.NewSeries([]string{"x", "y"}, []graph.Link{{X: 0, Lag: 1, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := class.CheckSeries(context.Background(), s, class.TSDAG)
	if err != nil {
		t.Fatal(err)
	}
	tested, html := testedPage(t, m, chain([]string{"x", "y"}, 400), falsify.Options{})
	shifted := make(map[string]bool)
	for _, c := range tested.Outcome.RejectedClaims() {
		x, xLag, _ := graph.ParseMoment(tested.Outcome.Names[c.X])
		y, yLag, _ := graph.ParseMoment(tested.Outcome.Names[c.Y])
		first := min(xLag, yLag)
		shifted[graph.LaggedNode{Lag: xLag - first}.Name(x)+graph.LaggedNode{Lag: yLag - first}.Name(y)] = true
	}
	arcs := strings.Count(html, `<g class="edge rejected"`)
	if arcs == 0 || arcs != len(shifted) {
		t.Errorf("%d arcs for the pairs %v", arcs, shifted)
	}
}

// A large graph shows the nodes of its strongest claims only.
func TestFalsifyPageOfLargeGraph(t *testing.T) {
	names := graph.NumberedNames("v", 0, 90)
	g := newGraph(t, names.List(), nil)
	m, err := class.Check(context.Background(), g, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	_, html := testedPage(t, m, chain(names.List(), 200), falsify.Options{})
	if got := strings.Count(html, `<g class="edge rejected"`); got != 40 {
		t.Errorf("%d arcs, expected 40", got)
	}
	if !strings.Contains(html, "The 40 strongest of ") || !strings.Contains(html, " of 90 nodes") {
		t.Error("the page does not say that it shows a part")
	}
}
