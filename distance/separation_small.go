package distance

import (
	"math/bits"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A smallWorker judges all claims of a small guess pair by pair, with sets in machine words.
type smallWorker struct{ truth, guess msep.Small }

// reset reports whether the graphs can be compared so.
func (w *smallWorker) reset(s separator.Strategy, truth, guess *class.Model) bool {
	return s.Small != nil && w.truth.Reset(truth.Walk(), truth.N()) && w.guess.Reset(guess.Walk(), guess.N())
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
		blanket := w.guess.Blanket(x)
		wrong += bits.OnesCount64(w.truth.Reach(x, blanket) &^ (1 << x))
		wrong += w.wrongOf(s, x, blanket)
	}
	return wrong
}

// wrongOf returns the number of wrong claims about x and those of the given nodes to which it has
// no edge. Where pairs are symmetric, they are judged from the later node and count twice.
func (w *smallWorker) wrongOf(s separator.Strategy, x graph.Node, nodes uint64) (wrong int) {
	open, twice := nodes&^(w.guess.Parents[x]|w.guess.Children[x]|1<<x), 1
	if s.Symmetric {
		open, twice = open&(uint64(1)<<x-1), 2
	}
	// The sets of the last y, and from what each does not separate x.
	var sets, reach [4]uint64
	for k := 0; open != 0; open &= open - 1 {
		y := graph.Node(bits.TrailingZeros64(open))
		z := s.Small(&w.guess, x, y)
		at := 0
		for at < min(k, len(sets)) && sets[at] != z {
			at++
		}
		if at == min(k, len(sets)) {
			at = k % len(sets)
			sets[at], reach[at] = z, w.truth.Reach(x, z)
			k++
		}
		wrong += twice * int(reach[at]>>y&1)
	}
	return wrong
}
