package structure

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
)

// countLinkColliders counts the unshielded colliders of two time series with the same variables,
// with the middle moment at t and the others at most maxLag from it.
func countLinkColliders(truth, guess *graph.Series, maxLag int) (c distance.Confusion) {
	inTruth, inGuess := colliders(truth, maxLag), colliders(guess, maxLag)
	for triple := range inGuess {
		countIn(&c, inTruth[triple], true)
	}
	c.FN = int64(len(inTruth)) - c.TP
	others := int64(truth.N()*(2*maxLag+1) - 1)
	c.TN = int64(truth.N())*(others*(others-1)/2) - c.TP - c.FP - c.FN
	return c
}

// colliders returns the unshielded colliders a *-> b <-* c with b at t. A moment counts if all its
// links with b have an arrowhead at b.
func colliders(s *graph.Series, maxLag int) map[[3]graph.LaggedNode]bool {
	type marks struct {
		at   graph.LaggedNode
		head bool // all arrowheads
	}
	near := make([][]marks, s.N())
	note := func(b graph.Node, m graph.LaggedNode, mark graph.Mark) {
		i := slices.IndexFunc(near[b], func(k marks) bool { return k.at == m })
		if i < 0 {
			near[b] = append(near[b], marks{m, mark == graph.Arrow})
		} else {
			near[b][i].head = near[b][i].head && mark == graph.Arrow
		}
	}
	for _, l := range s.Links() {
		if l.Lag <= maxLag {
			note(l.Y, graph.LaggedNode{Variable: l.X, Lag: l.Lag}, l.AtY)
			note(l.X, graph.LaggedNode{Variable: l.Y, Lag: -l.Lag}, l.AtX)
		}
	}
	found := make(map[[3]graph.LaggedNode]bool)
	for b, list := range near {
		for i, a := range list {
			for _, c := range list[i+1:] {
				if !a.head || !c.head || s.Adjacent(a.at, c.at) {
					continue
				}
				first, last := a.at, c.at
				if first.Lag > last.Lag || first.Lag == last.Lag && first.Variable > last.Variable {
					first, last = last, first
				}
				found[[3]graph.LaggedNode{first, {Variable: graph.Node(b)}, last}] = true
			}
		}
	}
	return found
}
