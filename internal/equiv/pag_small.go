package equiv

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// IsPAG reports whether g is known to be the PAG of a MAG with the same skeleton. It looks only at small
// MAGs without undirected edges; for others it returns false, and [PAG] decides.
func IsPAG(g, mag *graph.Graph) bool {
	var m smallMarking
	if g.M() != mag.M() || !m.settle(mag) {
		return false
	}
	for v := range graph.Node(g.N()) {
		for e := range g.EdgesAt(v) {
			if m.at(v, e.Y) != e.AtX {
				return false
			}
		}
	}
	return true
}

// A smallMarking is a [marking] of at most [msep.MaxSmall] nodes, whose sets of nodes are the bits of
// a machine word. The rules are those of [PAG], which explains them.
type smallMarking struct {
	n      int
	near   words
	heads  words // the far ends of the edges that have an arrowhead at the node in the MAG
	marked [3]ends
	// Nodes with a new mark on one of their edges.
	touched uint64
}

// words are sets of nodes as bits, one for each node of a small graph.
type words [msep.MaxSmall]uint64

// ends are the ends of edges that have a certain mark.
type ends struct {
	here  words // by node, the far ends of its edges that have the mark at the node
	there words // and at the far end
}

// The marks, as indices.
const (
	circle = iota
	arrowhead
	tail
)

var markOf = [...]graph.Mark{circle: graph.Circle, arrowhead: graph.Arrow, tail: graph.Tail}

// reset puts circles on all edges of a MAG, and reports whether it can.
func (m *smallMarking) reset(mag *graph.Graph) bool {
	if mag.N() > msep.MaxSmall {
		return false
	}
	m.n = mag.N()
	for v := range graph.Node(m.n) {
		if len(mag.UndirectedNeighbors(v)) > 0 {
			return false
		}
		m.near[v] = wordOf(mag.Neighbors(v))
		m.heads[v] = wordOf(mag.Parents(v)) | wordOf(mag.Siblings(v))
	}
	m.marked[circle] = ends{m.near, m.near}
	return true
}

// settle sets all marks of the PAG of a MAG, and reports whether it can.
func (m *smallMarking) settle(mag *graph.Graph) bool {
	if !m.reset(mag) {
		return false
	}
	m.arrowheads()
	m.tails()
	return true
}

// graph returns g with the marks of m.
func (m *smallMarking) graph(g *graph.Graph) *graph.Graph {
	var room [msep.MaxSmall]graph.Edge
	edges := room[:0]
	for v := range graph.Node(m.n) {
		for w := m.near[v] &^ (2<<v - 1); w != 0; w &= w - 1 {
			u := graph.Node(bits.TrailingZeros64(w))
			edges = append(edges, graph.Edge{X: v, Y: u, AtX: m.at(v, u), AtY: m.at(u, v)})
		}
	}
	return g.With(edges)
}

// at returns the mark at v on the edge between v and u, or none if there is no edge.
func (m *smallMarking) at(v, u graph.Node) graph.Mark {
	for i, mark := range markOf {
		if m.marked[i].here[v]>>u&1 == 1 {
			return mark
		}
	}
	return graph.None
}

// set puts a mark in place of a circle at v, on the edge between v and u. Settled marks stay.
func (m *smallMarking) set(v, u, mark int) {
	if m.marked[circle].here[v]>>u&1 == 0 {
		return
	}
	m.marked[circle].here[v] &^= 1 << u
	m.marked[circle].there[u] &^= 1 << v
	m.marked[mark].here[v] |= 1 << u
	m.marked[mark].there[u] |= 1 << v
	m.touched |= 1<<v | 1<<u
}

// parents returns the nodes p --> v.
func (m *smallMarking) parents(v int) uint64 {
	return m.marked[arrowhead].here[v] & m.marked[tail].there[v]
}

// undecided returns the nodes u o-> v.
func (m *smallMarking) undecided(v int) uint64 {
	return m.marked[arrowhead].here[v] & m.marked[circle].there[v]
}

// apart returns the nodes of a set that are not adjacent to v, and not v.
func (m *smallMarking) apart(set uint64, v int) uint64 { return set &^ m.near[v] &^ (1 << v) }

// anyApart reports whether two nodes of a set are not adjacent.
func (m *smallMarking) anyApart(set uint64) bool {
	for w := set; w != 0; w &= w - 1 {
		if m.apart(set, bits.TrailingZeros64(w)) != 0 {
			return true
		}
	}
	return false
}

// arrowheads applies R1 to R4, after the unshielded colliders.
func (m *smallMarking) arrowheads() {
	for b := range m.n {
		for w := m.heads[b]; w != 0; w &= w - 1 {
			if a := bits.TrailingZeros64(w); m.apart(m.heads[b], a) != 0 {
				m.set(b, a, arrowhead)
			}
		}
	}
	m.touched = ^uint64(0) >> (msep.MaxSmall - m.n)
	for m.touched != 0 {
		for m.touched != 0 {
			v := bits.TrailingZeros64(m.touched)
			m.touched &^= 1 << v
			m.rule1(v)
			m.rule2(v)
			m.rule3(v)
		}
		for c := range m.n {
			m.rule4(c)
		}
	}
}

