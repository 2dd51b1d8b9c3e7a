package compare

import (
	"context"
	"errors"
	"iter"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/report"
)

// A MatrixPair is that of the root package, and documented there.
type MatrixPair struct {
	N            int
	Truth, Guess []int8
}

// ManyOptions are those of the root package, and documented there.
type ManyOptions struct {
	Options
	Code                   *format.Coding
	TruthClass, GuessClass class.Kind
}

// errEnough ends a run that nobody wants to go on.
var errEnough = errors.New("enough")

// Many compares pairs of matrices without text in between. It calls each for every
// pair, one at a time and in order, until it returns false.
func Many(ctx context.Context, pairs iter.Seq[MatrixPair], o ManyOptions, each func(i int, results []report.Entry, err error) bool) error {
	if err := CheckMetrics(o.Metrics); err != nil {
		return err
	}
	p := &Pipeline{Options: o.Options, Code: o.Code}
	asked := make(map[*distance.Metric]bool)
	for _, name := range o.Metrics {
		if m, err := distance.Find(name); err == nil { // else it is a group
			asked[m] = true
		}
	}
	p.Truth.Class, p.Guess.Class = o.TruthClass, o.GuessClass
	inputs := func(yield func(*Input, error) bool) {
		var in Input
		for m := range pairs {
			in.Truth = Origin{Form: Matrix, Cells: m.Truth, Nodes: m.N}
			in.Guess = Origin{Form: Matrix, Cells: m.Guess, Nodes: m.N}
			if !yield(&in, nil) {
				return
			}
		}
	}
	type outcome struct {
		results []report.Entry
		err     error
	}
	i := 0
	err := Run(ctx, p, inputs, 1<<30, func(to *[]outcome, _ *Input, rows []Row, err error) error {
		o := outcome{err: err}
		if n := len(*to); n < cap(*to) { // its results have room for these
			o.results = (*to)[:n+1][n].results[:0]
		}
		for i := range rows {
			r := &rows[i]
			switch {
			case r.Err == nil:
			case asked[r.Metric]:
				o.err = r.Err
			default: // of a group, not defined for these classes
				continue
			}
			o.results = append(o.results, report.Entry{Metric: r.Metric, Result: r.Result, Seconds: r.Seconds})
		}
		if o.err != nil {
			o.results = o.results[:0]
		}
		*to = append(*to, o)
		return nil
	}, func(of *[]outcome, _ int) error {
		for _, o := range *of {
			if !each(i, o.results, o.err) {
				return errEnough
			}
			if i++; ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
		*of = (*of)[:0]
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
