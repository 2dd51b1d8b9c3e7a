package series

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// Claims calls f for each claim of the graph by a strategy: a set that separates x and y. It visits
// the ordered pairs of non-adjacent moments at most maxLag apart, the later at t, and returns the
// number of all ordered pairs. If maxLag is 0, it is the largest lag of a link, and at least 1.
func (m *Model) Claims(ctx context.Context, s Strategy, maxLag int, f func(x, y graph.LaggedNode, set []graph.LaggedNode)) (of int, err error) {
	c, err := NewComparison(m, m, Options{MaxLag: maxLag})
	if err != nil {
		return 0, err
	}
	if err := c.frame(s); err != nil {
		return 0, err
	}
	err = c.choose(ctx, s, false, func(b *claims, none msep.Word) {
		for lane, p := range b.pairs {
			if !none.Has(lane) {
				f(c.inGuess.Moment(p.X), c.inGuess.Moment(p.Y), c.set(lane))
			}
		}
	})
	return int(c.ordered), err
}

// set returns the separator of a lane.
func (c *Comparison) set(lane int) (set []graph.LaggedNode) {
	for _, v := range c.sets.Lane(nil, lane) {
		set = append(set, c.inGuess.Moment(v))
	}
	return set
}

// Nearest returns the minimal separator of two moments that is nearest to x, and reports false if
// no set separates them. The later moment must be at t.
func (m *Model) Nearest(x, y graph.LaggedNode) (set []graph.LaggedNode, ok bool, err error) {
	c, err := NewComparison(m, m, Options{MaxLag: max(1, x.Lag, y.Lag)})
	if err != nil {
		return nil, false, err
	}
	if err := c.frame(Strategy{Base: separator.Nearest}); err != nil {
		return nil, false, err
	}
	pair := separator.Pair{X: c.inGuess.node(x), Y: c.inGuess.node(y)}
	if c.inGuess.Graph.Adjacent(pair.X, pair.Y) {
		return nil, false, nil
	}
	chooser := separator.Nearest.New()
	chooser.Reset(c.inGuess)
	c.sets.Clear()
	if none := chooser.Choose([]separator.Pair{pair}, &c.sets); none.Has(0) {
		return nil, false, nil
	}
	return c.set(0), true, nil
}
