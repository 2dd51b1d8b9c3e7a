package equiv

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// rows is a [relation] with a row of bits for each node and kind, and one for all its neighbours.
type rows struct {
	words int // in a row
	of    [kinds][]uint64
	near  []uint64
}

func newRows(g *graph.Graph) *rows {
	n := g.N()
	r := &rows{words: (n + 63) / 64}
	size := n * r.words
	slab := make([]uint64, (int(kinds)+1)*size)
	r.near = slab[:size]
	for k := range r.of {
		slab = slab[size:]
		r.of[k] = slab[:size]
	}
	for v := range graph.Node(n) {
		for k, list := range [...][]graph.Node{g.Parents(v), g.UndirectedNeighbors(v), g.Children(v)} {
			for _, u := range list {
				r.flip(r.of[k], v, u)
			}
		}
		for _, u := range g.Neighbors(v) {
			r.row(r.near, v)[u>>6] |= 1 << (u & 63)
		}
	}
	return r
}

func (r *rows) row(of []uint64, v graph.Node) []uint64 { return of[int(v)*r.words:][:r.words] }

// flip adds u to the row of v, or removes it.
func (r *rows) flip(of []uint64, v, u graph.Node) { of[int(v)*r.words+int(u>>6)] ^= 1 << (u & 63) }

func (r *rows) is(u graph.Node, k kind, v graph.Node) bool {
	return r.of[k][int(v)*r.words+int(u>>6)]>>(u&63)&1 != 0
}

func (r *rows) all(nodes []graph.Node, v graph.Node, k kind) []graph.Node {
	for i, w := range r.row(r.of[k], v) {
		nodes = appendBits(nodes, i, w)
	}
	return nodes
}

func (r *rows) apart(nodes []graph.Node, v graph.Node, k kind, x graph.Node) []graph.Node {
	near := r.row(r.near, x)
	for i, w := range r.row(r.of[k], v) {
		w &^= near[i]
		if i == int(x>>6) {
			w &^= 1 << (x & 63)
		}
		nodes = appendBits(nodes, i, w)
	}
	return nodes
}

func (r *rows) common(nodes []graph.Node, u graph.Node, j kind, v graph.Node, k kind) []graph.Node {
	other := r.row(r.of[k], v)
	for i, w := range r.row(r.of[j], u) {
		nodes = appendBits(nodes, i, w&other[i])
	}
	return nodes
}

// appendBits appends the nodes of word i of a row.
func appendBits(nodes []graph.Node, i int, w uint64) []graph.Node {
	for ; w != 0; w &= w - 1 {
		nodes = append(nodes, graph.Node(i<<6+bits.TrailingZeros64(w)))
	}
	return nodes
}

func (r *rows) turn(v, u graph.Node) {
	r.flip(r.of[line], v, u)
	r.flip(r.of[line], u, v)
	r.flip(r.of[child], v, u)
	r.flip(r.of[parent], u, v)
}
