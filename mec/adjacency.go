package mec

import "github.com/sepdist/sepdist/graph"

// An adjacency answers whether two nodes are adjacent, many times over. Nodes with
// many edges have a row of bits among themselves; where one of the two has few edges,
// these are searched.
type adjacency struct {
	g     *graph.Graph
	row   []int32 // of the node; none where it has few edges. All have one if nil
	rows  []uint64
	words int // of a row
}

func newAdjacency(g *graph.Graph) adjacency {
	const (
		small = 256  // nodes, up to which all have a row
		most  = 4096 // rows: 2 MB
	)
	a := adjacency{g: g}
	count := g.N()
	if count > small {
		few := 16 // edges
		for count = a.above(few); count > most; count = a.above(few) {
			few *= 2
		}
		a.number(few)
	}
	a.words = (count + 63) / 64
	a.rows = make([]uint64, count*a.words)
	for v := range graph.Node(g.N()) {
		i := a.at(v)
		if i == none {
			continue
		}
		row := a.rows[int(i)*a.words:][:a.words]
		for _, u := range g.Ends(v) {
			if j := a.at(u); j != none {
				row[j>>6] |= 1 << (j & 63)
			}
		}
	}
	return a
}

// above counts the nodes with more than few edges.
func (a *adjacency) above(few int) int {
	count := 0
	for v := range graph.Node(a.g.N()) {
		if a.g.Degree(v) > few {
			count++
		}
	}
	return count
}

// number gives the nodes with more than few edges their rows.
func (a *adjacency) number(few int) {
	a.row = make([]int32, a.g.N())
	next := int32(0)
	for v := range a.row {
		a.row[v] = none
		if a.g.Degree(graph.Node(v)) > few {
			a.row[v] = next
			next++
		}
	}
}

// at returns the row of v, or none.
func (a *adjacency) at(v graph.Node) int32 {
	if a.row == nil {
		return int32(v)
	}
	return a.row[v]
}

func (a *adjacency) has(u, v graph.Node) bool {
	i, j := a.at(u), a.at(v)
	if i == none || j == none {
		return a.g.Adjacent(u, v)
	}
	return a.rows[int(i)*a.words+int(j>>6)]>>(j&63)&1 != 0
}
