package graph

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
)

// The kinds of edge ends, in the order in which a node keeps them. From the node's
// side: a parent's edge comes in, a child's goes out.
const (
	toParent  = iota // v <-- u
	toChild          // v --> u
	toSibling        // v <-> u
	toLine           // v --- u
	toOther          // a circle or a conflict at either end
	kinds
)

// A Graph is a graph with marked edges. It is made by [New] and never changes.
type Graph struct {
	names *Names
	// The ends of all edges, node by node, by kind, by the node at the far end:
	// kind k of node v is at[v*kinds+k] to at[v*kinds+k+1]. Parents, children,
	// siblings and undirected neighbors are therefore slices of to.
	at      []int32
	to      []Node
	marks   []marks // of the ends in to
	triples []Triple

	order atomic.Pointer[ordering] // set on first use
}

// marks are the two marks of an edge, seen from one of its nodes.
type marks struct{ here, there Mark }

func (m marks) kind() int { return int(kindOf[m.here&7][m.there&7]) }

// kindOf is the kind of an end by its marks here and there.
var kindOf = func() (t [8][8]uint8) {
	for here := range t {
		for there := range t[here] {
			t[here][there] = toOther
		}
	}
	t[Arrow][Tail], t[Tail][Arrow], t[Arrow][Arrow], t[Tail][Tail] = toParent, toChild, toSibling, toLine
	return t
}()

// New returns the graph with the given node names, edges and triples. It returns an error if
// two nodes have the same name, if an edge is a self-loop or a duplicate, if a pair has several
// edges that are not all directed or bidirected, or if a triple is not a path of three nodes or
// is a duplicate.
func New(names []string, edges []Edge, triples ...Triple) (*Graph, error) {
	ns, err := NewNames(names)
	if err != nil {
		return nil, err
	}
	return NewWithNames(ns, edges, triples...)
}

// NewWithNames is [New] for names that several graphs share.
func NewWithNames(names *Names, edges []Edge, triples ...Triple) (*Graph, error) {
	n := names.Len()
	sorted := true // by X and then Y, with X < Y
	var last Edge
	for _, e := range edges {
		switch {
		case e.X < 0 || int(e.X) >= n || e.Y < 0 || int(e.Y) >= n:
			return nil, fmt.Errorf("an edge joins node %d and node %d of a graph with %d nodes", e.X+1, e.Y+1, n)
		case e.X == e.Y:
			return nil, fmt.Errorf("the edge %s %s %[1]s is a self-loop", names.list[e.X], e.Arrow())
		case e.AtX == None || e.AtX > Conflict || e.AtY == None || e.AtY > Conflict:
			return nil, fmt.Errorf("an edge between %s and %s has no mark at one end", names.list[e.X], names.list[e.Y])
		}
		sorted = sorted && e.X < e.Y && (last.X < e.X || last.X == e.X && last.Y <= e.Y)
		last = e
	}
	var room [2 * stackEdges]Edge // small graphs are sorted without the heap
	var counts [2 * (stackEdges + 1)]int32
	if !sorted {
		edges = sortEdges(n, edges, room[:], counts[:])
	}
	single := true // no pair has two edges
	for i := 1; i < len(edges); i++ {
		single = single && (edges[i].Y != edges[i-1].Y || edges[i].X != edges[i-1].X)
	}
	g := &Graph{names: names}
	g.place(edges)
	if !single {
		for v := range Node(n) {
			if err := g.checkPairs(v); err != nil {
				return nil, err
			}
		}
	}
	return g, g.setTriples(triples)
}

// MustNew is [NewWithNames] for edges that are known to form a graph. It panics on an error.
func MustNew(names *Names, edges []Edge, triples ...Triple) *Graph {
	g, err := NewWithNames(names, edges, triples...)
	if err != nil {
		panic(err)
	}
	return g
}

// place fills at, to and marks with one stable counting sort of the edge ends by near node and
// kind. The edges must be sorted by X and then Y, with X < Y: then the far ends of v arrive in
// ascending order, lower nodes first, and every list is sorted. O(n+m).
func (g *Graph) place(edges []Edge) {
	n := g.names.Len()
	g.at = make([]int32, n*kinds+1)
	for _, e := range edges {
		g.at[int(e.X)*kinds+marks{e.AtX, e.AtY}.kind()]++
		g.at[int(e.Y)*kinds+marks{e.AtY, e.AtX}.kind()]++
	}
	for i := range n * kinds {
		g.at[i+1] += g.at[i] // the end of each list
	}
	g.to = make([]Node, 2*len(edges))
	g.marks = make([]marks, 2*len(edges))
	put := func(from, to Node, m marks) {
		slot := &g.at[int(from)*kinds+m.kind()]
		*slot-- // after the loop, the start of the list
		g.to[*slot], g.marks[*slot] = to, m
	}
	for _, e := range slices.Backward(edges) {
		put(e.X, e.Y, marks{e.AtX, e.AtY})
		put(e.Y, e.X, marks{e.AtY, e.AtX})
	}
}

