package distance

import (
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/msep"
	"github.com/sepdist/sepdist/separator"
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
	plan := j.truth.Plan()
	for {
		bundles, z := j.bundler.Next(all)
		if len(bundles) == 0 {
			return
		}
		var sizes [msep.Width]int32
		if j.explain {
			sizes = z.Sizes()
		}
		if j.walker.Worth() {
			sets := z.Sets()
			for lane, b := range bundles {
				sure := j.separatedBefore(b.X, sets[lane])
				walked := false
				for _, y := range b.Ys {
					if plan.Position(y) < sure {
						continue
					}
					if !walked {
						j.walker.ReachAmong(b.X, sets[lane], b.Ys)
						walked = true
					}
					if j.walker.Met(y) {
						j.count(b.X, y, z, lane, sizes[lane])
					}
				}
			}
			continue
		}
		j.verify.Start()
		j.verify.GiveBlock(z)
		for lane, b := range bundles {
			j.verify.Source(lane, b.X)
			for _, y := range b.Ys {
				j.verify.Mention(y)
			}
		}
		j.verify.Run()
		for lane, b := range bundles {
			for _, y := range b.Ys {
				if j.verify.Reaches(lane, y) {
					j.count(b.X, y, z, lane, sizes[lane])
				}
			}
		}
	}
}

// count counts a wrong claim of a bundle.
func (j *judgeWorker) count(x, y graph.Node, z *msep.Block, lane int, size int32) {
	j.wrong++
	if j.explain {
		j.tell(x, y, z, lane, size)
	}
}
