package equiv

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Extend returns a DAG with the skeleton, the directed edges and the unshielded colliders of
// a graph of directed and undirected edges, and whether there is one.
//
// This is the algorithm of Dor and Tarsi, A simple algorithm to construct a consistent
// extension of a partially oriented graph (technical report R-185, UCLA, 1992): find a
// node that can be the last one, point its undirected edges to it, remove it, and repeat. Any
// such node is fine. A node can be the last one if no directed edge leaves it and each
// undirected neighbour is adjacent to all its other neighbours.
//
// A node that fails waits until one of the two nodes that prevent it is removed, and continues from
// there, so a sparse graph takes the time of a walk over its triangles.
func Extend(pdag *graph.Graph) (dag *graph.Graph, ok bool) {
	if pdag.N() > msep.MaxSmall {
		return extend(pdag)
	}
	var s smallSinks
	if !s.run(pdag) {
		return nil, false
	}
	return along(pdag, s.place[:]), true
}

func extend(pdag *graph.Graph) (dag *graph.Graph, ok bool) {
	s := newSinks(pdag)
	place := int32(pdag.N())
	for v := range graph.Node(pdag.N()) {
		s.update(v)
	}
	for len(s.ready) > 0 {
		v := s.ready[len(s.ready)-1]
		s.ready = s.ready[:len(s.ready)-1]
		place--
		s.take(v, place)
	}
	if place > 0 {
		return nil, false
	}
	return along(pdag, s.place), true
}

// sinks finds the nodes that can be the last ones among those that are left.
type sinks struct {
	g     *graph.Graph
	rows  adjacency
	left  []uint64 // the rows whose nodes are left
	place []int32  // none while the node is left
	nodes []sink
	to    []graph.Node
	ready []graph.Node
}

// A sink is the state of a node that may become the last one.
type sink struct {
	// The nodes next to it: to[first:end], some of which may be gone, and those with a
	// row if it has one itself.
	first, end int32
	leave      int32 // how many directed edges leave it
	line       int32 // the undirected edge that is looked at
	other      int32 // the place in to of the node compared with that undirected edge
	// The two nodes next to it that are not adjacent: it waits until one is gone.
	spoil [2]graph.Node
}

func newSinks(g *graph.Graph) *sinks {
	n := g.N()
	s := &sinks{
		g: g, rows: newAdjacency(g),
		place: make([]int32, n), nodes: make([]sink, n), ready: make([]graph.Node, 0, n),
	}
	s.left = make([]uint64, s.rows.words)
	if s.rows.row != nil {
		s.to = make([]graph.Node, 0, 2*g.M())
	}
	for v := range graph.Node(n) {
		first, row := int32(len(s.to)), s.rows.rowOf(v)
		if row != none {
			s.left[row>>6] |= 1 << (row & 63)
		}
		for _, u := range g.Neighbors(v) {
			if row == none || s.rows.rowOf(u) == none {
				s.to = append(s.to, u)
			}
		}
		s.place[v] = none
		s.nodes[v] = sink{first: first, end: int32(len(s.to)), leave: int32(len(g.Children(v))), other: first}
	}
	return s
}

// update continues with v where it stopped. If v can be the last one, it is ready.
func (s *sinks) update(v graph.Node) {
	at := &s.nodes[v]
	if at.leave > 0 {
		return
	}
	at.spoil = [2]graph.Node{none, none}
	lines := s.g.UndirectedNeighbors(v)
	for ; int(at.line) < len(lines); at.line, at.other = at.line+1, at.first {
		y := lines[at.line]
		if s.place[y] != none {
			continue
		}
		if z := s.stranger(v, y); z != none {
			at.spoil = [2]graph.Node{y, z}
			return
		}
	}
	s.ready = append(s.ready, v)
}

// stranger returns a node next to v that is not adjacent to y, or none.
func (s *sinks) stranger(v, y graph.Node) graph.Node {
	if i := s.rows.rowOf(v); i != none {
		if z := s.strangerByRows(i, y); z != none {
			return z
		}
	}
	at := &s.nodes[v]
	for at.other < at.end {
		z := s.to[at.other]
		switch {
		case s.place[z] != none:
			at.end--
			s.to[at.other] = s.to[at.end]
		case z == y || s.g.Adjacent(y, z):
			at.other++
		default:
			return z
		}
	}
	return none
}

// strangerByRows returns a node with a row that is adjacent to that of row i and not
// to y, or none.
func (s *sinks) strangerByRows(i int32, y graph.Node) graph.Node {
	j := s.rows.rowOf(y)
	for k, near := range s.rows.at(i) {
		near &= s.left[k]
		if j != none {
			near &^= s.rows.at(j)[k]
		}
		for ; near != 0; near &= near - 1 {
			z := s.rows.nodeOf(int32(k<<6 + bits.TrailingZeros64(near)))
			if z != y && (j != none || !s.g.Adjacent(y, z)) {
				return z
			}
		}
	}
	return none
}

// take gives v its place and looks at the nodes that waited for it.
func (s *sinks) take(v graph.Node, place int32) {
	s.place[v] = place
	if i := s.rows.rowOf(v); i != none {
		s.left[i>>6] &^= 1 << (i & 63)
	}
	for _, u := range s.g.Parents(v) {
		s.nodes[u].leave--
		s.update(u)
	}
	for _, u := range s.g.UndirectedNeighbors(v) {
		if at := s.nodes[u]; s.place[u] == none && (at.spoil[0] == v || at.spoil[1] == v) {
			s.update(u)
		}
	}
}
