package msep

import "math/bits"

// The sweeps of [Adjust]. With z the lanes that have the node in their set, and t those that start there,
// a node passes on
//
//	causal   children, undirected    open &^ z as open, block | open & z as block
//	         at the start            t as open, to children or along undirected edges
//	other    parents                 tail &^ z | head & z | t
//	         children, undirected    (tail | head | across) &^ z
//
// No lane returns to the node where it starts. Causal walks need one sweep down; the others are swept up
// and down until no head at a node of the set is new. In a chain component a sweep down first completes
// the undirected edges.

// wide decides whether the next block visits all nodes: if causal walks reach more than one node in wide.
// Measured on graphs of 200 to 100,000 nodes.
const wide = 3

// seed marks the nodes where lanes start.
func (a *Adjust) seed(dirty bitmap) {
	for _, p := range a.starts {
		dirty.set(p)
	}
}

// seedUndirected marks those of them that have undirected edges.
func (a *Adjust) seedUndirected(dirty bitmap) {
	for _, p := range a.starts {
		if len(a.plan.undirected.of(p)) > 0 {
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
	a.walkByUndirected()
}

// walkByUndirected takes all steps of causal walks that start with an undirected edge.
func (a *Adjust) walkByUndirected() {
	if a.plan.chain != nil {
		a.seedUndirected(a.down)
		a.wideUndirected = a.sweepCausal(true, a.wideUndirected)
	}
}

// sweepCausal passes to children the changes of walks that start with a directed edge or, byUndirected, with
// an undirected one; parents first. It reports whether many nodes were reached.
func (a *Adjust) sweepCausal(byUndirected, all bool) (many bool) {
	reached := 0
	if all && !a.down.empty() {
		reached = a.sweepAllCausal(byUndirected)
	} else {
		reached = a.sweepSomeCausal(byUndirected)
	}
	return reached*wide > int(a.last)
}

// causalAt returns the causal walks at p that started with a directed edge or, byUndirected, with an undirected one.
func (a *Adjust) causalAt(p int32, byUndirected bool) *causal {
	if byUndirected {
		return &a.undirectedAt(p).causal
	}
	return &a.at(p).causal
}

// outCausal sets open and block to what the node at p passes to its children.
func (a *Adjust) outCausal(open, block *Word, p int32, byUndirected bool) {
	s, w := a.at(p), a.causalAt(p, byUndirected)
	for i := range open {
		open[i] = w.open[i] &^ s.given[i]
		block[i] = w.block[i] | w.open[i]&s.given[i]
	}
	if !byUndirected {
		for i := range open {
			open[i] |= s.start[i]
		}
	}
}

// mergeCausal adds lanes whose causal walks reach p by a head.
func (a *Adjust) mergeCausal(p int32, w *causal, byUndirected bool) {
	s, at := a.at(p), a.causalAt(p, byUndirected)
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

// sweepSomeCausal visits dirty nodes and returns their number.
func (a *Adjust) sweepSomeCausal(byUndirected bool) (reached int) {
	var out causal
	for i := 0; i <= int(a.last>>6); i++ {
		for a.down[i] != 0 {
			lo, hi := a.span(int32(i<<6 + bits.TrailingZeros64(a.down[i])))
			a.closeCausal(lo, hi, byUndirected)
			for p := lo; p < hi; p++ {
				a.down.unset(p)
				a.outCausal(&out.open, &out.block, p, byUndirected)
				if out == (causal{}) {
					continue
				}
				for _, c := range a.plan.children.of(p) {
					if c > a.last {
						break
					}
					a.used.set(c)
					a.down.set(c)
					a.mergeCausal(c, &out, byUndirected)
				}
			}
			reached += int(hi - lo)
		}
	}
	return reached
}

// sweepAllCausal lets every node collect from its parents. It returns the number of nodes that were reached.
func (a *Adjust) sweepAllCausal(byUndirected bool) (reached int) {
	parents := &a.plan.parents
	a.outOpen, a.outBlock = resize(a.outOpen, len(a.plan.node)), resize(a.outBlock, len(a.plan.node))
	for lo := int32(0); lo <= a.last; {
		hi := a.end(lo)
		for p := lo; p < hi; p++ {
			var w causal
			list := parents.of(p)
			w.open.gather(a.outOpen, list)
			w.block.gather(a.outBlock, list)
			if !w.open.Empty() || !w.block.Empty() {
				reached++
				a.mergeCausal(p, &w, byUndirected)
			}
		}
		a.closeCausal(lo, hi, byUndirected)
		for ; lo < hi; lo++ {
			a.outCausal(&a.outOpen[lo], &a.outBlock[lo], lo, byUndirected)
		}
	}
	a.used.fill(a.last + 1)
	clear(a.down)
	return reached
}

// closeCausal takes all steps along the undirected edges of the component from lo to hi-1.
func (a *Adjust) closeCausal(lo, hi int32, byUndirected bool) {
	if hi-lo == 1 {
		return
	}
	a.closeUndirected(lo, hi, func(p int32, w Word) (out Word) {
		s, at := a.at(p), a.causalAt(p, byUndirected)
		for i := range w {
			at.open[i] |= w[i] &^ s.start[i]
			out[i] = at.open[i] &^ s.given[i]
			if byUndirected {
				out[i] |= s.start[i]
			}
		}
		return out
	})
	// A node of the set blocks a walk from there on.
	a.closeUndirected(lo, hi, func(p int32, w Word) (out Word) {
		s, at := a.at(p), a.causalAt(p, byUndirected)
		for i := range w {
			at.block[i] |= w[i] &^ s.start[i]
			out[i] = at.block[i] | at.open[i]&s.given[i]
		}
		return out
	})
}

// closeUndirected lets the nodes of the component from lo to hi-1 collect from their neighbours, down the
// order and up again, until nothing changes (see [Chains]). merge receives what the neighbours of p pass on
// and returns what p passes on.
func (a *Adjust) closeUndirected(lo, hi int32, merge func(p int32, w Word) (out Word)) {
	undirected := &a.plan.undirected
	a.out = resize(a.out, len(a.plan.node))
	var some Word
	for p := lo; p < hi; p++ {
		a.out[p] = merge(p, Word{})
		some = some.Or(a.out[p])
	}
	if some.Empty() {
		return
	}
	for p := hi - 1; p >= lo; p-- {
		var w Word
		list := undirected.of(p)
		for i := len(list) - 1; i >= 0 && list[i] > p; i-- {
			w.Add(&a.out[list[i]])
		}
		a.out[p] = merge(p, w)
	}
	for p := lo; p < hi; p++ {
		var w Word
		for _, u := range undirected.of(p) {
			if u > p {
				break
			}
			w.Add(&a.out[u])
		}
		a.out[p] = merge(p, w)
		a.used.set(p)
	}
}
