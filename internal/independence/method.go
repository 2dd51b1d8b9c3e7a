package independence

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pool"
)

// The methods.
const (
	Auto      = "auto"
	FisherZ   = "fisher-z"
	ChiSquare = "chi-square"
	GSquare   = "g-square"
	Pillai    = "pillai"
	Rank      = "rank"
)

// Methods lists the tests with what they are for.
var Methods = []struct{ Name, Doc string }{
	{FisherZ, "continuous columns, linear relations: Fisher's z-transform of the partial correlation"},
	{ChiSquare, "categorical columns: Pearson's chi-square, summed over the strata of the set"},
	{GSquare, "categorical columns: the log-likelihood ratio, summed over the strata of the set"},
	{Pillai, "mixed columns: Pillai's trace; for two continuous columns, the exact t-test"},
	{Rank, "continuous columns, monotone relations: fisher-z on normal scores of the ranks"},
}

// MethodNames lists the names of the tests, after [Auto].
func MethodNames() []string {
	names := []string{Auto}
	for _, m := range Methods {
		names = append(names, m.Name)
	}
	return names
}

// CheckMethod returns an error if no test has this name.
func CheckMethod(name string) error { return checkName("test", name, MethodNames()) }

// A Query is a claim to test: x and y, by column, are independent given a set.
type Query struct {
	X, Y int32
	Set  int32 // index among the sets
}

// A Result is the outcome of a test. If it is untested, only the reason is set.
type Result struct {
	P         float64
	Statistic float64 // z, chi-square, G or F
	Effect    float64 // partial correlation; Cramér's V; for pillai of several dummies, the root of V/s
	Untested  Reason
}

// A Reason says why a claim was not tested.
type Reason uint8

// The reasons.
const (
	Tested      Reason = iota
	TooFewRows         // for the size of the set
	ConstantX          // all values of x are equal
	ConstantY          //
	ConstantSet        // a column of the set has equal values only
	DeterminedX        // the set determines x
	DeterminedY        //
	Collinear          // a column of the set is determined by the others
	NoP                // the file of p-values has none
)

// Text says why x and y were not tested.
func (r Reason) Text(x, y string) string {
	switch r {
	case TooFewRows:
		return "too few rows for a set of this size"
	case ConstantX:
		return x + " is constant"
	case ConstantY:
		return y + " is constant"
	case ConstantSet:
		return "a column of the set is constant"
	case DeterminedX:
		return "the set determines " + x
	case DeterminedY:
		return "the set determines " + y
	case Collinear:
		return "columns of the set determine each other"
	case NoP:
		return "no p-value was given"
	}
	return ""
}

// A Tester tests claims on one data set. It serves any number of goroutines.
type Tester struct {
	Method string // which test it is
	Rows   int
	engine interface{ worker() worker }
}

// A worker tests claims. It keeps scratch space and so serves one goroutine.
type worker interface {
	// given makes set, by column, the set of the next tests.
	given(set []int32)
	// test tests x and y.
	test(x, y int32) Result
}

// New prepares a test for a table. The method [Auto] is fisher-z for continuous columns,
// chi-square for categorical ones and pillai for both kinds.
func New(ctx context.Context, t *Table, method string, workers int) (*Tester, error) {
	if err := CheckMethod(method); err != nil {
		return nil, err
	}
	continuous, categorical := "", "" // the first of each kind
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Categorical() {
			categorical = cmp.Or(categorical, c.Name)
		} else {
			continuous = cmp.Or(continuous, c.Name)
		}
	}
	switch {
	case method != Auto:
	case categorical == "":
		method = FisherZ
	case continuous == "":
		method = ChiSquare
	default:
		method = Pillai
	}
	tester := &Tester{Method: method, Rows: t.Rows}
	var err error
	switch method {
	case FisherZ, Rank, Pillai:
		if categorical != "" && method != Pillai {
			return nil, fmt.Errorf("column %q is categorical, and %s needs continuous columns: use pillai", categorical, method)
		}
		tester.engine, err = newLinear(ctx, t, method, workers)
	default:
		if continuous != "" {
			return nil, advice.Errorf("column %q is continuous, and %s needs categorical columns: use pillai, or list the column under %v", continuous, method, advice.Option("categorical"))
		}
		tester.engine = &strata{table: t, g: method == GSquare}
	}
	return tester, err
}

// grain is the number of queries of a job.
const grain = 1024

// Run tests claims, which are sorted by set. The result of queries[i] is results[i].
func (t *Tester) Run(ctx context.Context, sets [][]int32, queries []Query, workers int) ([]Result, error) {
	var starts []int // of jobs; claims with one set are in one job
	for i := range queries {
		if len(starts) == 0 || i-starts[len(starts)-1] >= grain && queries[i].Set != queries[i-1].Set {
			starts = append(starts, i)
		}
	}
	results := make([]Result, len(queries))
	own := make([]worker, pool.Workers(workers))
	err := pool.Each(ctx, len(own), len(starts), func(w, job int) {
		if own[w] == nil {
			own[w] = t.engine.worker()
		}
		end := len(queries)
		if job+1 < len(starts) {
			end = starts[job+1]
		}
		runWith(own[w], sets, queries[starts[job]:end], results[starts[job]:end])
	}, nil, nil)
	return results, err
}

func runWith(w worker, sets [][]int32, queries []Query, results []Result) {
	for i, q := range queries {
		if i == 0 || q.Set != queries[i-1].Set {
			w.given(sets[q.Set])
		}
		results[i] = w.test(q.X, q.Y)
	}
}

// Runner returns a function like [Tester.Run] for one goroutine, which keeps its scratch space.
func (t *Tester) Runner() func(sets [][]int32, queries []Query, results []Result) {
	w := t.engine.worker()
	return func(sets [][]int32, queries []Query, results []Result) { runWith(w, sets, queries, results) }
}
