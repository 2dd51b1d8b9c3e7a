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

// seed marks the nodes that lanes start from.
func (a *Adjust) seed(news bitmap) {
	for i, w := range a.touched {
		for ; w != 0; w &= w - 1 {
			if p := i<<6 + bits.TrailingZeros64(w); !a.start[p].Empty() {
				news[i] |= w & -w
			}
		}
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
	if a.plan.chain == nil && a.down.count()*many > int(a.last) {
		a.sweepAllCausal()
		return
	}
	a.sweepCausal(a.arrow, false)
	if a.plan.chain != nil {
		a.seed(a.down)
		a.sweepCausal(a.line, true)
	}
}

// sweepCausal tells children the news of walks that start by an arrow or, byLine, by a
// line; parents first.
func (a *Adjust) sweepCausal(walks []causal, byLine bool) {
	for i := 0; i <= int(a.last>>6); i++ {
		for a.down[i] != 0 {
			p := int32(i<<6 + bits.TrailingZeros64(a.down[i]))
			lo, hi := a.span(p)
			if hi-lo > 1 {
				a.closeCausal(walks, lo, hi, byLine)
			}
			for p := lo; p < hi; p++ {
				a.down.unset(p)
				a.tellCausal(walks, p, byLine)
			}
		}
	}
}

// tellCausal tells the children of p what causal walks reach it.
func (a *Adjust) tellCausal(walks []causal, p int32, byLine bool) {
	w, z := &walks[p], &a.given[p]
	tell := causal{open: w.open.Minus(*z), block: w.block.Or(w.open.And(*z))}
	if !byLine {
		tell.open = tell.open.Or(a.start[p])
	}
	if tell.open.Empty() && tell.block.Empty() {
		return
	}
	for _, c := range a.plan.children.of(p) {
		if c > a.last {
			break
		}
		a.touched.set(c)
		a.down.set(c)
		to := &walks[c]
		to.open = to.open.Or(tell.open)
		to.block = to.block.Or(tell.block)
		if turn := tell.open.And(a.given[c]); !turn.Empty() {
			a.head[c] = a.head[c].Or(turn)
		}
	}
}

// closeCausal takes all steps along the lines of the component from lo to hi-1.
func (a *Adjust) closeCausal(walks []causal, lo, hi int32, byLine bool) {
	a.closeLines(lo, hi, func(p, u int32) bool {
		tell := walks[u].open.Minus(a.given[u])
		if byLine {
			tell = tell.Or(a.start[u])
		}
		return learn(&walks[p].open, tell.Minus(a.start[p]))
	})
	// A node of the set that an open walk has reached blocks it from there on.
	a.closeLines(lo, hi, func(p, u int32) bool {
		tell := walks[u].block.Or(walks[u].open.And(a.given[u]))
		return learn(&walks[p].block, tell.Minus(a.start[p]))
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

// sweepAllCausal lets every node of a DAG ask its parents.
func (a *Adjust) sweepAllCausal() {
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
		a.arrow[p] = causal{Word{o0, o1, o2, o3}, Word{b0, b1, b2, b3}}
		z, s := &a.given[p], &a.start[p]
		t0, t1, t2, t3 := o0&z[0], o1&z[1], o2&z[2], o3&z[3]
		a.head[p] = Word{t0, t1, t2, t3}
		a.told[p] = causal{
			Word{o0&^z[0] | s[0], o1&^z[1] | s[1], o2&^z[2] | s[2], o3&^z[3] | s[3]},
			Word{b0 | t0, b1 | t1, b2 | t2, b3 | t3},
		}
	}
	a.touched.fill(a.last + 1)
	clear(a.down)
}

// walkOther takes all steps of walks that are not causal, after [Adjust.walkCausal].
func (a *Adjust) walkOther() {
	// They leave against an arrow from the start and from nodes of the set.
	for i, w := range a.touched {
		for ; w != 0; w &= w - 1 {
			if p := i<<6 + bits.TrailingZeros64(w); !a.start[p].Or(a.head[p].And(a.given[p])).Empty() {
				a.up[i] |= w & -w
			}
		}
	}
	for !a.up.empty() {
		a.sweepUp()
		a.sweepDown()
	}
}

// learnTail adds lanes that come to p by a tail.
func (a *Adjust) learnTail(p int32, w *Word) {
	d := w.Minus(a.tail[p]).Minus(a.start[p])
	if d.Empty() {
		return
	}
	a.touched.set(p)
	a.tail[p] = a.tail[p].Or(d)
	if !d.Minus(a.given[p]).Empty() {
		a.up.set(p)
		a.down.set(p)
	}
}

// learnHead adds lanes that come to p by a head.
func (a *Adjust) learnHead(p int32, w *Word) {
	d := w.Minus(a.head[p]).Minus(a.start[p])
	if d.Empty() {
		return
	}
	a.touched.set(p)
	a.head[p] = a.head[p].Or(d)
	if !d.And(a.given[p]).Empty() {
		a.up.set(p)
	}
	if !d.Minus(a.given[p]).Empty() {
		a.down.set(p)
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
			z := &a.given[p]
			w := a.tail[p].Minus(*z).Or(a.head[p].And(*z)).Or(a.start[p])
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
		t, h, z, s := &a.tail[p], &a.head[p], &a.given[p], &a.start[p]
		d0, d1, d2, d3 := w0&^t[0]&^s[0], w1&^t[1]&^s[1], w2&^t[2]&^s[2], w3&^t[3]&^s[3]
		if d0|d1|d2|d3 != 0 {
			t[0] |= d0
			t[1] |= d1
			t[2] |= d2
			t[3] |= d3
			if d0&^z[0]|d1&^z[1]|d2&^z[2]|d3&^z[3] != 0 {
				a.down.set(p)
			}
		}
		a.tells[p] = Word{
			t[0]&^z[0] | h[0]&z[0] | s[0],
			t[1]&^z[1] | h[1]&z[1] | s[1],
			t[2]&^z[2] | h[2]&z[2] | s[2],
			t[3]&^z[3] | h[3]&z[3] | s[3],
		}
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
					return learn(&a.across[p], a.passes(u).Minus(a.start[p]))
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
	w := a.tail[p].Or(a.head[p])
	if a.plan.chain != nil {
		w = w.Or(a.across[p])
	}
	return w.Minus(a.given[p])
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
		t, h, z, s := &a.tail[p], &a.head[p], &a.given[p], &a.start[p]
		d0, d1, d2, d3 := w0&^h[0]&^s[0], w1&^h[1]&^s[1], w2&^h[2]&^s[2], w3&^h[3]&^s[3]
		if d0|d1|d2|d3 != 0 {
			h[0] |= d0
			h[1] |= d1
			h[2] |= d2
			h[3] |= d3
			if d0&z[0]|d1&z[1]|d2&z[2]|d3&z[3] != 0 {
				a.up.set(p)
			}
		}
		a.tells[p] = Word{
			(t[0] | h[0]) &^ z[0],
			(t[1] | h[1]) &^ z[1],
			(t[2] | h[2]) &^ z[2],
			(t[3] | h[3]) &^ z[3],
		}
	}
	a.touched.fill(a.last + 1)
	clear(a.down)
}
