package distance

import (
	"math/bits"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// adjusts reports whether claims on effects can be judged in the two graphs: they must be without
// undirected edges.
func (w *smallWorker) adjusts(truth, guess *class.Model) bool {
	return truth.Drawn() == truth.Walk() && guess.Drawn() == guess.Walk() && w.reset(truth, guess)
}

// wrongEffects returns the number of wrong claims on effects. See [adjuster] and [optimalAdjuster].
func (w *smallWorker) wrongEffects(kind judgeKind, n int) (wrong int) {
	truth, guess := w.truth.Below(), w.guess.Below()
	for t := range graph.Node(n) {
		wrong += bits.OnesCount64(kind.wrong(w, t, truth[t]&^(1<<t), guess[t]&^(1<<t)))
	}
	return wrong
}

// Here are the kinds of judges, see judgeKind.

func (w *smallWorker) wrongByParents(t graph.Node, affected, _ uint64) uint64 {
	z := w.guess.Parents[t]
	return affected&z | w.walk(adjustWalks, t, z)
}

func (w *smallWorker) wrongByAncestors(t graph.Node, affected, claimed uint64) uint64 {
	z := w.guess.Above[t] &^ (1 << t)
	return affected&^claimed | w.walk(adjustWalks, t, z)&claimed
}

func (w *smallWorker) wrongByOptimalSets(t graph.Node, affected, claimed uint64) uint64 {
	wrong := affected &^ claimed
	for ; claimed != 0; claimed &= claimed - 1 {
		y := graph.Node(bits.TrailingZeros64(claimed))
		wrong |= w.walk(adjustWalks, t, w.guess.Optimal(t, y)) & (1 << y)
	}
	return wrong
}
