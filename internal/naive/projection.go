package naive

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Project returns the MAG over the nodes of g that are neither latent nor selected:
// two nodes are adjacent if no set of the others, with the selected ones, separates
// them; an end is a tail if its node is anterior to the other node or to a selected
// one, else an arrow (Richardson and Spirtes, Ancestral graph Markov models, section
// 4.2).
func Project(g *graph.Graph, latent, selected graph.Set) *graph.Graph {
	return project(g, latent, selected, Separated, func(x, y graph.Node) bool {
		return Anterior(g, selected.Union(graph.SetOf(y))).Has(x)
	})
}

// ProjectSigma is [Project] for a directed mixed graph that may have cycles, with
// sigma-separation. Two nodes of one strongly connected component are ancestors of each
// other; both ends between them are arrows, unless they are anterior to a selected node.
func ProjectSigma(g *graph.Graph, latent, selected graph.Set) *graph.Graph {
	above := Ancestors(g, selected)
	return project(g, latent, selected, SigmaSeparated, func(x, y graph.Node) bool {
		return above.Has(x) || Ancestors(g, graph.SetOf(y)).Has(x) && !Strong(g, y).Has(x)
	})
}

// project joins the nodes that no set separates. The edge between x and y has a tail at x if tail is true.
func project(g *graph.Graph, latent, selected graph.Set, separated func(g *graph.Graph, x, y graph.Node, given graph.Set) bool, tail func(x, y graph.Node) bool) *graph.Graph {
	mark := func(x, y graph.Node) graph.Mark {
		if tail(x, y) {
			return graph.Tail
		}
		return graph.Arrow
	}
	kept := graph.AllNodes(g.N()).Minus(latent).Minus(selected)
	nodes := kept.Nodes()
	var edges []graph.Edge
	for j, y := range nodes {
		for i, x := range nodes[:j] {
			if !someSubset(kept.Without(x, y), func(some graph.Set) bool { return separated(g, x, y, some.Union(selected)) }) {
				edges = append(edges, graph.Edge{X: graph.Node(i), Y: graph.Node(j), AtX: mark(x, y), AtY: mark(y, x)})
			}
		}
	}
	return g.Induced(nodes).With(edges)
}

// LatentProjection returns the ADMG over the nodes of g that are not latent: x --> y for a directed path from x to y,
// x <-> y for a path without colliders and with arrows at both ends, if all inner nodes are latent (Verma and Pearl,
// Equivalence and synthesis of causal models, UAI 1990).
func LatentProjection(g *graph.Graph, latent graph.Set) *graph.Graph {
	nodes := graph.AllNodes(g.N()).Minus(latent).Nodes()
	es := endsOf(g)
	pass := func(in, out graph.Edge) bool { return latent.Has(out.X) && !collides(in, out) }
	var edges []graph.Edge
	for j, y := range nodes {
		for i, x := range nodes[:j] {
			es.paths(x, y, pass, func(path []graph.Edge) bool {
				e := graph.Edge{X: graph.Node(i), Y: graph.Node(j), AtX: path[0].AtX, AtY: path[len(path)-1].AtY}
				if !slices.Contains(edges, e) {
					edges = append(edges, e)
				}
				return true
			})
		}
	}
	return g.Induced(nodes).With(edges)
}
