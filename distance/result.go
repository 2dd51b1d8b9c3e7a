package distance

import (
	"math"
	"math/big"
)

// A Count is how many claims of the guess are wrong, of how many. With weights on pairs
// both are sums of weights.
type Count struct {
	Wrong, Of float64
}

// Value returns the share of wrong claims. Where there is nothing to count it is 0:
// graphs with fewer than two nodes are at distance 0.
func (c Count) Value() float64 {
	if c.Of == 0 {
		return 0
	}
	return c.Wrong / c.Of
}

// A Result is the number a metric gives, with its parts. Only the parts that
// apply are set.
type Result struct {
	Value float64 // not a number where it is undefined; Why then says why
	Why   string

	Counted bool // metrics that count pairs have a Count
	Count   Count

	// Separation distances: how many of the pairs that were asked for the guess makes a claim about,
	// and how many have none since, though they are not adjacent, no set separates them.
	HasClaims           bool
	Claims, NoSeparator float64

	// canonical-aid: how many of the wrong claims are about effects that are identifiable in only one of the two graphs. All
	// others miss an effect or adjust for an invalid set.
	Unidentified float64

	// given-sd: the number of recorded sets, and of those that do not separate their pair in the guess itself.
	Recorded, Incoherent int

	Orders    []Order // s/c-metrics
	Lower     *Count  // bounds over an equivalence class
	Upper     *Count
	Sample    *Sample    // where not everything was looked at
	Confusion *Confusion // metrics based on true and false positives
	Readings  *Readings  // a guess that can be read in several ways
	Partial   bool       // a cap was hit: not all was looked at
	Notes     []string   // what a reader must know, one sentence each

	// EmptySample is set if a sampled value is biased towards 0: it says how many orders have
	// samples with nothing to count. It is one of the notes.
	EmptySample string

	// With Params.Symmetric: the two directions, of which Value is the mean.
	Forward, Reverse *Result
}

// Defined reports whether the result has a value.
func (r *Result) Defined() bool { return !math.IsNaN(r.Value) }

// Range returns the least and the greatest value over an equivalence class or over the readings
// of a guess. They are not numbers where there is no such range.
func (r *Result) Range() (lower, upper float64) {
	switch {
	case r.Lower != nil && r.Upper != nil:
		return r.Lower.Value(), r.Upper.Value()
	case r.Readings != nil && r.Readings.Count > 0:
		return r.Readings.Min, r.Readings.Max
	}
	return math.NaN(), math.NaN()
}

// A Sample says how well a sampled value is known.
type Sample struct {
	Samples int64   // how many were drawn
	Of      float64 // from how many; may be more than an integer holds
	Stderr  float64
	Lo, Hi  float64 // 95 % confidence interval
	Seed    uint64
}

// Readings are what a metric gives over the ways to read a guess that is not finished.
type Readings struct {
	Count          int // how many ways were looked at
	Min, Mean, Max float64
}

// A Confusion counts what is in both graphs, in the guess only, in the truth only, and
// in neither.
type Confusion struct {
	TP, FP, FN, TN int64
}

// An Order is what the s/c-metrics count among the statements (x, y, S) with |S| = Order.
// All variants of the metrics follow from it. Where the order was sampled, the
// connected ones are those in the sample.
type Order struct {
	Order          int
	Statements     *big.Int // how many there are
	ConnectedTruth *big.Int
	ConnectedGuess *big.Int
	ConnectedBoth  *big.Int
	Value          float64
	Void           bool    // 0/0: counts as 0 in the mean
	Sample         *Sample // where the order was sampled
}
