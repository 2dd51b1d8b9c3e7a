package sepdist

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// Compare measures how far guess is from truth by each of the metrics that the options name.
func Compare(ctx context.Context, truth, guess *Graph, o Options) (*report.Comparison, error) {
	pair, err := Prepare(ctx, truth, guess, o)
	bad, _ := errors.AsType[*class.Error](err)
	if bad != nil && bad.Dropped {
		return dropped(ctx, truth, guess, &o, err)
	}
	if bad != nil && len(o.Metrics) == 0 && bad.Kind.IsSeries() && o.laggedPairs() { // of the default metrics, this one is defined
		o.Metrics = []string{"shd"}
		c, again := Compare(ctx, truth, guess, o)
		if again == nil {
			c.Notes = append(c.Notes, "other metrics depend on lag 0, and a graph is "+bad.Violation())
			return c, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return pair.Compare(ctx, o)
}

// Compare is the function [Compare] for a pair that was prepared with the same options, except for the metrics
// and the baseline.
func (pair *Pair) Compare(ctx context.Context, o Options) (*report.Comparison, error) {
	truth, guess := pair.givenTruth, pair.givenGuess
	truthName, guessName := graphNames(truth, guess)
	if err := pair.checkSize(); err != nil {
		return nil, err
	}
	kind, guessKind := pair.Classes()
	guessed := describe(guessName, pair.guess)
	if pair.readings.Ambiguous { // the graph as it was drawn, not the first of its readings
		guessed = describeDrawn(guessName, guessKind, guess)
	}
	guessed.Done = changes(pair.readings)
	chosen, skipped, err := distance.Select(o.metrics(), kind, guessKind, o.Symmetric)
	if err != nil {
		return nil, err
	}
	if o.Separators != nil && !slices.Contains(chosen, &distance.Recorded) {
		chosen = append(chosen, &distance.Recorded)
	}
	c := &report.Comparison{Truth: describe(truthName, pair.truth), Guess: guessed, Skipped: skipped, Ungraded: o.Ungraded}
	c.Notes = slices.Concat(inferred(ctx, truthName, truth.Class, pair.checkedTruth), inferred(ctx, guessName, guess.Class, pair.checkedGuess))
	if guess.Class == class.Unstated && guessKind.Latent() && !guessKind.RepresentsClass() && !guessKind.MayBeCyclic() && !guessKind.IsSeries() && !kind.Latent() {
		c.Notes = append(c.Notes, advice.Textf("%s: <-> is read as a latent common cause; if it is a conflict of PC, use %v and %v",
			guessName, advice.Option("guess-class", "cpdag"), advice.Option("invalid", "undirected", "nearest")).Render(o.Spell))
	}
	if pair.hidesConfounding(chosen) {
		c.Notes = append(c.Notes, advice.Textf("%s: its MAG does not show which nodes have a latent common cause; use %v to compare effects and edges with its ADMG",
			truthName, advice.Option("as", "admg")).Render(o.Spell))
	}
	if o.ByPosition {
		observed := slices.DeleteFunc(slices.Clone(truth.nodes().Names().List()), func(name string) bool {
			return slices.Contains(o.Latent, name) || slices.Contains(o.Selected, name)
		})
		c.Notes = append(c.Notes, matched(observed, guess.nodes().Names().List())...)
	}
	if pair.lagsOnly {
		c.Notes = append(c.Notes, "links at lag 0 are neither checked nor compared")
	}
	if c.Ungraded && slices.ContainsFunc(chosen, func(m *distance.Metric) bool { return m.Claims == distance.AboutStatements }) {
		c.Notes = append(c.Notes, "the s/c-metrics are ungraded: every statement counts alike, whatever its order")
	}
	if pair.guess != nil {
		if err := pair.announce(chosen, &o, 1+o.Baseline); err != nil {
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
		one.params.Options.Progress = progress(float64(i)*part, part)
		start := time.Now()
		r, err := one.Measure(ctx, m)
		if err != nil {
			return nil, err
		}
		c.Results = append(c.Results, report.Entry{Metric: m, Result: r, Seconds: time.Since(start).Seconds()})
	}
	if err := pair.addClassOfTruth(ctx, c, worthClassOfTruth); err != nil {
		return nil, err
	}
	if c.Equivalence, err = pair.markovEquivalent(ctx, chosen, &o); err != nil {
		return nil, err
	}
	equivalent := c.Equivalence != nil && c.Equivalence.Equivalent != nil && *c.Equivalence.Equivalent
	if noClaims(c) && !equivalent && o.Symmetric == (distance.Symmetry{}) {
		c.Notes = append(c.Notes, "the guess makes no claims of separation: its separation distances are 0 for every truth")
	}
	if e := c.Equivalence; e != nil {
		if e.Text = e.String(); e.Witness != nil {
			e.Hint = o.hint(c)
		}
	}
	if o.Baseline > 0 && pair.guess != nil {
		one := *pair
		one.params.Options.Progress = progress(1, float64(o.Baseline))
		if err := one.addBaselines(ctx, c, o.Baseline); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// noClaims reports whether all separation distances are 0 because there is nothing that could be wrong.
func noClaims(c *report.Comparison) (none bool) {
	for i := range c.Results {
		r := &c.Results[i].Result
		if c.Results[i].Metric.Claims != distance.AboutSeparation {
			continue
		}
		if none = r.HasClaims && r.Counted && r.Claims == 0; !none {
			return false
		}
	}
	return none
}

// AddBaseline compares the results with o.Baseline random guesses, except for metrics that are slow.
func (pair *Pair) AddBaseline(ctx context.Context, c *report.Comparison, o Options) error {
	var quick []*distance.Metric
	some := report.Comparison{}
	for _, e := range c.Results {
		if !e.Metric.Slow {
			quick, some.Results = append(quick, e.Metric), append(some.Results, e)
		}
	}
	if len(quick) == 0 || pair.guess == nil {
		return nil
	}
	if err := pair.announce(quick, &o, o.Baseline); err != nil {
		return err
	}
	one := *pair
	one.params.Options.Progress = o.Progress
	if err := one.addBaselines(ctx, &some, o.Baseline); err != nil {
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

// announce calls o.Estimate with the time that the work will take if it is done the given number of times.
func (p *Pair) announce(metrics []*distance.Metric, o *Options, times int) error {
	if o.Estimate == nil {
		return nil
	}
	var total float64
	var most time.Duration
	var slowest *distance.Metric
	for _, m := range metrics {
		d := p.Estimate(m)
		if total += float64(d); d > most {
			most, slowest = d, m
		}
	}
	if slowest == nil {
		return nil
	}
	return o.Estimate(time.Duration(min(total*float64(times), math.MaxInt64/2)), slowest)
}

// dropped returns the comparison with a guess that counts as invalid: every number is undefined, for the reason that
// it was dropped.
func dropped(ctx context.Context, truth, guess *Graph, o *Options, why error) (*report.Comparison, error) {
	truthName, guessName := graphNames(truth, guess)
	t, err := truth.Check(ctx)
	if err != nil {
		return nil, advice.About("truth", truthName, err)
	}
	bad, _ := errors.AsType[*class.Error](why)
	c := &report.Comparison{
		Truth: describe(truthName, t.Model()),
		Guess: describeDrawn(guessName, bad.Kind, guess), Ungraded: o.Ungraded,
	}
	c.Guess.Done = []string{"dropped as invalid: " + bad.Violation()}
	chosen, _, err := distance.Select(o.metrics(), t.Kind(), bad.Kind, o.Symmetric)
	for _, m := range chosen {
		c.Results = append(c.Results, report.Entry{Metric: m, Result: task.Undefined("the guess is invalid: " + bad.Violation())})
	}
	return c, err
}

// changes returns what was changed in a guess, and why.
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

// describeDrawn describes a graph that is not of its class, or not checked yet.
func describeDrawn(name string, kind class.Kind, g *Graph) report.Graph {
	if s := g.Series; s != nil {
		return report.Graph{Name: name, Class: kind.String(), Nodes: s.N(), Edges: s.M(), MaxLag: new(s.MaxLag())}
	}
	return report.Graph{Name: name, Class: kind.String(), Nodes: g.N(), Edges: g.M()}
}
