package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// edgeSlots is a [relation] with lists.
type edgeSlots struct {
	g *graph.Graph
	// The neighbours of v by kind: those of kind k are to[first[k][v]:first[k+1][v]].
	first [kinds + 1][]int32
	to    []graph.Node
	// An undirected neighbor u of v in g has a fixed slot: its first place in to. at is
	// the current place of the node of a slot, slot is its inverse.
	at, slot []int32
}

func newEdgeSlots(g *graph.Graph) *edgeSlots {
	n, ends := g.N(), 2*g.M()
	numbers := make([]int32, 3*n+1+2*ends)
	cut := func(k int) []int32 {
		part := numbers[:k:k]
		numbers = numbers[k:]
		return part
	}
	s := &edgeSlots{g: g, to: make([]graph.Node, 0, ends), at: cut(ends), slot: cut(ends)}
	begin := cut(n + 1) // the children of a node end where the parents of the next begin
	s.first = [...][]int32{begin[:n], cut(n), cut(n), begin[1:]}
	for v := range graph.Node(n) {
		for k, list := range [...][]graph.Node{g.Parents(v), g.UndirectedNeighbors(v), g.Children(v)} {
			s.to = append(s.to, list...)
			s.first[k+1][v] = int32(len(s.to))
		}
	}
	for i := range s.at {
		s.at[i], s.slot[i] = int32(i), int32(i)
	}
	return s
}

func (s *edgeSlots) list(v graph.Node, k kind) []graph.Node {
	return s.to[s.first[k][v]:s.first[k+1][v]]
}

func (s *edgeSlots) all(nodes []graph.Node, v graph.Node, k kind) []graph.Node {
	return append(nodes, s.list(v, k)...)
}

func (s *edgeSlots) is(u graph.Node, k kind, v graph.Node) bool {
	if at, found := s.find(v, u); found {
		return s.first[k][v] <= at && at < s.first[k+1][v]
	}
	found := false
	switch k {
	case parent:
		_, found = slices.BinarySearch(s.g.Parents(v), u)
	case child:
		_, found = slices.BinarySearch(s.g.Children(v), u)
	}
	return found
}

// find returns the place in to of u, an undirected neighbor of v in g.
func (s *edgeSlots) find(v, u graph.Node) (int32, bool) {
	i, found := slices.BinarySearch(s.g.UndirectedNeighbors(v), u)
	if !found {
		return 0, false
	}
	return s.at[int(s.first[parent][v])+len(s.g.Parents(v))+i], true
}

func (s *edgeSlots) apart(nodes []graph.Node, v graph.Node, k kind, x graph.Node) []graph.Node {
	for _, u := range s.list(v, k) {
		if u != x && !s.g.Adjacent(u, x) {
			nodes = append(nodes, u)
		}
	}
	return nodes
}

func (s *edgeSlots) common(nodes []graph.Node, u graph.Node, j kind, v graph.Node, k kind) []graph.Node {
	few := s.list(u, j)
	if other := s.list(v, k); len(other) < len(few) {
		few, v, k = other, u, j
	}
	for _, w := range few {
		if s.is(w, k, v) {
			nodes = append(nodes, w)
		}
	}
	return nodes
}

func (s *edgeSlots) turn(v, u graph.Node) {
	at, _ := s.find(v, u)
	s.first[child][v]--
	s.swap(at, s.first[child][v])
	at, _ = s.find(u, v)
	s.swap(at, s.first[line][u])
	s.first[line][u]++
}

// swap exchanges two nodes in to.
func (s *edgeSlots) swap(i, j int32) {
	s.to[i], s.to[j] = s.to[j], s.to[i]
	s.slot[i], s.slot[j] = s.slot[j], s.slot[i]
	s.at[s.slot[i]], s.at[s.slot[j]] = i, j
}
