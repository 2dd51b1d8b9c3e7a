package sepdist

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/limit"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// Options are the options of a comparison. The zero value uses the metrics that fit the classes of the graphs.
type Options struct {
	// Metrics are names of metrics and groups. None means the group "default".
	Metrics []string

	// Invalid is the policy for a guess that is not of its class. By default the guess is rejected.
	// Limits bound the search for its readings and for a repaired graph.
	Invalid class.Policy
	Limits  class.Limits

	// Ambiguous is the value of a guess with several readings. UnreadableAsOne sets the distance of a guess
	// without a valid reading to 1, as Wahl and Runge do. Otherwise it is undefined, as scores always are.
	Ambiguous       ReadingValue
	UnreadableAsOne bool

	// As, if stated, is the class to which both graphs are converted before the comparison.
	As class.Kind

	// Latent and Selected are nodes of the truth that the guess cannot have: not measured,
	// and always conditioned on. Project makes all nodes latent that the guess does not have.
	Latent, Selected []string
	Project          bool

	// Rename has new names for nodes of the guess, by their old ones. Names that the guess does
	// not have are ignored. ByPosition matches the nodes of the two graphs by their positions and not
	// by their names: the nodes of the guess get the names of the truth.
	Rename     map[string]string
	ByPosition bool

	// Sources and Targets, if not empty, restrict the ordered pairs of nodes that are counted. Weights, if not
	// nil, are weights of ordered pairs. Statements, if not nil, are counted by the s/c-metrics in place of all: each has x,
	// y and then the nodes of the set. Pairs, if positive, is the number of ordered pairs that are sampled.
	Sources, Targets []string
	Weights          map[[2]string]float64
	Statements       [][]string

	// Separators, where not nil, are the claims of given-sd, which is then one of the metrics: x, y
	// and the nodes of the set that a method recorded for them.
	Separators [][]string
	Pairs      int64

	// Symmetric combines the two directions into one number.
	Symmetric distance.Symmetry

	// The s/c-metrics use orders up to MaxOrder (nil means all), with OrderWeights if not nil, or count all
	// statements alike if Ungraded. Samples is the number of statements drawn in each order; zero means that
	// all are counted where that is feasible. A positive Precision draws until the half width of the confidence interval is
	// reached. Exact is a number of nodes up to which all statements are counted; zero means that the
	// expected time decides.
	MaxOrder     *int
	OrderWeights []float64
	Ungraded     bool
	Samples      int64
	Precision    float64
	Exact        int

	// For time series, MaxLag is the largest lag between two moments of a pair; zero means the largest lag
	// of both graphs, and at least 1. Window is the number of slices that the s/c-metrics use; zero means
	// MaxLag+1. Links restricts the pairs that are counted to a list such as "contemporaneous,auto";
	// empty means all. Latent, Sources and Targets are variables, and Weights are those of two
	// variables or of two moments such as X(t-1).
	MaxLag, Window int
	Links          string

	// Seed is the seed of all random numbers.
	Seed uint64

	// Baseline, if positive, is the number of random guesses that each result is compared with.
	Baseline int

	// Workers is the number of goroutines. Zero means one per processor. It changes no number.
	Workers int

	// Progress, if set, is called from time to time with the completed share of the work,
	// between 0 and 1, from one goroutine at a time.
	Progress func(share float64)

	// Estimate, if set, is called before the work begins with a rough estimate of the time that it takes,
	// and the metric that takes most of it. An error that it returns ends the call.
	Estimate func(total time.Duration, slowest *distance.Metric) error

	// Mistake, if set, is called for each wrong claim of the guess.
	Mistake func(distance.Mistake)

	// Spell writes the options that notes refer to; several values are alternatives. Nil means as
	// flags of the command line, such as --as cpdag.
	Spell func(option string, values ...string) string
}

// A ReadingValue is the number that a guess with several readings gets. Empty means [AllReadings].
type ReadingValue string

// The values. Results have the least, the mean and the largest value in any case.
const (
	AllReadings    ReadingValue = "all" // the value is the mean
	MinOfReadings  ReadingValue = "min"
	MeanOfReadings ReadingValue = "mean"
	MaxOfReadings  ReadingValue = "max"
)

