package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Outcome makes y the outcome of lane, for [Adjust.Optimal].
func (a *Adjust) Outcome(lane int, y graph.Node) {
	p := a.plan.pos[y]
	a.extendTo(p)
	a.outcomes = append(a.outcomes, target{int32(lane), p})
}

// Optimal puts into z, which is empty, the optimal adjustment set of each lane for the
// effect of its treatment on its outcome, a descendant of it: the parents of the causal
// nodes that are not descendants of the treatment, where the causal nodes are those on
// directed paths to the outcome, the treatment left out (Henckel, Perković and Maathuis,
// Graphical criteria for efficient total effect estimation via adjustment in causal
// linear models, JRSS B 84:579–599). Lanes must have no sets.
func (a *Adjust) Optimal(z *Block) {
	if !a.stopAtMentioned() {
		return
	}
	a.walkCausal()
	// The causal nodes are the descendants that a walk up from the outcome reaches.
	for _, t := range a.outcomes {
		a.spots[t.at].tail.Set(int(t.lane))
		a.up.set(t.at)
	}
	if a.wide {
		a.sweepAllOptimal(z)
		return
	}
	for i := int(a.last >> 6); i >= 0; i-- {
		for a.up[i] != 0 {
			b := 63 - bits.LeadingZeros64(a.up[i])
			a.up[i] &^= 1 << b
			p := int32(i<<6 + b)
			for _, q := range a.plan.parents.of(p) {
				if a.mergeOptimal(q, &a.spots[p].tail, z) {
					a.up.set(q)
				}
			}
		}
	}
}

// sweepAllOptimal lets every node collect from its children whether they are causal.
func (a *Adjust) sweepAllOptimal(z *Block) {
	children := &a.plan.children
	for p := a.last; p >= 0; p-- {
		var w Word
		w.gather(a.out, children.upTo(p, a.last))
		a.mergeOptimal(p, &w, z)
		a.out[p] = a.spots[p].tail
	}
	a.used.fill(a.last + 1)
	clear(a.up)
}

// mergeOptimal notes that p is a parent of a causal node of the given lanes. If p is a descendant of the
// treatment, it is causal itself, which is reported; otherwise it is in the set.
func (a *Adjust) mergeOptimal(p int32, w *Word, z *Block) bool {
	s := &a.spots[p]
	var beside Word
	below := uint64(0)
	for i := range w {
		rest := w[i] &^ s.start[i]
		beside[i] = rest &^ s.open[i]
		s.tail[i] |= rest & s.open[i]
		below |= rest & s.open[i]
	}
	if !beside.Empty() {
		z.Add(beside, a.plan.node[p])
	}
	return below != 0
}
