package msep

import "github.com/sepdist/sepdist/graph"

// Marks are a set of nodes that is cleared in the time it took to fill. A node takes one bit, so that the sets
// of a large graph stay in the cache, and many workers can have their own. They serve one goroutine.
type Marks struct {
	bits []uint64
	in   []graph.Node // each once
}

// Reset empties the set and makes it one of n nodes.
func (m *Marks) Reset(n int) {
	m.Clear()
	if words := (n + 63) / 64; words > len(m.bits) {
		m.bits = make([]uint64, words)
	}
}

// Clear empties the set.
func (m *Marks) Clear() {
	for _, v := range m.in {
		m.bits[v>>6] = 0
	}
	m.in = m.in[:0]
}

// Add puts v into the set.
func (m *Marks) Add(v graph.Node) {
	if w, bit := &m.bits[v>>6], uint64(1)<<(v&63); *w&bit == 0 {
		*w |= bit
		m.in = append(m.in, v)
	}
}

// AddAll puts the given nodes into the set.
func (m *Marks) AddAll(nodes []graph.Node) {
	for _, v := range nodes {
		m.Add(v)
	}
}

// Set makes the set contain exactly the given nodes.
func (m *Marks) Set(nodes []graph.Node) {
	m.Clear()
	m.AddAll(nodes)
}

// Has reports whether v is in the set.
func (m *Marks) Has(v graph.Node) bool { return m.bits[v>>6]>>(v&63)&1 != 0 }
