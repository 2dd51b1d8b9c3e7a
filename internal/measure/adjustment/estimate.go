package adjustment

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// optimalSeconds estimates the time of optimal adjustment sets on one worker: every pair of a
// treatment and an outcome below it in the guess has its own set, and so its own lane. A sample of
// treatments estimates their number.
func optimalSeconds(truth, guess *model.Model, p task.Params) float64 {
	if !walkable.Has(truth.Kind()) || !walkable.Has(guess.Kind()) {
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

// effectPairs returns the number of pairs, or 0 if there are few.
func effectPairs(n int, p task.Params) float64 {
	a, err := task.PairsOf(n, p)
	switch {
	case err != nil || n <= msep.MaxSmall:
		return 0
	case a.List != nil:
		return float64(len(a.List))
	}
	return a.Total
}

// canonicalSeconds estimates the time of canonical adjustment sets on one worker: every pair with
// an effect in the guess has its own lane. A sample of treatments estimates their number.
func canonicalSeconds(truth, guess *model.Model, p task.Params) float64 {
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

// secondsPerOptimalStep is the time of a block of such pairs for each node and edge of the graphs.
const secondsPerOptimalStep = 12e-9
