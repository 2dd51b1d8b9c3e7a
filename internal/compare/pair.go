package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// A Pair is a truth and a guess that can be compared: checked, with the same nodes in
// the same order.
type Pair struct {
	Truth, Guess *model.Model      // where the guess has several readings Guess is the first, or nil
	Readings     *class.Resolution // what the guess was replaced by
	Aligned      *graph.Graph      // the guess as it was drawn, with its nodes as in the truth
	Params       task.Params

	AlignedSeries *graph.Series // the same of a time series; Aligned then has no edges

	truth, guess class.Member // as read, before conversion
	reversed     bool         // Truth is the guess, and Guess the truth

	givenTruth, givenGuess *Graph
}

// Prepare checks the two graphs and brings them together as the options say. With an error
// that is about the guess it returns the truth alone.
func Prepare(ctx context.Context, truth, guess *Graph, o *Options) (*Pair, error) {
	return new(preparer).prepare(ctx, truth, guess, o)
}

// A preparer prepares one pair after the other, in memory that it uses again. It serves one goroutine.
type preparer struct {
	known  truths
	pair   Pair
	tables task.Tables
}

// truths is the last truth that was prepared, checked and as a graph of the class that is asked
// for. Its model caches what metrics derive from it.
type truths struct {
	given       *Graph
	checked, as class.Member
}

// check checks a truth, which must not change.
func (k *truths) check(ctx context.Context, truth *Graph) (class.Member, error) {
	if k.given == truth {
		return k.checked, nil
	}
	*k = truths{}
	m, err := truth.Check(ctx)
	if err == nil {
		k.given, k.checked = truth, m
	}
	return m, err
}

// drawn returns a truth as a graph of a class, which is the same at every call.
func (k *truths) drawn(ctx context.Context, t class.Member, kind class.Kind) (class.Member, error) {
	if t != k.checked { // without some nodes, which depend on the guess
		return as(ctx, t, kind)
	}
	if k.as == (class.Member{}) {
		m, err := as(ctx, t, kind)
		if err != nil {
			return m, err
		}
		k.as = m
	}
	return k.as, nil
}

