package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Before is a relation "u may come before v" between the two nodes of an edge, laid out for lanes: from the
// ends of each lane it finds, in one sweep, all nodes before them. Anterior nodes and possible ancestors are
// two such relations. Nodes that may come before each other (along undirected edges or circles) form one group
// and need one word. It is read only; workers share it.
type Before struct {
	group   []int32      // of each node; a group comes before those with lower numbers
	members []graph.Node // by group
	at      []int32      // where in members each group starts
	earlier lists        // by group: the groups right before it
}

// Anterior lays out "u --> v or u --- v".
func Anterior(g *graph.Graph) *Before {
	return newBefore(g, func(e graph.Edge) bool { return e.AtX == graph.Tail && (e.AtY == graph.Arrow || e.AtY == graph.Tail) })
}

// Possible lays out "the edge u, v has no arrowhead at u": in a CPDAG or PAG this leads
// to the nodes that are ancestors (with selection: anterior) in some graph of the
// equivalence class.
func Possible(g *graph.Graph) *Before {
	return newBefore(g, func(e graph.Edge) bool { return e.AtX != graph.Arrow })
}

// newBefore lays out the edges e of g, read from either end, for which e.X may come before e.Y.
func newBefore(g *graph.Graph, may func(graph.Edge) bool) *Before {
	// As directed edges they form a graph whose strong components are the groups.
	d, b := g, &Before{}
	if !onlyArrows(g) {
		var arrows []graph.Edge
		for e := range g.Edges() {
			if may(e) {
				arrows = append(arrows, graph.Directed(e.X, e.Y))
			}
			if back := e.Flip(); may(back) {
				arrows = append(arrows, graph.Directed(back.X, back.Y))
			}
		}
		d = g.With(arrows)
	}
	var count int
	if order, cycle := d.Order(); cycle == nil { // each node is a group
		b.group, count = make([]int32, len(order)), len(order)
		for i, v := range order {
			b.group[v] = int32(len(order) - 1 - i)
		}
	} else {
		b.group, count = d.Components()
	}
	b.at = make([]int32, count+1)
	for _, c := range b.group {
		b.at[c+1]++
	}
	for c := range count {
		b.at[c+1] += b.at[c]
	}
	b.members = make([]graph.Node, g.N())
	next := append([]int32(nil), b.at...)
	for v, c := range b.group {
		b.members[next[c]] = graph.Node(v)
		next[c]++
	}
	b.earlier.at = make([]int32, 1, count+1)
	for c := range int32(count) {
		for _, v := range b.of(c) {
			for _, u := range d.Parents(v) {
				if b.group[u] != c {
					b.earlier.to = append(b.earlier.to, b.group[u])
				}
			}
		}
		b.earlier.at = append(b.earlier.at, int32(len(b.earlier.to)))
	}
	return b
}

// onlyArrows reports whether g has directed edges only. Then all relations are the same.
func onlyArrows(g *graph.Graph) bool {
	for v := range graph.Node(g.N()) {
		if len(g.Parents(v))+len(g.Children(v)) < len(g.Neighbors(v)) {
			return false
		}
	}
	return true
}

// Each calls f for every group, after those before it, with its members and the first member of each group right
// before it.
func (b *Before) Each(f func(members, earlier []graph.Node)) {
	var earlier []graph.Node
	for c := int32(len(b.at)) - 2; c >= 0; c-- {
		earlier = earlier[:0]
		for _, e := range b.earlier.of(c) {
			earlier = append(earlier, b.of(e)[0])
		}
		f(b.of(c), earlier)
	}
}

// of returns the members of group c.
func (b *Before) of(c int32) []graph.Node { return b.members[b.at[c]:b.at[c+1]] }

// A Sweep finds the nodes before the ends of each lane. It keeps its scratch space and so serves one
// goroutine.
type Sweep struct {
	before *Before
	words  []Word // by group
	dirty  bitmap // groups whose word is set
}

// Reset makes b the relation to sweep over.
func (s *Sweep) Reset(b *Before) {
	n := len(b.at) - 1
	s.before = b
	s.words = resize(s.words, n)
	s.dirty = resize(s.dirty, (n+63)/64)
}

// Add makes v one of the ends of lane.
func (s *Sweep) Add(lane int, v graph.Node) {
	c := s.before.group[v]
	s.words[c].Set(lane)
	s.dirty.set(c)
}

// AddAll makes v one of the ends of the given lanes.
func (s *Sweep) AddAll(lanes Word, v graph.Node) {
	c := s.before.group[v]
	s.words[c] = s.words[c].Or(lanes)
	s.dirty.set(c)
}

// Into puts the ends of each lane and all nodes before them into block, and clears the ends.
func (s *Sweep) Into(block *Block) {
	b := s.before
	for i := range s.dirty {
		for s.dirty[i] != 0 {
			bit := bits.TrailingZeros64(s.dirty[i])
			s.dirty[i] &^= 1 << bit
			c := int32(i<<6 + bit)
			w := s.words[c]
			s.words[c] = Word{}
			for _, v := range b.of(c) {
				block.Add(w, v)
			}
			for _, e := range b.earlier.of(c) {
				x := &s.words[e]
				x[0] |= w[0]
				x[1] |= w[1]
				x[2] |= w[2]
				x[3] |= w[3]
				s.dirty.set(e)
			}
		}
	}
}
