package distance

import (
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/msep"
)

// Estimate says roughly how long a measurement takes, on a machine of 2026, or 0 where
// it takes no time worth a word. It is made of counts and is the same everywhere.
func (m *Metric) Estimate(truth, guess *class.Model, p Params) time.Duration {
	if m.estimate == nil {
		return 0
	}
	ways := 1.0
	if p.Symmetric != (Symmetry{}) && !m.Symmetric {
		ways = 2
	}
	return time.Duration(ways * m.estimate(truth, guess, p) / float64(p.Options.workers()) * float64(time.Second))
}

// secondsPerStep is what a block of pairs takes for each node and edge of the graphs, all
// sweeps together.
const secondsPerStep = 12e-9

// pairwiseSeconds returns what a strategy takes on one worker where each pair is a lane.
func pairwiseSeconds(truth, guess *class.Model, p Params, symmetric bool) float64 {
	a, err := pairsOf(truth.N(), p)
	if err != nil {
		return 0
	}
	pairs := a.of
	switch {
	case a.list != nil:
		pairs = float64(len(a.list))
	case symmetric:
		pairs /= 2
	}
	steps := float64(truth.Walk().N() + truth.Walk().M() + guess.Walk().N() + guess.Walk().M())
	return pairs / msep.Width * steps * secondsPerStep
}
