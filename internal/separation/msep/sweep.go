package msep

import "math/bits"

// The three sweeps of a run. Up and down have two forms: one visits dirty nodes, the other all nodes. A
// node passes on:
//
//	to parents and siblings   tail &^ given | head & given     in a closure: tail &^ given | head
//	to children, undirected   (tail | head) &^ given
//
// A node becomes dirty only if that changes.

// overAll reports whether a sweep with the given number of dirty nodes should visit all nodes: if they are
// more than one in plan.density, unless fewer than one lane in plan.density is live, since most of what dirty
// nodes pass on is old then. The more edges per node, the further the changes spread in the sweep.
func (l *Lanes) overAll(dirty int) bool { return !l.few && dirty*l.plan.density > int(l.last) }

// outUp returns what the node at p passes to parents and siblings.
func (l *Lanes) outUp(p int32) Word {
	t, h, g, live := &l.tail[p], &l.head[p], &l.given[p], &l.live
	if l.closure {
		return Word{
			(t[0]&^g[0] | h[0]) & live[0],
			(t[1]&^g[1] | h[1]) & live[1],
			(t[2]&^g[2] | h[2]) & live[2],
			(t[3]&^g[3] | h[3]) & live[3],
		}
	}
	return Word{
		(t[0]&^g[0] | h[0]&g[0]) & live[0],
		(t[1]&^g[1] | h[1]&g[1]) & live[1],
		(t[2]&^g[2] | h[2]&g[2]) & live[2],
		(t[3]&^g[3] | h[3]&g[3]) & live[3],
	}
}

// outDown returns what the node at p passes to children and along undirected edges.
func (l *Lanes) outDown(p int32) Word {
	t, h, g, live := &l.tail[p], &l.head[p], &l.given[p], &l.live
	return Word{
		(t[0] | h[0]) &^ g[0] & live[0],
		(t[1] | h[1]) &^ g[1] & live[1],
		(t[2] | h[2]) &^ g[2] & live[2],
		(t[3] | h[3]) &^ g[3] & live[3],
	}
}

// mergeTail adds lanes that reach p by a tail.
func (l *Lanes) mergeTail(p int32, w *Word) {
	t := &l.tail[p]
	d0, d1, d2, d3 := w[0]&^t[0], w[1]&^t[1], w[2]&^t[2], w[3]&^t[3]
	if d0|d1|d2|d3 == 0 {
		return
	}
	l.used.set(p)
	t[0] |= d0
	t[1] |= d1
	t[2] |= d2
	t[3] |= d3
	g := &l.given[p]
	if d0&^g[0]|d1&^g[1]|d2&^g[2]|d3&^g[3] != 0 {
		l.markDirty(p)
	}
}

// mergeHead adds lanes that reach p by a head.
func (l *Lanes) mergeHead(p int32, w *Word) {
	h := &l.head[p]
	d0, d1, d2, d3 := w[0]&^h[0], w[1]&^h[1], w[2]&^h[2], w[3]&^h[3]
	if l.bounded {
		in := &l.within[p]
		d0, d1, d2, d3 = d0&in[0], d1&in[1], d2&in[2], d3&in[3]
	}
	if d0|d1|d2|d3 == 0 {
		return
	}
	l.used.set(p)
	h[0] |= d0
	h[1] |= d1
	h[2] |= d2
	h[3] |= d3
	l.markByHead(p, d0, d1, d2, d3)
}

// markByHead marks p as dirty after the lanes d reached it by a head.
func (l *Lanes) markByHead(p int32, d0, d1, d2, d3 uint64) {
	g := &l.given[p]
	turns := l.closure || d0&g[0]|d1&g[1]|d2&g[2]|d3&g[3] != 0
	passes := d0&^g[0]|d1&^g[1]|d2&^g[2]|d3&^g[3] != 0
	if turns {
		l.up.set(p)
	}
	if passes {
		l.down.set(p)
	}
	if l.plan.across {
		l.across.set(p)
	}
}

