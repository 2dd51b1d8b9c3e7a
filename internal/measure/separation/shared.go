package separation

import (
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A chunk of claims with shared sets has between these numbers of pairs. Sets of different
// sources fill the lanes.
const minSharedPairs, maxSharedPairs = 1 << 12, 1 << 17

// resetGrouper checks whether claims can be verified by shared sets.
func (v *verifier) resetGrouper() {
	if v.grouped = v.strategy.Shares(v.guess); v.grouped {
		if v.grouper == nil {
			v.grouper = v.strategy.Shared()
		}
		v.grouper.Reset(v.guess)
		v.grouper.Share(v.pool)
	}
}

// takeAll verifies the claims about x and targets. Before their sets are chosen, only claims about neighbors of x are not
// open.
func (v *verifier) takeAll(x graph.Node, targets graph.Set) {
	v.setSource(x)
	v.open = append(v.open[:0], targets...)
	v.open.Remove(x)
	for _, list := range [][]graph.Node{v.guess.Drawn().Neighbors(x), v.truth.Drawn().Neighbors(x), v.partners} {
		for _, y := range list {
			state := v.triage(x, y)
			if !v.open.Has(y) || state == openClaim {
				continue
			}
			v.open.Remove(y)
			if state == wrongClaim {
				v.wrong++
			}
		}
	}
	v.ys.AddSet(v.open)
	v.group(x)
}

// group requests the sets of x and the open y.
func (v *verifier) group(x graph.Node) {
	if words := (v.truth.N() + 63) / 64; len(v.ys) > words { // blankets are in no order, and some nodes share a word
		v.open = append(v.open[:0], make(graph.Set, words)...)
		for _, p := range v.ys {
			v.open[p.At] |= p.Bits
		}
		v.ys = v.ys[:0]
		v.ys.AddSet(v.open)
	}
	for y := range v.grouper.Ask(x, v.ys).All {
		v.ask(x, y, 1)
	}
	v.verifyShared(false)
}

// verifyShared verifies the shared sets that are available, or all that remain. One walk from x given the
// set answers for all its y.
func (v *verifier) verifyShared(all bool) {
	for {
		sets := v.grouper.Next(all)
		switch {
		case len(sets) == 0:
			return
		case v.walker.Preferred():
			v.touched = v.touched[:0]
			for _, b := range sets {
				v.touched = append(append(v.touched, b.X), b.Set...)
				for y := range b.Ys.All {
					v.touched = append(v.touched, y)
				}
			}
			v.walker.Touch(v.touched)
			for _, b := range sets {
				v.walkShared(b)
			}
		default:
			v.runShared(sets)
		}
	}
}

// walkShared verifies one shared set.
func (v *verifier) walkShared(b separator.SharedSet) {
	plan, sure := v.truth.Plan(), v.separatedBefore(b.X, b.Set)
	v.touched = v.touched[:0]
	for y := range b.Ys.All {
		if plan.Position(y) >= sure {
			v.touched = append(v.touched, y)
		}
	}
	if len(v.touched) == 0 {
		return
	}
	v.walker.ReachAmong(b.X, b.Set, v.touched)
	for _, y := range v.touched {
		if v.walker.Reached(y) {
			v.count(b, msep.PieceOf(y))
		}
	}
}

// runShared verifies shared sets in lanes.
func (v *verifier) runShared(sets []separator.SharedSet) {
	v.lanes.Start()
	for lane, b := range sets {
		v.lanes.Source(lane, b.X)
		for _, u := range b.Set {
			v.lanes.GiveOne(lane, u)
		}
		v.lanes.ExtendTo(b.Ys)
	}
	v.lanes.Run()
	for lane, b := range sets {
		for _, p := range b.Ys {
			p.Bits = v.lanes.ReachedAmong(lane, p)
			v.count(b, p)
		}
	}
}

// count counts the wrong claims of a shared set about the nodes of a piece.
func (v *verifier) count(b separator.SharedSet, p msep.Piece) {
	v.wrong += float64(bits.OnesCount64(p.Bits))
	if !v.explain {
		return
	}
	for y := range p.All {
		m := distance.Mistake{X: b.X, Y: y, Size: len(b.Set)}
		if v.sets {
			m.Separator = slices.Sorted(slices.Values(b.Set))
		}
		v.claims = append(v.claims, m)
	}
}
