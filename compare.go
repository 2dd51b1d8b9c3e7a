package sepdist

import (
	"context"
	"iter"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/report"
)

// Options say how two graphs are compared. The zero value compares them by the metrics
// that fit their classes.
type Options struct {
	// Metrics are names of metrics and groups; none is the group "default".
	Metrics []string

	// Invalid says what to do with a guess that is not of its class; by default it is rejected.
	// Limits cap the search for its readings and for what repairs it.
	Invalid class.Policy
	Limits  class.Limits

	// Reading says which number stands for a guess with several readings: "mean" (the
	// default), "min" or "max". Unreadable puts a guess without a valid reading at distance 1,
	// as Wahl and Runge do; else it is undefined, as scores always are.
	Reading    string
	Unreadable bool

	// As, where stated, compares the two graphs drawn as graphs of this class.
	As class.Kind

	// Latent and Selected are nodes of the truth that the guess cannot have: not measured,
	// and conditioned on throughout. Project makes all nodes latent that the guess does not have.
	Latent, Selected []string
	Project          bool

	// Rename has new names for nodes of the guess, by their old ones; those that the guess does
	// not have are ignored. ByPosition matches the nodes of the two graphs by their places and not
	// by their names: those of the guess get the names of the truth.
	Rename     map[string]string
	ByPosition bool

	// Sources and Targets, where not empty, restrict the ordered pairs of nodes that are
	// counted. Weights, where not nil, are weights of ordered pairs. Statements, where not nil, are
	// those that the s/c-metrics count in place of all: x, y and then the nodes of the set. Pairs,
	// where positive, is how many ordered pairs are drawn in place of all.
	Sources, Targets []string
	Weights          map[[2]string]float64
	Statements       [][]string
	Pairs            int64

	// Symmetric makes one number of the two directions.
	Symmetric distance.Symmetry

	// Orders are the parameters of the s/c-metrics.
	Orders distance.OrderParams

	// Series are the parameters of time series. Of these Latent, Sources and Targets are
	// variables, and Weights those of two variables, or of two moments such as X(t-1).
	Series distance.SeriesParams

	// Seed starts all randomness.
	Seed uint64

	// Baseline, where positive, is how many random guesses like the guess each result is
	// compared with.
	Baseline int

	// Workers is the number of goroutines that share the work; 0 is one for each processor. It
	// changes no number.
	Workers int

	// Progress, where set, is called now and then with the share of work that is done,
	// between 0 and 1, from one goroutine at a time.
	Progress func(share float64)

	// Estimate, where set, is called before the work begins with the time that it will take, roughly,
	// and which metric takes the most of it. An error that it returns ends the call.
	Estimate func(total time.Duration, slowest *distance.Metric) error

	// Mistake, where set, is called for each wrong claim of the guess.
	Mistake func(distance.Mistake)

	// Spell writes the options that notes refer to; several values are alternatives. Nil means as
	// flags of the command line, such as --as cpdag.
	Spell func(option string, values ...string) string
}

// Compare measures how far guess is from truth by each of the metrics that the options
// name.
func Compare(ctx context.Context, truth, guess *Graph, o Options) (*report.Comparison, error) {
	return compare.Compare(ctx, (*compare.Graph)(truth), (*compare.Graph)(guess), compare.Options(o))
}

// ROC measures a family of guesses, such as those of one method at several thresholds,
// by how many connections of the truth they find and how many of its separations they take for
// connections. Each guess must have one reading.
func ROC(ctx context.Context, truth *Graph, guesses []*Graph, o Options) (*report.ROC, error) {
	list := make([]*compare.Graph, len(guesses))
	for i, g := range guesses {
		list[i] = (*compare.Graph)(g)
	}
	return compare.ROC(ctx, (*compare.Graph)(truth), list, compare.Options(o))
}

// A MatrixPair is two graphs over the nodes 0 to N-1 as integer matrices, row by row, in
// the code of a [format.Coding].
type MatrixPair struct {
	N            int
	Truth, Guess []int8
}

// ManyOptions say how matrices are compared.
type ManyOptions struct {
	Options
	Code                   *format.Coding
	TruthClass, GuessClass class.Kind // checked; unstated, they are inferred
}

// CompareMany compares pair after pair, on all processors, without text in
// between. It calls each for every pair, one at a time and in order, with a result for each
// metric or with what is wrong with the pair; results are valid until each returns. It stops
// where each returns false and, with an error, where ctx is done.
func CompareMany(ctx context.Context, pairs iter.Seq[MatrixPair], o ManyOptions, each func(i int, results []report.Entry, err error) bool) error {
	matrices := func(yield func(compare.MatrixPair) bool) {
		for p := range pairs {
			if !yield(compare.MatrixPair(p)) {
				return
			}
		}
	}
	return compare.Many(ctx, matrices, compare.ManyOptions{
		Options: compare.Options(o.Options), Code: o.Code, TruthClass: o.TruthClass, GuessClass: o.GuessClass,
	}, each)
}
