package equiv

import "github.com/sepdist/sepdist/graph"

// An adjacency has rows of bits for nodes with many edges, which state their adjacencies among each other. A
// small graph has a row for every node; a large one for a few thousand nodes at most.
type adjacency struct {
	row   []int32      // by node; none without a row. Nil if row and node are the same
	node  []graph.Node // by row
	bits  []uint64
	words int // in a row
}

func newAdjacency(g *graph.Graph) adjacency {
	const (
		small = 256  // nodes, up to which all have a row
		most  = 4096 // rows: 2 MB
	)
	var a adjacency
	count := g.N()
	if count > small {
		few := 16 // edges
		for count = above(g, few); count > most; count = above(g, few) {
			few *= 2
		}
		a.number(g, few, count)
	}
	a.words = (count + 63) / 64
	a.bits = make([]uint64, count*a.words)
	for i := range int32(count) {
		row := a.at(i)
		for _, u := range g.Neighbors(a.nodeOf(i)) {
			if j := a.rowOf(u); j != none {
				row[j>>6] |= 1 << (j & 63)
			}
		}
	}
	return a
}

// above counts the nodes with more than few edges.
func above(g *graph.Graph, few int) int {
	count := 0
	for v := range graph.Node(g.N()) {
		if g.Degree(v) > few {
			count++
		}
	}
	return count
}

// number gives rows to the count nodes with more than few edges.
func (a *adjacency) number(g *graph.Graph, few, count int) {
	a.row = make([]int32, g.N())
	a.node = make([]graph.Node, 0, count)
	for v := range graph.Node(g.N()) {
		a.row[v] = none
		if g.Degree(v) > few {
			a.row[v] = int32(len(a.node))
			a.node = append(a.node, v)
		}
	}
}

// at returns row i.
func (a *adjacency) at(i int32) []uint64 { return a.bits[int(i)*a.words:][:a.words] }

// rowOf returns the row of v, or none.
func (a *adjacency) rowOf(v graph.Node) int32 {
	if a.row == nil {
		return int32(v)
	}
	return a.row[v]
}

// nodeOf returns the node of row i.
func (a *adjacency) nodeOf(i int32) graph.Node {
	if a.row == nil {
		return graph.Node(i)
	}
	return a.node[i]
}
