package separation

import (
	"math"

	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// secondsPerStep returns the time that a block of pairs takes for each node and edge of the graphs, in all sweeps
// together.
func secondsPerStep(s separator.Strategy, truth, guess *model.Model) float64 {
	_, lists := s.New().(contributor)
	switch {
	case lists && truth.Plan().DAG():
		return 1.2e-9
	case s.Symmetric: // large sets
		return 10e-9
	}
	return 12e-9
}

// pairwiseSeconds returns the time that a strategy takes on one worker.
func pairwiseSeconds(truth, guess *model.Model, p task.Params, s separator.Strategy) float64 {
	a, err := task.PairsOf(truth.N(), p)
	if err != nil {
		return 0
	}
	pairs := a.Total
	steps := float64(truth.Walk().N() + truth.Walk().M() + guess.Walk().N() + guess.Walk().M())
	switch {
	case a.List != nil:
		pairs = float64(len(a.List))
	case s.Shares(guess): // the more edges, the more sets a source has, whatever its pairs
		density := 1 + float64(guess.Walk().M())/float64(max(1, guess.Walk().N()))
		return float64(len(a.Sources)) * steps * density * 1e-9
	case s.Symmetric:
		pairs /= 2
	}
	share, settled := 1.0, 0.0
	if _, joins := s.New().(separator.Union); joins && p.Whole() {
		share, settled = openShare(truth), secondsPerSettled
		if _, lists := s.New().(contributor); !lists {
			share /= 2 // witnesses settle at least half of them
		}
	}
	return pairs * (settled + share/msep.Width*steps*secondsPerStep(s, truth, guess))
}

// secondsPerSettled is the time of a pair that needs no set of its own (see [unionStrategy]).
const secondsPerSettled = 2e-9

// openShare returns the share of the pairs that need a set of their own if the graphs are unrelated. In random DAGs with
// d edges per node, e^2d paths lead to the last nodes; a node is connected with about seven times as many others, and a
// pair is open if one of d parents is among them. With ancestors in place of parents about as many pairs are open.
func openShare(m *model.Model) float64 {
	n := float64(max(1, m.Walk().N()))
	d := float64(m.Walk().M()) / n
	return min(1, d*min(1, 7*math.Exp(2*d)/n))
}
