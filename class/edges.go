package class

import "github.com/sepdist/sepdist/graph"

// edges is a set of kinds of edges.
type edges uint8

const (
	arrows     edges = 1 << iota // a --> b
	bidirected                   // a <-> b
	lines                        // a --- b
	circles                      // a circle at one end or both
	conflicts                    // a x at one end or both
)

// kindOf returns the kind of e.
func kindOf(e graph.Edge) edges {
	switch {
	case e.Has(graph.Conflict):
		return conflicts
	case e.Has(graph.Circle):
		return circles
	case e.Directed():
		return arrows
	case e.Bidirected():
		return bidirected
	}
	return lines
}

// edgesOf returns the kinds of edges of g.
func edgesOf(g *graph.Graph) edges {
	var has edges
	for v := range graph.Node(g.N()) {
		plain := len(g.Parents(v)) + len(g.Children(v))
		if plain > 0 {
			has |= arrows
		}
		if s := len(g.Siblings(v)); s > 0 {
			has |= bidirected
			plain += s
		}
		if l := len(g.Lines(v)); l > 0 {
			has |= lines
			plain += l
		}
		if plain < g.Degree(v) {
			for e := range g.At(v) {
				has |= kindOf(e)
			}
		}
	}
	return has
}

// firstOf returns the first edge of g of one of the given kinds. There must be one.
func firstOf(g *graph.Graph, kinds edges) graph.Edge {
	for e := range g.Edges() {
		if kindOf(e)&kinds != 0 {
			return e
		}
	}
	panic("class: no edge of these kinds")
}
