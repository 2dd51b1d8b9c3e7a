package series

import (
	"context"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A Count is the number of wrong claims and the number of all pairs, with or without a claim; or
// sums of their weights.
type Count struct {
	Wrong, Of   float64
	Claims      float64 // pairs with a separator in the guess
	NoSeparator float64 // pairs that are not adjacent in the guess, and have none
}

// A Mistake is a wrong claim of the guess: in the truth the set does not separate the two
// moments. The moments are those of the truth.
type Mistake struct {
	X, Y      graph.LaggedNode
	Separator []graph.LaggedNode // by lag and variable
}

// A Comparison compares the separations of a guess and a truth for the ordered pairs x, y of
// measured moments that are at most MaxLag apart, the later at t. It serves one goroutine.
type Comparison struct {
	truth, guess     *Model
	ofTruth, ofGuess []graph.Node // measured variables, by place
	options          Options
	ordered          float64

	extent  *extent
	wide    bool // the frames reach past t
	inTruth *frame
	inGuess *frame

	verify msep.Lanes
	sets   msep.Block

	claims, none float64 // weights of the verified pairs with a separator, and without
}

// NewComparison returns the comparison of a guess with a truth. It is an error if their
// measured variables differ.
func NewComparison(truth, guess *Model, o Options) (*Comparison, error) {
	c := &Comparison{truth: truth, guess: guess, options: o}
	var err error
	if c.ofTruth, c.ofGuess, err = Alignment(truth, guess); err != nil {
		return nil, err
	}
	if c.options, err = o.Filled(truth.walk, guess.walk); err != nil {
		return nil, err
	}
	c.ordered, _ = c.options.Sizes(len(c.ofTruth))
	return c, nil
}

// frame projects both graphs onto the slices that contain the sets of some strategies. It is an error
// if one of them is not defined for the guess.
func (c *Comparison) frame(strategies ...Strategy) error {
	wide := false
	if c.extent == nil {
		c.extent = c.newExtent()
	}
	for _, s := range strategies {
		if err := s.DefinedFor(c.guess); err != nil {
			return err
		}
		if s.Blanket && c.extent.blanket != nil {
			return c.extent.blanket
		}
		if s.Base.Name == separator.Nearest.Name && c.extent.nearest != nil {
			return c.extent.nearest
		}
		wide = wide || s.Blanket
	}
	if c.inTruth != nil && (c.wide || !wide) {
		return nil
	}
	w := Window{First: c.extent.first}
	if wide {
		w.Last = c.extent.last
	}
	inGuess, err := c.guess.project(w, c.ofGuess)
	if err != nil {
		return fmt.Errorf("guess: %w", err)
	}
	inTruth, err := c.truth.project(w, c.ofTruth)
	if err != nil {
		return fmt.Errorf("truth: %w", err)
	}
	c.inGuess, c.inTruth, c.wide = newFrame(c.guess, inGuess), newFrame(c.truth, inTruth), wide
	c.verify.Reset(c.inTruth.plan)
	c.sets.Reset(c.inGuess.N())
	return nil
}

// Distances counts the wrong claims of the guess by each strategy. A pair that is adjacent in the
// guess has no claim, and neither has a pair that no set separates, as in some ADMGs. It returns an
// [*InfiniteError] if the sets of a strategy are infinite.
func (c *Comparison) Distances(ctx context.Context, strategies ...Strategy) ([]Count, error) {
	if err := c.frame(strategies...); err != nil {
		return nil, err
	}
	counts := make([]Count, len(strategies))
	for i, s := range strategies {
		counts[i].Of = c.ordered
		err := c.verifyClaims(ctx, s, false, func(_ *claims, _ int, weight float64) { counts[i].Wrong += weight })
		if err != nil {
			return nil, err
		}
		counts[i].Claims, counts[i].NoSeparator = c.claims, c.none
	}
	return counts, nil
}

// Mistakes calls f for every wrong claim by a strategy, ordered by x, the earliest last, and then
// by y. It returns their number.
func (c *Comparison) Mistakes(ctx context.Context, s Strategy, f func(Mistake)) (Count, error) {
	count := Count{Of: c.ordered}
	if err := c.frame(s); err != nil {
		return count, err
	}
	err := c.verifyClaims(ctx, s, true, func(b *claims, lane int, weight float64) {
		count.Wrong += weight
		nodes := c.sets.Lane(nil, lane)
		slices.Sort(nodes)
		m := Mistake{X: c.inTruth.Moment(b.pairs[lane].X), Y: c.inTruth.Moment(b.pairs[lane].Y)}
		for _, v := range nodes {
			m.Separator = append(m.Separator, c.inTruth.Moment(v))
		}
		f(m)
	})
	count.Claims, count.NoSeparator = c.claims, c.none
	return count, err
}

// claims are pairs that are verified together, and their weights.
type claims struct {
	pairs   []separator.Pair
	weights []float64
}

// verifyClaims calls wrong for the wrong claims of a strategy, with their lane and the weight of the ordered
// pairs they represent. With inOrder it verifies each ordered pair by itself.
func (c *Comparison) verifyClaims(ctx context.Context, s Strategy, inOrder bool, wrong func(b *claims, lane int, weight float64)) error {
	c.claims, c.none = 0, 0
	return c.choose(ctx, s, s.symmetric() && !inOrder, func(b *claims, none msep.Word) {
		c.verify.Start()
		c.verify.GiveBlock(&c.sets)
		for lane, p := range b.pairs {
			if none.Has(lane) {
				c.none += b.weights[lane]
				continue
			}
			c.claims += b.weights[lane]
			c.verify.Source(lane, p.X)
			c.verify.Target(lane, p.Y)
		}
		c.verify.Connected().Each(func(lane int) { wrong(b, lane, b.weights[lane]) })
	})
}

// choose calls f for blocks of the pairs of [Comparison.eachPair], with their separators in c.sets and the lanes of
// the pairs without one.
func (c *Comparison) choose(ctx context.Context, s Strategy, both bool, f func(b *claims, none msep.Word)) error {
	chooser := s.chooser()
	chooser.Reset(c.inGuess)
	b := &claims{pairs: make([]separator.Pair, 0, msep.Width), weights: make([]float64, 0, msep.Width)}
	flush := func() {
		c.sets.Clear()
		f(b, chooser.Choose(b.pairs, &c.sets))
		b.pairs, b.weights = b.pairs[:0], b.weights[:0]
	}
	c.eachPair(both, func(x, y graph.Node, weight float64) bool {
		b.pairs = append(b.pairs, separator.Pair{X: x, Y: y})
		b.weights = append(b.weights, weight)
		if len(b.pairs) == msep.Width {
			flush()
		}
		return ctx.Err() == nil
	})
	if len(b.pairs) > 0 && ctx.Err() == nil {
		flush()
	}
	return context.Cause(ctx)
}

// eachPair yields the selected ordered pairs that are not adjacent in the guess, by x and y; or,
// for both orders at once, each pair with the weight of both.
func (c *Comparison) eachPair(both bool, yield func(x, y graph.Node, weight float64) bool) {
	n := graph.Node(len(c.ofTruth))
	drawn := c.inGuess.Graph
	now := graph.Node(-c.inGuess.Last) * n // the first node at t
	near := make([]bool, drawn.N())
	for x := now; x < now+n*graph.Node(c.options.MaxLag+1); x++ {
		for _, v := range drawn.Neighbors(x) {
			near[v] = true
		}
		lag := int((x - now) / n)
		first, last := now, now+n
		if lag == 0 && !both {
			last = now + n*graph.Node(c.options.MaxLag+1)
		} else if lag == 0 {
			first = x + 1
		}
		for y := first; y < last; y++ {
			if x == y || near[y] {
				continue
			}
			u, v := graph.LaggedNode{Variable: x % n, Lag: lag}, graph.LaggedNode{Variable: y % n, Lag: int((y - now) / n)}
			weight := c.options.Weight(u, v)
			if both {
				weight += c.options.Weight(v, u)
			}
			if weight > 0 && !yield(x, y, weight) {
				return
			}
		}
		for _, v := range drawn.Neighbors(x) {
			near[v] = false
		}
	}
}
