package distance

import (
	"math"
	"time"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// Estimate says roughly how long a measurement takes, on a machine of 2026, or 0 where
// it takes no time worth a word. It is computed from counts and is the same everywhere.
func (m *Metric) Estimate(truth, guess *model.Model, p Params) time.Duration {
	if m.estimate == nil || truth.Kind().IsSeries() {
		return 0
	}
	ways := 1.0
	if p.Symmetric != (Symmetry{}) && !m.Symmetric {
		ways = 2
	}
	seconds := ways * m.estimate(truth, guess, p) / float64(p.Options.workers())
	return time.Duration(min(seconds*float64(time.Second), math.MaxInt64/2)) // centuries are enough
}

// secondsPerStep returns what a block of pairs takes for each node and edge of the graphs, all
// sweeps together.
func secondsPerStep(s separator.Strategy, truth, guess *model.Model) float64 {
	_, joins := s.New().(separator.Joiner)
	switch {
	case joins && truth.Plan().DAG():
		return 1.2e-9
	case s.Symmetric:
		return 5e-9
	}
	return 12e-9
}

// pairwiseSeconds returns what a strategy takes on one worker.
func pairwiseSeconds(truth, guess *model.Model, p Params, s separator.Strategy) float64 {
	a, err := pairsOf(truth.N(), p)
	if err != nil {
		return 0
	}
	pairs := a.of
	steps := float64(truth.Walk().N() + truth.Walk().M() + guess.Walk().N() + guess.Walk().M())
	switch {
	case a.list != nil:
		pairs = float64(len(a.list))
	case s.Shares(guess): // a source needs some fifty lanes, whatever its pairs
		return float64(len(a.sources)) * steps * 9e-9
	case s.Symmetric:
		pairs /= 2
	}
	share, settled := 1.0, 0.0
	if _, joins := s.New().(separator.Joiner); joins && p.whole() {
		share, settled = openShare(truth), secondsPerSettled
	}
	return pairs * (settled + share/msep.Width*steps*secondsPerStep(s, truth, guess))
}

// secondsPerSettled is what a pair takes that needs no set of its own (see joined).
const secondsPerSettled = 2e-9

// openShare returns the share of the pairs that need a set of their own where graphs have nothing to
// do with each other. In random DAGs with d edges a node, e^2d paths come to the last nodes; a node is
// connected with about seven times as many others, and a pair is open where one of d parents is among
// them.
func openShare(m *model.Model) float64 {
	n := float64(max(1, m.Walk().N()))
	d := float64(m.Walk().M()) / n
	return min(1, d*min(1, 7*math.Exp(2*d)/n))
}

// optimalSeconds returns what optimal adjustment sets take on one worker: every pair of a treatment and
// an outcome below it in the guess has a set of its own, and so a lane of its own. How many there are is
// told by some treatments.
func optimalSeconds(truth, guess *model.Model, p Params) float64 {
	if !adjustable.Has(truth.Kind()) || !adjustable.Has(guess.Kind()) {
		return canonicalSeconds(truth, guess, p)
	}
	n := guess.N()
	pairs := effectPairs(n, p)
	if pairs == 0 {
		return 0
	}
	some := min(n, msep.Width)
	walk := msep.NewAdjust(guess.Chains())
	for lane := range some {
		walk.Treat(lane, graph.Node(lane*n/some))
	}
	walk.Causal()
	below := 0
	walk.Each(func(y graph.Node) { below += walk.Possible(y).Len() })
	pairs *= float64(below) / float64(some*(n-1))
	steps := float64(2*n + truth.Drawn().M() + guess.Drawn().M())
	return pairs / msep.Width * steps * secondsPerOptimalStep
}

// effectPairs returns the number of pairs, or 0 if they take no time worth an estimate.
func effectPairs(n int, p Params) float64 {
	a, err := pairsOf(n, p)
	switch {
	case err != nil || n <= msep.MaxSmall:
		return 0
	case a.list != nil:
		return float64(len(a.list))
	}
	return a.of
}

// canonicalSeconds returns the time that canonical adjustment sets take on one worker: every pair that the guess claims an effect
// for has a lane of its own. A sample of treatments shows how many there are.
func canonicalSeconds(truth, guess *model.Model, p Params) float64 {
	n := guess.N()
	pairs := effectPairs(n, p)
	if pairs == 0 || truth.Effects() == nil || guess.Effects() == nil {
		return 0
	}
	some := min(n, msep.Width)
	claims := msep.NewBlock(n)
	for lane := range some {
		claims.AddOne(lane, graph.Node(lane*n/some))
	}
	new(msep.Spread).Run(guess.Effects().Down, claims, nil)
	claimed := -some // a treatment is not its own outcome
	for _, v := range claims.Nodes {
		claimed += claims.Words[v].Len()
	}
	steps := float64(truth.Effects().Steps() + guess.Effects().Steps())
	return pairs * float64(claimed) / float64(some*(n-1)) / msep.Width * steps * secondsPerCanonicalStep
}

// secondsPerCanonicalStep is the time of a block of such pairs for each step of the graphs.
const secondsPerCanonicalStep = 35e-9

// secondsPerOptimalStep is what a block of such pairs takes for each node and edge of the graphs.
const secondsPerOptimalStep = 35e-9
