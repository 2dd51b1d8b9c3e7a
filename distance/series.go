package distance

import (
	"context"
	"errors"
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/series"
)

// SeriesKinds say between which time series a metric is defined.
type SeriesKinds struct{ Truth, Guess class.Kinds }

// separatingSeries are guesses of some classes, and every truth in which separation is defined.
func separatingSeries(guess class.Kinds) SeriesKinds {
	return SeriesKinds{class.SeparatingSeries, guess}
}

var everySeries = SeriesKinds{class.Series, class.Series}

// SeriesParams are the parameters of time series.
type SeriesParams struct {
	MaxLag int    // the moments of a pair are at most so far apart; 0 is the largest lag of both graphs, and at least 1
	Window int    // slices that s/c-metrics look at; 0 is one more than MaxLag
	Links  string // kinds of pairs that count, separated by commas: contemporaneous, lagged, auto, cross; empty is all
}

// Check refuses parameters that no time series can be measured with.
func (p SeriesParams) Check() error {
	if p.MaxLag < 0 {
		return fmt.Errorf("max-lag is %d, expected 1 or more", p.MaxLag)
	}
	if p.Window < 0 {
		return fmt.Errorf("window is %d, expected 1 slice or more", p.Window)
	}
	if p.Links == "" {
		return nil
	}
	_, err := series.ParseRestriction(p.Links)
	return err
}

// definedForSeries is [Metric.Defined] where one of the two is a time series.
func (m *Metric) definedForSeries(truth, guess class.Kind) error {
	bad := &ClassError{Metric: m.Name, Role: "guess", Kind: guess, Needs: m.Series.Guess, Use: "use zl-sd"}
	switch {
	case !truth.IsSeries():
		bad.Why = fmt.Sprintf("the guess is %s, and the truth has no lags", guess.Title())
	case !guess.IsSeries():
		bad.Why = fmt.Sprintf("the truth is %s, and the guess has no lags", truth.Title())
	case m.series == nil || m.Series.Guess == 0:
		bad.Why = fmt.Sprintf("%s is not defined for time series: %s", m.Name, m.whyNoSeries())
	case m.Series.Guess.Has(guess) && m.Series.Truth.Has(truth):
		return nil
	case !guess.Separates() || !truth.Separates():
		opaque := guess
		if guess.Separates() {
			opaque = truth
		}
		bad.Why = fmt.Sprintf("%s needs separations, and they are not defined in %s: use the group structure", m.Name, opaque.Title())
	case m.Series.Guess.Has(guess):
		bad.Role, bad.Kind, bad.Needs = "truth", truth, m.Series.Truth
	}
	return bad
}

// whyNoSeries says why the metric is not defined for time series.
func (m *Metric) whyNoSeries() string {
	if m.Claims == AboutSeparation {
		return "a moment has infinitely many ancestors"
	}
	return "effects between moments of an infinite graph are not defined here yet"
}

// Moments returns how mistakes and weights number the moments of two time series. With its
// latest slice at t, as weights have it, it numbers the measured variables.
func Moments(truth, guess *model.Model) graph.MomentIndex {
	t, g := truth.Series().Drawn(), guess.Series().Drawn()
	return graph.MomentIndex{Variables: t.Names(), Latest: -max(t.MaxLag(), g.MaxLag())}
}

// options returns which pairs of moments count.
func (p *Params) seriesOptions(truth, guess *model.Model) (o series.Options, err error) {
	o = series.Options{MaxLag: p.Series.MaxLag, Sources: p.Sources, Targets: p.Targets}
	if p.Series.Links != "" {
		if o.Links, err = series.ParseRestriction(p.Series.Links); err != nil {
			return o, err
		}
	}
	if p.Weights != nil {
		frame := graph.MomentIndex{Variables: truth.Names()}
		o.Weights = make(map[[2]graph.LaggedNode]float64, len(p.Weights))
		for pair, w := range p.Weights {
			if !(w >= 0) || w > 1e300 {
				return o, fmt.Errorf("a weight of %v: weights must be from 0 to 1e300", w)
			}
			o.Weights[[2]graph.LaggedNode{frame.Moment(pair[0]), frame.Moment(pair[1])}] = w
		}
	}
	return o.Filled(truth.Series().Drawn(), guess.Series().Drawn())
}

