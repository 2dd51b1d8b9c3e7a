package distance

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
)

// A smallVerdict is for which nodes a set does not identify the effect of a treatment in the truth.
type smallVerdict struct {
	given, invalid uint64
	treatment      uint8 // its node plus one; 0 where nothing is known
}

// adjusts reports whether claims on effects can be judged in the two graphs. It forgets what is known of
// another truth.
func (w *smallWorker) adjusts(truth, guess *model.Model) bool {
	if w.of != truth {
		w.of = truth
		clear(w.known)
	}
	return w.effects.truth.reset(truth, forEffects) && w.effects.guess.reset(guess, forEffects)
}

// invalid returns the nodes for which a set does not identify the effect of t in the truth.
func (w *smallWorker) invalid(t graph.Node, given uint64) uint64 {
	hash := (given*0x9e3779b97f4a7c15 + uint64(t)*0xd6e8feb86659fd93) >> 32
	k := &w.known[int(hash)&(len(w.known)-1)]
	if k.treatment != uint8(t)+1 || k.given != given {
		*k = smallVerdict{given, w.effects.truth.graph.Invalid(t, given), uint8(t) + 1}
	}
	return k.invalid
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
	return w.effects.truth.graph.Possible[t] & z, w.invalid(t, z)
}

func (w *smallWorker) smallByAncestors(t graph.Node, _ uint64) (missed, invalid uint64) {
	claimed := w.effects.guess.graph.Possible[t]
	return w.effects.truth.graph.Possible[t] &^ claimed, w.invalid(t, w.effects.guess.graph.Ancestors(t)) & claimed
}

func (w *smallWorker) smallByOptimalSets(t graph.Node, amenable uint64) (missed, invalid uint64) {
	claimed := w.effects.guess.graph.Possible[t]
	for open := claimed & amenable; open != 0; open &= open - 1 {
		y := graph.Node(bits.TrailingZeros64(open))
		invalid |= w.invalid(t, w.effects.guess.graph.Optimal(t, y)) & (1 << y)
	}
	return w.effects.truth.graph.Possible[t] &^ claimed, invalid
}
