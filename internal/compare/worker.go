package compare

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/pool"
)

// A Pipeline says how inputs are read and compared.
type Pipeline struct {
	Options
	Truth, Guess Reading
	Code         *format.Coding // of matrices

	// RenameTruth renames the nodes of truths as those of guesses: where each graph is both.
	RenameTruth bool

	// Store, where set, keeps the graphs of files that are in many pairs.
	Store *Store

	// Part, where set, restricts the comparison to a part of the work on each pair.
	Part *Part
}

// A Part is a part of the work on a pair: the count over a range of sources by the metrics that are
// sums over sources, or where the range is empty all other metrics.
type Part struct{ task.Part }

// has reports whether a metric of the plan is in the part.
func (p *Part) has(pair *Pair, row *Row) bool {
	if p == nil {
		return true
	}
	splits := row.Err == nil && pair.splits(row.Metric)
	return splits == (p.Hi > 0)
}

// splits reports whether a metric of the pair is a sum over sources.
func (p *Pair) splits(m *distance.Metric) bool {
	return p.Guess != nil && !p.Readings.Ambiguous && measure.Splits(m, p.Truth, p.Guess, p.Params)
}

// ErrSmall is what is wrong with graphs that have no pair of nodes.
var ErrSmall = errors.New("a comparison needs at least two nodes")

// A DrawError says why a pair of random graphs could not be drawn.
type DrawError struct{ Err error }

func (e *DrawError) Error() string { return e.Err.Error() }
func (e *DrawError) Unwrap() error { return e.Err }

// A Worker turns inputs into rows, one after another in memory that it uses again. It serves
// one goroutine.
type Worker struct {
	options      Options
	renameTruth  bool
	part         *Part
	truth, guess reader
	preparer     preparer
	given, own   *Graph // the last truth, and with its nodes renamed
	scratch      *task.Scratch
	plans        map[[2]class.Kind][]Row
	rows         []Row
}

// NewWorker returns a worker that shares the work on each pair among so many goroutines.
func (p *Pipeline) NewWorker(goroutines int) *Worker {
	numbered := make(map[int]*graph.Names)
	w := &Worker{
		options: p.Options, renameTruth: p.RenameTruth, part: p.Part,
		truth: reader{Reading: p.Truth, role: "truth", code: p.Code, numbered: numbered, store: p.Store, copies: true},
		guess: reader{Reading: p.Guess, role: "guess", code: p.Code, numbered: numbered, store: p.Store},
		plans: make(map[[2]class.Kind][]Row), scratch: new(task.Scratch),
	}
	w.truth.Many, w.guess.Many = true, true
	w.options.Progress, w.options.Workers = nil, goroutines
	return w
}

// Rows returns the rows of an input, until the next call, or why the pair cannot be compared.
// A bug that shows on one pair is an error of this pair, a [*pool.PanicError].
func (w *Worker) Rows(ctx context.Context, in *Input) (rows []Row, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			w.scratch = new(task.Scratch) // nobody knows what is in the old one
			rows, err = nil, &pool.PanicError{Value: fault, Stack: debug.Stack()}
		}
	}()
	in.TruthClass, in.GuessClass = class.Unstated, class.Unstated
	if in.Known != nil {
		return nil, nil
	}
	pair, err := w.prepare(ctx, in)
	if pair != nil {
		in.TruthClass, in.GuessClass = pair.kinds()
	}
	if err != nil {
		return nil, err
	}
	pair.Params.Options.Scratch = w.scratch
	w.rows = w.rows[:0]
	if w.part != nil {
		pair.Params.Part = w.part.Part
	}
	plan := w.plan(in.TruthClass, in.GuessClass)
	for i := range plan {
		planned := &plan[i]
		switch {
		case !w.part.has(pair, planned):
		case planned.Err != nil:
			w.rows = append(w.rows, *planned)
		default:
			w.rows = append(w.rows, pair.row(ctx, planned.Metric, &w.options))
			if panicked(w.rows[len(w.rows)-1].Err) {
				w.scratch = new(task.Scratch)
				pair.Params.Options.Scratch = w.scratch
			}
		}
	}
	return w.rows, nil
}

// panicked reports whether an error is a bug that showed.
func panicked(err error) bool {
	if err == nil {
		return false
	}
	var fault *pool.PanicError
	return errors.As(err, &fault)
}

// Load reads the two graphs of an input, so that what they are read from is needed no longer. The
// worker may share this work too.
func (w *Worker) Load(ctx context.Context, in *Input) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = &pool.PanicError{Value: fault, Stack: debug.Stack()}
		}
	}()
	origins, readers := [...]*Origin{&in.Truth, &in.Guess}, [...]*reader{&w.truth, &w.guess}
	for i, r := range readers {
		r.nameNodes(origins[i]) // in a map that they share
	}
	w.truth.copies = false // to compare with a copy takes as long as to read
	var graphs [2]*Graph
	var errs [2]error
	if err := pool.Each(ctx, w.options.Workers, 2, func(_, i int) { graphs[i], errs[i] = readers[i].read(origins[i]) }, nil, nil); err != nil {
		return err
	}
	for i, g := range graphs {
		if errs[i] != nil {
			return errs[i]
		}
		*origins[i] = Origin{Name: origins[i].Name, Graph: g, Nodes: origins[i].Nodes}
	}
	return nil
}

// prepare reads the two graphs and brings them together.
func (w *Worker) prepare(ctx context.Context, in *Input) (*Pair, error) {
	var truth, guess *Graph
	if in.Draw != nil {
		var err error
		if truth, guess, err = in.Draw(ctx); err != nil {
			return nil, &DrawError{err}
		}
		truth.Name, guess.Name = in.Truth.Name, in.Guess.Name
	} else {
		var err error
		if truth, err = w.truth.read(&in.Truth); err != nil {
			return nil, err
		}
		if guess, err = w.guess.read(&in.Guess); err != nil {
			return nil, err
		}
		if err := CheckMarks(truth, guess, &w.truth.Reading, &w.guess.Reading); err != nil {
			return nil, err
		}
	}
	if w.renameTruth && truth != w.given {
		g, err := renamed(truth.Graph, w.options.Rename)
		if err != nil {
			return nil, advice.About("truth", truth.Name, err)
		}
		own := *truth
		own.Graph = g
		w.given, w.own = truth, &own
	}
	if w.renameTruth {
		truth = w.own
	}
	pair, err := w.preparer.prepare(ctx, truth, guess, &w.options)
	if err == nil && pair.Truth.N() < 2 && in.Draw == nil && !pair.Truth.Kind().IsSeries() {
		err = ErrSmall
	}
	return pair, err
}

// plan returns a row for each metric that applies to graphs of these classes, or that was asked
// for by name, then with the reason why it does not apply.
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
	for _, name := range w.options.metrics() {
		chosen, skipped, err := distance.Select([]string{name}, truth, guess, w.options.Symmetric)
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

// CheckMetrics refuses names that are neither of a metric nor of a group.
func CheckMetrics(names []string) error {
	for _, name := range names {
		if distance.IsGroup(name) {
			continue
		}
		if _, err := distance.Find(name); err != nil {
			return err
		}
	}
	return nil
}
