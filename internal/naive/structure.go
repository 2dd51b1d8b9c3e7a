package naive

import "github.com/sepdist/sepdist/graph"

// SHD counts the pairs of nodes whose edges differ in any way.
func SHD(g, h *graph.Graph) int {
	return count(g, func(x, y graph.Node) int {
		if edgeSet(g, x, y) != edgeSet(h, x, y) {
			return 1
		}
		return 0
	})
}

// SHDReversal2 is [SHD] with a reversed arrow counted twice.
func SHDReversal2(g, h *graph.Graph) int {
	return SHD(g, h) + count(g, func(x, y graph.Node) int {
		e, ok := g.Edge(x, y)
		f, too := h.Edge(x, y)
		if ok && too && e.Directed() && f.Directed() && e != f {
			return 1
		}
		return 0
	})
}

// SkeletonSHD counts the pairs that are adjacent in only one of the two graphs.
func SkeletonSHD(g, h *graph.Graph) int {
	return count(g, func(x, y graph.Node) int {
		if (len(g.Between(x, y)) > 0) != (len(h.Between(x, y)) > 0) {
			return 1
		}
		return 0
	})
}

// edgeSet is the set of the edges of a pair, in a form that can be compared.
func edgeSet(g *graph.Graph, x, y graph.Node) (set [5][5]bool) {
	for _, e := range g.Between(x, y) {
		set[e.AtX][e.AtY] = true
	}
	return set
}

func count(g *graph.Graph, of func(x, y graph.Node) int) int {
	sum := 0
	for x, y := range pairs(g.N()) {
		sum += of(x, y)
	}
	return sum
}
