package distance

import (
	"math"
	"math/big"
)

// A Count is the number of wrong claims of the guess, and the number of all pairs. With weights on pairs
// both are sums of weights.
type Count struct {
	Wrong, Of float64
}

// Value returns the share of wrong claims. It is 0 if there is nothing to count: graphs with fewer than two
// nodes are at distance 0.
func (c Count) Value() float64 {
	if c.Of == 0 {
		return 0
	}
	return c.Wrong / c.Of
}

// A Result is the value of a metric, with its parts. Only the parts that apply are set.
type Result struct {
	Value float64 // NaN if it is undefined
	Why   string  // the reason why it is undefined

	Counted bool // metrics that count pairs have a Count
	Count   Count

	// For separation distances: the number of pairs with a claim, and the number of non-adjacent pairs
	// without one because no set separates them.
	HasClaims           bool
	Claims, NoSeparator float64

	// For canonical-aid: the number of wrong claims about effects that are identifiable in only one of
	// the two graphs. The others miss an effect or adjust for an invalid set.
	Unidentified float64

	// given-sd: the number of recorded sets, and of those that do not separate their pair in the guess itself.
	Recorded, Incoherent int

	Orders    []Order // s/c-metrics
	Lower     *Count  // bounds over an equivalence class
	Upper     *Count
	Sample    *Sample    // if only a sample was counted
	Confusion *Confusion // metrics based on true and false positives
	Readings  *Readings  // of a guess with several readings
	Partial   bool       // a limit was hit, so not everything was counted
	Notes     []string   // warnings, one sentence each

	// EmptySample, one of the notes, is set if a sampled value is biased towards 0 because the samples of
	// some orders have nothing to count.
	EmptySample string

	// The two directions that Value combines, if the metric was symmetrised.
	Forward, Reverse *Result
}

// Defined reports whether the result has a value.
func (r *Result) Defined() bool { return !math.IsNaN(r.Value) }

// Range returns the smallest and the largest value over an equivalence class or over the readings of a
// guess. Both are NaN if there is no such range.
func (r *Result) Range() (lower, upper float64) {
	switch {
	case r.Lower != nil && r.Upper != nil:
		return r.Lower.Value(), r.Upper.Value()
	case r.Readings != nil && r.Readings.Count > 0:
		return r.Readings.Min, r.Readings.Max
	}
	return math.NaN(), math.NaN()
}

// A Sample describes the precision of a sampled value.
type Sample struct {
	Samples int64   // size of the sample
	Of      float64 // size of the population, which may not fit an integer
	Stderr  float64
	Lo, Hi  float64 // 95 % confidence interval
	Seed    uint64
}

// Readings are the values over the readings of an ambiguous guess.
type Readings struct {
	Count          int // number of readings that were examined
	Min, Mean, Max float64
}

// A Confusion has the numbers of items in both graphs (TP), only in the guess (FP), only in the truth (FN),
// and in neither (TN).
type Confusion struct {
	TP, FP, FN, TN int64
}

// An Order has the counts of the s/c-metrics for the statements (x, y, S) with |S| = Order. All variants
// of the metrics follow from them. If the order was sampled, the connected statements are those in the
// sample.
type Order struct {
	Order          int
	Statements     *big.Int // their number
	ConnectedTruth *big.Int
	ConnectedGuess *big.Int
	ConnectedBoth  *big.Int
	Value          float64
	Void           bool    // 0/0: counts as 0 in the mean
	Sample         *Sample // if the order was sampled
}
