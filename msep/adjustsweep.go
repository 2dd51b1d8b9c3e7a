package msep

import "math/bits"

// Here are the sweeps of [Adjust]. What a node tells, where z has the lanes with the
// node in their set and t those that start there:
//
//	causal   to children and lines   open &^ z as open, block | open & z as block
//	         at the start            t as open, to children or to lines
//	other    to parents              tail &^ z | head & z | t
//	         to children and lines   (tail | head | across) &^ z
//
// No lane ever learns of the node that it starts from. Causal walks need one sweep
// down; the others are swept up and down until no head at a node of the set is new. In
// a chain component a sweep down closes the lines before it goes on.

// wide is the share of nodes that causal walks reach, one in wide, from which on they
// are swept over all nodes in the next block. Measured on graphs of 200 to 100 000 nodes.
const wide = 3

// seed marks the nodes that lanes start from.
func (a *Adjust) seed(news bitmap) {
	for _, p := range a.starts {
		news.set(p)
	}
}

// span returns the chain component of p.
func (a *Adjust) span(p int32) (lo, hi int32) {
	chain := a.plan.chain
	if chain == nil {
		return p, p + 1
	}
	hi = chain[p]
	for lo = p; lo > 0 && chain[lo-1] == hi; lo-- {
	}
	return lo, hi
}

// walkCausal takes all steps of causal walks.
func (a *Adjust) walkCausal() {
	a.seed(a.down)
	var reached int
	if a.plan.chain == nil && (a.wide || len(a.starts)*many > int(a.last)) {
		reached = a.sweepAllCausal()
	} else {
		reached = a.sweepCausal(false)
	}
	a.wide = reached*wide > int(a.last)
	if a.plan.chain != nil {
		a.seed(a.down)
		a.sweepCausal(true)
	}
}

// at returns the causal walks that are at p and started by an arrow or, byLine, by a
// line.
func (a *Adjust) at(p int32, byLine bool) *causal {
	if byLine {
		return &a.lines[p].causal
	}
	return &a.spots[p].causal
}

// sweepCausal tells children the news of walks that start by an arrow or, byLine, by a
// line; parents first. It returns the number of nodes with news.
func (a *Adjust) sweepCausal(byLine bool) (reached int) {
	for i := 0; i <= int(a.last>>6); i++ {
		for a.down[i] != 0 {
			p := int32(i<<6 + bits.TrailingZeros64(a.down[i]))
			lo, hi := a.span(p)
			if hi-lo > 1 {
				a.closeCausal(lo, hi, byLine)
			}
			for p := lo; p < hi; p++ {
				a.down.unset(p)
				a.tellCausal(p, byLine)
			}
			reached += int(hi - lo)
		}
	}
	return reached
}

// tellCausal tells the children of p what causal walks reach it.
func (a *Adjust) tellCausal(p int32, byLine bool) {
	s, w := &a.spots[p], a.at(p, byLine)
	var open, block Word
	some := uint64(0)
	for i := range open {
		open[i] = w.open[i] &^ s.given[i]
		block[i] = w.block[i] | w.open[i]&s.given[i]
		if !byLine {
			open[i] |= s.start[i]
		}
		some |= open[i] | block[i]
	}
	if some == 0 {
		return
	}
	for _, c := range a.plan.children.of(p) {
		if c > a.last {
			break
		}
		a.touched.set(c)
		a.down.set(c)
		s, w := &a.spots[c], a.at(c, byLine)
		turns := uint64(0)
		for i := range open {
			w.open[i] |= open[i]
			w.block[i] |= block[i]
			t := open[i] & s.given[i]
			s.head[i] |= t
			turns |= t
		}
		if turns != 0 {
			a.up.set(c)
		}
	}
}

// closeCausal takes all steps along the lines of the component from lo to hi-1.
func (a *Adjust) closeCausal(lo, hi int32, byLine bool) {
	a.closeLines(lo, hi, func(p, u int32) bool {
		tell := a.at(u, byLine).open.Minus(a.spots[u].given)
		if byLine {
			tell = tell.Or(a.spots[u].start)
		}
		return learn(&a.at(p, byLine).open, tell.Minus(a.spots[p].start))
	})
	// A node of the set that an open walk has reached blocks it from there on.
	a.closeLines(lo, hi, func(p, u int32) bool {
		w := a.at(u, byLine)
		tell := w.block.Or(w.open.And(a.spots[u].given))
		return learn(&a.at(p, byLine).block, tell.Minus(a.spots[p].start))
	})
}

