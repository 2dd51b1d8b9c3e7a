package msep

import "github.com/sepdist/sepdist/graph"

// Marks are a set of nodes that is emptied at no cost: a node is in it where its stamp is that of
// the present round. They serve one goroutine.
type Marks struct {
	stamp []uint32
	round uint32
}

// Reset empties the set and makes it one of n nodes.
func (m *Marks) Reset(n int) {
	if n > len(m.stamp) {
		m.stamp, m.round = make([]uint32, n), 0
	}
	m.Clear()
}

// Clear empties the set.
func (m *Marks) Clear() {
	if m.round++; m.round == 0 { // every 2^32 rounds
		clear(m.stamp)
		m.round = 1
	}
}

// Add puts v into the set.
func (m *Marks) Add(v graph.Node) { m.stamp[v] = m.round }

// AddAll puts the given nodes into the set.
func (m *Marks) AddAll(nodes []graph.Node) {
	for _, v := range nodes {
		m.stamp[v] = m.round
	}
}

// Set makes the set hold just the given nodes.
func (m *Marks) Set(nodes []graph.Node) {
	m.Clear()
	m.AddAll(nodes)
}

// Has reports whether v is in the set.
func (m *Marks) Has(v graph.Node) bool { return m.stamp[v] == m.round }
