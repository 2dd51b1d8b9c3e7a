package adjustment

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A smallVerdict is for which nodes a set does not identify the effect of a treatment in the truth.
type smallVerdict struct {
	given, invalid uint64
	treatment      uint8 // its node plus one; 0 if nothing is known
}

// A smallEffects verifies all claims of a small guess on effects with sets of nodes in machine words.
type smallEffects struct {
	truth, guess task.CachedLayout[msep.SmallEffects]
	of           *model.Model   // the truth of what is known
	known        []smallVerdict // by a hash; a power of two of them
}

func smallEffectsOf(s *task.Scratch) *smallEffects {
	known := 1 << 10
	if s == nil {
		known = 1 << 6 // for one comparison
	}
	return task.Reuse(s, task.SmallEffects, "", func() *smallEffects { return &smallEffects{known: make([]smallVerdict, known)} })
}

func layOutEffects(g *msep.SmallEffects, m *model.Model) bool { return g.Reset(m.Drawn()) }

// adjusts reports whether claims on effects can be verified in the two graphs. It drops what is known about
// another truth.
func (w *smallEffects) adjusts(truth, guess *model.Model) bool {
	if w.of != truth {
		w.of = truth
		clear(w.known)
	}
	return w.truth.Reset(truth, layOutEffects) && w.guess.Reset(guess, layOutEffects)
}

// invalid returns the nodes for which a set does not identify the effect of t in the truth.
func (w *smallEffects) invalid(t graph.Node, given uint64) uint64 {
	hash := (given*0x9e3779b97f4a7c15 + uint64(t)*0xd6e8feb86659fd93) >> 32
	k := &w.known[int(hash)&(len(w.known)-1)]
	if k.treatment != uint8(t)+1 || k.given != given {
		*k = smallVerdict{given, w.truth.Graph.Invalid(t, given), uint8(t) + 1}
	}
	return k.invalid
}

// wrongEffects returns the number of wrong claims on effects. See [adjuster] and [optimalAdjuster].
func (w *smallEffects) wrongEffects(kind setKind, n int) (wrong int) {
	truth, guess := &w.truth.Graph, &w.guess.Graph
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
func (w *smallEffects) smallByParents(t graph.Node, _ uint64) (missed, invalid uint64) {
	z := w.guess.Graph.Parents[t]
	return w.truth.Graph.Possible[t] & z, w.invalid(t, z)
}

func (w *smallEffects) smallByAncestors(t graph.Node, _ uint64) (missed, invalid uint64) {
	claimed := w.guess.Graph.Possible[t]
	return w.truth.Graph.Possible[t] &^ claimed, w.invalid(t, w.guess.Graph.Ancestors(t)) & claimed
}

func (w *smallEffects) smallByOptimalSets(t graph.Node, amenable uint64) (missed, invalid uint64) {
	claimed := w.guess.Graph.Possible[t]
	for open := claimed & amenable; open != 0; open &= open - 1 {
		y := graph.Node(bits.TrailingZeros64(open))
		invalid |= w.invalid(t, w.guess.Graph.Optimal(t, y)) & (1 << y)
	}
	return w.truth.Graph.Possible[t] &^ claimed, invalid
}