// Check returns an error if an option is out of range, or contradicts another one.
func (o *Options) Check() error {
	if err := o.check(); err != nil {
		return advice.Wrong("", "", "%w", err)
	}
	return nil
}

func (o *Options) check() error {
	for _, n := range []struct {
		name        string
		value, most int64
	}{
		{"workers", int64(o.Workers), limit.Workers},
		{"baseline", int64(o.Baseline), limit.Baseline},
		{"pairs", o.Pairs, limit.Pairs},
		{"max-readings", int64(o.Limits.Readings), limit.Readings},
	} {
		if n.value < 0 || n.value > n.most {
			value := strconv.FormatInt(n.value, 10)
			return advice.Wrong(n.name, value, "%v is out of range: use at most %d", advice.Option(n.name, value), n.most)
		}
	}
	switch o.Ambiguous {
	case "", AllReadings, MinOfReadings, MeanOfReadings, MaxOfReadings:
	default:
		return advice.Wrong("ambiguous", string(o.Ambiguous), "%v: expected all, min, mean or max", advice.Option("ambiguous", string(o.Ambiguous)))
	}
	switch {
	case o.Pairs > 0 && o.Weights != nil:
		return advice.Errorf("%v and %v cannot be combined: pairs with weights cannot be sampled", advice.Option("pairs"), advice.Option("weights"))
	case o.Separators != nil && o.Symmetric != (distance.Symmetry{}):
		return advice.Errorf("%v and %v cannot be combined: the sets were recorded for the guess", advice.Option("separators"), advice.Option("symmetric"))
	case o.Separators == nil && slices.ContainsFunc(o.Metrics, func(name string) bool { return strings.EqualFold(name, distance.Recorded.Name) }):
		return errNoSeparators()
	case o.Statements != nil && o.Samples > 0:
		return advice.Errorf("%v and %v cannot be combined: listed statements are all counted", advice.Option("statements"), advice.Option("samples"))
	case o.Statements != nil && o.Precision > 0:
		return advice.Errorf("%v and %v cannot be combined: listed statements are all counted", advice.Option("statements"), advice.Option("precision"))
	}
	if err := task.CheckSeries(o.series()); err != nil {
		return err
	}
	orders := o.orders()
	return orders.Check()
}

func (o *Options) orders() task.OrderParams {
	return task.OrderParams{MaxOrder: o.MaxOrder, Weights: o.OrderWeights, Ungraded: o.Ungraded, Samples: o.Samples, Precision: o.Precision, Exact: o.Exact}
}

func (o *Options) series() task.SeriesParams {
	return task.SeriesParams{MaxLag: o.MaxLag, Window: o.Window, Links: o.Links}
}

// errNoSeparators is the error for given-sd without its claims.
func errNoSeparators() error {
	return advice.Errorf("%s needs the sets that a method recorded: use %v", distance.Recorded.Name, advice.Option("separators"))
}

// CheckMetrics returns an error for a name that is neither a metric nor a group of metrics.
func (o *Options) CheckMetrics() error {
	for _, name := range o.Metrics {
		_, err := distance.Find(name)
		if bad, ok := errors.AsType[*distance.NameError](err); ok && !bad.IsGroup {
			return err
		}
	}
	return nil
}

// metrics returns the names of metrics and groups to compare by.
func (o *Options) metrics() []string {
	if len(o.Metrics) == 0 {
		return []string{"default"}
	}
	return o.Metrics
}

