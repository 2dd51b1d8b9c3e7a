package structure

import (
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// An edgeSet is the set of edges of one pair of nodes, read from the lower one: one bit for each
// two marks.
type edgeSet uint16

// edgeBit returns the set of an edge with the given marks.
func edgeBit(atX, atY graph.Mark) edgeSet {
	return 1 << (4*(atX-graph.Tail) + (atY - graph.Tail))
}

// withMark returns the sets of all edges that have the mark at the lower and at the higher node.
func withMark(m graph.Mark) (atX, atY edgeSet) {
	for other := graph.Tail; other <= graph.Conflict; other++ {
		atX |= edgeBit(m, other)
		atY |= edgeBit(other, m)
	}
	return atX, atY
}

// A difference is the edges of the two graphs between two nodes.
type difference struct{ truth, guess edgeSet }

var (
	arrowOut = edgeBit(graph.Tail, graph.Arrow)
	arrowIn  = edgeBit(graph.Arrow, graph.Tail)
)

// reversed reports whether both graphs have one directed edge, in opposite directions.
func (d difference) reversed() bool {
	return d.truth == arrowOut && d.guess == arrowIn || d.truth == arrowIn && d.guess == arrowOut
}

// kind returns the kind of difference.
func (d difference) kind() string {
	switch {
	case d.truth == 0:
		return "extra edge"
	case d.guess == 0:
		return "missing edge"
	case d.reversed():
		return "reversed edge"
	}
	return "other marks"
}

// ends returns the number of ends that differ in the best matching of the edges of the two graphs.
func (d difference) ends() int {
	// An edge that both have matches itself in some best matching.
	truth, guess := d.truth&^d.guess, d.guess&^d.truth
	if truth == 0 || guess == 0 {
		return 2 * (bits.OnesCount16(uint16(truth)) + bits.OnesCount16(uint16(guess)))
	}
	first := truth & -truth
	best := 2 + difference{truth &^ first, guess}.ends() // first has no match
	for rest := guess; rest != 0; rest &= rest - 1 {
		other := rest & -rest
		best = min(best, endsOf(first, other)+difference{truth &^ first, guess &^ other}.ends())
	}
	return best
}

// endsOf returns the number of ends at which two edges differ.
func endsOf(e, f edgeSet) int {
	i, j := bits.TrailingZeros16(uint16(e)), bits.TrailingZeros16(uint16(f))
	n := 0
	if i/4 != j/4 {
		n++
	}
	if i%4 != j%4 {
		n++
	}
	return n
}

// eachDifference calls f for every pair of nodes that is adjacent in one of the graphs,
// the lower node first, in the order of pairs. O(n + m log m).
func eachDifference(truth, guess *graph.Graph, f func(x, y graph.Node, d difference)) {
	if truth.N() <= 64 {
		eachSmallDifference(truth, guess, f)
		return
	}
	at := make([]difference, truth.N())
	var near []graph.Node
	for x := range graph.Node(truth.N()) {
		near = near[:0]
		note := func(g *graph.Graph, in func(*difference) *edgeSet) {
			for e := range g.EdgesAt(x) {
				if e.Y > x {
					if at[e.Y] == (difference{}) {
						near = append(near, e.Y)
					}
					*in(&at[e.Y]) |= edgeBit(e.AtX, e.AtY)
				}
			}
		}
		note(truth, func(d *difference) *edgeSet { return &d.truth })
		note(guess, func(d *difference) *edgeSet { return &d.guess })
		slices.Sort(near)
		for _, y := range near {
			f(x, y, at[y])
			at[y] = difference{}
		}
	}
}

// eachSmallDifference is eachDifference for at most 64 nodes, with neighbors in machine words.
func eachSmallDifference(truth, guess *graph.Graph, f func(x, y graph.Node, d difference)) {
	var at [64]difference
	for x := range graph.Node(truth.N()) {
		near := uint64(0)
		for e := range truth.EdgesAt(x) {
			near |= 1 << e.Y
			at[e.Y].truth |= edgeBit(e.AtX, e.AtY)
		}
		for e := range guess.EdgesAt(x) {
			near |= 1 << e.Y
			at[e.Y].guess |= edgeBit(e.AtX, e.AtY)
		}
		for ; near != 0; near &= near - 1 {
			y := graph.Node(bits.TrailingZeros64(near))
			if y > x {
				f(x, y, at[y])
			}
			at[y] = difference{}
		}
	}
}
