package equiv

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// isClosed reports whether a small graph of directed and undirected edges is known to be closed under
// the rules of [Meek]: sets of its nodes are the bits of a machine word, and no rule applies to an
// undirected edge of it.
func isClosed(g *graph.Graph) bool {
	if g.N() > msep.MaxSmall {
		return false
	}
	var parents, children, lines words
	for v := range graph.Node(g.N()) {
		parents[v], children[v], lines[v] = wordOf(g.Parents(v)), wordOf(g.Children(v)), wordOf(g.UndirectedNeighbors(v))
	}
	for b := range g.N() {
		strange := ^(parents[b] | children[b] | lines[b] | 1<<b) // apart from b
		for rest := lines[b]; rest != 0; rest &= rest - 1 {
			a := bits.TrailingZeros64(rest) // is a --- b to be a --> b?
			if parents[a]&strange != 0 || children[a]&parents[b] != 0 {
				return false // R1, R2
			}
			between := parents[b] & lines[a]
			for w := between; w != 0; w &= w - 1 {
				c := bits.TrailingZeros64(w)
				if between&^(parents[c]|children[c]|lines[c]|1<<c) != 0 || parents[c]&lines[a]&strange != 0 {
					return false // R3, R4
				}
			}
		}
	}
	return true
}

// wordOf returns a set of nodes as bits.
func wordOf(nodes []graph.Node) (w uint64) {
	for _, v := range nodes {
		w |= 1 << v
	}
	return w
}
