package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Optimal puts into z, for a treatment t by its lane, the optimal adjustment set for its effect on each outcome, a
// descendant of it; the set for the i-th outcome goes to lane first+i of z. The set has the parents of the causal
// nodes that are not descendants of t, where the causal nodes are those on directed paths to the outcome, t left out
// (Henckel, Perković and Maathuis, Graphical criteria for efficient total effect estimation via adjustment in causal
// linear models, JRSS B 84:579–599). It follows [Adjust.Causal], without sets.
func (a *Adjust) Optimal(lane int, t graph.Node, outcomes []graph.Node, first int, z *Block) {
	a.leading = resize(a.leading, len(a.plan.node))
	for i, y := range outcomes {
		p := a.plan.pos[y]
		a.leading[p].Set(first + i)
		a.up.set(p)
	}
	// A walk up from the outcome goes on from descendants of the treatment, the causal nodes, and ends at their parents.
	start := a.plan.pos[t]
	for i := len(a.up) - 1; i >= 0; i-- {
		for a.up[i] != 0 {
			b := 63 - bits.LeadingZeros64(a.up[i])
			a.up[i] &^= 1 << b
			p := int32(i<<6 + b)
			w := a.leading[p]
			a.leading[p] = Word{}
			switch {
			case p == start:
			case a.at(p).open.Has(lane):
				for _, q := range a.plan.parents.of(p) {
					a.leading[q].Add(&w)
					a.up.set(q)
				}
			default:
				z.Add(w, a.plan.node[p])
			}
		}
	}
}
