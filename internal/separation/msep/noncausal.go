package msep

import "math/bits"

// The sweeps of [Adjust] for walks that are not causal.

// walkOther takes all steps of walks that are not causal, after [Adjust.walkCausal], which has marked where
// causal walks turn.
func (a *Adjust) walkOther() {
	a.seed(a.up)
	if a.plan.density > denseEdges { // most nodes become dirty
		a.sweepAllUp()
		a.sweepDown()
	}
	for !a.up.empty() {
		a.sweepUp()
		a.sweepDown()
	}
}

// mergeTail adds lanes that reach p by a tail.
func (a *Adjust) mergeTail(p int32, w *Word) {
	s := a.at(p)
	t, z := &s.tail, &s.given
	d0, d1, d2, d3 := w[0]&^t[0]&^s.start[0], w[1]&^t[1]&^s.start[1], w[2]&^t[2]&^s.start[2], w[3]&^t[3]&^s.start[3]
	if d0|d1|d2|d3 == 0 {
		return
	}
	a.used.set(p)
	t[0] |= d0
	t[1] |= d1
	t[2] |= d2
	t[3] |= d3
	if d0&^z[0]|d1&^z[1]|d2&^z[2]|d3&^z[3] != 0 {
		a.up.set(p)
		a.down.set(p)
	}
}

// mergeHead adds lanes that reach p by a head.
func (a *Adjust) mergeHead(p int32, w *Word) {
	s := a.at(p)
	h, z := &s.head, &s.given
	d0, d1, d2, d3 := w[0]&^h[0]&^s.start[0], w[1]&^h[1]&^s.start[1], w[2]&^h[2]&^s.start[2], w[3]&^h[3]&^s.start[3]
	if d0|d1|d2|d3 == 0 {
		return
	}
	a.used.set(p)
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

// outUp returns what the node passes to parents.
func (s *spot) outUp() Word {
	t, h, z, b := &s.tail, &s.head, &s.given, &s.start
	return Word{
		t[0]&^z[0] | h[0]&z[0] | b[0],
		t[1]&^z[1] | h[1]&z[1] | b[1],
		t[2]&^z[2] | h[2]&z[2] | b[2],
		t[3]&^z[3] | h[3]&z[3] | b[3],
	}
}

// outDown returns what the node passes to children, apart from what came by undirected edges.
func (s *spot) outDown() Word {
	t, h, z := &s.tail, &s.head, &s.given
	return Word{
		(t[0] | h[0]) &^ z[0],
		(t[1] | h[1]) &^ z[1],
		(t[2] | h[2]) &^ z[2],
		(t[3] | h[3]) &^ z[3],
	}
}

// sweepUp passes changes to parents, children first.
func (a *Adjust) sweepUp() {
	if a.up.count()*fullSweepShare > int(a.last) {
		a.sweepAllUp()
		return
	}
	for i := int(a.last >> 6); i >= 0; i-- {
		for a.up[i] != 0 {
			b := 63 - bits.LeadingZeros64(a.up[i])
			a.up[i] &^= 1 << b
			p := int32(i<<6 + b)
			w := a.at(p).outUp()
			for _, q := range a.plan.parents.of(p) {
				a.mergeTail(q, &w)
			}
		}
	}
}

// sweepAllUp lets every node collect from its children.
func (a *Adjust) sweepAllUp() {
	children := &a.plan.children
	a.out = resize(a.out, len(a.plan.node))
	for p := a.last; p >= 0; p-- {
		var w Word
		w.gather(a.out, children.upTo(p, a.last))
		s := a.at(p)
		t, z := &s.tail, &s.given
		d0, d1, d2, d3 := w[0]&^t[0]&^s.start[0], w[1]&^t[1]&^s.start[1], w[2]&^t[2]&^s.start[2], w[3]&^t[3]&^s.start[3]
		if d0|d1|d2|d3 != 0 {
			t[0] |= d0
			t[1] |= d1
			t[2] |= d2
			t[3] |= d3
			if d0&^z[0]|d1&^z[1]|d2&^z[2]|d3&^z[3] != 0 {
				a.down.set(p)
			}
		}
		a.out[p] = s.outUp()
	}
	a.used.fill(a.last + 1)
	clear(a.up)
}

// sweepDown passes changes to children, parents first.
func (a *Adjust) sweepDown() {
	if a.down.count()*fullSweepShare > int(a.last) {
		a.sweepAllDown()
		return
	}
	for i := 0; i <= int(a.last>>6); i++ {
		for a.down[i] != 0 {
			lo, hi := a.span(int32(i<<6 + bits.TrailingZeros64(a.down[i])))
			a.closeOther(lo, hi)
			for p := lo; p < hi; p++ {
				a.down.unset(p)
				w := a.passes(p)
				if w.Empty() {
					continue
				}
				for _, c := range a.plan.children.of(p) {
					if c > a.last {
						break
					}
					a.mergeHead(c, &w)
				}
			}
		}
	}
}

// closeOther takes all steps along the undirected edges of the component from lo to hi-1.
func (a *Adjust) closeOther(lo, hi int32) {
	if hi-lo == 1 {
		return
	}
	a.closeUndirected(lo, hi, func(p int32, w Word) Word {
		s, across := a.at(p), &a.undirectedAt(p).across
		for i := range w {
			across[i] |= w[i] &^ s.start[i]
		}
		return a.passes(p)
	})
}

// passes returns what the node at p passes to children and along undirected edges.
func (a *Adjust) passes(p int32) Word {
	w := a.at(p).outDown()
	if a.plan.chain != nil {
		z, across := &a.at(p).given, &a.undirectedAt(p).across
		for i := range w {
			w[i] |= across[i] &^ z[i]
		}
	}
	return w
}

// sweepAllDown lets every node collect from its parents.
func (a *Adjust) sweepAllDown() {
	parents := &a.plan.parents
	a.out = resize(a.out, len(a.plan.node))
	for lo := int32(0); lo <= a.last; {
		hi := a.end(lo)
		for p := lo; p < hi; p++ {
			var w Word
			w.gather(a.out, parents.of(p))
			s := a.at(p)
			h, z := &s.head, &s.given
			d0, d1, d2, d3 := w[0]&^h[0]&^s.start[0], w[1]&^h[1]&^s.start[1], w[2]&^h[2]&^s.start[2], w[3]&^h[3]&^s.start[3]
			if d0|d1|d2|d3 != 0 {
				h[0] |= d0
				h[1] |= d1
				h[2] |= d2
				h[3] |= d3
				if d0&z[0]|d1&z[1]|d2&z[2]|d3&z[3] != 0 {
					a.up.set(p)
				}
			}
		}
		a.closeOther(lo, hi)
		for ; lo < hi; lo++ {
			a.out[lo] = a.passes(lo)
		}
	}
	a.used.fill(a.last + 1)
	clear(a.down)
}