// closeLines calls tell for the lines of the component from lo to hi-1, so that each
// node p is told by its neighbours u, until no more can be told: down the order and up
// again (see [Chains]).
func (a *Adjust) closeLines(lo, hi int32, tell func(p, u int32) (news bool)) {
	lines := &a.plan.lines
	for p := hi - 1; p >= lo; p-- {
		list := lines.of(p)
		for i := len(list) - 1; i >= 0 && list[i] > p; i-- {
			if tell(p, list[i]) {
				a.touched.set(p)
			}
		}
	}
	for p := lo; p < hi; p++ {
		for _, u := range lines.of(p) {
			if u > p {
				break
			}
			if tell(p, u) {
				a.touched.set(p)
			}
		}
	}
}

// learn adds the lanes of news to w and reports whether any was new.
func learn(w *Word, news Word) bool {
	if news.Minus(*w).Empty() {
		return false
	}
	*w = w.Or(news)
	return true
}

// sweepAllCausal lets every node of a DAG ask its parents. It returns the number of
// nodes that were told something.
func (a *Adjust) sweepAllCausal() (reached int) {
	parents := &a.plan.parents
	for p := int32(0); p <= a.last; p++ {
		o0, o1, o2, o3 := uint64(0), uint64(0), uint64(0), uint64(0)
		b0, b1, b2, b3 := uint64(0), uint64(0), uint64(0), uint64(0)
		for _, q := range parents.of(p) {
			w := &a.told[q]
			o0 |= w.open[0]
			o1 |= w.open[1]
			o2 |= w.open[2]
			o3 |= w.open[3]
			b0 |= w.block[0]
			b1 |= w.block[1]
			b2 |= w.block[2]
			b3 |= w.block[3]
		}
		if o0|o1|o2|o3|b0|b1|b2|b3 != 0 {
			reached++
		}
		s := &a.spots[p]
		s.causal = causal{Word{o0, o1, o2, o3}, Word{b0, b1, b2, b3}}
		z, t := &s.given, &s.start
		t0, t1, t2, t3 := o0&z[0], o1&z[1], o2&z[2], o3&z[3]
		if t0|t1|t2|t3 != 0 {
			s.head = Word{t0, t1, t2, t3}
			a.up.set(p)
		}
		a.told[p] = causal{
			Word{o0&^z[0] | t[0], o1&^z[1] | t[1], o2&^z[2] | t[2], o3&^z[3] | t[3]},
			Word{b0 | t0, b1 | t1, b2 | t2, b3 | t3},
		}
	}
	a.touched.fill(a.last + 1)
	clear(a.down)
	return reached
}

// walkOther takes all steps of walks that are not causal, after [Adjust.walkCausal],
// which has marked where causal walks turn.
func (a *Adjust) walkOther() {
	a.seed(a.up)
	for !a.up.empty() {
		a.sweepUp()
		a.sweepDown()
	}
}

// learnTail adds lanes that come to p by a tail.
func (a *Adjust) learnTail(p int32, w *Word) {
	s := &a.spots[p]
	t, z := &s.tail, &s.given
	d0, d1, d2, d3 := w[0]&^t[0]&^s.start[0], w[1]&^t[1]&^s.start[1], w[2]&^t[2]&^s.start[2], w[3]&^t[3]&^s.start[3]
	if d0|d1|d2|d3 == 0 {
		return
	}
	a.touched.set(p)
	t[0] |= d0
	t[1] |= d1
	t[2] |= d2
	t[3] |= d3
	if d0&^z[0]|d1&^z[1]|d2&^z[2]|d3&^z[3] != 0 {
		a.up.set(p)
		a.down.set(p)
	}
}

// learnHead adds lanes that come to p by a head.
func (a *Adjust) learnHead(p int32, w *Word) {
	s := &a.spots[p]
	h, z := &s.head, &s.given
	d0, d1, d2, d3 := w[0]&^h[0]&^s.start[0], w[1]&^h[1]&^s.start[1], w[2]&^h[2]&^s.start[2], w[3]&^h[3]&^s.start[3]
	if d0|d1|d2|d3 == 0 {
		return
	}
	a.touched.set(p)
	h[0] |= d0
	h[1] |= d1
	h[2] |= d2
	h[3] |= d3
	if d0&z[0]|d1&z[1]|d2&z[2]|d3&z[3] != 0 {
		a.up.set(p)
	}
	if d0&^z[0]|d1&^z[1]|d2&^z[2]|d3&^z[3] != 0 {
		a.down.set(p)
	}
}

// tellsUp returns what the node tells to parents.
func (s *spot) tellsUp() Word {
	t, h, z, b := &s.tail, &s.head, &s.given, &s.start
	return Word{
		t[0]&^z[0] | h[0]&z[0] | b[0],
		t[1]&^z[1] | h[1]&z[1] | b[1],
		t[2]&^z[2] | h[2]&z[2] | b[2],
		t[3]&^z[3] | h[3]&z[3] | b[3],
	}
}

