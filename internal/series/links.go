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

// A Difference is what the two graphs draw between X, Lag steps before t, and Y at t.
type Difference struct {
	X            graph.Node
	Lag          int
	Y            graph.Node
	Truth, Guess []graph.Link
}

// LinkCounts compare two graphs link by link. In place of a pair of nodes stand two
// variables and a lag.
type LinkCounts struct {
	Of      int // unordered pairs of moments of which the later is at t
	Ordered int

	Hamming  int // pairs whose links differ in any way
	Reversed int // of these, pairs with one arrow, once this way and once that
	Skeleton int // pairs that are adjacent in one graph only
	Ends     int // ends of links whose marks differ, of 2 Of

	Adjacencies Confusion // over unordered pairs
	Arrowheads  Confusion // over the two ends of each pair
	Tails       Confusion
	// Over the ends of pairs that are adjacent in both graphs.
	SharedArrowheads, SharedTails Confusion

	Differences []Difference // by Y, lag and X
}

// CompareLinks compares the links of two graphs as drawn, whatever their marks. It is an
// error if their variables differ.
func CompareLinks(truth, guess *graph.Series, o Options) (*LinkCounts, error) {
	guess, err := graph.AlignSeries(truth.Names(), guess)
	if err != nil {
		return nil, err
	}
	if o.MaxLag, err = o.maxLag(truth, guess); err != nil {
		return nil, err
	}
	c := &LinkCounts{}
	c.Ordered, c.Of = o.sizes(truth.N(), o.MaxLag)
	eachSlot(truth, guess, func(d Difference) {
		there, back := o.asks(d.X, d.Lag, d.Y), o.asks(d.Y, d.Lag, d.X)
		if d.Lag > o.MaxLag || !there && !back {
			return
		}
		c.add(d, there, back)
	})
	c.Adjacencies.TN = c.Of - c.Adjacencies.TP - c.Adjacencies.FP - c.Adjacencies.FN
	for _, ends := range []*Confusion{&c.Arrowheads, &c.Tails} {
		ends.TN = c.Ordered - ends.TP - ends.FP - ends.FN
	}
	return c, nil
}

// add counts the links of one pair; the end at y belongs to the order x, y.
func (c *LinkCounts) add(d Difference, there, back bool) {
	shared := len(d.Truth) > 0 && len(d.Guess) > 0
	c.Adjacencies.add(len(d.Truth) > 0, len(d.Guess) > 0)
	for _, of := range []struct {
		mark        graph.Mark
		all, shared *Confusion
	}{{graph.Arrow, &c.Arrowheads, &c.SharedArrowheads}, {graph.Tail, &c.Tails, &c.SharedTails}} {
		atX := func(l graph.Link) bool { return l.AtX == of.mark }
		atY := func(l graph.Link) bool { return l.AtY == of.mark }
		if there {
			of.all.add(slices.ContainsFunc(d.Truth, atY), slices.ContainsFunc(d.Guess, atY))
		}
		if back {
			of.all.add(slices.ContainsFunc(d.Truth, atX), slices.ContainsFunc(d.Guess, atX))
		}
		if there && shared {
			of.shared.add(slices.ContainsFunc(d.Truth, atY), slices.ContainsFunc(d.Guess, atY))
		}
		if back && shared {
			of.shared.add(slices.ContainsFunc(d.Truth, atX), slices.ContainsFunc(d.Guess, atX))
		}
	}
	if slices.Equal(d.Truth, d.Guess) {
		return
	}
	c.Hamming++
	c.Differences = append(c.Differences, d)
	c.Ends += ends(d.Truth, d.Guess)
	switch {
	case !shared:
		c.Skeleton++
	case len(d.Truth) == 1 && len(d.Guess) == 1 && d.Truth[0].Edge().Directed() &&
		d.Truth[0].AtX == d.Guess[0].AtY && d.Truth[0].AtY == d.Guess[0].AtX:
		c.Reversed++
	}
}

// ends returns how many ends differ, with the links of one graph matched with those of the
// other as well as they can be. An edge without a match counts 2.
func ends(truth, guess []graph.Link) int {
	if len(truth) == 0 || len(guess) == 0 {
		return 2 * (len(truth) + len(guess))
	}
	best := 2 + ends(truth[1:], guess)
	for i, l := range guess {
		rest := slices.Delete(slices.Clone(guess), i, i+1)
		best = min(best, count(l.AtX != truth[0].AtX)+count(l.AtY != truth[0].AtY)+ends(truth[1:], rest))
	}
	return best
}

// eachSlot calls f for all two variables and lags that have a link in one of the graphs.
func eachSlot(truth, guess *graph.Series, f func(Difference)) {
	t, g := truth.Links(), guess.Links()
	for len(t) > 0 || len(g) > 0 {
		next := slotLess(t, g)
		take := func(links *[]graph.Link) []graph.Link {
			k := 0
			for k < len(*links) && (*links)[k].X == next.X && (*links)[k].Lag == next.Lag && (*links)[k].Y == next.Y {
				k++
			}
			taken := (*links)[:k:k]
			*links = (*links)[k:]
			return taken
		}
		f(Difference{X: next.X, Lag: next.Lag, Y: next.Y, Truth: take(&t), Guess: take(&g)})
	}
}

// slotLess returns the first of the links that come next.
func slotLess(t, g []graph.Link) graph.Link {
	if len(t) == 0 {
		return g[0]
	}
	if len(g) == 0 {
		return t[0]
	}
	a, b := t[0], g[0]
	if a.Y < b.Y || a.Y == b.Y && (a.Lag < b.Lag || a.Lag == b.Lag && a.X <= b.X) {
		return a
	}
	return b
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
