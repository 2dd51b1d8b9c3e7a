package distance

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A chunk of claims with shared sets has between these numbers of pairs. Sets of different
// sources fill the lanes.
const minSharedPairs, maxSharedPairs = 1 << 12, 1 << 17

// resetGrouper looks whether claims can be verified by shared sets.
func (j *verifier) resetGrouper() {
	if j.grouped = j.strategy.Shares(j.guess); j.grouped {
		if j.grouper == nil {
			j.grouper = j.strategy.Shared()
		}
		j.grouper.Reset(j.guess)
		j.grouper.Share(j.lender)
	}
}

// group asks for the sets of x and the y that are open.
func (j *verifier) group(x graph.Node) {
	for _, y := range j.grouper.Ask(x, j.ys) {
		j.ask(x, y, 1)
	}
	j.verifyShared(false)
}

// verifyShared verifies the shared sets that are there, or all that are left. One walk from x,
// given the set, answers for all its y.
func (j *verifier) verifyShared(all bool) {
	for {
		sets := j.grouper.Next(all)
		switch {
		case len(sets) == 0:
			return
		case j.walker.Worth():
			j.touched = j.touched[:0]
			for _, b := range sets {
				j.touched = append(append(append(j.touched, b.X), b.Set...), b.Ys...)
			}
			j.walker.Touch(j.touched)
			for _, b := range sets {
				j.walkShared(b)
			}
		default:
			j.runShared(sets)
		}
	}
}

// walkShared verifies one shared set.
func (j *verifier) walkShared(b separator.SharedSet) {
	plan, sure := j.truth.Plan(), j.separatedBefore(b.X, b.Set)
	lazyPlan := false
	for _, y := range b.Ys {
		if plan.Position(y) < sure {
			continue
		}
		if !lazyPlan {
			j.walker.ReachAmong(b.X, b.Set, b.Ys)
			lazyPlan = true
		}
		if j.walker.Met(y) {
			j.count(b, y)
		}
	}
}

// runShared verifies shared sets in lanes.
func (j *verifier) runShared(sets []separator.SharedSet) {
	j.lanes.Start()
	for lane, b := range sets {
		j.lanes.Source(lane, b.X)
		for _, v := range b.Set {
			j.lanes.GiveOne(lane, v)
		}
		for _, y := range b.Ys {
			j.lanes.Mention(y)
		}
	}
	j.lanes.Run()
	for lane, b := range sets {
		for _, y := range b.Ys {
			if j.lanes.Reaches(lane, y) {
				j.count(b, y)
			}
		}
	}
}

// count counts a wrong claim of a shared set.
func (j *verifier) count(b separator.SharedSet, y graph.Node) {
	j.wrong++
	if j.explain {
		m := Mistake{X: b.X, Y: y, Size: len(b.Set)}
		if j.sets {
			m.Separator = slices.Sorted(slices.Values(b.Set))
		}
		j.claims = append(j.claims, m)
	}
}
