package layout

import (
	"cmp"
	"slices"
)

// most is the largest number of vertices for long edges in a component. A complete graph
// of n nodes would need about n³/6. If there are more, the longest edges have none and
// are drawn straight.
const most = 20000

// lay creates the vertices: one for each node, and one for each row that an edge passes.
func (s *layering) lay() {
	s.vertices = make([]vertex, len(s.nodes), 2*len(s.nodes)+len(s.arcs))
	for v := range s.nodes {
		s.vertices[v] = vertex{node: v, row: s.row[v], w: s.box(v).W}
	}
	length := func(i int) int { return s.row[s.arcs[i].to] - s.row[s.arcs[i].from] }
	s.chain = make([][]int, len(s.arcs))
	places := 0
	for _, i := range ascending(len(s.arcs), length) { // short edges first
		if places += length(i) - 1; places > most {
			break
		}
		s.chain[i] = s.thread(s.arcs[i])
	}
	s.block()
}

// ascending returns the numbers below n, ordered by key and then by size.
func ascending(n int, key func(int) int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(key(i), key(j)) })
	return list
}

// thread creates the vertices of an edge and returns them with its two nodes.
func (s *layering) thread(a arc) []int {
	chain := []int{a.from}
	for row := s.row[a.from] + 1; row < s.row[a.to]; row++ {
		chain = append(chain, len(s.vertices))
		s.vertices = append(s.vertices, vertex{node: none, row: row, w: float64(len(a.edges)-1) * s.o.EdgeGap})
	}
	chain = append(chain, a.to)
	for i, v := range chain[1:] {
		u := chain[i]
		s.vertices[u].down = append(s.vertices[u].down, v)
		s.vertices[v].up = append(s.vertices[v].up, u)
	}
	return chain
}

// block sets the groups of vertices that are moved together: the nodes of each chain of
// flat pairs, and every other vertex alone.
func (s *layering) block() {
	s.blocks = make([][]int, len(s.vertices))
	for v := range s.vertices {
		if v >= len(s.nodes) {
			s.blocks[v] = []int{v}
		} else if s.lead[v] == v {
			s.blocks[v] = s.chains[v]
		}
	}
}

func (s *layering) box(v int) *Box { return &s.out.Nodes[s.nodes[v]] }
