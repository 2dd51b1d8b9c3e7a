package series

import (
	"math/big"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// CPDAG returns the drawing of the equivalence class of a stationary DAG: all stationary DAGs
// with the same adjacencies and unshielded colliders. Lagged links are directed edges in all of
// them. What PCMCI+ learns with a perfect test is this graph.
//
// An arrow at lag 0 stays where an unshielded collider needs it, one of whose arrows may be
// lagged; where the first of Meek's rules needs it because of a lagged arrow; and where his
// rules need it within the slice (see [equiv.Meek]). No other rule of his spans slices: their
// triangles are joined by undirected edges, and along a directed edge time does not go back.
//
//	Z(t-1) --> X(t) <-- Y(t)    Z(t-1) and Y(t) apart: a collider
//	Z(t-1) --> X(t) --- Y(t)    Z(t-1) and Y(t) apart: X(t) --> Y(t)
func CPDAG(dag *graph.Series) *graph.Series {
	into := parents(dag)
	// apart reports whether one of the given parents, other than v, is not adjacent to v(t).
	apart := func(parents []step, v graph.Node, lagged bool) bool {
		for _, p := range parents {
			if p == (step{v, 0}) || lagged && p.lag == 0 {
				continue
			}
			if len(dag.Between(p.to, p.lag, v)) == 0 {
				return true
			}
		}
		return false
	}
	var edges []graph.Edge
	for y, parents := range into {
		for _, p := range parents {
			if x := p.to; p.lag == 0 {
				if y := graph.Node(y); apart(parents, x, false) || apart(into[x], y, true) {
					edges = append(edges, graph.Directed(x, y))
				} else {
					edges = append(edges, graph.Undirected(x, y))
				}
			}
		}
	}
	return WithSlice(dag, equiv.Meek(graph.MustNew(dag.Names(), edges)))
}

// Size returns the number of stationary DAGs in the class of a CPDAG. Undirected edges join moments
// of one slice, and all slices have the same orientations.
func Size(cpdag *graph.Series) *big.Int { return equiv.Size(cpdag.Lag0()) }

// WithSlice returns s with the given graph at lag 0.
func WithSlice(s *graph.Series, slice *graph.Graph) *graph.Series {
	links := make([]graph.Link, 0, s.M())
	for _, l := range s.Links() {
		if l.Lag > 0 {
			links = append(links, l)
		}
	}
	for e := range slice.Edges() {
		links = append(links, graph.Link{X: e.X, Y: e.Y, AtX: e.AtX, AtY: e.AtY})
	}
	return s.With(links)
}