// stackEdges is the number of edges, and of nodes, that are sorted in buffers on the stack.
const stackEdges = 32

// sortEdges returns the edges, each with the lower node first, sorted by X and then Y: two
// counting sorts, by the higher node and then by the lower one. It uses the zeroed buffers room
// and counts if they are large enough.
func sortEdges(n int, edges, room []Edge, counts []int32) []Edge {
	if 2*len(edges) > len(room) {
		room = make([]Edge, 2*len(edges))
	}
	if 2*(n+1) > len(counts) {
		counts = make([]int32, 2*(n+1))
	}
	byLow, byHigh := counts[:n+1], counts[n+1:2*(n+1)]
	for _, e := range edges {
		byLow[min(e.X, e.Y)+1]++
		byHigh[max(e.X, e.Y)+1]++
	}
	for v := range n {
		byLow[v+1] += byLow[v]
		byHigh[v+1] += byHigh[v]
	}
	half, whole := room[:len(edges)], room[len(edges):2*len(edges)]
	for _, e := range edges {
		if e.X > e.Y {
			e = e.Flip()
		}
		half[byHigh[e.Y]] = e
		byHigh[e.Y]++
	}
	for _, e := range half {
		whole[byLow[e.X]] = e
		byLow[e.X]++
	}
	return whole
}

// checkPairs returns an error if an edge at v is a duplicate or may not be parallel to another.
func (g *Graph) checkPairs(v Node) error {
	lo, hi := g.at[int(v)*kinds], g.at[int(v+1)*kinds]
	for i := lo + 1; i < hi; i++ {
		if u := g.to[i]; u == g.to[i-1] && g.marks[i].kind() == g.marks[i-1].kind() {
			return fmt.Errorf("duplicate edge between %s and %s; remove one of them", g.Name(v), g.Name(u))
		}
	}
	alone := len(g.list(v, toLine)) + len(g.list(v, toOther))
	if alone == 0 || int(hi-lo) == 1 {
		return nil
	}
	for _, k := range []int{toLine, toOther} {
		for _, u := range g.list(v, k) {
			if u < v {
				continue // seen from u
			}
			if _, single := g.Edge(v, u); !single {
				return fmt.Errorf("the edge %[3]s between %[1]s and %[2]s cannot be combined with another one", g.Name(v), g.Name(u), g.Between(v, u)[0].Arrow())
			}
		}
	}
	return nil
}

func (g *Graph) setTriples(triples []Triple) error {
	g.triples = make([]Triple, len(triples))
	for i, t := range triples {
		if lo, hi := min(t.A, t.B, t.C), max(t.A, t.B, t.C); lo < 0 || int(hi) >= g.N() {
			return fmt.Errorf("a triple names node %d of a graph with %d nodes", cmp.Or(min(lo, 0), hi)+1, g.N())
		}
		if t.A == t.B || t.B == t.C || t.A == t.C {
			return fmt.Errorf("the triple %s, %s, %s names a node twice", g.Name(t.A), g.Name(t.B), g.Name(t.C))
		}
		if !g.Adjacent(t.A, t.B) || !g.Adjacent(t.B, t.C) {
			return fmt.Errorf("the triple %s, %s, %s is not a path", g.Name(t.A), g.Name(t.B), g.Name(t.C))
		}
		g.triples[i] = t.Canonical()
	}
	slices.SortFunc(g.triples, func(s, t Triple) int {
		return cmp.Or(cmp.Compare(s.B, t.B), cmp.Compare(s.A, t.A), cmp.Compare(s.C, t.C))
	})
	for i := 1; i < len(g.triples); i++ {
		s, t := g.triples[i-1], g.triples[i]
		if s.A == t.A && s.B == t.B && s.C == t.C {
			return fmt.Errorf("the triple %s, %s, %s is listed twice", g.Name(t.A), g.Name(t.B), g.Name(t.C))
		}
	}
	return nil
}

// N returns the number of nodes.
func (g *Graph) N() int { return len(g.names.list) }

// M returns the number of edges.
func (g *Graph) M() int { return len(g.to) / 2 }

// Names returns the names of the nodes.
func (g *Graph) Names() *Names { return g.names }

// Name returns the name of v.
func (g *Graph) Name(v Node) string { return g.names.list[v] }

// Node returns the node called name.
func (g *Graph) Node(name string) (Node, bool) { return g.names.Node(name) }

// Triples returns the triples with a status, sorted by middle node.
func (g *Graph) Triples() []Triple { return g.triples }

