package sepdist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/pool"
)

// A Pair is a truth and a guess that can be compared: checked, with the same nodes in the same order.
// It serves one goroutine.
type Pair struct {
	truth, guess *model.Model      // if the guess has several readings, guess is the first, or nil
	readings     *class.Resolution // what the guess was replaced by
	aligned      *graph.Graph      // the guess as it was drawn, with the nodes of the truth
	params       task.Params
	options      *Options
	reversed     bool // truth is the guess, and guess the truth
	lagsOnly     bool // the graphs are without their links at lag 0, see [Options.lagsOnly]

	givenTruth, givenGuess     *Graph
	checkedTruth, checkedGuess class.Member // before conversion
	truthMember                class.Member // of truth
}

// Prepare checks two graphs and aligns their nodes. With an error about the guess it returns a pair that
// has the truth alone.
func Prepare(ctx context.Context, truth, guess *Graph, o Options) (*Pair, error) {
	return prepare(ctx, truth, guess, o, anyReadings)
}

// prepare is Prepare. An error about the guess offers the policies that lead to as many readings as the caller
// can use.
func prepare(ctx context.Context, truth, guess *Graph, o Options, usable func(*class.Resolution) bool) (*Pair, error) {
	p, err := (&Preparer{options: o}).Prepare(ctx, truth, guess)
	bad, _ := errors.AsType[*class.Error](err)
	if bad != nil && advice.FieldsOf(err).Role == "guess" && !bad.Dropped {
		offerRepairs(ctx, guess, bad, usable)
	}
	if bad != nil && bad.Kind.IsSeries() && o.laggedPairs() && !o.lagsOnly() {
		err = advice.Errorf("%w; %v with %v does not depend on lag 0", err, advice.Option("metrics", "structure"), advice.Option("links", o.Links))
	}
	return p, err
}

// A Preparer prepares one pair after another in memory that it reuses. It serves one goroutine.
type Preparer struct {
	options Options
	truth   truthCache
	pair    Pair
	scratch *task.Scratch
	tables  task.Tables
}

// Preparer returns a preparer of pairs that are compared with these options.
func (o Options) Preparer() *Preparer {
	o.Workers = pool.Workers(o.Workers)
	return &Preparer{options: o, scratch: new(task.Scratch)}
}

// A truthCache is the last truth that was prepared. Its model caches what metrics derive from it.
type truthCache struct {
	given              *Graph
	checked, converted class.Member
}

// check checks a truth, which must not change.
func (c *truthCache) check(ctx context.Context, truth *Graph) (class.Member, error) {
	if c.given == truth {
		return c.checked, nil
	}
	*c = truthCache{}
	m, err := truth.Check(ctx)
	if err == nil {
		c.given, c.checked = truth, m
	}
	return m, err
}

// convert returns a truth as a graph of a class, which is the same at every call.
func (c *truthCache) convert(ctx context.Context, t class.Member, kind class.Kind) (class.Member, error) {
	if t != c.checked { // some nodes were removed, and they depend on the guess
		return convertTo(ctx, t, kind)
	}
	if c.converted == (class.Member{}) {
		m, err := convertTo(ctx, t, kind)
		if err != nil {
			return m, err
		}
		c.converted = m
	}
	return c.converted, nil
}

