package equiv

import (
	"context"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Members yields every DAG of the class of a CPDAG once, in an order that depends only on
// the graph. There are none if its undirected edges are not chordal. The time from one to the
// next is O(n+m).
//
// This is MCS-ENUM of Wienöbst, Luttermann, Bannach and Liśkiewicz, Efficient
// enumeration of Markov equivalent DAGs (AAAI 2023, 12313–12320): a maximum
// cardinality search that goes back and tries, instead of each node, the others that
// could have been visited and that are connected to it by undirected edges among them.
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

// each yields the members that continue the current search. It returns false if the caller stops.
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

// meet appends to rivals the nodes, other than v, to which undirected edges lead from v
// through unvisited nodes with the weight of v. Others are not needed: without such a connection
// it does not matter which of two nodes comes first.
func (m *members) meet(v graph.Node) {
	first := len(m.rivals)
	m.rivals = append(m.rivals, v)
	m.reached[v] = true
	for i := first; i < len(m.rivals); i++ {
		for _, u := range m.g.UndirectedNeighbors(m.rivals[i]) {
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

// Extensions yields every DAG of an MPDAG once, in an order that depends only on the graph. An
// undirected edge of an MPDAG can be oriented either way, so each choice, closed under Meek's rules,
// is again an MPDAG with at least one DAG.
func Extensions(mpdag *graph.Graph) iter.Seq[*graph.Graph] {
	return func(yield func(*graph.Graph) bool) { extensions(mpdag, yield) }
}

func extensions(g *graph.Graph, yield func(*graph.Graph) bool) bool {
	edges := g.EdgeList()
	i := slices.IndexFunc(edges, graph.Edge.Undirected)
	if i < 0 {
		return yield(g)
	}
	e := edges[i]
	for _, arrow := range []graph.Edge{graph.Directed(e.X, e.Y), graph.Directed(e.Y, e.X)} {
		edges[i] = arrow
		if !extensions(Meek(g.With(edges)), yield) {
			return false
		}
	}
	return true
}

// MAGs yields every MAG without undirected edges that is Markov equivalent to the given one once, the
// given one first. The function ancestral reports whether a graph without undirected edges is ancestral.
// It stops if ctx is done.
//
// It changes a single mark at a time, which leads to all of them (Zhang and
// Spirtes, A transformational characterization of Markov equivalence for directed acyclic graphs
// with latent variables, UAI 2005, theorem 3). An ancestral graph that is equivalent to a MAG with
// the same adjacencies is maximal.
func MAGs(ctx context.Context, mag *graph.Graph, ancestral func(*graph.Graph) bool) iter.Seq[*graph.Graph] {
	return func(yield func(*graph.Graph) bool) {
		key := func(edges []graph.Edge) string {
			marks := make([]byte, 0, 2*len(edges))
			for _, e := range edges {
				marks = append(marks, byte(e.AtX), byte(e.AtY))
			}
			return string(marks)
		}
		queue := [][]graph.Edge{mag.EdgeList()}
		seen := map[string]bool{key(queue[0]): true}
		for at := 0; at < len(queue); at++ {
			if !yield(mag.With(queue[at])) {
				return
			}
			for i, e := range queue[at] {
				if ctx.Err() != nil {
					return
				}
				for _, other := range []graph.Edge{{X: e.X, Y: e.Y, AtX: opposite(e.AtX), AtY: e.AtY}, {X: e.X, Y: e.Y, AtX: e.AtX, AtY: opposite(e.AtY)}} {
					edges := slices.Clone(queue[at])
					edges[i] = other
					if other.Undirected() || seen[key(edges)] {
						continue
					}
					seen[key(edges)] = true
					if g := mag.With(edges); ancestral(g) && Equivalent(ctx, g, mag, mag.N()) {
						queue = append(queue, edges)
					}
				}
			}
		}
	}
}
