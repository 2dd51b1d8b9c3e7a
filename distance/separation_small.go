package distance

import (
	"math/bits"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// separates reports whether the claims of a strategy can be judged by walks in the two graphs.
func (w *smallWorker) separates(s separator.Strategy, truth, guess *class.Model) bool {
	if s.Small == nil || s.Possible && !adjustable.Has(guess.Kind()) {
		return false
	}
	w.begin(truth)
	return w.truth.reset(truth, forWalks) && w.guess.reset(guess, forWalks)
}

// wrong returns the number of wrong claims of a strategy.
func (w *smallWorker) wrong(s separator.Strategy, n int) (wrong int) {
	all := ^uint64(0) >> (msep.MaxSmall - n)
	for x := range graph.Node(n) {
		wrong += w.wrongOf(s, x, all)
	}
	return wrong
}

// wrongEnhanced returns the number of wrong claims of a strategy enhanced by Markov blankets.
func (w *smallWorker) wrongEnhanced(s separator.Strategy, n int) (wrong int) {
	for x := range graph.Node(n) {
		blanket := w.guess.graph.Blanket(x)
		wrong += bits.OnesCount64(w.walk(openWalks, x, blanket) &^ (1 << x))
		wrong += w.wrongOf(s, x, blanket)
	}
	return wrong
}

// wrongOf returns the number of wrong claims about x and those of the given nodes to which it has
// no edge. Where pairs are symmetric, they are judged from the later node and count twice.
func (w *smallWorker) wrongOf(s separator.Strategy, x graph.Node, nodes uint64) (wrong int) {
	guess := &w.guess.graph
	open, twice := nodes&^(guess.Adjacent(x)|1<<x), 1
	if s.Symmetric {
		open, twice = open&(uint64(1)<<x-1), 2
	}
	all := w.guess.of.Maximal() // can be separated
	for ; open != 0; open &= open - 1 {
		y := graph.Node(bits.TrailingZeros64(open))
		if all || guess.Separable(x, y) {
			wrong += twice * int(w.walk(openWalks, x, s.Small(guess, x, y))>>y&1)
		}
	}
	return wrong
}
