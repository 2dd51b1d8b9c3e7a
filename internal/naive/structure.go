package naive

import "github.com/sepdist/sepdist/graph"

// SHD counts the pairs of nodes whose edges differ in any way.
func SHD(g, h *graph.Graph) int {
	return count(g, func(x, y graph.Node) bool { return edgeSet(g, x, y) != edgeSet(h, x, y) })
}

// SHDReversal2 is [SHD] with a reversed arrow counted twice.
func SHDReversal2(g, h *graph.Graph) int {
	return SHD(g, h) + count(g, func(x, y graph.Node) bool {
		e, ok := g.Edge(x, y)
		f, too := h.Edge(x, y)
		return ok && too && e.Directed() && f.Directed() && e != f
	})
}

// SkeletonSHD counts the pairs that are adjacent in only one of the two graphs.
func SkeletonSHD(g, h *graph.Graph) int {
	return count(g, func(x, y graph.Node) bool { return (len(g.Between(x, y)) > 0) != (len(h.Between(x, y)) > 0) })
}

// edgeSet is the set of the edges of a pair, in a form that can be compared.
func edgeSet(g *graph.Graph, x, y graph.Node) (set [5][5]bool) {
	for _, e := range g.Between(x, y) {
		set[e.AtX][e.AtY] = true
	}
	return set
}

// count counts the pairs of nodes for which f is true.
func count(g *graph.Graph, f func(x, y graph.Node) bool) (n int) {
	for x, y := range pairs(g.N()) {
		if f(x, y) {
			n++
		}
	}
	return n
}
