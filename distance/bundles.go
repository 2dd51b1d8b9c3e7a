package distance

import (
	"github.com/sepdist/sepdist/class"
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

// bundle judges the pairs that were dealt, in bundles, and returns the number of wrong ones.
func (j *judgeWorker) bundle() (wrong int) {
	for lo := 0; lo < len(j.dealt); {
		x := j.dealt[lo].X
		j.near(x)
		j.ys = j.ys[:0]
		for ; lo < len(j.dealt) && j.dealt[lo].X == x; lo++ {
			switch y := j.dealt[lo].Y; j.first(y) {
			case wrongClaim:
				wrong++
			case openClaim:
				j.ys = append(j.ys, y)
			}
		}
		j.bundler.Ask(x, j.ys)
		wrong += j.judgeBundles(false)
	}
	return wrong + j.judgeBundles(true)
}

// judgeBundles judges the bundles that are there, or all that are left, and returns the
// number of wrong claims. One walk from x, given the set, answers for all y of a bundle.
func (j *judgeWorker) judgeBundles(all bool) (wrong int) {
	for {
		bundles, z := j.bundler.Next(all)
		if len(bundles) == 0 {
			return wrong
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
				if reached := j.verify.Reached(y); !reached.Has(lane) {
					continue
				}
				wrong++
				if j.explain {
					j.tell(b.X, y, z, lane, sizes[lane])
				}
			}
		}
	}
}
