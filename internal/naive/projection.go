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
	kept := graph.AllNodes(g.N()).Minus(latent).Minus(selected)
	mark := func(x, y graph.Node) graph.Mark {
		if Anterior(g, selected.Union(graph.SetOf(y))).Has(x) {
			return graph.Tail
		}
		return graph.Arrow
	}
	nodes := kept.Nodes()
	names := make([]string, len(nodes))
	var edges []graph.Edge
	for j, y := range nodes {
		names[j] = g.Name(y)
		for i, x := range nodes[:j] {
			if !separableWith(g, x, y, kept.Without(x, y), selected) {
				edges = append(edges, graph.Edge{X: graph.Node(i), Y: graph.Node(j), AtX: mark(x, y), AtY: mark(y, x)})
			}
		}
	}
	mag, err := graph.New(names, edges)
	if err != nil {
		panic(err)
	}
	return mag
}

// separableWith reports whether selected and some of free together separate x and y.
func separableWith(g *graph.Graph, x, y graph.Node, free, selected graph.Set) bool {
	for some := range Subsets(free) {
		if Separated(g, x, y, some.Union(selected)) {
			return true
		}
	}
	return false
}

// ProjectSigma is [Project] for a directed mixed graph that may have cycles, with
// sigma-separation. Two nodes of one strongly connected component are ancestors of each
// other; both ends between them are arrows, unless they are anterior to a selected node.
func ProjectSigma(g *graph.Graph, latent, selected graph.Set) *graph.Graph {
	kept := graph.AllNodes(g.N()).Minus(latent).Minus(selected)
	nodes := kept.Nodes()
	names := make([]string, len(nodes))
	above := Ancestors(g, selected)
	mark := func(x, y graph.Node) graph.Mark {
		if above.Has(x) || Ancestors(g, graph.SetOf(y)).Has(x) && !Strong(g, y).Has(x) {
			return graph.Tail
		}
		return graph.Arrow
	}
	var edges []graph.Edge
	for j, y := range nodes {
		names[j] = g.Name(y)
	pairs:
		for i, x := range nodes[:j] {
			for some := range Subsets(kept.Without(x, y)) {
				if SigmaSeparated(g, x, y, some.Union(selected)) {
					continue pairs
				}
			}
			edges = append(edges, graph.Edge{X: graph.Node(i), Y: graph.Node(j), AtX: mark(x, y), AtY: mark(y, x)})
		}
	}
	mag, err := graph.New(names, edges)
	if err != nil {
		panic(err)
	}
	return mag
}

// LatentProjection returns the ADMG over the nodes of g that are not latent: x --> y for a directed path from x to y,
// x <-> y for a path without colliders and with arrows at both ends, if all inner nodes are latent (Verma and Pearl,
// Equivalence and synthesis of causal models, UAI 1990).
func LatentProjection(g *graph.Graph, latent graph.Set) *graph.Graph {
	nodes := graph.AllNodes(g.N()).Minus(latent).Nodes()
	names := make([]string, len(nodes))
	var edges []graph.Edge
	for j, y := range nodes {
		names[j] = g.Name(y)
		for i, x := range nodes[:j] {
			found := make(map[graph.Edge]bool)
			var search func(path []graph.Node, first, last graph.Mark)
			search = func(path []graph.Node, first, last graph.Mark) { // last is the mark at the end of the path
				v := path[len(path)-1]
				if v == y {
					found[graph.Edge{X: graph.Node(i), Y: graph.Node(j), AtX: first, AtY: last}] = true
				}
				if v == y || v != x && !latent.Has(v) {
					return
				}
				for e := range g.EdgesAt(v) {
					atV, w, atW := e.AtX, e.Y, e.AtY
					if e.Y == v {
						atV, w, atW = e.AtY, e.X, e.AtX
					}
					if slices.Contains(path, w) || v != x && last == graph.Arrow && atV == graph.Arrow {
						continue
					}
					begin := first
					if v == x {
						begin = atV
					}
					search(append(slices.Clone(path), w), begin, atW)
				}
			}
			search([]graph.Node{x}, 0, 0)
			for e := range found {
				edges = append(edges, e)
			}
		}
	}
	admg, err := graph.New(names, edges)
	if err != nil {
		panic(err)
	}
	return admg
}
