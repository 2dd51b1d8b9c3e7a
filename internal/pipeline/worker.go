package pipeline

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/pool"
)

// A Pipeline has the options for reading and comparing inputs.
type Pipeline struct {
	sepdist.Options
	Truth, Guess input.Rules
	Code         *format.Coding // of matrices

	// RenameTruth renames the nodes of truths, too. It is for graphs that are both truths and guesses.
	RenameTruth bool

	// Store, if set, keeps the graphs of files that are in many pairs.
	Store *Store

	// Part, if set, restricts the comparison to a part of the work on each pair.
	Part *Part

	// Longest, if positive, is the estimated time up to which a pair is compared. Others fail with a [*LongError].
	Longest time.Duration

	// Timeout, if positive, is the time that a pair may take. If it takes longer, the metrics that are not done
	// fail with a [*TimeoutError].
	Timeout time.Duration
}

// A Part is a part of the work on a pair: the count over the sources Lo to Hi-1 by the metrics that are
// sums over sources, or if Hi is 0 all other metrics. The blocks of a plan contain it as JSON.
type Part struct {
	Lo int `json:"lo"`
	Hi int `json:"hi"`
}

// has reports whether a metric of the plan is in the part.
func (p *Part) has(pair *sepdist.Pair, row *Row) bool {
	if p == nil {
		return true
	}
	splits := row.Err == nil && pair.Splits(row.Metric)
	return splits == (p.Hi > 0)
}

// measure measures by a metric of the plan.
func (p *Part) measure(ctx context.Context, pair *sepdist.Pair, m *distance.Metric) Row {
	row := Row{Metric: m}
	start := time.Now()
	if p == nil || p.Hi == 0 {
		row.Result, row.Err = pair.Measure(ctx, m)
	} else {
		row.Result, row.Err = pair.MeasurePart(ctx, m, p.Lo, p.Hi)
	}
	row.Seconds = time.Since(start).Seconds()
	return row
}

// A Row is the result of one metric for a pair.
type Row struct {
	Metric  *distance.Metric
	Result  distance.Result
	Err     error // why there is no result
	Seconds float64
}

// A LongError is the error for a pair that would take longer than allowed.
type LongError struct {
	Estimate time.Duration
	Slowest  *distance.Metric
}

func (e *LongError) Error() string {
	return advice.Errorf("takes about %.0f hours, most of it for %s: use %v to compare it anyway, or %v to stop it after some time",
		e.Estimate.Hours(), e.Slowest.Name, advice.Option("yes"), advice.Option("pair-timeout")).Error()
}

// A TimeoutError is the error for a pair that took longer than allowed.
type TimeoutError struct{ Limit time.Duration }

func (e *TimeoutError) Error() string {
	return advice.Errorf("took longer than %v: use a longer %v", e.Limit, advice.Option("pair-timeout")).Error()
}

// ErrSmall is the error for graphs that have no pair of nodes.
var ErrSmall = errors.New("a comparison needs at least two nodes")

// A DrawError is the reason why a pair of random graphs could not be drawn.
type DrawError struct{ Err error }

func (e *DrawError) Error() string { return e.Err.Error() }
func (e *DrawError) Unwrap() error { return e.Err }

// A Worker turns inputs into rows, one after another in memory that it reuses. It serves one goroutine.
type Worker struct {
	pipeline     Pipeline
	truth, guess reader
	preparer     *sepdist.Preparer
	given, own   *sepdist.Graph // the last truth, and with its nodes renamed
	plans        map[[2]class.Kind][]Row
	rows         []Row
}

// NewWorker returns a worker that uses n goroutines for each pair.
func (p *Pipeline) NewWorker(n int) *Worker {
	numbered := make(map[int]*graph.Names)
	w := &Worker{
		pipeline: *p,
		truth:    reader{all: p.Truth, role: "truth", code: p.Code, numbered: numbered, store: p.Store, copies: true},
		guess:    reader{all: p.Guess, role: "guess", code: p.Code, numbered: numbered, store: p.Store},
		plans:    make(map[[2]class.Kind][]Row),
	}
	w.truth.all.Many, w.guess.all.Many = true, true
	w.pipeline.Progress, w.pipeline.Workers = nil, n
	w.preparer = w.pipeline.Preparer()
	return w
}

// Rows returns the rows of an input, which are valid until the next call, or the reason why the pair cannot be compared.
// A panic is an error of this pair, a [*pool.PanicError].
func (w *Worker) Rows(ctx context.Context, in *Input) (rows []Row, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			w.preparer = w.pipeline.Preparer() // the content of its memory is unknown
			rows, err = nil, &pool.PanicError{Value: bug, Stack: debug.Stack()}
		}
	}()
	in.TruthClass, in.GuessClass = class.Unstated, class.Unstated
	if in.Known != nil {
		return nil, nil
	}
	if w.pipeline.Timeout > 0 {
		outer := ctx
		limited, cancel := context.WithTimeout(ctx, w.pipeline.Timeout)
		defer cancel()
		defer func() {
			if limited.Err() == nil || outer.Err() != nil {
				return
			}
			w.preparer = w.pipeline.Preparer() // its work may have been stopped halfway
			late := &TimeoutError{w.pipeline.Timeout}
			if errors.Is(err, limited.Err()) {
				err = late
			}
			for i := range rows {
				if errors.Is(rows[i].Err, limited.Err()) {
					rows[i].Err = late
				}
			}
		}()
		ctx = limited
	}
	pair, err := w.prepare(ctx, in)
	if pair != nil {
		in.TruthClass, in.GuessClass = pair.Classes()
	}
	if err != nil {
		return nil, err
	}
	w.rows = w.rows[:0]
	plan := w.plan(in.TruthClass, in.GuessClass)
	if w.pipeline.Longest > 0 {
		if err := checkEstimate(pair, plan, w.pipeline.Longest); err != nil {
			return nil, err
		}
	}
	for i := range plan {
		planned := &plan[i]
		switch {
		case !w.pipeline.Part.has(pair, planned):
		case planned.Err != nil:
			w.rows = append(w.rows, *planned)
		case ctx.Err() != nil:
			w.rows = append(w.rows, Row{Metric: planned.Metric, Err: ctx.Err()})
		default:
			w.rows = append(w.rows, w.pipeline.Part.measure(ctx, pair, planned.Metric))
		}
	}
	return w.rows, nil
}

