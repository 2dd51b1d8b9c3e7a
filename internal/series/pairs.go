package series

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// A Restriction selects kinds of pairs of moments. Two kinds that exclude each other may both be
// selected. The zero value selects all.
type Restriction uint8

// The kinds of pairs.
const (
	Contemporaneous Restriction = 1 << iota // at the same time
	Lagged                                  // at different times
	Auto                                    // of one variable
	Cross                                   // of two variables
)

var restrictionNames = []string{"contemporaneous", "lagged", "auto", "cross"}

// ParseRestriction reads names of kinds of pairs, separated by commas.
func ParseRestriction(text string) (Restriction, error) {
	var r Restriction
	for name := range strings.SplitSeq(text, ",") {
		if i := slices.Index(restrictionNames, name); i >= 0 {
			r |= 1 << i
			continue
		}
		return 0, fmt.Errorf("unknown kind of link %q, expected one of %s", name, strings.Join(restrictionNames, ", "))
	}
	return r, nil
}

func (r Restriction) String() string {
	var names []string
	for i, name := range restrictionNames {
		if r>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// Allows reports whether two moments make a pair that counts.
func (r Restriction) Allows(x, y graph.LaggedNode) bool {
	when, who := Lagged, Cross
	if x.Lag == y.Lag {
		when = Contemporaneous
	}
	if x.Variable == y.Variable {
		who = Auto
	}
	const time, variables = Contemporaneous | Lagged, Auto | Cross
	return (r&time == 0 || r&when != 0) && (r&variables == 0 || r&who != 0)
}

// Options select and weigh pairs of moments. The zero value selects all.
type Options struct {
	// MaxLag is the largest lag between two moments. Zero means the largest lag of a link of both
	// graphs, and at least 1.
	MaxLag int
	// Links restricts the pairs to some kinds.
	Links Restriction
	// Sources and Targets are the variables of the first and of the second moment of an
	// ordered pair, by index among the measured variables of the truth; nil means all.
	Sources, Targets graph.Set
	// Weights are weights of ordered pairs of moments, with variables by index and the later moment
	// at t. Pairs that are not listed have weight 0. If it is nil, all have weight 1.
	Weights map[[2]graph.LaggedNode]float64
}

// Filled returns the options with the largest distance of two moments of the given graphs.
func (o Options) Filled(truth, guess *graph.Series) (Options, error) {
	if o.MaxLag < 0 {
		return o, fmt.Errorf("the largest lag is %d, expected 1 or more", o.MaxLag)
	}
	o.MaxLag = cmp.Or(o.MaxLag, max(1, truth.MaxLag(), guess.MaxLag()))
	const most = 1 << 24
	if n := truth.N(); (o.MaxLag+1)*max(1, n) > most {
		return o, fmt.Errorf("%d variables have more than %d moments with lags up to %d: use a smaller largest lag", n, most, o.MaxLag)
	}
	return o, nil
}

// Weight returns the weight of an ordered pair of moments, with variables by index. It is 0 if the pair
// is not selected.
func (o *Options) Weight(x, y graph.LaggedNode) float64 {
	apart := max(x.Lag-y.Lag, y.Lag-x.Lag)
	if apart > o.MaxLag || !o.Links.Allows(x, y) ||
		o.Sources != nil && !o.Sources.Has(x.Variable) || o.Targets != nil && !o.Targets.Has(y.Variable) {
		return 0
	}
	if o.Weights == nil {
		return 1
	}
	later := min(x.Lag, y.Lag)
	return o.Weights[[2]graph.LaggedNode{x.Shift(-later), y.Shift(-later)}]
}

// Sizes returns the weights of all ordered pairs of n variables, and the number of unordered
// ones that count.
func (o *Options) Sizes(n int) (ordered float64, unordered int) {
	for x := range graph.Node(n) {
		for y := range graph.Node(n) {
			for lag := range o.MaxLag + 1 {
				if lag == 0 && x >= y {
					continue
				}
				earlier, later := graph.LaggedNode{Variable: x, Lag: lag}, graph.LaggedNode{Variable: y}
				there, back := o.Weight(earlier, later), o.Weight(later, earlier)
				ordered += there + back
				unordered += count(there > 0 || back > 0)
			}
		}
	}
	return ordered, unordered
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Alignment returns the measured variables of the truth, and those of the guess with the
// same names.
func Alignment(truth, guess *Model) (ofTruth, ofGuess []graph.Node, err error) {
	ofTruth = truth.Measured()
	names := truth.drawn.Induced(ofTruth).Names()
	if _, err := guess.drawn.Induced(guess.Measured()).Align(names); err != nil {
		return nil, nil, err
	}
	for _, name := range names.List() {
		v, _ := guess.drawn.Names().Node(name)
		ofGuess = append(ofGuess, v)
	}
	return ofTruth, ofGuess, nil
}
