package msep

import "math/bits"

// A Zone is what leads to some nodes of a DAG, laid out by itself: the nodes have places in the order
// of their positions. In a large graph with few edges it is a small part, and lanes that go over
// a zone need little memory. It serves one goroutine.
type Zone struct {
	plan  *Plan
	marks bitmap  // by position: it is in the zone
	last  int32   // no position after it is
	place []int32 // by position, of those in the zone

	positions         []int32 // by place
	parents, children lists   // by place
}

// Reset makes p the graph, and the zone empty.
func (z *Zone) Reset(p *Plan) {
	n := len(p.node)
	z.plan, z.last = p, -1
	z.marks, z.place = make(bitmap, (n+63)/64), make([]int32, n)
	z.positions = z.positions[:0]
}

// Start empties the zone.
func (z *Zone) Start() {
	for _, p := range z.positions {
		z.marks.unset(p)
	}
	z.positions, z.last = z.positions[:0], -1
}

// Add puts the position p into the zone. It has to be closed then.
func (z *Zone) Add(p int32) {
	z.marks.set(p)
	z.last = max(z.last, p)
}

// Has reports whether the position p is in the zone, which is closed.
func (z *Zone) Has(p int32) bool { return z.marks.has(p) }

// Close puts in all that leads to what is in the zone, and lays it out.
func (z *Zone) Close() {
	for i := z.last >> 6; i >= 0; i-- {
		for left := z.marks[i]; left != 0; {
			b := 63 - bits.LeadingZeros64(left)
			for _, q := range z.plan.parents.of(i<<6 + int32(b)) {
				z.marks.set(q)
			}
			left = z.marks[i] & (1<<b - 1) // parents come before
		}
	}
	nodes, arrows := 0, 0
	for _, w := range z.marks[:z.last>>6+1] {
		nodes += bits.OnesCount64(w)
	}
	z.positions = roomFor(z.positions, nodes)
	for i, w := range z.marks[:z.last>>6+1] {
		for ; w != 0; w &= w - 1 {
			p := int32(i<<6 + bits.TrailingZeros64(w))
			z.place[p] = int32(len(z.positions))
			z.positions = append(z.positions, p)
			arrows += len(z.plan.parents.of(p))
		}
	}
	for _, l := range []*lists{&z.parents, &z.children} {
		l.at, l.to = append(roomFor(l.at, nodes+1), 0), roomFor(l.to, arrows)
	}
	for _, p := range z.positions {
		for _, q := range z.plan.parents.of(p) {
			z.parents.to = append(z.parents.to, z.place[q])
		}
		z.parents.at = append(z.parents.at, int32(len(z.parents.to)))
		for _, q := range z.plan.children.of(p) {
			if q > z.last {
				break
			}
			if z.marks.has(q) {
				z.children.to = append(z.children.to, z.place[q])
			}
		}
		z.children.at = append(z.children.at, int32(len(z.children.to)))
	}
}

// roomFor returns an empty list with room for n, in the memory of s where that is large enough, and
// with little more where it is not: a list is as long as the zone, and doubling it would cost much.
func roomFor(s []int32, n int) []int32 {
	if n > cap(s) {
		return make([]int32, 0, n+n/8)
	}
	return s[:0]
}
