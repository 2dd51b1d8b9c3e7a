package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Outcome makes y the outcome of lane, whose optimal set is wanted.
func (a *Adjust) Outcome(lane int, y graph.Node) {
	p := a.plan.pos[y]
	a.mention(p)
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
	// The causal nodes are those descendants that a walk up from the outcome meets.
	causal := a.tail
	for _, t := range a.outcomes {
		causal[t.at].Set(int(t.lane))
		a.up.set(t.at)
	}
	for i := int(a.last >> 6); i >= 0; i-- {
		for a.up[i] != 0 {
			b := 63 - bits.LeadingZeros64(a.up[i])
			a.up[i] &^= 1 << b
			p := int32(i<<6 + b)
			w := causal[p]
			for _, q := range a.plan.parents.of(p) {
				rest := w.Minus(a.start[q])
				if below := rest.And(a.arrow[q].open); !below.Empty() {
					causal[q] = causal[q].Or(below)
					a.up.set(q)
				}
				if beside := rest.Minus(a.arrow[q].open); !beside.Empty() {
					z.Add(beside, a.plan.node[q])
				}
			}
		}
	}
}
