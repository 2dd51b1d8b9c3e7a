package series

import "github.com/sepdist/sepdist/graph"

// A MomentIndex numbers the moments of a time series as nodes: slice by slice, from the latest
// slice into the past, and by variable within a slice.
type MomentIndex struct {
	Variables *graph.Names
	Latest    int // lag of the first slice, 0 or less
}

// Node returns the number of a moment that is not after the latest slice.
func (f MomentIndex) Node(m graph.LaggedNode) graph.Node {
	return graph.Node((m.Lag-f.Latest)*f.Variables.Len()) + m.Variable
}

// Moment returns the moment with the given number.
func (f MomentIndex) Moment(v graph.Node) graph.LaggedNode {
	n := f.Variables.Len()
	return graph.LaggedNode{Variable: graph.Node(int(v) % n), Lag: f.Latest + int(v)/n}
}

// Name returns the name of the moment with the given number, as X(t-1).
func (f MomentIndex) Name(v graph.Node) string {
	m := f.Moment(v)
	return m.Name(f.Variables.List()[m.Variable])
}