// sweepUp passes changes to parents, children first.
func (l *Lanes) sweepUp() {
	if l.overAll(l.up.count()) {
		l.sweepAllUp()
		return
	}
	for i := int(l.last >> 6); i >= 0; i-- {
		for l.up[i] != 0 {
			b := 63 - bits.LeadingZeros64(l.up[i])
			l.up[i] &^= 1 << b
			p := int32(i<<6 + b)
			if w := l.outUp(p); !w.Empty() {
				for _, q := range l.plan.parents.of(p) {
					l.mergeTail(q, &w)
				}
			}
		}
	}
}

// sweepAllUp lets every node collect from its children.
func (l *Lanes) sweepAllUp() {
	children := &l.plan.children
	for p := l.last; p >= 0; p-- {
		if l.bounded && !l.inside.has(p) { // no lane may go there
			l.out[p] = Word{}
			continue
		}
		var a Word
		a.gather(l.out, children.upTo(p, l.last))
		t, g := &l.tail[p], &l.given[p]
		d0, d1, d2, d3 := a[0]&^t[0], a[1]&^t[1], a[2]&^t[2], a[3]&^t[3]
		if d0|d1|d2|d3 != 0 {
			t[0] |= d0
			t[1] |= d1
			t[2] |= d2
			t[3] |= d3
			if d0&^g[0]|d1&^g[1]|d2&^g[2]|d3&^g[3] != 0 {
				l.down.set(p)
				if l.plan.across {
					l.across.set(p)
				}
			}
		}
		l.out[p] = l.outUp(p)
	}
	l.useAll()
	clear(l.up)
}

// useAll marks all nodes up to last as used.
func (l *Lanes) useAll() { l.used.fill(l.last + 1) }

// sweepDown passes changes to children, parents first.
func (l *Lanes) sweepDown() {
	if l.overAll(l.down.count()) {
		l.sweepAllDown()
		return
	}
	for i := 0; i <= int(l.last>>6); i++ {
		for l.down[i] != 0 {
			b := bits.TrailingZeros64(l.down[i])
			l.down[i] &^= 1 << b
			p := int32(i<<6 + b)
			if w := l.outDown(p); !w.Empty() {
				for _, c := range l.plan.children.of(p) {
					if c > l.last {
						break
					}
					l.mergeHead(c, &w)
				}
			}
		}
	}
}

// sweepAllDown lets every node collect from its parents.
func (l *Lanes) sweepAllDown() {
	parents := &l.plan.parents
	for p := int32(0); p <= l.last; p++ {
		if l.bounded && !l.inside.has(p) {
			l.out[p] = Word{}
			continue
		}
		var a Word
		a.gather(l.out, parents.of(p))
		if l.bounded {
			a = a.And(l.within[p])
		}
		h := &l.head[p]
		d0, d1, d2, d3 := a[0]&^h[0], a[1]&^h[1], a[2]&^h[2], a[3]&^h[3]
		if d0|d1|d2|d3 != 0 {
			h[0] |= d0
			h[1] |= d1
			h[2] |= d2
			h[3] |= d3
			l.markByHead(p, d0, d1, d2, d3)
		}
		l.out[p] = l.outDown(p)
	}
	l.useAll()
	clear(l.down)
}

// sweepAcross passes changes along bidirected and undirected edges until there are none: a chain of bidirected
// edges, however long, costs no further round.
func (l *Lanes) sweepAcross() {
	for more := true; more; {
		more = false
		for i, w := range l.across {
			for ; w != 0; w = l.across[i] {
				b := bits.TrailingZeros64(w)
				l.across[i] &^= 1 << b
				p := int32(i<<6 + b)
				if siblings := l.plan.siblings.of(p); len(siblings) > 0 {
					if w := l.outUp(p); !w.Empty() {
						for _, s := range siblings {
							if s <= l.last {
								l.mergeHead(s, &w)
							}
						}
						more = true
					}
				}
				if undirected := l.plan.undirected.of(p); len(undirected) > 0 {
					if w := l.outDown(p); !w.Empty() {
						for _, u := range undirected {
							l.mergeTail(u, &w)
						}
						more = true
					}
				}
			}
		}
	}
}