// rule1: a *-> b o-* c with a, c apart becomes b --> c.
func (m *smallMarking) rule1(b int) {
	for w := m.marked[circle].here[b]; w != 0; w &= w - 1 {
		if c := bits.TrailingZeros64(w); m.apart(m.marked[arrowhead].here[b], c) != 0 {
			m.set(b, c, tail)
			m.set(c, b, arrowhead)
		}
	}
}

// rule2: a --> b *-> c or a *-> b --> c, with a *-o c, becomes a *-> c. It is applied to all edges at v.
func (m *smallMarking) rule2(v int) {
	for w := m.near[v]; w != 0; w &= w - 1 {
		u := bits.TrailingZeros64(w)
		m.rule2At(u, v)
		m.rule2At(v, u)
	}
}

func (m *smallMarking) rule2At(a, c int) {
	heads, tails := &m.marked[arrowhead], &m.marked[tail]
	if m.marked[circle].here[c]>>a&1 == 1 && heads.there[a]&heads.here[c]&(tails.here[a]|tails.there[c]) != 0 {
		m.set(c, a, arrowhead)
	}
}

// rule3: a *-> b <-* c and a *-o d o-* c with a, c apart, and d *-o b, becomes d *-> b.
func (m *smallMarking) rule3(b int) {
	for w := m.marked[circle].here[b]; w != 0; w &= w - 1 {
		d := bits.TrailingZeros64(w)
		if m.anyApart(m.marked[arrowhead].here[b] & m.marked[circle].here[d]) {
			m.set(b, d, arrowhead)
		}
	}
}

// rule4: if a discriminating path d, ..., a, b, c ends in b o-* c, the mark at b is that of the MAG.
// Such paths reach the parents of c with an arrow from a node apart from c, and all parents that
// bidirected edges among parents of c connect to them: see [discriminator].
func (m *smallMarking) rule4(c int) {
	open := m.marked[circle].there[c]
	if open == 0 {
		return
	}
	heads, parents := &m.marked[arrowhead], m.parents(c)
	reached := uint64(0)
	for w := parents; w != 0; w &= w - 1 {
		if a := bits.TrailingZeros64(w); m.apart(heads.here[a], c) != 0 {
			reached |= 1 << a
		}
	}
	for next := reached; next != 0; {
		a := bits.TrailingZeros64(next)
		fresh := heads.here[a] & heads.there[a] & parents &^ reached
		reached |= fresh
		next = next&^(1<<a) | fresh
	}
	for w := open; w != 0; w &= w - 1 {
		b := bits.TrailingZeros64(w)
		if heads.there[b]&reached == 0 {
			continue
		}
		if m.heads[b]>>c&1 == 1 {
			m.set(b, c, arrowhead)
		} else {
			m.set(b, c, tail)
		}
	}
}

// tails applies R8 to R10, as [marking.tails] does. Without undirected edges R5 to R7 do not apply.
func (m *smallMarking) tails() {
	var s smallSteps
	for c := range m.n {
		undecided := m.undecided(c)
		if undecided == 0 {
			continue
		}
		s.leadTo(m, 1<<c)
		for w := undecided; w != 0; w &= w - 1 {
			if a := bits.TrailingZeros64(w); m.apart(s.found[a], c) != 0 {
				m.set(a, c, tail) // R9
			}
		}
	}
	for changed := true; changed; {
		m.touched = 0
		for c := range m.n {
			undecided := m.undecided(c)
			if undecided == 0 {
				continue
			}
			s.leadTo(m, m.parents(c))
			for w := undecided; w != 0; w &= w - 1 {
				a := bits.TrailingZeros64(w)
				if m.marked[tail].here[a]&m.parents(c) != 0 || m.anyApart(s.found[a]) {
					m.set(a, c, tail) // R8, R10
				}
			}
		}
		changed = m.touched != 0
	}
}

// smallSteps are the first steps of uncovered possibly directed walks to certain nodes: see [steps].
type smallSteps struct {
	found words // by node, where such a step leads
}

func (s *smallSteps) leadTo(m *smallMarking, targets uint64) {
	var next words // steps that others may come before
	nodes := uint64(0)
	clear(s.found[:m.n])
	add := func(from uint64, to int) {
		for w := from; w != 0; w &= w - 1 {
			v := bits.TrailingZeros64(w)
			if s.found[v]>>to&1 == 0 {
				s.found[v] |= 1 << to
				next[v] |= 1 << to
				nodes |= 1 << v
			}
		}
	}
	for w := targets; w != 0; w &= w - 1 {
		t := bits.TrailingZeros64(w)
		add(m.before(t), t)
	}
	for nodes != 0 {
		v := bits.TrailingZeros64(nodes)
		nodes &^= 1 << v
		before := m.before(v)
		for steps := next[v]; steps != 0; steps &= steps - 1 {
			add(m.apart(before, bits.TrailingZeros64(steps)), v)
		}
		next[v] = 0
	}
}

// before returns the nodes from which a step to v is possibly directed.
func (m *smallMarking) before(v int) uint64 {
	return m.near[v] &^ m.marked[arrowhead].there[v] &^ m.marked[tail].here[v]
}
