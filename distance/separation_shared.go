package distance

import (
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// fewForBundles is the number of nodes up to which it is not worth to look for y that share
// a set.
const fewForBundles = 32

// Between these numbers of pairs are in a chunk of bundles. Bundles of different sources fill the
// lanes.
const fewBundledPairs, bundledPairs = 1 << 12, 1 << 17

// canBundle reports whether claims of a guess can be judged in bundles.
func canBundle(s separator.Strategy, guess *class.Model) bool {
	return s.Bundles != nil && guess.N() > fewForBundles && guess.Plan().DAG()
}

// useBundles looks whether claims can be judged in bundles.
func (j *judgeWorker) useBundles() {
	if j.bundled = canBundle(j.strategy, j.guess); j.bundled {
		if j.bundler == nil {
			j.bundler = j.strategy.Bundles()
		}
		j.bundler.Use(j.guess)
	}
}

// bundle asks for bundles of x and the y that are open.
func (j *judgeWorker) bundle(x graph.Node) {
	j.bundler.Ask(x, j.ys)
	j.judgeBundles(false)
}

// judgeBundles judges the bundles that are there, or all that are left. One walk from x, given
// the set, answers for all y of a bundle.
func (j *judgeWorker) judgeBundles(all bool) {
	for {
		bundles := j.bundler.Next(all)
		switch {
		case len(bundles) == 0:
			return
		case j.walker.Worth():
			for _, b := range bundles {
				j.walkBundle(b)
			}
		default:
			j.runBundles(bundles)
		}
	}
}

// walkBundle judges one bundle.
func (j *judgeWorker) walkBundle(b separator.Bundle) {
	plan, sure := j.truth.Plan(), j.separatedBefore(b.X, b.Set)
	walked := false
	for _, y := range b.Ys {
		if plan.Position(y) < sure {
			continue
		}
		if !walked {
			j.walker.ReachAmong(b.X, b.Set, b.Ys)
			walked = true
		}
		if j.walker.Met(y) {
			j.count(b, y)
		}
	}
}

// runBundles judges bundles in lanes.
func (j *judgeWorker) runBundles(bundles []separator.Bundle) {
	j.verify.Start()
	for lane, b := range bundles {
		j.verify.Source(lane, b.X)
		for _, v := range b.Set {
			j.verify.GiveOne(lane, v)
		}
		for _, y := range b.Ys {
			j.verify.Mention(y)
		}
	}
	j.verify.Run()
	for lane, b := range bundles {
		for _, y := range b.Ys {
			if j.verify.Reaches(lane, y) {
				j.count(b, y)
			}
		}
	}
}

// count counts a wrong claim of a bundle.
func (j *judgeWorker) count(b separator.Bundle, y graph.Node) {
	j.wrong++
	if j.explain {
		m := Mistake{X: b.X, Y: y, Size: len(b.Set)}
		if j.sets {
			m.Separator = slices.Sorted(slices.Values(b.Set))
		}
		j.claims = append(j.claims, m)
	}
}
