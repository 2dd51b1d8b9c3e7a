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

// bundledPairs is the number of pairs in a chunk of bundles. Bundles of different sources
// fill the lanes.
const bundledPairs = 1 << 17

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
		bundles, z := j.bundler.Next(all)
		if len(bundles) == 0 {
			return
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
		var sizes [msep.Width]int32
		if j.explain {
			sizes = z.Sizes()
		}
		for lane, b := range bundles {
			for _, y := range b.Ys {
				if !j.verify.Reaches(lane, y) {
					continue
				}
				j.wrong++
				if j.explain {
					j.tell(b.X, y, z, lane, sizes[lane])
				}
			}
		}
	}
}
