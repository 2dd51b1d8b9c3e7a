package msep

import "math/bits"

// A Zone is some nodes of a DAG and their ancestors, laid out by themselves: their places are in the order of
// their positions. In a large graph with few edges a zone is a small part, and lanes over it need little
// memory. It serves one goroutine.
type Zone struct {
	plan  *Plan
	marks bitmap  // by position: whether it is in the zone
	last  int32   // no later position is
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

// Add puts the position p into the zone. The zone must be closed afterwards.
func (z *Zone) Add(p int32) {
	z.marks.set(p)
	z.last = max(z.last, p)
}

// Has reports whether the position p is in the zone, which must be closed.
func (z *Zone) Has(p int32) bool { return z.marks.has(p) }

// Close adds the ancestors and lays out the zone.
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

// roomFor returns an empty list with capacity n, in the memory of s if that is large enough. Otherwise it
// allocates little more than n: a list is as long as the zone, and doubling it would cost much.
func roomFor(s []int32, n int) []int32 {
	if n > cap(s) {
		return make([]int32, 0, n+n/8)
	}
	return s[:0]
}
