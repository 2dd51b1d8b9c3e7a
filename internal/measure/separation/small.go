package separation

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A smallWorker verifies all claims of a small guess with sets of pairs in machine words.
type smallWorker struct {
	truth, guess task.CachedLayout[msep.Small]
	pairs        msep.SmallPairs
}

func smallWorkerOf(s *task.Scratch) *smallWorker {
	return task.Reuse(s, task.SmallSeparations, "", func() *smallWorker { return new(smallWorker) })
}

// layOutSmall lays out a graph with the separations of the model.
func layOutSmall(g *msep.Small, m *model.Model) bool { return g.Reset(m.Paths(), m.N()) }

// separates reports whether the claims of a strategy can be verified by walks in the two graphs.
func (w *smallWorker) separates(s separator.Strategy, truth, guess *model.Model) bool {
	if s.Small == nil || s.Possible && !kind.Sufficient.Has(guess.Kind()) {
		return false
	}
	return w.truth.Reset(truth, layOutSmall) && w.guess.Reset(guess, layOutSmall)
}

// wrong returns the number of wrong claims of a strategy.
func (w *smallWorker) wrong(s separator.Strategy, n int) (wrong int) {
	all := ^uint64(0) >> (msep.MaxSmall - n)
	w.pairs.Reset(n)
	for x := range graph.Node(n) {
		wrong += w.ask(s, x, all)
	}
	return wrong + w.answer(s)
}

// wrongEnhanced returns the number of wrong claims of a strategy enhanced by Markov blankets.
func (w *smallWorker) wrongEnhanced(s separator.Strategy, n int) (wrong int) {
	var blankets [msep.MaxSmall]uint64
	w.pairs.Reset(n)
	for x := range graph.Node(n) {
		blankets[x] = w.guess.Graph.Blanket(x)
		w.pairs.X[x], w.pairs.Given[x] = 1<<x, blankets[x] // x is in the blankets of those in its own
	}
	wrong = w.truth.Graph.CountConnected(&w.pairs)
	w.pairs.Reset(n)
	for x := range graph.Node(n) {
		wrong += w.ask(s, x, blankets[x])
	}
	return wrong + w.answer(s)
}

// ask adds the pairs of x and those of the given nodes that are not adjacent to it. If there are many pairs,
// it verifies those added before and returns the number of wrong claims. Symmetric pairs are added once,
// from the later node.
func (w *smallWorker) ask(s separator.Strategy, x graph.Node, nodes uint64) (wrong int) {
	open := nodes &^ (w.guess.Graph.Adjacent(x) | 1<<x)
	if s.Symmetric {
		open &= uint64(1)<<x - 1
	}
	for ; open != 0; open &= open - 1 {
		if w.pairs.Len() == msep.MaxSmallPairs {
			wrong += w.answer(s)
		}
		w.pairs.Add(x, graph.Node(bits.TrailingZeros64(open)))
	}
	return wrong
}

// answer verifies the added pairs, removes them and returns the number of wrong claims.
func (w *smallWorker) answer(s separator.Strategy) (wrong int) {
	if w.pairs.Len() == 0 {
		return 0
	}
	guess, none := &w.guess.Graph, uint64(0)
	if !w.guess.Model.Maximal() {
		none = guess.Inseparable(&w.pairs)
	}
	s.Small(guess, &w.pairs)
	wrong = bits.OnesCount64(w.truth.Graph.Connected(&w.pairs) &^ none)
	if s.Symmetric {
		wrong *= 2
	}
	w.pairs.Reset(guess.N())
	return wrong
}
