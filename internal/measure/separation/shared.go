package separation

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
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

// group requests the sets of x and the open y.
func (v *verifier) group(x graph.Node) {
	for _, y := range v.grouper.Ask(x, v.ys) {
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
				v.touched = append(append(append(v.touched, b.X), b.Set...), b.Ys...)
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
	walked := false
	for _, y := range b.Ys {
		if plan.Position(y) < sure {
			continue
		}
		if !walked {
			v.walker.ReachAmong(b.X, b.Set, b.Ys)
			walked = true
		}
		if v.walker.Reached(y) {
			v.count(b, y)
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
		for _, y := range b.Ys {
			v.lanes.ExtendTo(y)
		}
	}
	v.lanes.Run()
	for lane, b := range sets {
		for _, y := range b.Ys {
			if v.lanes.Reaches(lane, y) {
				v.count(b, y)
			}
		}
	}
}

// count counts a wrong claim of a shared set.
func (v *verifier) count(b separator.SharedSet, y graph.Node) {
	v.wrong++
	if v.explain {
		m := distance.Mistake{X: b.X, Y: y, Size: len(b.Set)}
		if v.sets {
			m.Separator = slices.Sorted(slices.Values(b.Set))
		}
		v.claims = append(v.claims, m)
	}
}
