package task

import (
	"context"
	"runtime"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
)

// Params determine the value of a metric. The zero value is the metric as it is defined.
type Params struct {
	// Symmetric makes one number of the two directions.
	Symmetric distance.Symmetry

	// Sources and Targets restrict the ordered pairs (x, y) that are counted; nil is all.
	Sources, Targets graph.Set

	// Part restricts the sources to a range of all of them; it goes with no other restriction.
	Part Part

	// Weights gives a weight to each ordered pair; nil is 1 for all.
	Weights Weights

	// Pairs, if positive, is how many ordered pairs are drawn in place of all.
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

	// Seed starts all randomness.
	Seed uint64

	// Options change how the number is computed, never the number.
	Options Options
}

// Whole reports whether all pairs have the same weight and mistakes are not wanted.
func (p *Params) Whole() bool {
	return p.Unrestricted() && p.Part == Part{} && p.Options.Mistake == nil
}

// Unrestricted reports whether all ordered pairs count, each once.
func (p *Params) Unrestricted() bool {
	return p.Sources == nil && p.Targets == nil && p.Weights == nil && p.Pairs == 0
}

// Weights are weights on ordered pairs; pairs that are not listed have weight 0.
type Weights map[[2]graph.Node]float64

// A Statement is about two nodes and a set of others, which separates them or does not.
type Statement struct {
	X, Y  graph.Node
	Given []graph.Node
}

// Options change how a number is computed, never its value.
type Options struct {
	// Workers is the number of goroutines that share the work; 0 is one for each
	// processor.
	Workers int

	// Progress, where set, is called now and then with the share of work that is done,
	// between 0 and 1, from one goroutine at a time.
	Progress func(share float64)

	// Scratch, where set, keeps working memory for the next measurement. With it, Workers
	// is 1 unless given.
	Scratch *Scratch

	// Tables, if set, keep the counts of one s/c-metric for the next.
	Tables *Tables

	// Mistake, where set, is called for each wrong claim, in the order of x and then y.
	Mistake func(distance.Mistake)

	// Sets gives each mistake its set and not only its size, which takes longer.
	Sets bool

	// Spell writes the options that notes refer to; several values are alternatives. Nil means as
	// flags of the command line.
	Spell func(option string, values ...string) string
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

// Stopped returns why ctx is done, if it is.
func Stopped(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	default:
		return nil
	}
}