// tellsDown returns what the node tells to children, and to lines unless it has more to
// tell from there.
func (s *spot) tellsDown() Word {
	t, h, z := &s.tail, &s.head, &s.given
	return Word{
		(t[0] | h[0]) &^ z[0],
		(t[1] | h[1]) &^ z[1],
		(t[2] | h[2]) &^ z[2],
		(t[3] | h[3]) &^ z[3],
	}
}

// sweepUp tells parents the news, children first.
func (a *Adjust) sweepUp() {
	if a.up.count()*many > int(a.last) {
		a.sweepAllUp()
		return
	}
	for i := int(a.last >> 6); i >= 0; i-- {
		for a.up[i] != 0 {
			b := 63 - bits.LeadingZeros64(a.up[i])
			a.up[i] &^= 1 << b
			p := int32(i<<6 + b)
			w := a.spots[p].tellsUp()
			for _, q := range a.plan.parents.of(p) {
				a.learnTail(q, &w)
			}
		}
	}
}

// sweepAllUp lets every node ask its children.
func (a *Adjust) sweepAllUp() {
	children := &a.plan.children
	for p := a.last; p >= 0; p-- {
		w0, w1, w2, w3 := uint64(0), uint64(0), uint64(0), uint64(0)
		for _, c := range children.of(p) {
			if c > a.last {
				break
			}
			w := &a.tells[c]
			w0 |= w[0]
			w1 |= w[1]
			w2 |= w[2]
			w3 |= w[3]
		}
		s := &a.spots[p]
		t, z := &s.tail, &s.given
		d0, d1, d2, d3 := w0&^t[0]&^s.start[0], w1&^t[1]&^s.start[1], w2&^t[2]&^s.start[2], w3&^t[3]&^s.start[3]
		if d0|d1|d2|d3 != 0 {
			t[0] |= d0
			t[1] |= d1
			t[2] |= d2
			t[3] |= d3
			if d0&^z[0]|d1&^z[1]|d2&^z[2]|d3&^z[3] != 0 {
				a.down.set(p)
			}
		}
		a.tells[p] = s.tellsUp()
	}
	a.touched.fill(a.last + 1)
	clear(a.up)
}

// sweepDown tells children the news, parents first.
func (a *Adjust) sweepDown() {
	if a.plan.chain == nil && a.down.count()*many > int(a.last) {
		a.sweepAllDown()
		return
	}
	for i := 0; i <= int(a.last>>6); i++ {
		for a.down[i] != 0 {
			p := int32(i<<6 + bits.TrailingZeros64(a.down[i]))
			lo, hi := a.span(p)
			if hi-lo > 1 {
				a.closeLines(lo, hi, func(p, u int32) bool {
					return learn(&a.lines[p].across, a.passes(u).Minus(a.spots[p].start))
				})
			}
			for p := lo; p < hi; p++ {
				a.down.unset(p)
				if w := a.passes(p); !w.Empty() {
					for _, c := range a.plan.children.of(p) {
						if c > a.last {
							break
						}
						a.learnHead(c, &w)
					}
				}
			}
		}
	}
}

// passes returns what the node at p tells to children and lines.
func (a *Adjust) passes(p int32) Word {
	w := a.spots[p].tellsDown()
	if a.plan.chain != nil {
		w = w.Or(a.lines[p].across.Minus(a.spots[p].given))
	}
	return w
}

// sweepAllDown lets every node of a DAG ask its parents.
func (a *Adjust) sweepAllDown() {
	parents := &a.plan.parents
	for p := int32(0); p <= a.last; p++ {
		w0, w1, w2, w3 := uint64(0), uint64(0), uint64(0), uint64(0)
		for _, q := range parents.of(p) {
			w := &a.tells[q]
			w0 |= w[0]
			w1 |= w[1]
			w2 |= w[2]
			w3 |= w[3]
		}
		s := &a.spots[p]
		h, z := &s.head, &s.given
		d0, d1, d2, d3 := w0&^h[0]&^s.start[0], w1&^h[1]&^s.start[1], w2&^h[2]&^s.start[2], w3&^h[3]&^s.start[3]
		if d0|d1|d2|d3 != 0 {
			h[0] |= d0
			h[1] |= d1
			h[2] |= d2
			h[3] |= d3
			if d0&z[0]|d1&z[1]|d2&z[2]|d3&z[3] != 0 {
				a.up.set(p)
			}
		}
		a.tells[p] = s.tellsDown()
	}
	a.touched.fill(a.last + 1)
	clear(a.down)
}