// params returns the parameters of the metrics for a pair with these nodes or variables.
func (o *Options) params(pair *Pair, names *graph.Names) (p task.Params, err error) {
	p = task.Params{
		Pairs: o.Pairs, Symmetric: o.Symmetric, Orders: o.orders(), Series: o.series(), Seed: o.Seed,
		Options: task.Options{Workers: o.Workers, Progress: o.Progress, Mistake: o.Mistake, Spell: o.Spell, Reversed: pair.reversed},
	}
	if len(o.Sources) > 0 {
		if p.Sources, err = nodes(names, o.Sources); err != nil {
			return p, about("sources", err)
		}
	}
	if len(o.Targets) > 0 {
		if p.Targets, err = nodes(names, o.Targets); err != nil {
			return p, about("targets", err)
		}
	}
	if o.Statements != nil {
		if p.Statements, err = listedStatements(names, o.Statements); err != nil {
			return p, err
		}
	}
	if o.Separators != nil {
		if pair.truth.Kind().IsSeries() {
			p.Recorded, err = recordedMoments(names, o.Separators)
		} else {
			p.Recorded, err = listedStatements(names, o.Separators)
		}
		if err != nil {
			return p, about("separators", err)
		}
	}
	if o.Weights == nil {
		return p, nil
	}
	if pair.truth.Kind().IsSeries() {
		p.Weights, err = momentWeights(names, o.Weights, pair.maxLag())
		return p, err
	}
	p.Weights, err = weights(names, o.Weights)
	return p, err
}

// about returns an error about the nodes of an option.
func about(option string, err error) error {
	e := advice.Errorf("%s: %w", option, err)
	e.Option = option
	return e
}

// listedStatements returns the listed statements by the numbers of their nodes.
func listedStatements(names *graph.Names, byName [][]string) ([]task.Statement, error) {
	list := make([]task.Statement, len(byName))
	first := make(map[string]int, len(byName)) // where each statement is listed
	for i, row := range byName {
		nodes := make([]graph.Node, len(row))
		for k, name := range row {
			v, ok := names.Node(name)
			switch {
			case !ok:
				return nil, fmt.Errorf("statement %d: %w", i+1, &graph.NodeError{Name: name})
			case slices.Contains(nodes[:k], v):
				return nil, fmt.Errorf("statement %d: %q is in it twice", i+1, name)
			}
			nodes[k] = v
		}
		if len(nodes) < 2 {
			return nil, fmt.Errorf("statement %d: two nodes are needed, and then those of the set", i+1)
		}
		key := fmt.Sprint(slices.Sorted(slices.Values(nodes[:2])), slices.Sorted(slices.Values(nodes[2:])))
		if k, twice := first[key]; twice {
			return nil, fmt.Errorf("statement %d: duplicates statement %d: list it once", i+1, k+1)
		}
		first[key] = i
		list[i] = task.Statement{X: nodes[0], Y: nodes[1], Given: nodes[2:]}
	}
	return list, nil
}

// weights returns the weights of pairs by their numbers.
func weights(names *graph.Names, byName map[[2]string]float64) (task.Weights, error) {
	list := make(task.Weights, len(byName))
	var wrong []error // the first of them in alphabetical order is returned
	for pair, w := range byName {
		x, okX := names.Node(pair[0])
		y, okY := names.Node(pair[1])
		switch {
		case !okX:
			wrong = append(wrong, fmt.Errorf("%q and %q: %w", pair[0], pair[1], &graph.NodeError{Name: pair[0]}))
		case !okY:
			wrong = append(wrong, fmt.Errorf("%q and %q: %w", pair[0], pair[1], &graph.NodeError{Name: pair[1]}))
		case x == y:
			wrong = append(wrong, fmt.Errorf("%q and itself: a pair needs two nodes", pair[0]))
		}
		list[[2]graph.Node{x, y}] = w
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("weights: invalid pair %w", slices.MinFunc(wrong, func(a, b error) int {
			return strings.Compare(a.Error(), b.Error())
		}))
	}
	return list, nil
}

// nodes returns the set of the nodes with the given names.
func nodes(names *graph.Names, list []string) (graph.Set, error) {
	set := graph.NewSet(names.Len())
	for _, name := range list {
		v, ok := names.Node(name)
		if !ok {
			return nil, unknownNode(names, name)
		}
		set.Add(v)
	}
	return set, nil
}

// unknownNode returns the error about a node that a graph with these nodes does not have.
func unknownNode(names *graph.Names, name string) error {
	return &graph.NodeError{Name: name, Near: advice.Suggest(name, names.List())}
}
