package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// LatentProjection returns the ADMG over the nodes of g that are not latent (Verma and Pearl, Equivalence and synthesis of
// causal models, UAI 1990). All inner nodes of these paths of g are latent:
//
//	x --> y   for a path x --> ... --> y
//	x <-> y   for a path x <-- ... l ... --> y or x <-- ... <-> ... --> y
//
// It has the separations of g among its nodes, as the MAG of [Project] does, and also the effects that latent confounding
// leaves identifiable. g has directed and bidirected edges, and no directed cycle.
func LatentProjection(g *graph.Graph, latent graph.Set) *graph.Graph {
	kept := graph.AllNodes(g.N()).Minus(latent).Nodes()
	place := make([]graph.Node, g.N())
	for i, v := range kept {
		place[v] = graph.Node(i)
	}
	search := newNodeSearch(g.N())
	// through returns the given nodes and those that next leads to from latent ones.
	through := func(next func(graph.Node) []graph.Node, from ...graph.Node) []graph.Node {
		return search.from(func(v graph.Node) []graph.Node {
			if latent.Has(v) {
				return next(v)
			}
			return nil
		}, from...)
	}
	// descend returns the given nodes and, through latent nodes, their descendants, without the latent ones.
	descend := func(from []graph.Node) []graph.Node {
		list := slices.DeleteFunc(through(g.Children, from...), latent.Has)
		slices.Sort(list)
		return list
	}
	var edges []graph.Edge
	for _, x := range kept {
		for _, y := range descend(g.Children(x)) {
			edges = append(edges, graph.Edge{X: place[x], Y: place[y], AtX: graph.Tail, AtY: graph.Arrow})
		}
		// The nodes that an arrow points to after a path from x upwards through latent nodes.
		turns := slices.Clone(g.Siblings(x))
		for _, v := range through(g.Parents, g.Parents(x)...) {
			if latent.Has(v) {
				turns = append(append(turns, g.Siblings(v)...), g.Children(v)...)
			}
		}
		for _, y := range descend(turns) {
			if x < y {
				edges = append(edges, graph.Edge{X: place[x], Y: place[y], AtX: graph.Arrow, AtY: graph.Arrow})
			}
		}
	}
	return g.Induced(kept).With(edges)
}
