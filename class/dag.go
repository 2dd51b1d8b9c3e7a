package class

import (
	"context"
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// A graph of directed edges is a DAG unless it has a directed cycle.
func checkDAG(_ context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	bad := acyclic(g)
	if bad != nil {
		bad.advice = advice.Textf(cyclicMay)
	}
	return g, bad
}

// cyclicMay is the advice for a directed cycle in a graph without undirected edges.
const cyclicMay = "a graph of class cyclic may have it"

// acyclic returns a directed cycle of g as a fault.
func acyclic(g *graph.Graph) *Error {
	if g.N() <= 64 && smallAcyclic(g) {
		return nil
	}
	if _, cycle := g.Order(); cycle != nil {
		return directedCycle(g, cycle)
	}
	return nil
}

// smallAcyclic reports whether a graph of at most 64 nodes has no directed cycle, with sets of nodes in
// machine words. It removes nodes without parents until there are none.
func smallAcyclic(g *graph.Graph) bool {
	var parents [64]uint64
	left := uint64(0)
	for v := range graph.Node(g.N()) {
		for _, u := range g.Parents(v) {
			parents[v] |= 1 << u
		}
		left |= 1 << v
	}
	for before := uint64(0); left != before; {
		before = left
		for w := left; w != 0; w &= w - 1 {
			if v := bits.TrailingZeros64(w); parents[v]&left == 0 {
				left &^= 1 << v
			}
		}
	}
	return left == 0
}

// directedCycle returns a cycle, from its lowest node on, as a fault.
func directedCycle(g *graph.Graph, cycle []graph.Node) *Error {
	low := slices.Index(cycle, slices.Min(cycle))
	cycle = slices.Concat(cycle[low:], cycle[:low])
	return fault(g, ErrCycle, cycle, "directed cycle "+trail(g, closed(cycle), directed), "")
}