func (g *Graph) list(v Node, kind int) []Node {
	i := int(v)*kinds + kind
	lo, hi := g.at[i], g.at[i+1]
	return g.to[lo:hi:hi]
}

// Parents returns the nodes u with u --> v, in ascending order.
func (g *Graph) Parents(v Node) []Node { return g.list(v, toParent) }

// Children returns the nodes u with v --> u, in ascending order.
func (g *Graph) Children(v Node) []Node { return g.list(v, toChild) }

// Siblings returns the nodes u with v <-> u, in ascending order.
func (g *Graph) Siblings(v Node) []Node { return g.list(v, toSibling) }

// UndirectedNeighbors returns the nodes u with v --- u, in ascending order.
func (g *Graph) UndirectedNeighbors(v Node) []Node { return g.list(v, toLine) }

// Neighbors returns the nodes at the far ends of all edges at v: parents, children,
// siblings, undirected neighbors, others. A node occurs once for each edge.
func (g *Graph) Neighbors(v Node) []Node {
	lo, hi := g.at[int(v)*kinds], g.at[int(v+1)*kinds]
	return g.to[lo:hi:hi]
}

// Degree returns the number of edges at v.
func (g *Graph) Degree(v Node) int { return len(g.Neighbors(v)) }

// EdgesAt yields the edges at v, read from v.
func (g *Graph) EdgesAt(v Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for i := g.at[int(v)*kinds]; i < g.at[int(v+1)*kinds]; i++ {
			if !yield(Edge{v, g.to[i], g.marks[i].here, g.marks[i].there}) {
				return
			}
		}
	}
}

// Adjacent reports whether an edge joins x and y. O(log d).
func (g *Graph) Adjacent(x, y Node) bool {
	if g.Degree(x) > g.Degree(y) {
		x, y = y, x
	}
	for k := range kinds {
		if _, found := slices.BinarySearch(g.list(x, k), y); found {
			return true
		}
	}
	return false
}

// Between returns the edges of x and y, read from x: at most one, or up to three for bows and
// 2-cycles. O(log d).
func (g *Graph) Between(x, y Node) []Edge {
	var edges []Edge
	for k := range kinds {
		if i, found := slices.BinarySearch(g.list(x, k), y); found {
			m := g.marks[int(g.at[int(x)*kinds+k])+i]
			edges = append(edges, Edge{x, y, m.here, m.there})
		}
	}
	return edges
}

// Edge returns the edge between x and y, read from x, if there is exactly one.
func (g *Graph) Edge(x, y Node) (Edge, bool) {
	var e Edge
	for k := range kinds {
		if i, found := slices.BinarySearch(g.list(x, k), y); found {
			if e.AtX != None {
				return Edge{}, false
			}
			m := g.marks[int(g.at[int(x)*kinds+k])+i]
			e = Edge{x, y, m.here, m.there}
		}
	}
	return e, e.AtX != None
}

// Edges yields every edge once, with the lower node first, in ascending order of that node.
func (g *Graph) Edges() iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for v := range Node(g.N()) {
			for e := range g.EdgesAt(v) {
				if e.X < e.Y && !yield(e) {
					return
				}
			}
		}
	}
}

// EdgeList returns the edges as [Graph.Edges] yields them.
func (g *Graph) EdgeList() []Edge {
	edges := make([]Edge, 0, g.M())
	for e := range g.Edges() {
		edges = append(edges, e)
	}
	return edges
}

// Equal reports whether g and h have the same names, and between the same names
// the same edges and triples.
func (g *Graph) Equal(h *Graph) bool {
	h, err := h.Align(g.names)
	return err == nil && g.EqualByIndex(h)
}

// EqualByIndex is [Graph.Equal] for graphs with the same node order, ignoring their names.
func (g *Graph) EqualByIndex(h *Graph) bool {
	return slices.Equal(g.at, h.at) && slices.Equal(g.to, h.to) && slices.Equal(g.marks, h.marks) &&
		slices.Equal(g.triples, h.triples)
}

// String draws the graph on one line: "a --> b; b <-> c; d". Isolated nodes come last.
func (g *Graph) String() string {
	var b strings.Builder
	sep := ""
	for e := range g.Edges() {
		fmt.Fprintf(&b, "%s%s %s %s", sep, g.Name(e.X), e.Arrow(), g.Name(e.Y))
		sep = "; "
	}
	for v := range Node(g.N()) {
		if g.Degree(v) == 0 {
			b.WriteString(sep + g.Name(v))
			sep = "; "
		}
	}
	for _, t := range g.triples {
		fmt.Fprintf(&b, "; %v %s %s %s", t.Status, g.Name(t.A), g.Name(t.B), g.Name(t.C))
	}
	return b.String()
}
