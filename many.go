package sepdist

import (
	"context"
	"errors"
	"iter"
	"runtime/debug"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/report"
)

// errStop ends [CompareMany] early.
var errStop = errors.New("stop")

// CompareMany compares pairs of a truth and a guess on all processors. It calls each for every pair, one at a time and in
// order, with a result for each metric that is defined or with the reason why the pair cannot be compared. It stops if each
// returns false and, with an error, if ctx is done. A truth that follows itself is checked once; it must not change.
func CompareMany(ctx context.Context, pairs iter.Seq2[*Graph, *Graph], o Options, each func(i int, results []report.Entry, err error) bool) error {
	if err := o.CheckMetrics(); err != nil {
		return err
	}
	type job struct{ truth, guess *Graph }
	type outcome struct {
		results []report.Entry
		err     error
	}
	jobs := func(yield func(job) bool) {
		for truth, guess := range pairs {
			if !yield(job{truth, guess}) {
				return
			}
		}
	}
	o.Progress = nil
	workers := pool.Workers(o.Workers)
	o.Workers = 1
	i := 0
	err := pool.Run(ctx, workers, jobs, func(ctx context.Context) func(job) outcome {
		w := manyWorker{preparer: o.Preparer(), metrics: make(map[[2]class.Kind][]*distance.Metric)}
		return func(j job) outcome {
			results, err := w.compare(ctx, j.truth, j.guess)
			return outcome{results, err}
		}
	}, func(out outcome) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !each(i, out.results, out.err) {
			return errStop
		}
		i++
		return nil
	})
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

// A manyWorker compares one pair after another.
type manyWorker struct {
	preparer *Preparer
	metrics  map[[2]class.Kind][]*distance.Metric // that are defined for these classes
}

// compare returns a bug that shows on one pair as an error of this pair.
func (w *manyWorker) compare(ctx context.Context, truth, guess *Graph) (results []report.Entry, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			w.preparer = w.preparer.options.Preparer() // the content of its memory is unknown
			results, err = nil, &pool.PanicError{Value: bug, Stack: debug.Stack()}
		}
	}()
	pair, err := w.preparer.Prepare(ctx, truth, guess)
	if err != nil {
		return nil, err
	}
	if err := pair.checkSize(); err != nil {
		return nil, err
	}
	t, g := pair.Classes()
	metrics, known := w.metrics[[2]class.Kind{t, g}]
	if !known {
		if metrics, _, err = distance.Select(pair.options.metrics(), t, g, pair.options.Symmetric); err != nil {
			return nil, err
		}
		w.metrics[[2]class.Kind{t, g}] = metrics
	}
	results = make([]report.Entry, len(metrics))
	for i, m := range metrics {
		start := time.Now()
		r, err := pair.Measure(ctx, m)
		if err != nil {
			return nil, err
		}
		results[i] = report.Entry{Metric: m, Result: r, Seconds: time.Since(start).Seconds()}
	}
	return results, nil
}
