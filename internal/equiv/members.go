package equiv

import (
	"iter"

	"github.com/sepdist/sepdist/graph"
)

// Members yields every DAG of the class that a CPDAG draws, once, in an order that
// depends on the graph alone. There is none where its lines are not chordal. The time
// from one to the next is O(n+m), however many there are.
//
// This is MCS-ENUM of Wienöbst, Luttermann, Bannach and Liśkiewicz, Efficient
// enumeration of Markov equivalent DAGs (AAAI 2023, 12313–12320): a maximum
// cardinality search that goes back and tries, in place of each node, the others that
// could have been visited then and that lines among them join to it.
func Members(cpdag *graph.Graph) iter.Seq[*graph.Graph] {
	return func(yield func(*graph.Graph) bool) {
		s := newSearch(cpdag)
		s.run()
		if s.fault() != none {
			return
		}
		for len(s.order) > 0 {
			s.unvisit()
		}
		m := members{search: s, yield: yield, reached: make([]bool, cpdag.N())}
		m.each()
	}
}

type members struct {
	*search
	yield   func(*graph.Graph) bool
	rivals  []graph.Node // of the nodes visited so far, one after the other
	reached []bool
}

// each yields the members that go on as the search stands. It reports whether more
// are wanted.
func (m *members) each() bool {
	v := m.top()
	if v == none {
		return m.yield(along(m.g, m.place))
	}
	if !m.with(v) {
		return false
	}
	first := len(m.rivals)
	m.meet(v)
	for i := first; i < len(m.rivals); i++ {
		if !m.with(m.rivals[i]) {
			return false
		}
	}
	m.rivals = m.rivals[:first]
	return true
}

// with is each with v as the next node.
func (m *members) with(v graph.Node) bool {
	m.visit(v)
	more := m.each()
	m.unvisit()
	return more
}

// meet puts on the list of rivals the nodes, other than v, to which lines lead from v
// through nodes that are not visited and have the weight of v. Only these, since where
// no line joins two nodes it makes no difference which comes first.
func (m *members) meet(v graph.Node) {
	first := len(m.rivals)
	m.rivals = append(m.rivals, v)
	m.reached[v] = true
	for i := first; i < len(m.rivals); i++ {
		for _, u := range m.g.Lines(m.rivals[i]) {
			if m.place[u] == none && m.weight[u] == m.weight[v] && !m.reached[u] {
				m.reached[u] = true
				m.rivals = append(m.rivals, u)
			}
		}
	}
	for _, u := range m.rivals[first:] {
		m.reached[u] = false
	}
	m.rivals = append(m.rivals[:first], m.rivals[first+1:]...)
}
