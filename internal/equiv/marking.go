package equiv

import (
	"context"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// An end is one end of an edge: an index into the lists of a [marking].
type end = int32

// A marking is a skeleton whose marks may still change: the work sheet on which
// rules turn circles into tails and arrowheads. Every edge has two ends, each kept at
// its own node.
type marking struct {
	ctx   context.Context // of the call that the work is for
	first []end           // the ends at node v are first[v] to first[v+1]-1, by far node
	at    []graph.Node    // the node of each end
	to    []graph.Node    // the node at the other end
	twin  []end           // the other end
	mark  []graph.Mark    // as far as it is settled; else a circle
	truth []graph.Mark    // the mark in the graph that the marking was made from

	touched []graph.Node // nodes with a new mark on one of their edges, each once
	queued  []bool       // that are in touched
}

// blank returns the skeleton of g, which has at most one edge for each pair, with
// circles at all ends. O(n+m).
func blank(ctx context.Context, g *graph.Graph) *marking {
	n, ends := g.N(), 2*g.M()
	m := &marking{
		ctx:    ctx,
		first:  make([]end, n+1),
		at:     make([]graph.Node, ends),
		to:     make([]graph.Node, ends),
		twin:   make([]end, ends),
		mark:   slices.Repeat([]graph.Mark{graph.Circle}, ends),
		truth:  make([]graph.Mark, ends),
		queued: make([]bool, n),
	}
	for v := range n {
		m.first[v+1] = m.first[v] + end(g.Degree(graph.Node(v)))
	}
	// Each list is ascending, since the far nodes come in order.
	next := slices.Clone(m.first[:n])
	for u := range graph.Node(n) {
		for e := range g.EdgesAt(u) {
			slot := next[e.Y]
			next[e.Y]++
			m.at[slot], m.to[slot], m.truth[slot] = e.Y, u, e.AtY
		}
	}
	// For the same reason the lower nodes at the far ends of u are met in order.
	copy(next, m.first)
	for e, u := range m.to {
		if m.at[e] < u {
			m.twin[e], m.twin[next[u]] = next[u], end(e)
			next[u]++
		}
	}
	return m
}

// stopped reports whether ctx is done. The marks are then incomplete.
func (m *marking) stopped() bool { return m.ctx.Err() != nil }

// graph returns g with the marks of m.
func (m *marking) graph(g *graph.Graph) *graph.Graph {
	edges := make([]graph.Edge, 0, len(m.to)/2)
	for e, u := range m.to {
		if v := m.at[e]; v < u {
			edges = append(edges, graph.Edge{X: v, Y: u, AtX: m.mark[e], AtY: m.mark[m.twin[e]]})
		}
	}
	return g.With(edges)
}

// n returns the number of nodes.
func (m *marking) n() graph.Node { return graph.Node(len(m.queued)) }

// ends yields the ends at v.
func (m *marking) ends(v graph.Node) iter.Seq[end] {
	return func(yield func(end) bool) {
		for e := m.first[v]; e < m.first[v+1]; e++ {
			if !yield(e) {
				return
			}
		}
	}
}

// find returns the end at v of the edge between v and u. O(log d).
func (m *marking) find(v, u graph.Node) (end, bool) {
	i, found := slices.BinarySearch(m.to[m.first[v]:m.first[v+1]], u)
	return m.first[v] + end(i), found
}

func (m *marking) degree(v graph.Node) int { return int(m.first[v+1] - m.first[v]) }

// adjacent reports whether an edge joins v and u.
func (m *marking) adjacent(v, u graph.Node) bool {
	if m.degree(v) > m.degree(u) {
		v, u = u, v
	}
	_, found := m.find(v, u)
	return found
}

// apart reports whether u and v are two nodes that no edge joins.
func (m *marking) apart(u, v graph.Node) bool { return u != v && !m.adjacent(u, v) }

// common yields for each node that is adjacent to both x and y the ends at x and at
// y of its edges.
func (m *marking) common(x, y graph.Node) iter.Seq2[end, end] {
	return func(yield func(atX, atY end) bool) {
		if m.degree(x) <= m.degree(y) {
			for e := range m.ends(x) {
				if f, both := m.find(y, m.to[e]); both && !yield(e, f) {
					return
				}
			}
			return
		}
		for f := range m.ends(y) {
			if e, both := m.find(x, m.to[f]); both && !yield(e, f) {
				return
			}
		}
	}
}

// is reports whether the marks at e and at its twin are these.
func (m *marking) is(e end, here, there graph.Mark) bool {
	return m.mark[e] == here && m.mark[m.twin[e]] == there
}

// set puts a mark in place of a circle. Settled marks stay.
func (m *marking) set(e end, mark graph.Mark) {
	if m.mark[e] != graph.Circle {
		return
	}
	m.mark[e] = mark
	m.touch(m.at[e])
	m.touch(m.to[e])
}

func (m *marking) touch(v graph.Node) {
	if !m.queued[v] {
		m.queued[v] = true
		m.touched = append(m.touched, v)
	}
}

// settle applies the rules at every node, and again at each node with a new mark on one of its
// edges, until there are no new marks or ctx is done.
func (m *marking) settle(rules ...func(graph.Node)) {
	for v := range m.n() {
		m.touch(v)
	}
	m.resettle(rules...)
}

// resettle is settle for the nodes that have been touched since.
func (m *marking) resettle(rules ...func(graph.Node)) {
	for len(m.touched) > 0 {
		batch := m.touched
		m.touched = nil
		for _, v := range batch {
			if m.stopped() {
				return
			}
			m.queued[v] = false
			for _, rule := range rules {
				rule(v)
			}
		}
	}
}
