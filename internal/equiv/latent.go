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
	var edges []graph.Edge
	for _, x := range kept {
		for _, y := range descend(g, latent, g.Children(x)) {
			edges = append(edges, graph.Edge{X: place[x], Y: place[y], AtX: graph.Tail, AtY: graph.Arrow})
		}
		for _, y := range descend(g, latent, turns(g, latent, x)) {
			if x < y {
				edges = append(edges, graph.Edge{X: place[x], Y: place[y], AtX: graph.Arrow, AtY: graph.Arrow})
			}
		}
	}
	return g.Induced(kept).With(edges)
}

// turns returns the nodes that an arrow points to after a path from x upwards through latent nodes: the siblings of x and of
// its latent ancestors, and the children of the latter.
func turns(g *graph.Graph, latent graph.Set, x graph.Node) (list []graph.Node) {
	seen := graph.SetOf(x)
	for up := []graph.Node{x}; len(up) > 0; {
		v := up[len(up)-1]
		up = up[:len(up)-1]
		list = append(list, g.Siblings(v)...)
		if v != x {
			list = append(list, g.Children(v)...)
		}
		for _, p := range g.Parents(v) {
			if latent.Has(p) && !seen.Has(p) {
				seen.Add(p)
				up = append(up, p)
			}
		}
	}
	return list
}

// descend returns the nodes that are not latent among the given ones and, through latent nodes, their descendants.
func descend(g *graph.Graph, latent graph.Set, from []graph.Node) (list []graph.Node) {
	var seen graph.Set
	for down := slices.Clone(from); len(down) > 0; {
		v := down[len(down)-1]
		down = down[:len(down)-1]
		switch {
		case seen.Has(v):
		case latent.Has(v):
			down = append(down, g.Children(v)...)
		default:
			list = append(list, v)
		}
		seen.Add(v)
	}
	slices.Sort(list)
	return list
}
