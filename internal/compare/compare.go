// Package compare is the way from two graphs to numbers: it checks them, brings their nodes
// together, measures, and says what is wrong with the guess and why.
package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// Compare measures how far guess is from truth by each of the metrics that the options
// name.
func Compare(ctx context.Context, truth, guess *Graph, o Options) (*report.Comparison, error) {
	pair, err := Prepare(ctx, truth, guess, &o)
	if errors.Is(err, class.ErrDropped) {
		return dropped(ctx, truth, guess, &o, err)
	}
	if err != nil {
		return nil, err
	}
	return pair.Compare(ctx, o)
}

// Compare is [Compare] for a pair that was prepared with the same options, but for the metrics and
// the baseline.
func (pair *Pair) Compare(ctx context.Context, o Options) (*report.Comparison, error) {
	truth, guess := pair.givenTruth, pair.givenGuess
	truthName, guessName := graphNames(truth, guess)
	if n := pair.Truth.N(); n < 2 && !pair.Truth.Kind().IsSeries() {
		return nil, fmt.Errorf("%s and %s have %s: at least two are needed", truthName, guessName, report.Many(n, "node"))
	}
	kind, guessKind := pair.kinds()
	guessed := describe(guessName, pair.Guess)
	if pair.Readings.Ambiguous { // the graph as it was drawn, not the first of its readings
		guessed = describeDrawn(guessName, guessKind, guess)
	}
	guessed.Done = changes(pair.Readings)
	chosen, skipped, err := distance.Select(o.metrics(), kind, guessKind, o.Symmetric)
	if err != nil {
		return nil, err
	}
	c := &report.Comparison{Truth: describe(truthName, pair.Truth), Guess: guessed, Ungraded: o.Orders.Ungraded}
	c.Notes = slices.Concat(inferred(ctx, truthName, truth.Class, pair.truth), inferred(ctx, guessName, guess.Class, pair.guess))
	if c.Ungraded && slices.ContainsFunc(chosen, func(m *distance.Metric) bool { return m.Claims == distance.AboutStatements }) {
		c.Notes = append(c.Notes, "the s/c-metrics are ungraded: every statement counts alike, whatever its order")
	}
	for _, sk := range skipped {
		c.Skipped = append(c.Skipped, report.Skip{Metric: sk.Metric.Name, Why: sk.Why.Error(), Since: sk.Since()})
	}
	if pair.Guess != nil {
		if err := pair.estimate(chosen, &o, 1+o.Baseline); err != nil {
			return nil, err
		}
	}
	progress := func(done, of float64) func(float64) { // of a part of the work
		all := o.Progress
		if all == nil {
			return nil
		}
		return func(share float64) { all((done + share*of) / float64(1+o.Baseline)) }
	}
	for i, m := range chosen {
		one := *pair
		part := 1 / float64(len(chosen))
		one.Params.Options.Progress = progress(float64(i)*part, part)
		r := one.row(ctx, m, &o)
		if r.Err != nil {
			return nil, r.Err
		}
		c.Results = append(c.Results, report.Entry{Metric: m, Result: r.Result, Seconds: r.Seconds})
	}
	if err := pair.addClassOfTruth(ctx, c, worthClassOfTruth); err != nil {
		return nil, err
	}
	if c.Equivalence, err = pair.markovEquivalent(ctx, chosen, &o); err != nil {
		return nil, err
	}
	if e := c.Equivalence; e != nil {
		if e.Text = e.String(); e.Witness != nil {
			e.Hint = o.hint(c)
		}
	}
	if o.Baseline > 0 && pair.Guess != nil {
		one := *pair
		one.Params.Options.Progress = progress(1, float64(o.Baseline))
		if err := one.holdAgainst(ctx, c, o.Baseline); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// AddBaseline compares the results by metrics that are not slow with random guesses.
func (pair *Pair) AddBaseline(ctx context.Context, c *report.Comparison, o *Options, samples int) error {
	var quick []*distance.Metric
	some := report.Comparison{}
	for _, e := range c.Results {
		if !e.Metric.Slow {
			quick, some.Results = append(quick, e.Metric), append(some.Results, e)
		}
	}
	if len(quick) == 0 || pair.Guess == nil {
		return nil
	}
	if err := pair.estimate(quick, o, samples); err != nil {
		return err
	}
	one := *pair
	one.Params.Options.Progress = o.Progress
	if err := one.holdAgainst(ctx, &some, samples); err != nil {
		return err
	}
	c.Random, c.Notes = some.Random, append(c.Notes, some.Notes...)
	for i := range c.Results {
		for _, e := range some.Results {
			if e.Metric == c.Results[i].Metric {
				c.Results[i].Baseline = e.Baseline
			}
		}
	}
	return nil
}

// estimate tells how long the work will take so many times.
func (p *Pair) estimate(metrics []*distance.Metric, o *Options, times int) error {
	if o.Estimate == nil {
		return nil
	}
	var total float64
	var most time.Duration
	var slowest *distance.Metric
	for _, m := range metrics {
		d := measure.Estimate(m, p.Truth, p.Guess, p.Params)
		if total += float64(d); d > most {
			most, slowest = d, m
		}
	}
	if slowest == nil {
		return nil
	}
	return o.Estimate(time.Duration(min(total*float64(times), math.MaxInt64/2)), slowest)
}

// dropped returns the comparison with a guess that counts as invalid: every number is
// undefined, for the reason that it was dropped for.
func dropped(ctx context.Context, truth, guess *Graph, o *Options, why error) (*report.Comparison, error) {
	truthName, guessName := graphNames(truth, guess)
	t, err := truth.Check(ctx)
	if err != nil {
		return nil, advice.About("truth", truthName, err)
	}
	var bad *class.Error
	errors.As(why, &bad)
	c := &report.Comparison{
		Truth: describe(truthName, t.Model()),
		Guess: describeDrawn(guessName, bad.Kind, guess), Ungraded: o.Orders.Ungraded,
	}
	c.Guess.Done = []string{"dropped as invalid: " + bad.Violation()}
	chosen, _, err := distance.Select(o.metrics(), t.Kind(), bad.Kind, o.Symmetric)
	for _, m := range chosen {
		c.Results = append(c.Results, report.Entry{Metric: m, Result: task.Undefined("the guess is invalid: " + bad.Violation())})
	}
	return c, err
}

// changes returns what was done to a guess, and why.
func changes(r *class.Resolution) []string {
	if r.Replaced == nil {
		return r.Changes
	}
	return []string{strings.Join(r.Changes, "; ") + ": it was " + r.Replaced.Violation()}
}

func describe(name string, m *model.Model) report.Graph {
	if m == nil {
		return report.Graph{Name: name}
	}
	g := report.Graph{Name: name, Class: m.Kind().String(), Nodes: m.N(), Edges: m.M()}
	if s := m.Series(); s != nil {
		g.MaxLag = new(s.Drawn().MaxLag())
	}
	return g
}

// describeDrawn describes a graph that is not of a class, or of none yet.
func describeDrawn(name string, kind class.Kind, g *Graph) report.Graph {
	if s := g.Series; s != nil {
		return report.Graph{Name: name, Class: kind.String(), Nodes: s.N(), Edges: s.M(), MaxLag: new(s.MaxLag())}
	}
	return report.Graph{Name: name, Class: kind.String(), Nodes: g.N(), Edges: g.M()}
}