// checkEstimate returns an error if the metrics of a plan take longer than allowed, as estimated.
func checkEstimate(pair *sepdist.Pair, plan []Row, most time.Duration) error {
	const small = 20 // nodes up to which no metric takes minutes
	if len(pair.Readings().Members) == 0 || most > time.Minute && pair.Truth().Model().N() <= small {
		return nil
	}
	var total float64
	var longest time.Duration
	var slowest *distance.Metric
	for i := range plan {
		if plan[i].Err == nil {
			d := pair.Estimate(plan[i].Metric)
			if total += float64(d); d > longest {
				longest, slowest = d, plan[i].Metric
			}
		}
	}
	if total > float64(most) {
		return &LongError{time.Duration(min(total, math.MaxInt64/2)), slowest}
	}
	return nil
}

// Load reads the two graphs of an input, whose source is then no longer needed.
func (w *Worker) Load(ctx context.Context, in *Input) (err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = &pool.PanicError{Value: bug, Stack: debug.Stack()}
		}
	}()
	origins, readers := [...]*Origin{&in.Truth, &in.Guess}, [...]*reader{&w.truth, &w.guess}
	for i, r := range readers {
		r.nameNodes(origins[i]) // in a map that they share
	}
	w.truth.copies = false // comparing with a copy takes as long as reading
	var graphs [2]*sepdist.Graph
	var errs [2]error
	if err := pool.Each(ctx, w.pipeline.Workers, 2, func(_, i int) { graphs[i], errs[i] = readers[i].read(origins[i]) }, nil, nil); err != nil {
		return err
	}
	for i, g := range graphs {
		if errs[i] != nil {
			return errs[i]
		}
		*origins[i] = Origin{Name: origins[i].Name, Settings: origins[i].Settings, Graph: g, Nodes: origins[i].Nodes}
	}
	return nil
}

// prepare reads the two graphs and prepares the pair.
func (w *Worker) prepare(ctx context.Context, in *Input) (*sepdist.Pair, error) {
	var truth, guess *sepdist.Graph
	if in.Draw != nil {
		var err error
		if truth, guess, err = in.Draw(ctx); err != nil {
			return nil, &DrawError{err}
		}
		truth.Name, guess.Name = in.Truth.Name, in.Guess.Name
	} else {
		var err error
		if truth, err = w.truth.read(&in.Truth); err != nil {
			return nil, w.ask(in, err)
		}
		if guess, err = w.guess.read(&in.Guess); err != nil {
			return nil, err
		}
		if err := input.CheckMarks(fileOf(truth), fileOf(guess), w.truth.Rules, w.guess.Rules); err != nil {
			return nil, err
		}
	}
	if w.pipeline.RenameTruth && truth != w.given {
		g, err := input.Rename(truth.Graph, w.pipeline.Rename)
		if err != nil {
			return nil, advice.About("truth", truth.Name, err)
		}
		own := *truth
		own.Graph = g
		w.given, w.own = truth, &own
	}
	if w.pipeline.RenameTruth {
		truth = w.own
	}
	pair, err := w.preparer.Prepare(ctx, truth, guess)
	if err == nil && pair.Truth().Model().N() < 2 && in.Draw == nil && !pair.Truth().Kind().IsSeries() {
		err = ErrSmall
	}
	return pair, err
}

// ask returns the error about the truth of an input, with the questions about its guess if it asks any.
func (w *Worker) ask(in *Input, err error) error {
	if len(input.Answers(err)) == 0 {
		return err
	}
	files := []input.Reading{{Role: "truth", Err: err}, {Role: "guess"}}
	guess, err := w.guess.read(&in.Guess)
	if files[1].Err = err; err == nil {
		files[1].Graph = guess.Graph
	}
	return input.Ask(files, !w.pipeline.ByPosition)
}

// plan returns a row for each metric that is defined for graphs of these classes. A metric that was asked for by name and is
// not defined has a row with the reason.
func (w *Worker) plan(truth, guess class.Kind) []Row {
	key := [2]class.Kind{truth, guess}
	if p, known := w.plans[key]; known {
		return p
	}
	var plan []Row
	add := func(metric *distance.Metric, why error) {
		if !slices.ContainsFunc(plan, func(r Row) bool { return r.Metric == metric }) {
			plan = append(plan, Row{Metric: metric, Err: why})
		}
	}
	for _, name := range w.names() {
		chosen, skipped, err := distance.Select([]string{name}, truth, guess, w.pipeline.Symmetric)
		if err != nil {
			metric, _ := distance.Find(name) // the names were checked before
			add(metric, err)
		}
		for _, metric := range chosen {
			add(metric, nil)
		}
		for _, s := range skipped {
			if !s.Quiet {
				add(s.Metric, s.Why)
			}
		}
	}
	w.plans[key] = plan
	return plan
}

// names returns the names of metrics and groups to compare by.
func (w *Worker) names() []string {
	if len(w.pipeline.Metrics) == 0 {
		return []string{"default"}
	}
	return w.pipeline.Metrics
}
