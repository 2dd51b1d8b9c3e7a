package distance

import "github.com/sepdist/sepdist/graph"

// A marker marks nodes and forgets them at once.
type marker struct {
	stamp []uint32
	now   uint32
}

func (m *marker) use(n int) {
	if n > len(m.stamp) {
		m.stamp = make([]uint32, n)
		m.now = 0
	}
}

// mark marks just the given nodes.
func (m *marker) mark(nodes []graph.Node) {
	if m.now++; m.now == 0 {
		clear(m.stamp)
		m.now = 1
	}
	m.add(nodes)
}

// add marks the given nodes too.
func (m *marker) add(nodes []graph.Node) {
	for _, v := range nodes {
		m.stamp[v] = m.now
	}
}

func (m *marker) has(v graph.Node) bool { return m.stamp[v] == m.now }
