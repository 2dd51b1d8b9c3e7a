package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Project returns the MAG over the nodes of g that are neither latent nor selected: it
// has the separations among them that g has given the selected nodes. Two nodes are
// adjacent if no set separates them; an end is a tail if its node is anterior to the
// other node or to a selected one, and an arrow if not (Richardson and Spirtes,
// Ancestral graph Markov models, Ann. Statist. 30:962–1030, section 4.2).
//
// g has arrows without a cycle, bidirected edges, bows, and lines at nodes that no
// arrow points to. With nothing latent and nothing selected this is the MAG of an ADMG.
func Project(g *graph.Graph, latent, selected graph.Set) *graph.Graph {
	d := newInducer(g, latent, selected)
	kept := graph.Full(g.N()).Minus(latent).Minus(selected).Nodes()
	place := make([]graph.Node, g.N())
	for i, v := range kept {
		place[v] = graph.Node(i)
	}
	var edges []graph.Edge
	for _, x := range kept {
		for _, y := range d.adjacent(x) {
			edges = append(edges, graph.Edge{X: place[x], Y: place[y], AtX: d.mark(x, y), AtY: d.mark(y, x)})
		}
	}
	if len(kept) < g.N() {
		g = g.Keep(kept)
	}
	return g.With(edges)
}

// adjacent returns the nodes after x, neither latent nor selected, that no set separates
// from x.
func (d *inducer) adjacent(x graph.Node) []graph.Node {
	nodes := d.partners(x)
	for _, y := range d.g.Ends(x) {
		if y > x && !d.latent.Has(y) && !d.selected.Has(y) {
			nodes = append(nodes, y)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// mark returns the mark at x towards y. Where an arrow joins them it needs no search.
func (d *inducer) mark(x, y graph.Node) graph.Mark {
	_, child := slices.BinarySearch(d.g.Children(x), y)
	_, parent := slices.BinarySearch(d.g.Parents(x), y)
	if d.above.Has(x) || child || !parent && d.posterior(x).Has(y) {
		return graph.Tail
	}
	return graph.Arrow
}
