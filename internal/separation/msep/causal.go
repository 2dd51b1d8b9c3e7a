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
func (a *Adjust) seed(dirty bitmap) {
	for _, p := range a.starts {
		dirty.set(p)
	}
}

// seedLines marks those of them that have lines.
func (a *Adjust) seedLines(dirty bitmap) {
	for _, p := range a.starts {
		if len(a.plan.lines.of(p)) > 0 {
			dirty.set(p)
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

// end returns where the chain component that starts at lo ends.
func (a *Adjust) end(lo int32) int32 {
	if a.plan.chain == nil {
		return lo + 1
	}
	return a.plan.chain[lo]
}

// walkCausal takes all steps of causal walks.
func (a *Adjust) walkCausal() {
	a.seed(a.down)
	a.wide = a.sweepCausal(false, a.wide || len(a.starts)*fullSweepShare > int(a.last))
	a.walkByLine()
}

// walkByLine takes all steps of causal walks that start by a line.
func (a *Adjust) walkByLine() {
	if a.plan.chain != nil {
		a.seedLines(a.down)
		a.wideLines = a.sweepCausal(true, a.wideLines)
	}
}

// sweepCausal tells children the news of walks that start by an arrow or, byLine, by a
// line; parents first. It reports whether many nodes were reached.
func (a *Adjust) sweepCausal(byLine, all bool) (many bool) {
	reached := 0
	if all && !a.down.empty() {
		reached = a.sweepAllCausal(byLine)
	} else {
		reached = a.sweepSomeCausal(byLine)
	}
	return reached*wide > int(a.last)
}

// at returns the causal walks that are at p and started by an arrow or, byLine, by a
// line.
func (a *Adjust) at(p int32, byLine bool) *causal {
	if byLine {
		return &a.lines[p].causal
	}
	return &a.spots[p].causal
}

// outCausal sets open and block to what the node at p tells its children.
func (a *Adjust) outCausal(open, block *Word, p int32, byLine bool) {
	s, w := &a.spots[p], a.at(p, byLine)
	for i := range open {
		open[i] = w.open[i] &^ s.given[i]
		block[i] = w.block[i] | w.open[i]&s.given[i]
	}
	if !byLine {
		for i := range open {
			open[i] |= s.start[i]
		}
	}
}

// mergeCausal adds lanes whose causal walks come to p by a head.
func (a *Adjust) mergeCausal(p int32, w *causal, byLine bool) {
	s, at := &a.spots[p], a.at(p, byLine)
	turns := uint64(0)
	for i := range w.open {
		at.open[i] |= w.open[i]
		at.block[i] |= w.block[i]
		t := w.open[i] & s.given[i]
		s.head[i] |= t
		turns |= t
	}
	if turns != 0 {
		a.up.set(p)
	}
}

// sweepSomeCausal follows the news. It returns the number of nodes with news.
func (a *Adjust) sweepSomeCausal(byLine bool) (reached int) {
	var out causal
	for i := 0; i <= int(a.last>>6); i++ {
		for a.down[i] != 0 {
			lo, hi := a.span(int32(i<<6 + bits.TrailingZeros64(a.down[i])))
			a.closeCausal(lo, hi, byLine)
			for p := lo; p < hi; p++ {
				a.down.unset(p)
				a.outCausal(&out.open, &out.block, p, byLine)
				if out == (causal{}) {
					continue
				}
				for _, c := range a.plan.children.of(p) {
					if c > a.last {
						break
					}
					a.used.set(c)
					a.down.set(c)
					a.mergeCausal(c, &out, byLine)
				}
			}
			reached += int(hi - lo)
		}
	}
	return reached
}

// sweepAllCausal lets every node ask its parents. It returns the number of nodes that
// were told something.
func (a *Adjust) sweepAllCausal(byLine bool) (reached int) {
	parents := &a.plan.parents
	for lo := int32(0); lo <= a.last; {
		hi := a.end(lo)
		for p := lo; p < hi; p++ {
			var w causal
			list := parents.of(p)
			w.open.gather(a.outOpen, list)
			w.block.gather(a.outBlock, list)
			if !w.open.Empty() || !w.block.Empty() {
				reached++
				a.mergeCausal(p, &w, byLine)
			}
		}
		a.closeCausal(lo, hi, byLine)
		for ; lo < hi; lo++ {
			a.outCausal(&a.outOpen[lo], &a.outBlock[lo], lo, byLine)
		}
	}
	a.used.fill(a.last + 1)
	clear(a.down)
	return reached
}

// closeCausal takes all steps along the lines of the component from lo to hi-1.
func (a *Adjust) closeCausal(lo, hi int32, byLine bool) {
	if hi-lo == 1 {
		return
	}
	a.closeLines(lo, hi, func(p int32, w Word) (out Word) {
		s, at := &a.spots[p], a.at(p, byLine)
		for i := range w {
			at.open[i] |= w[i] &^ s.start[i]
			out[i] = at.open[i] &^ s.given[i]
			if byLine {
				out[i] |= s.start[i]
			}
		}
		return out
	})
	// A node of the set that an open walk has reached blocks it from there on.
	a.closeLines(lo, hi, func(p int32, w Word) (out Word) {
		s, at := &a.spots[p], a.at(p, byLine)
		for i := range w {
			at.block[i] |= w[i] &^ s.start[i]
			out[i] = at.block[i] | at.open[i]&s.given[i]
		}
		return out
	})
}

// closeLines lets the nodes of the component from lo to hi-1 ask their neighbours, down
// the order and up again, until no more can be learnt (see [Chains]). learn hears what
// the neighbours of p tell and returns what p itself tells.
func (a *Adjust) closeLines(lo, hi int32, learn func(p int32, w Word) (out Word)) {
	lines := &a.plan.lines
	var some Word
	for p := lo; p < hi; p++ {
		a.out[p] = learn(p, Word{})
		some = some.Or(a.out[p])
	}
	if some.Empty() {
		return
	}
	for p := hi - 1; p >= lo; p-- {
		var w Word
		list := lines.of(p)
		for i := len(list) - 1; i >= 0 && list[i] > p; i-- {
			w.add(&a.out[list[i]])
		}
		a.out[p] = learn(p, w)
	}
	for p := lo; p < hi; p++ {
		var w Word
		for _, u := range lines.of(p) {
			if u > p {
				break
			}
			w.add(&a.out[u])
		}
		a.out[p] = learn(p, w)
		a.used.set(p)
	}
}