// prepare is Prepare where the truth may be the one before. The pair is valid until the next call.
func (by *preparer) prepare(ctx context.Context, truth, guess *Graph, o *Options) (*Pair, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	truthName, guessName := graphNames(truth, guess)
	truth, guess, err := sameTime(truth, guess)
	if err != nil {
		return nil, err
	}
	t, err := by.known.check(ctx, truth)
	if err != nil {
		return nil, advice.About("truth", truthName, ofTruth(err))
	}
	p := &by.pair
	*p = Pair{Truth: t.Model(), truth: t, givenTruth: truth, givenGuess: guess}
	drawn, err := renamed(guess.nodes(), o.Rename)
	if err != nil {
		return p, advice.About("guess", guessName, err)
	}
	if t, err = o.project(ctx, t, drawn.Names()); err != nil {
		return nil, advice.About("truth", truthName, err)
	}
	p.Truth = t.Model()
	names := p.Truth.Names()
	aligned, err := o.align(names, truth, guess, drawn)
	if err != nil {
		return p, err
	}
	given := &Graph{Graph: aligned, Class: guess.Class}
	if guess.Series != nil {
		if given.Series, err = o.alignSeries(names, drawn.Names(), guess.Series); err != nil {
			return p, advice.About("guess", guessName, err)
		}
	}
	p.Aligned, p.AlignedSeries = aligned, given.Series
	r, err := given.resolve(ctx, o.Invalid, o.Limits)
	if err != nil {
		return p, advice.About("guess", guessName, err)
	}
	if len(r.Members) == 1 && len(r.Changes) == 0 {
		p.guess = r.Members[0]
	}
	if o.As != class.Unstated {
		if t, err = by.known.drawn(ctx, t, o.As); err != nil {
			return nil, advice.About("truth", truthName, err)
		}
		convert := func(ctx context.Context, m class.Member) (class.Member, error) { return as(ctx, m, o.As) }
		if err := r.Convert(ctx, convert); err != nil {
			return nil, advice.About("guess", guessName, err)
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p.Truth, p.Readings = t.Model(), r
	if len(r.Members) > 0 {
		p.Guess = r.Members[0].Model()
	}
	if p.Params, err = o.params(p, names); err != nil {
		return nil, err
	}
	p.Params.Options.Tables = &by.tables
	return p, nil
}

// inferred says of a class that nobody stated what most would not expect: that the graph is
// cyclic, or that it is not the class of the narrower drawing, which most have meant.
func inferred(ctx context.Context, name string, stated class.Kind, m class.Member) []string {
	if stated != class.Unstated || m == (class.Member{}) || m.Series() != nil {
		return nil
	}
	narrower := m.Kind().Narrower()
	if !m.Kind().MayBeCyclic() && !narrower.RepresentsClass() {
		return nil
	}
	_, err := class.Check(ctx, m.Graph(), narrower)
	var bad *class.Error
	if !errors.As(err, &bad) {
		return nil
	}
	note := fmt.Sprintf("%s: treated as %s: %s", name, m.Kind().Title(), bad.What)
	if m.Kind().MayBeCyclic() {
		note += "; separations are sigma-separations"
	}
	return []string{note}
}

// sameTime returns two graphs without time, or two time series. If one of the two is a time series and
// the other one has no edges, then that one is a time series without links.
func sameTime(truth, guess *Graph) (t, g *Graph, err error) {
	if truth.timed() || guess.timed() {
		truth, guess = truth.withoutLinks(), guess.withoutLinks()
	}
	truthName, guessName := graphNames(truth, guess)
	do := advice.Textf("use %v to compare the contemporaneous part of the time series, or give both as time series", advice.Option("lag0"))
	switch {
	case truth.Series != nil && guess.Series == nil:
		return nil, nil, advice.Errorf("%s is a time series, and %s is not: %v", truthName, guessName, do)
	case truth.Series == nil && guess.Series != nil:
		return nil, nil, advice.Errorf("%s is a time series, and %s is not: %v", guessName, truthName, do)
	}
	return truth, guess, nil
}

// graphNames returns how two graphs are called in errors and reports.
func graphNames(truth, guess *Graph) (string, string) {
	return cmp.Or(truth.Name, "truth"), cmp.Or(guess.Name, "guess")
}

// kinds returns the classes of the two graphs, also of a guess without a reading.
func (p *Pair) kinds() (truth, guess class.Kind) {
	switch {
	case p.Readings == nil:
		return p.Truth.Kind(), class.Unstated
	case p.Guess == nil && p.Truth.Kind().IsSeries():
		return p.Truth.Kind(), class.Ambiguous.Series()
	case p.Guess == nil:
		return p.Truth.Kind(), class.Ambiguous
	}
	return p.Truth.Kind(), p.Guess.Kind()
}

// as draws m as a graph of class k, where that is one graph and not any of several: a
// distance must not depend on which of them is taken.
func as(ctx context.Context, m class.Member, k class.Kind) (class.Member, error) {
	if m.Kind().RepresentsClass() && !k.RepresentsClass() {
		return m, fmt.Errorf("%s represents several graphs, and the distance would depend on the choice: convert it to a single %v first", m.Kind().Title(), k)
	}
	return m.As(ctx, k)
}

// Measure returns how far the guess is from the truth, over all its readings where it has
// several.
func (p *Pair) Measure(ctx context.Context, m *distance.Metric, o *Options) (distance.Result, error) {
	if !p.Readings.Ambiguous {
		return measure.Measure(ctx, m, p.Truth, p.Guess, p.Params)
	}
	r, err := measure.OverReadings(ctx, m, p.Truth, p.Readings, p.Params)
	if err != nil {
		return r, err
	}
	switch {
	case len(p.Readings.Members) == 0 && !r.Partial && o.Unreadable && !m.Score: // a score of 1 is best
		r.Value, r.Why = 1, ""
		r.Readings.Min, r.Readings.Mean, r.Readings.Max = 1, 1, 1
		r.Notes = append(r.Notes, "no valid reading, counted as 1")
	case !r.Defined():
	case o.Reading == "min":
		r.Value = r.Readings.Min
	case o.Reading == "max":
		r.Value = r.Readings.Max
	}
	return r, nil
}

// A Row is what one metric says of a pair.
type Row struct {
	Metric  *distance.Metric
	Result  distance.Result
	Err     error   // why there is no result
	Seconds float64 // that the metric took
}

// row measures by one metric.
func (p *Pair) row(ctx context.Context, m *distance.Metric, o *Options) Row {
	start := time.Now()
	r, err := p.Measure(ctx, m, o)
	return Row{m, r, err, time.Since(start).Seconds()}
}

// ofTruth returns an error about the class of the truth. Options for conflicts and ambiguous
// triples are for guesses only.
func ofTruth(err error) error {
	var bad *class.Error
	if !errors.As(err, &bad) || bad.Err != class.ErrConflict && bad.Err != class.ErrTriple {
		return err
	}
	return &ambiguousTruth{bad}
}

// An ambiguousTruth is a class error without its advice, which is for guesses.
type ambiguousTruth struct{ bad *class.Error }

func (e *ambiguousTruth) Error() string {
	return e.bad.Violation() + "; the truth has several readings: only a guess can be ambiguous"
}

func (e *ambiguousTruth) Unwrap() error { return e.bad }

// project takes the nodes out of the truth that the guess cannot have.
func (o *Options) project(ctx context.Context, t class.Member, guess *graph.Names) (class.Member, error) {
	if len(o.Latent) == 0 && len(o.Selected) == 0 && !o.Project {
		return t, nil
	}
	names := t.Model().Names()
	latent, err := nodes(names, o.Latent)
	if err != nil {
		return t, err
	}
	selected, err := nodes(names, o.Selected)
	if err != nil {
		return t, err
	}
	if both := latent.And(selected); !both.Empty() {
		return t, fmt.Errorf("%q is both latent and selected: choose one", names.List()[both.Nodes()[0]])
	}
	if t.Kind().IsSeries() && !selected.Empty() {
		return t, advice.Errorf("selection is not defined for time series: leave out %v", advice.Option("selected"))
	}
	if o.Project {
		for v, name := range names.List() {
			if _, known := guess.Node(name); !known && !selected.Has(graph.Node(v)) {
				latent.Add(graph.Node(v))
			}
		}
	}
	return t.Project(ctx, latent, selected)
}
