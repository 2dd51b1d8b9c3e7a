package draw

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/series"
)

// A Pair is two nodes in any order.
type Pair [2]graph.Node

// Tested returns the drawing of a graph that was tested against data. Pairs with a rejected claim are
// joined by dashed arcs, and edges between unsupported pairs are pale.
func Tested(g *graph.Graph, rejects, weak []Pair, o Options) *Drawing {
	f := newDrawing(g, o)
	for e := range g.Edges() {
		k := single
		if slices.Contains(weak, Pair{e.X, e.Y}) || slices.Contains(weak, Pair{e.Y, e.X}) {
			k = unsupported
		}
		f.add(e, k)
	}
	var arcs []graph.Edge
	for _, p := range rejects {
		arcs = append(arcs, graph.Undirected(min(p[0], p[1]), max(p[0], p[1])))
	}
	for _, e := range arcs {
		f.add(e, rejected)
	}
	f.parts = [][]graph.Edge{g.EdgeList(), arcs}
	f.notes = tripleNotes(g, "")
	if !o.NoLegend {
		f.legend = testedLegend(f)
	}
	return f
}

// TestedSeries is [Tested] for a time series. The pairs are nodes of [Moments] with the same lags.
func TestedSeries(s *graph.Series, lags int, rejects, weak []Pair, o Options) (*Drawing, error) {
	g, err := Moments(s, lags)
	if err != nil {
		return nil, err
	}
	f := Tested(g, rejects, weak, o)
	f.frame = &series.MomentIndex{Variables: s.Names()}
	f.title = numeral.Count(s.N(), "variable") + " and " + numeral.Count(s.M(), "link")
	return f, nil
}

// testedLegend explains and counts the kinds of edges that occur besides ordinary ones.
func testedLegend(f *Drawing) []entry {
	var count [unsupported + 1]int
	for _, k := range f.kinds {
		count[k]++
	}
	return counted([]entry{
		{kinds: []kind{unsupported}, string: "edge without support"},
		{kinds: []kind{rejected}, string: "rejected claim: not separated in the data"},
	}, count)
}
