package class

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A graph of arrows is a DAG unless they run in a circle.
func checkDAG(_ context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	bad := acyclic(g)
	if bad != nil {
		bad.Todo = cyclicMay
	}
	return g, bad
}

// cyclicMay is said of directed cycles where no line is in the way of that class.
const cyclicMay = "a graph of class cyclic may have it"

// acyclic returns a directed cycle of g as a fault.
func acyclic(g *graph.Graph) *Error {
	if _, cycle := g.Order(); cycle != nil {
		return directedCycle(g, cycle)
	}
	return nil
}

// directedCycle shows a cycle from its lowest node on.
func directedCycle(g *graph.Graph, cycle []graph.Node) *Error {
	low := slices.Index(cycle, slices.Min(cycle))
	cycle = slices.Concat(cycle[low:], cycle[:low])
	return fault(g, ErrCycle, cycle, "directed cycle "+trail(g, closed(cycle), arrows), "")
}

// The graph to walk is a DAG of the equivalence class.
func toDAG(_ context.Context, m *Model) (drawn, walk *graph.Graph) { return m.walk, m.walk }
