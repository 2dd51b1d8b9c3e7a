package equiv

import (
	"iter"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Colliders returns the unshielded colliders of g: a *-> b <-* c where no edge joins
// a and c, and no edge of the two pairs has another mark at b. They are sorted by b,
// a, c, with a before c. A node with many parents has very many of them;
// [EachCollider] does not keep them.
func Colliders(g *graph.Graph) []graph.Triple { return slices.Collect(EachCollider(g)) }

// EachCollider yields what [Colliders] returns.
func EachCollider(g *graph.Graph) iter.Seq[graph.Triple] {
	return func(yield func(graph.Triple) bool) {
		var scratch []graph.Node
		for b := range graph.Node(g.N()) {
			into := g.Parents(b)
			if len(into)+len(g.Children(b))+len(g.Lines(b)) < g.Degree(b) || meet(into, g.Children(b)) {
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

// heads appends the nodes from which all edges come into b by an arrow, each once,
// rising.
func heads(g *graph.Graph, b graph.Node, nodes []graph.Node) []graph.Node {
	for e := range g.At(b) {
		if e.AtX != graph.Arrow {
			continue
		}
		if _, leaves := slices.BinarySearch(g.Children(b), e.Y); !leaves {
			nodes = append(nodes, e.Y)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// meet reports whether s and t, which rise, have a node in common.
func meet(s, t []graph.Node) bool {
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0] < t[0]:
			s = s[1:]
		case s[0] > t[0]:
			t = t[1:]
		default:
			return true
		}
	}
	return false
}