// allCounted is said where a sample of pairs was asked for.
func (p *Params) allCounted() []string {
	if p.Pairs > 0 {
		return []string{"all pairs were counted; no sample is needed"}
	}
	return nil
}

// separationInSeries returns the separation distance of a strategy for time series.
func separationInSeries(base separator.Strategy, blanket bool) measurement {
	strategy := series.Strategy{Base: base, Blanket: blanket}
	return func(ctx context.Context, truth, guess *model.Model, p Params) (Result, error) {
		o, err := p.seriesOptions(truth, guess)
		if err != nil {
			return Result{}, err
		}
		c, err := series.NewComparison(truth.Series(), guess.Series(), o)
		if err != nil {
			return Result{}, err
		}
		var count series.Count
		if tell := p.Options.Mistake; tell != nil {
			frame := Moments(truth, guess)
			count, err = c.Mistakes(ctx, strategy, func(m series.Mistake) {
				told := Mistake{X: frame.Node(m.X), Y: frame.Node(m.Y), Size: len(m.Separator)}
				if p.Options.Sets {
					told.Separator = []graph.Node{}
					for _, z := range m.Separator {
						told.Separator = append(told.Separator, frame.Node(z))
					}
				}
				tell(told)
			})
		} else {
			var counts []series.Count
			if counts, err = c.Distances(ctx, strategy); err == nil {
				count = counts[0]
			}
		}
		var infinite *series.InfiniteError
		if errors.As(err, &infinite) {
			return undefined(infinite.Error()), nil
		}
		if err != nil {
			return Result{}, err
		}
		r := counted(count.Wrong, count.Of)
		r.HasClaims, r.Claims, r.NoSeparator = true, count.Claims, count.NoSeparator
		r.Notes = p.allCounted()
		return r, nil
	}
}

// momentPairs say how much pairs of moments count.
type momentPairs struct {
	series.Options
	frame    graph.MomentIndex
	weighted bool
}

func (q *momentPairs) weight(x, y graph.Node) float64 {
	return q.Weight(q.frame.Moment(x), q.frame.Moment(y))
}

// unordered returns what the pair of x and y weighs: the mean of both orders with weights, else 1
// where one of them is asked for.
func (q *momentPairs) unordered(x, y graph.Node) float64 {
	there, back := q.weight(x, y), q.weight(y, x)
	if q.weighted {
		return (there + back) / 2
	}
	return max(there, back)
}

// linkGraphs returns two time series as graphs of the links that end at t, and how much pairs of
// their nodes count.
func linkGraphs(truth, guess *model.Model, p Params) (t, g *graph.Graph, q *pairing, err error) {
	o, err := p.seriesOptions(truth, guess)
	if err != nil {
		return nil, nil, nil, err
	}
	frame := Moments(truth, guess)
	names := graph.NumberedNames("", 0, int(frame.Node(graph.LaggedNode{Lag: o.MaxLag + 1})))
	drawn := func(s *graph.Series) *graph.Graph {
		var edges []graph.Edge
		for _, l := range s.Links() {
			if l.Lag <= o.MaxLag {
				edges = append(edges, graph.Edge{X: frame.Node(l.First()), Y: frame.Node(graph.LaggedNode{Variable: l.Y}), AtX: l.AtX, AtY: l.AtY})
			}
		}
		return graph.MustNew(names, edges)
	}
	q = &pairing{moments: &momentPairs{o, frame, p.Weights != nil}, notes: p.allCounted()}
	ordered, unordered := o.Sizes(truth.N())
	if q.ordered, q.of = ordered, float64(unordered); p.Weights != nil {
		q.of = ordered / 2
	}
	return drawn(truth.Series().Drawn()), drawn(guess.Series().Drawn()), q, nil
}

// noLinks says why links of two time series are not compared, or nothing.
func noLinks(truth, guess *model.Model) string {
	if truth.Series() == nil || truth.Series().Latent().Empty() && guess.Series().Latent().Empty() {
		return ""
	}
	return "with latent variables, links between measured moments can have any lag: compare separations"
}
