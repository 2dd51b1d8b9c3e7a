package tspag

import (
	"context"

	"github.com/sepdist/sepdist/graph"
)

// A Strategy chooses the set of a claim.
type Strategy int

// The strategies.
const (
	Nearest           Strategy = iota // the minimal set nearest to x: zl-sd
	Blanket                           // the blanket of x, or the nearest set if y is in it: mb-zl-sd
	PossibleAncestors                 // all possible ancestors of x and y: pancestor-sd
)

// A Claim states that a set separates X and Y in every member.
type Claim struct {
	X, Y graph.LaggedNode
	Set  []graph.LaggedNode // valid until the next claim; nil if there is no claim
	None bool               // no set separates X and Y in all members
}

// Claims calls f with the claims about the ordered pairs of moments that are not adjacent, the later
// one at t and the other up to maxLag before it. It returns the number of all ordered pairs.
func (w *Window) Claims(ctx context.Context, s Strategy, maxLag int, f func(Claim)) (of int, err error) {
	blankets := map[graph.Node]graph.Set{}
	for x, y := range w.pairs(min(maxLag, w.slices-1)) {
		if of++; of%64 == 0 && ctx.Err() != nil {
			return of, context.Cause(ctx)
		}
		if w.neighbors[x].Has(y) {
			continue
		}
		set, ok := w.separator(s, x, y, blankets)
		c := Claim{X: w.frame.Moment(x), Y: w.frame.Moment(y), None: !ok}
		if ok {
			c.Set = []graph.LaggedNode{}
			for v := range set.All() {
				c.Set = append(c.Set, w.frame.Moment(v))
			}
		}
		f(c)
	}
	return of, nil
}

func (w *Window) separator(s Strategy, x, y graph.Node, blankets map[graph.Node]graph.Set) (graph.Set, bool) {
	switch s {
	case PossibleAncestors:
		keep := w.possibleAncestors(x, y)
		if w.joined(x, keep).Has(y) {
			return nil, false
		}
		return keep.Without(x, y), true
	case Blanket:
		blanket, known := blankets[x]
		if !known {
			blanket = w.joined(x, graph.AllNodes(w.n))
			blankets[x] = blanket
		}
		if !blanket.Has(y) {
			return blanket, true
		}
	}
	return w.nearest(x, y)
}

// nearest returns the minimal set nearest to x that cuts x from y among their possible ancestors.
func (w *Window) nearest(x, y graph.Node) (graph.Set, bool) {
	keep := w.possibleAncestors(x, y)
	near := w.joined(x, keep)
	if near.Has(y) {
		return nil, false
	}
	// The nodes of near that a walk from y, outside near, is joined with.
	set, seen := graph.NewSet(w.n), graph.NewSet(w.n)
	seen.Add(y)
	for todo := []graph.Node{y}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for u := range w.joined(v, keep).All() {
			switch {
			case near.Has(u):
				set.Add(u)
			case u != x && !seen.Has(u):
				seen.Add(u)
				todo = append(todo, u)
			}
		}
	}
	return set, true
}

// pairs yields the ordered pairs of moments of which the later is at t.
func (w *Window) pairs(maxLag int) func(yield func(x, y graph.Node) bool) {
	return func(yield func(x, y graph.Node) bool) {
		n := graph.Node(w.frame.Variables.Len())
		for i := range n {
			for j := range n {
				for lag := range maxLag + 1 {
					u, v := w.frame.Node(graph.LaggedNode{Variable: i, Lag: lag}), w.frame.Node(graph.LaggedNode{Variable: j})
					switch {
					case u == v:
					case !yield(u, v), lag > 0 && !yield(v, u):
						return
					}
				}
			}
		}
	}
}
