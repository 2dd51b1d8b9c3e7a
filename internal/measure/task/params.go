package task

import (
	"context"
	"runtime"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
)

// Params determine the value of a metric. The zero value is the metric as it is defined.
type Params struct {
	// Symmetric combines the two directions into one number.
	Symmetric distance.Symmetry

	// Sources and Targets restrict the ordered pairs (x, y) that are counted; nil means all.
	Sources, Targets graph.Set

	// Part restricts the sources to a range. It cannot be combined with other restrictions.
	Part Part

	// Weights are weights of ordered pairs; nil means 1 for all.
	Weights Weights

	// Pairs, if positive, is the number of ordered pairs that are sampled.
	Pairs int64

	// Orders are the parameters of the s/c-metrics.
	Orders OrderParams

	// Statements, if not nil, replace all statements of the s/c-metrics. Each counts as often as it
	// is listed (Wahl and Runge, algorithm 3). The mean is over the orders that have one.
	Statements []Statement

	// Recorded are the claims of given-sd: the sets that a method recorded. Moments of a time series are
	// numbered as in Weights.
	Recorded []Statement

	// Series are the parameters of time series. For time series, Sources and Targets are measured
	// variables of the truth, and Weights are those of moments, numbered by [Moments].
	Series SeriesParams

	// Seed is the seed of all random numbers.
	Seed uint64

	// Options change the computation, not the result.
	Options Options
}

// Whole reports whether all pairs have the same weight and mistakes are not reported.
func (p *Params) Whole() bool {
	return p.Unrestricted() && p.Part == Part{} && p.Options.Mistake == nil
}

// Unrestricted reports whether all ordered pairs count, each once.
func (p *Params) Unrestricted() bool {
	return p.Sources == nil && p.Targets == nil && p.Weights == nil && p.Pairs == 0
}

// Weights are weights on ordered pairs; pairs that are not listed have weight 0.
type Weights map[[2]graph.Node]float64

// A Statement is about two nodes and a set of others that may separate them.
type Statement struct {
	X, Y  graph.Node
	Given []graph.Node
}

// Options change the computation, not the result.
type Options struct {
	// Workers is the number of goroutines. Zero means one per processor.
	Workers int

	// Progress, if set, is called from time to time with the completed share of the work, between 0
	// and 1, from one goroutine at a time.
	Progress func(share float64)

	// Scratch, if set, keeps memory for the next measurement. With it, zero Workers means 1.
	Scratch *Scratch

	// Tables, if set, keep the counts of one s/c-metric for the next.
	Tables *Tables

	// Mistake, if set, is called for each wrong claim, in the order of x and then y.
	Mistake func(distance.Mistake)

	// Sets adds the set to each mistake, not only its size, which takes longer.
	Sets bool

	// Spell writes the options that notes refer to; several values are alternatives. Nil means as
	// flags of the command line.
	Spell func(option string, values ...string) string

	// Reversed says that truth and guess are exchanged, so that notes call the guess the truth.
	Reversed bool
}

// Guess returns what notes call the guess.
func (o Options) Guess() string {
	if o.Reversed {
		return "truth"
	}
	return "guess"
}

// NumWorkers returns the number of goroutines to use.
func (o Options) NumWorkers() int {
	switch {
	case o.Workers > 0:
		return o.Workers
	case o.Scratch != nil:
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// Stopped returns the cause if ctx is done.
func Stopped(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	default:
		return nil
	}
}
