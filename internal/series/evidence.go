package series

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A PathEdge is an edge of the infinite graph on a path, read along the path.
type PathEdge struct {
	X, Y     graph.LaggedNode
	AtX, AtY graph.Mark
}

// OpenPath returns a path of the infinite graph, as it is walked, that the set leaves open:
// each collider on it is in the set or has a descendant in it, and no other moment is in the set. If
// the moments are separated, there is none. It may reach far back in time:
//
//	X(t-1) <-- Z(t-4) --> Y(t)
//
// It is a shortest path in the examined slices, which reach back until they contain an open path.
func (m *Model) OpenPath(x, y graph.LaggedNode, set []graph.LaggedNode) (path []PathEdge, open bool, err error) {
	separated, err := m.Separated(x, y, set)
	if err != nil || separated {
		return nil, false, err
	}
	w := windowOf(x, y, set)
	for back := 1; ; back *= 2 { // ends, as the path is finite
		path, open = m.openPath(w, x, y, set)
		if open {
			return path, true, nil
		}
		w.First += back
	}
}

// openPath finds an open path among the moments of a window, including latent ones.
func (m *Model) openPath(w Window, x, y graph.LaggedNode, set []graph.LaggedNode) ([]PathEdge, bool) {
	at := MomentIndex{Variables: m.walk.Names(), Latest: w.Last}
	var given graph.Set
	for _, z := range set {
		given.Add(at.Node(z))
	}
	unrolled := graph.MustNew(graph.NumberedNames("", 0, m.walk.N()*w.Slices()), unroll(m.walk, w, at.Node))
	edges, open := msep.New(unrolled).Path(at.Node(x), at.Node(y), given)
	path := make([]PathEdge, len(edges))
	for i, e := range edges {
		path[i] = PathEdge{at.Moment(e.X), at.Moment(e.Y), e.AtX, e.AtY}
	}
	return path, open
}

// unroll returns the edges between the moments of a window. The function node numbers the moments.
func unroll(s *graph.Series, w Window, node func(graph.LaggedNode) graph.Node) (edges []graph.Edge) {
	for _, l := range s.Links() {
		for lag := w.Last; lag+l.Lag <= w.First; lag++ {
			x, y := node(graph.LaggedNode{Variable: l.X, Lag: lag + l.Lag}), node(graph.LaggedNode{Variable: l.Y, Lag: lag})
			edges = append(edges, graph.Edge{X: x, Y: y, AtX: l.AtX, AtY: l.AtY})
		}
	}
	return edges
}

// Descends reports whether a directed path leads from one moment to another.
func (m *Model) Descends(from, to graph.LaggedNode) bool {
	seen := map[graph.LaggedNode]bool{from: true}
	todo := []graph.LaggedNode{from}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == to {
			return true
		}
		for _, down := range m.children[at.Variable] {
			if next := (graph.LaggedNode{Variable: down.to, Lag: at.Lag + down.lag}); next.Lag >= to.Lag && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}
