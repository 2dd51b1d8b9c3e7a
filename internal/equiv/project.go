package equiv

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Project returns the MAG over the nodes of g that are neither latent nor selected: it
// has the separations among them that g has given the selected nodes. Two nodes are
// adjacent if no set separates them; an end is a tail if its node is anterior to the
// other node or to a selected one, and an arrow if not (Richardson and Spirtes,
// Ancestral graph Markov models, Ann. Statist. 30:962–1030, section 4.2).
//
// g has arrows, bidirected edges, bows, and undirected edges at nodes that no arrow points to. With
// nothing latent and nothing selected this is the MAG of an ADMG.
//
// A graph with directed cycles, which has no undirected edges, is read by sigma-separation: the
// adjacencies are those of its acyclification, the marks follow ancestry in g itself. In the
// acyclification, a node is no longer an ancestor of the children of other nodes of its strongly
// connected component:
//
//	a --> b, b --> a, b --> c     becomes     a <-- r --> b, b --> c
//
// and without b it would leave a <-> c, although a --> c has the same separations and is
// correct. Two nodes of one component are ancestors of each other, which no edge of a MAG can
// express. They are joined by a <-> b, as in [AcyclifyPairs]: a --> b and a <-- b would have
// the same separations, but would prefer one of the two. If they are also anterior to a
// selected node, they are joined by a --- b.
//
// It returns nil if ctx is done first.
func Project(ctx context.Context, g *graph.Graph, latent, selected graph.Set) *graph.Graph {
	kept := graph.AllNodes(g.N()).Minus(latent).Minus(selected).Nodes()
	walk := Acyclify(g)
	if walk != g {
		latent = latent.Union(graph.AllNodes(walk.N()).Minus(graph.AllNodes(g.N())))
	}
	d := newInducer(walk, latent, selected)
	adjacent, mark := d.adjacent, d.mark
	if len(kept) == g.N() {
		all := NewInseparable(ctx, g)
		if all == nil {
			return nil
		}
		adjacent = all.after()
	}
	if walk != g {
		mark = markCyclic(g, selected)
	}
	place := make([]graph.Node, g.N())
	for i, v := range kept {
		place[v] = graph.Node(i)
	}
	var edges []graph.Edge
	for _, x := range kept {
		if ctx.Err() != nil {
			return nil
		}
		for _, y := range adjacent(x) {
			edges = append(edges, graph.Edge{X: place[x], Y: place[y], AtX: mark(x, y), AtY: mark(y, x)})
		}
	}
	if len(kept) < g.N() {
		g = g.Induced(kept)
	}
	return g.With(edges)
}

// adjacent returns the nodes after x, neither latent nor selected, that no set separates
// from x.
func (d *inducer) adjacent(x graph.Node) []graph.Node {
	nodes := d.partners(x)
	for _, y := range d.g.Neighbors(x) {
		if y > x && !d.latent.Has(y) && !d.selected.Has(y) {
			nodes = append(nodes, y)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// mark returns the mark at x towards y. If a directed edge joins them, it needs no search.
func (a *ancestry) mark(x, y graph.Node) graph.Mark {
	_, child := slices.BinarySearch(a.g.Children(x), y)
	_, parent := slices.BinarySearch(a.g.Parents(x), y)
	if a.above.Has(x) || child || !parent && a.posterior(x).Has(y) {
		return graph.Tail
	}
	return graph.Arrow
}

// markCyclic is mark for a graph with cycles: within a component both marks are arrows.
//
// Why the separations stay those of the acyclification: let its MAG have u <-> y, and let u
// be an ancestor of y in g, so that some w of u's component is one in the acyclification as
// well. u and w have the same incoming edges. An inducing path from y to u ends with an
// arrowhead, so there is one from y to w too; and any node with an edge into u is connected to y
// by w, a collider and an ancestor of y. So a collider at u next to y is shielded, no
// discriminating path for u ends in y, and u --> y can replace u <-> y (Zhang and
// Spirtes, A transformational characterization of Markov equivalence for directed acyclic
// graphs with latent variables, UAI 2005).
func markCyclic(g *graph.Graph, selected graph.Set) func(x, y graph.Node) graph.Mark {
	a := newAncestry(g, selected)
	of, _ := g.Components()
	return func(x, y graph.Node) graph.Mark {
		if of[x] == of[y] && !a.above.Has(x) {
			return graph.Arrow
		}
		return a.mark(x, y)
	}
}
