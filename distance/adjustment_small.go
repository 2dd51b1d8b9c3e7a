package distance

import (
	"math/bits"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// adjusts reports whether claims on effects can be judged in the two graphs.
func (w *smallWorker) adjusts(truth, guess *class.Model) bool {
	w.begin(truth)
	return w.effects.truth.reset(truth, forEffects) && w.effects.guess.reset(guess, forEffects)
}

// wrongEffects returns the number of wrong claims on effects. See [adjuster] and [optimalAdjuster].
func (w *smallWorker) wrongEffects(kind judgeKind, n int) (wrong int) {
	truth, guess := &w.effects.truth.graph, &w.effects.guess.graph
	for t := range graph.Node(n) {
		unlike := truth.NotAmenable[t] ^ guess.NotAmenable[t]
		amenable := ^(truth.NotAmenable[t] | guess.NotAmenable[t])
		missed, invalid := kind.small(w, t, amenable)
		wrong += bits.OnesCount64(missed | unlike | invalid&amenable)
	}
	return wrong
}

// smallByParents returns the effects of t that the guess denies and that may be there, and those for
// which the set is invalid.
func (w *smallWorker) smallByParents(t graph.Node, _ uint64) (missed, invalid uint64) {
	z := w.effects.guess.graph.Parents[t]
	return w.effects.truth.graph.Possible[t] & z, w.walk(adjustWalks, t, z)
}

func (w *smallWorker) smallByAncestors(t graph.Node, _ uint64) (missed, invalid uint64) {
	claimed := w.effects.guess.graph.Possible[t]
	return w.effects.truth.graph.Possible[t] &^ claimed, w.walk(adjustWalks, t, w.effects.guess.graph.Ancestors(t)) & claimed
}

func (w *smallWorker) smallByOptimalSets(t graph.Node, amenable uint64) (missed, invalid uint64) {
	claimed := w.effects.guess.graph.Possible[t]
	for open := claimed & amenable; open != 0; open &= open - 1 {
		y := graph.Node(bits.TrailingZeros64(open))
		invalid |= w.walk(adjustWalks, t, w.effects.guess.graph.Optimal(t, y)) & (1 << y)
	}
	return w.effects.truth.graph.Possible[t] &^ claimed, invalid
}