// Prepare is the function [Prepare]. The pair is valid until the next call. A truth that is the same as in the last
// call, and was not changed, is not checked again.
func (by *Preparer) Prepare(ctx context.Context, truth, guess *Graph) (*Pair, error) {
	o := &by.options
	if err := o.Check(); err != nil {
		return nil, err
	}
	truthName, guessName := graphNames(truth, guess)
	truth, guess, err := checkSameKind(truth, guess)
	if err != nil {
		return nil, err
	}
	lagsOnly := truth.Series != nil && o.lagsOnly()
	if lagsOnly {
		truth, guess = truth.lagged(), guess.lagged()
	}
	t, err := by.truth.check(ctx, truth)
	if err != nil {
		return nil, advice.About("truth", truthName, truthError(err))
	}
	p := &by.pair
	*p = Pair{truth: t.Model(), truthMember: t, options: o, givenTruth: truth, givenGuess: guess, checkedTruth: t, lagsOnly: lagsOnly}
	renamed := guess.nodes()
	if o.Rename != nil {
		if renamed, err = input.Rename(renamed, o.Rename); err != nil {
			return p, advice.About("guess", guessName, err)
		}
	}
	if t, err = o.project(ctx, t, renamed, guess.Class); err != nil {
		return nil, advice.About("truth", truthName, err)
	}
	p.truth = t.Model()
	names := p.truth.Names()
	aligned, err := o.align(names, truth, guess, renamed)
	if err != nil {
		return p, err
	}
	given := &Graph{Graph: aligned, Class: guess.Class}
	if guess.Series != nil {
		if given.Series, err = o.alignSeries(names, renamed.Names(), guess.Series); err != nil {
			return p, advice.About("guess", guessName, err)
		}
	}
	p.aligned = aligned
	r, err := given.resolve(ctx, o.Invalid, o.Limits)
	if err != nil {
		return p, advice.About("guess", guessName, err)
	}
	if len(r.Members) == 1 && len(r.Changes) == 0 {
		p.checkedGuess = r.Members[0]
	}
	if o.As != class.Unstated {
		if t, err = by.truth.convert(ctx, t, o.As); err != nil {
			return nil, advice.About("truth", truthName, err)
		}
		convert := func(ctx context.Context, m class.Member) (class.Member, error) { return convertTo(ctx, m, o.As) }
		if err := r.Convert(ctx, convert); err != nil {
			return nil, advice.About("guess", guessName, err)
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p.truth, p.truthMember, p.readings = t.Model(), t, r
	if len(r.Members) > 0 {
		p.guess = r.Members[0].Model()
	}
	if p.params, err = o.params(p, names); err != nil {
		return nil, err
	}
	p.params.Options.Scratch, p.params.Options.Tables = by.scratch, &by.tables
	return p, nil
}

// inferred returns a note about an inferred class that most users do not expect: that the graph is
// cyclic, or that it is an MPDAG and not a CPDAG.
func inferred(ctx context.Context, name string, stated class.Kind, m class.Member) []string {
	if stated != class.Unstated || m == (class.Member{}) || m.Series() != nil {
		return nil
	}
	narrower := m.Kind().Narrower()
	if !m.Kind().MayBeCyclic() && !narrower.RepresentsClass() {
		return nil
	}
	_, err := class.Check(ctx, m.Graph(), narrower)
	bad, ok := errors.AsType[*class.Error](err)
	if !ok {
		return nil
	}
	note := fmt.Sprintf("%s: treated as %s: %s", name, m.Kind().Title(), bad.What)
	if m.Kind().MayBeCyclic() {
		note += "; separations are sigma-separations"
	}
	return []string{note}
}

// checkSameKind returns two graphs without time, or two time series. If one of the two is a time series and
// the other one has no edges, then the other one becomes a time series without links.
func checkSameKind(truth, guess *Graph) (t, g *Graph, err error) {
	if truth.isSeries() || guess.isSeries() {
		truth, guess = truth.withoutLinks(), guess.withoutLinks()
	}
	truthName, guessName := graphNames(truth, guess)
	do := advice.Textf("use %v to compare summary graphs, or %v to compare the contemporaneous part of the time series, or give both with lags", advice.Option("summary-graph"), advice.Option("lag0"))
	switch {
	case truth.Series != nil && guess.Series == nil:
		return nil, nil, advice.Errorf("%s is a time series, and %s is not: %v", truthName, guessName, do)
	case truth.Series == nil && guess.Series != nil:
		return nil, nil, advice.Errorf("%s is a time series, and %s is not: %v", guessName, truthName, do)
	}
	return truth, guess, nil
}

// checkSize returns an error for graphs that have no pair of nodes.
func (p *Pair) checkSize() error {
	if n := p.truth.N(); n < 2 && !p.truth.Kind().IsSeries() {
		truthName, guessName := graphNames(p.givenTruth, p.givenGuess)
		return fmt.Errorf("%s and %s have %s: at least two are needed", truthName, guessName, numeral.Count(n, "node"))
	}
	return nil
}

// graphNames returns the names of two graphs in errors and reports.
func graphNames(truth, guess *Graph) (string, string) {
	return cmp.Or(truth.Name, "truth"), cmp.Or(guess.Name, "guess")
}

// Truth returns the truth, without the nodes that the guess cannot have and as a graph of the class that was
// asked for.
func (p *Pair) Truth() class.Member { return p.truthMember }

// Guess returns the first reading of the guess, or the zero Member if it has none.
func (p *Pair) Guess() class.Member {
	if p.readings == nil || len(p.readings.Members) == 0 {
		return class.Member{}
	}
	return p.readings.Members[0]
}

// Readings returns the graphs that the guess was replaced by.
func (p *Pair) Readings() *class.Resolution { return p.readings }

// Drawn returns the two graphs as they are compared. A guess with several readings is returned as it was
// drawn.
func (p *Pair) Drawn() (truth, guess *graph.Graph) {
	if p.readings.Ambiguous {
		return p.truth.Drawn(), p.aligned
	}
	return p.truth.Drawn(), p.guess.Drawn()
}

// Classes returns the classes of the two graphs, even of a guess without a reading.
func (p *Pair) Classes() (truth, guess class.Kind) {
	switch {
	case p.readings == nil:
		return p.truth.Kind(), class.Unstated
	case p.guess == nil && p.truth.Kind().IsSeries():
		return p.truth.Kind(), kind.Ambiguous.Series()
	case p.guess == nil:
		return p.truth.Kind(), kind.Ambiguous
	}
	return p.truth.Kind(), p.guess.Kind()
}

// convertTo returns m as a graph of class k. If several graphs of the class have its separations, it
// returns an error: a distance must not depend on the choice.
func convertTo(ctx context.Context, m class.Member, k class.Kind) (class.Member, error) {
	if m.Kind().RepresentsClass() && !k.RepresentsClass() {
		return m, fmt.Errorf("%s represents several graphs, and the distance would depend on the choice: convert it to a single %v first", m.Kind().Title(), k)
	}
	return m.As(ctx, k)
}

// Measure returns how far the guess is from the truth, over all its readings if it has several.
func (p *Pair) Measure(ctx context.Context, m *distance.Metric) (distance.Result, error) {
	r, err := p.measure(ctx, m)
	if _, bug := errors.AsType[*pool.PanicError](err); bug && p.params.Options.Scratch != nil {
		*p.params.Options.Scratch = task.Scratch{} // its content is unknown
	}
	return r, err
}

func (p *Pair) measure(ctx context.Context, m *distance.Metric) (distance.Result, error) {
	if !p.readings.Ambiguous {
		return measure.Measure(ctx, m, p.truth, p.guess, p.params)
	}
	r, err := measure.OverReadings(ctx, m, p.truth, p.readings, p.params)
	if err != nil {
		return r, err
	}
	switch {
	case len(p.readings.Members) == 0 && !r.Partial && p.options.UnreadableAsOne && !m.Score: // a score of 1 is best
		r.Value, r.Why = 1, ""
		r.Readings.Min, r.Readings.Mean, r.Readings.Max = 1, 1, 1
		r.Notes = append(r.Notes, "no valid reading, counted as 1")
	case !r.Defined():
	case p.options.Ambiguous == MinOfReadings:
		r.Value = r.Readings.Min
	case p.options.Ambiguous == MaxOfReadings:
		r.Value = r.Readings.Max
	}
	return r, nil
}

// Splits reports whether the count of a metric is a sum over the sources, see [Pair.MeasurePart].
func (p *Pair) Splits(m *distance.Metric) bool {
	return p.guess != nil && !p.readings.Ambiguous && measure.Splits(m, p.truth, p.guess, p.params)
}

// MeasurePart is [Pair.Measure] with the nodes lo to hi-1 as the only sources. The counts of all parts add up to
// the count of the pair if the metric [Pair.Splits].
func (p *Pair) MeasurePart(ctx context.Context, m *distance.Metric, lo, hi int) (distance.Result, error) {
	part := *p
	part.params.Part = task.Part{Lo: lo, Hi: hi}
	return part.Measure(ctx, m)
}

// Estimate returns roughly the time that a measurement takes. The guess must have a reading.
func (p *Pair) Estimate(m *distance.Metric) time.Duration {
	return measure.Estimate(m, p.truth, p.guess, p.params)
}

// hidesConfounding reports whether the truth was projected to a MAG that differs from its ADMG, for a guess that is a DAG
// and metrics of effects or edges. The separations are the same.
func (p *Pair) hidesConfounding(metrics []*distance.Metric) bool {
	whole := p.checkedTruth.Model()
	if p.guess == nil || kind.Allowed(p.guess.Kind()) != kind.Directed || whole.N() == p.truth.N() || !kind.HasLatentProjection(whole.Kind()) || len(p.options.Selected) > 0 {
		return false
	}
	if !slices.ContainsFunc(metrics, func(m *distance.Metric) bool {
		return m.Claims != distance.AboutSeparation && m.Claims != distance.AboutStatements
	}) {
		return false
	}
	latent := graph.AllNodes(whole.N())
	for v, name := range whole.Names().List() {
		if _, observed := p.truth.Names().Node(name); observed {
			latent.Remove(graph.Node(v))
		}
	}
	return !whole.LatentProjection(latent).Drawn().EqualByIndex(p.truth.Drawn())
}

// truthError returns an error about the class of the truth. Options for conflicts and ambiguous
// triples are for guesses only.
func truthError(err error) error {
	if bad, ok := errors.AsType[*class.Error](err); ok && (bad.Err == class.ErrConflict || bad.Err == class.ErrTriple) {
		return &ambiguousTruth{bad}
	}
	return err
}

// An ambiguousTruth is a class error without its advice, which is for guesses.
type ambiguousTruth struct{ bad *class.Error }

func (e *ambiguousTruth) Error() string {
	return e.bad.Violation() + "; the truth has several readings: only a guess can be ambiguous"
}

func (e *ambiguousTruth) Unwrap() error { return e.bad }

// project removes the nodes from the truth that the guess, of a stated class or not, cannot have. The result is a MAG, but an
// ADMG if the guess is one or both are compared as ADMGs.
func (o *Options) project(ctx context.Context, t class.Member, guess *graph.Graph, stated class.Kind) (class.Member, error) {
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
			if _, known := guess.Names().Node(name); !known && !selected.Has(graph.Node(v)) {
				latent.Add(graph.Node(v))
			}
		}
	}
	if kind.IsADMG(cmp.Or(o.As, stated), kind.EdgesOf(guess)) {
		return t.LatentProjection(ctx, latent, selected)
	}
	return t.Project(ctx, latent, selected)
}
