package report

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/internal/numeral"
)

// A Baseline has the values of a metric for random guesses, to compare the guess with.
type Baseline struct {
	Samples   int // random guesses
	Undefined int // those for which the metric has no value; they are excluded from the numbers below

	BetterThan float64 // share of the random guesses that the guess is better than
	AsGoodAs   float64 // share of the random guesses with the same value
	Mean       float64
	Seed       uint64

	Values []float64 // ascending
}

// SetBaseline compares the value with those of random guesses, some of which may be NaN. If all are, it
// sets no baseline.
func (e *Entry) SetBaseline(random []float64, seed uint64) {
	b := &Baseline{Samples: len(random), Seed: seed}
	for _, v := range random {
		if !math.IsNaN(v) {
			b.Values = append(b.Values, v)
		}
	}
	if len(b.Values) == 0 {
		return
	}
	b.Undefined = len(random) - len(b.Values)
	slices.Sort(b.Values)
	better, same := 0, 0
	for _, v := range b.Values { // ascending, so that any order of samples gives the same sum
		b.Mean += v
		switch {
		case v == e.Result.Value:
			same++
		case v > e.Result.Value != e.Metric.Score:
			better++
		}
	}
	n := float64(len(b.Values))
	b.Mean /= n
	b.BetterThan, b.AsGoodAs = float64(better)/n, float64(same)/n
	e.Baseline = b
}

// Quantile returns the smallest value v such that the share p of the random guesses, or more, have at
// most v. It is the minimum for p = 0 and the maximum for p = 1.
func (b *Baseline) Quantile(p float64) float64 {
	i := int(math.Ceil(p*float64(len(b.Values)))) - 1
	return b.Values[min(max(i, 0), len(b.Values)-1)]
}

// MarshalJSON writes the baseline without the single values.
func (b *Baseline) MarshalJSON() ([]byte, error) {
	type quantiles struct {
		Min    float64 `json:"min"`
		Q05    float64 `json:"q05"`
		Q25    float64 `json:"q25"`
		Median float64 `json:"median"`
		Q75    float64 `json:"q75"`
		Q95    float64 `json:"q95"`
		Max    float64 `json:"max"`
	}
	return json.Marshal(struct {
		Samples    int       `json:"samples"`
		Undefined  int       `json:"undefined,omitempty"`
		BetterThan float64   `json:"better_than"`
		AsGoodAs   float64   `json:"as_good_as"`
		Mean       float64   `json:"mean"`
		Quantiles  quantiles `json:"quantiles"`
		Seed       any       `json:"seed"`
	}{b.Samples, b.Undefined, b.BetterThan, b.AsGoodAs, b.Mean,
		quantiles{b.Quantile(0), b.Quantile(.05), b.Quantile(.25), b.Quantile(.5), b.Quantile(.75), b.Quantile(.95), b.Quantile(1)},
		numeral.JSONUint(b.Seed)})
}

// cells returns the shares of random guesses that the guess beats and ties with, and their mean.
func (b *Baseline) cells() []string {
	if b == nil {
		return []string{"", "", ""}
	}
	return []string{numeral.Share(b.BetterThan), numeral.Share(b.AsGoodAs), b.MeanText()}
}

// MeanText returns the mean with four decimals, without a sign if it rounds to 0.
func (b *Baseline) MeanText() string {
	if math.Abs(b.Mean) < 0.00005 {
		return "0.0000"
	}
	return strconv.FormatFloat(b.Mean, 'f', 4, 64)
}
