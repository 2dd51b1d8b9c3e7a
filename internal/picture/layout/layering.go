package layout

import "github.com/sepdist/sepdist/graph"

// A layering is the layered drawing of one component. Its nodes have local numbers from 0, which are
// indices of s.nodes.
type layering struct {
	part
	out  *Layout
	o    Options
	arcs []arc // the pairs, from the upper node to the lower one
	flat []arc // the pairs whose nodes are in one row, see level
	down [][]int
	lead []int // by node: the representative of its chain of flat pairs
	row  []int // by node

	chains [][]int // by lead: the nodes of the chain, in order

	vertices []vertex
	rows     [][]int // vertices from left to right
	chain    [][]int // by arc: the vertices of the edge, including its ends
	blocks   [][]int // by vertex: itself and the vertices that must follow it in its row

	crossings int // of the rows, see reduce
}

// An arc is a pair with local numbers.
type arc struct {
	from, to int
	*pair
}

// A vertex is a node, or the point of a long edge in a row that the edge passes.
type vertex struct {
	node     int // or none
	row, pos int
	w        float64
	up, down []int
	x        float64
}

const none = -1

func newLayering(p part, out *Layout, o Options) *layering {
	s := &layering{part: p, out: out, o: o}
	s.down = make([][]int, len(p.nodes))
	s.lead = make([]int, len(p.nodes))
	s.chains = make([][]int, len(p.nodes))
	for v := range s.lead {
		s.lead[v], s.chains[v] = v, []int{v}
	}
	return s
}

// locals returns the pairs that want accepts, with local numbers.
func (s *layering) locals(want func(*pair) bool) []arc {
	local := make(map[graph.Node]int, len(s.nodes))
	for i, v := range s.nodes {
		local[v] = i
	}
	var arcs []arc
	for _, p := range s.bundles {
		if want(p) {
			arcs = append(arcs, arc{local[p.x], local[p.y], p})
		}
	}
	return arcs
}

// point records that the first node of an arc is above the second.
func (s *layering) point(a arc) {
	s.arcs = append(s.arcs, a)
	s.down[a.from] = append(s.down[a.from], a.to)
}

func (a arc) flip() arc { return arc{a.to, a.from, a.pair} }
