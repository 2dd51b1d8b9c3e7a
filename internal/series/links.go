package series

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Confusion counts what is in both graphs, in the guess only, in the truth only, and in
// neither.
type Confusion struct{ TP, FP, FN, TN int }

func (c *Confusion) add(truth, guess bool) {
	switch {
	case truth && guess:
		c.TP++
	case guess:
		c.FP++
	case truth:
		c.FN++
	default:
		c.TN++
	}
}

// CompareColliders counts the unshielded colliders of two graphs, with the middle moment at
// t and the others at most maxLag from it. It is an error if their variables differ.
func CompareColliders(truth, guess *graph.Series, maxLag int) (Confusion, error) {
	guess, err := graph.AlignSeries(truth.Names(), guess)
	if err != nil {
		return Confusion{}, err
	}
	lag, err := Options{MaxLag: maxLag}.maxLag(truth, guess)
	if err != nil {
		return Confusion{}, err
	}
	inTruth, inGuess := colliders(truth, lag), colliders(guess, lag)
	var c Confusion
	for triple := range inGuess {
		c.add(inTruth[triple], true)
	}
	c.FN = len(inTruth) - c.TP
	others := truth.N()*(2*lag+1) - 1
	c.TN = truth.N()*(others*(others-1)/2) - c.TP - c.FP - c.FN
	return c, nil
}

// colliders returns the unshielded colliders a *-> b <-* c with b at t. A moment all of whose
// links with b have an arrowhead there takes part.
func colliders(s *graph.Series, maxLag int) map[[3]graph.Moment]bool {
	type marks struct {
		at   graph.Moment
		head bool // all arrowheads
	}
	near := make([][]marks, s.N())
	note := func(b graph.Node, m graph.Moment, mark graph.Mark) {
		i := slices.IndexFunc(near[b], func(k marks) bool { return k.at == m })
		if i < 0 {
			near[b] = append(near[b], marks{m, mark == graph.Arrow})
		} else {
			near[b][i].head = near[b][i].head && mark == graph.Arrow
		}
	}
	for _, l := range s.Links() {
		if l.Lag <= maxLag {
			note(l.Y, graph.Moment{Variable: l.X, Lag: l.Lag}, l.AtY)
			note(l.X, graph.Moment{Variable: l.Y, Lag: -l.Lag}, l.AtX)
		}
	}
	found := make(map[[3]graph.Moment]bool)
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
				found[[3]graph.Moment{first, {Variable: graph.Node(b)}, last}] = true
			}
		}
	}
	return found
}

// Kinds counts the links of a graph by kind.
type Kinds struct {
	Contemporaneous, Lagged, Auto                       int
	Directed, Bidirected, Undirected, Circle, Conflicts int
}

// CountKinds counts the links of a graph by time and by marks.
func CountKinds(s *graph.Series) (k Kinds) {
	for _, l := range s.Links() {
		if l.Lag == 0 {
			k.Contemporaneous++
		} else {
			k.Lagged++
		}
		k.Auto += count(l.Auto())
		switch e := l.Edge(); {
		case e.Has(graph.Conflict):
			k.Conflicts++
		case e.Has(graph.Circle):
			k.Circle++
		case e.Directed():
			k.Directed++
		case e.Bidirected():
			k.Bidirected++
		default:
			k.Undirected++
		}
	}
	return k
}
