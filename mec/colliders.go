package mec

import (
	"iter"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Colliders returns the unshielded colliders of g: a *-> b <-* c where no edge joins
// a and c. They are sorted by b, a, c, with a before c. A node with many parents has
// very many of them; [EachCollider] does not keep them.
func Colliders(g *graph.Graph) []graph.Triple { return slices.Collect(EachCollider(g)) }

// EachCollider yields what [Colliders] returns.
func EachCollider(g *graph.Graph) iter.Seq[graph.Triple] {
	return func(yield func(graph.Triple) bool) {
		var scratch []graph.Node
		for b := range graph.Node(g.N()) {
			into := g.Parents(b)
			if len(into)+len(g.Children(b))+len(g.Lines(b)) < g.Degree(b) {
				scratch = heads(g, b, scratch[:0])
				into = scratch
			}
			for i, a := range into {
				for _, c := range into[i+1:] {
					if !g.Adjacent(a, c) && !yield(graph.Triple{A: a, B: b, C: c, Status: graph.Collider}) {
						return
					}
				}
			}
		}
	}
}

// heads appends the nodes from which an edge comes into b by an arrow, each once,
// rising.
func heads(g *graph.Graph, b graph.Node, nodes []graph.Node) []graph.Node {
	for e := range g.At(b) {
		if e.AtX == graph.Arrow {
			nodes = append(nodes, e.Y)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}
