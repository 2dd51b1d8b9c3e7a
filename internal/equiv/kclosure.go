package equiv

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// KClosure returns the MAG on the nodes of g in which two nodes are adjacent if no set of
// at most k nodes separates them in g; an end is a tail if its node is anterior to the
// other one, and an arrow if not. With k = n-2 it is the MAG of g, as [Project] has it. g is
// as in Project; n² searches for a cut of k nodes, each O(k(n+m)).
//
// Two graphs agree on all statements with at most k nodes in the set if and only if
// their closures are Markov equivalent (Kocaoglu, Characterization and learning of causal
// graphs with small conditioning sets, NeurIPS 2023).
func KClosure(g *graph.Graph, k int) *graph.Graph {
	o, c, d := msep.New(g), newCutter(g), newInducer(g, nil, nil)
	var edges []graph.Edge
	for x := range graph.Node(g.N()) {
		// Most pairs of a sparse graph need no set at all.
		for y := range o.Reach(x, nil).All() {
			if y > x && (g.Adjacent(x, y) || !c.separable(x, y, k)) {
				edges = append(edges, graph.Edge{X: x, Y: y, AtX: d.mark(x, y), AtY: d.mark(y, x)})
			}
		}
	}
	return g.With(edges)
}

// EquivalentUpTo reports whether g and h, which have the same nodes, agree on all
// separations by sets of at most k nodes.
func EquivalentUpTo(g, h *graph.Graph, k int) bool {
	return Equivalent(KClosure(g, k), KClosure(h, k), g.N())
}
