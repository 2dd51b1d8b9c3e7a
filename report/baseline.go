package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Baseline has the values of a metric for random guesses, to compare the guess with.
type Baseline struct {
	Samples   int // random guesses
	Undefined int // those for which the metric has no value; they are left out of all below

	BetterThan float64 // share of the random guesses that the guess is better than
	AsGoodAs   float64 // share of the random guesses with the same value
	Mean       float64
	Seed       uint64

	Values []float64 // rising
}

// NewBaseline holds value against those of random guesses, of which some may not be numbers.
// For a score the larger is better, else the smaller. It is nil where none is a number.
func NewBaseline(value float64, score bool, random []float64, seed uint64) *Baseline {
	b := &Baseline{Samples: len(random), Seed: seed}
	for _, v := range random {
		if !math.IsNaN(v) {
			b.Values = append(b.Values, v)
		}
	}
	if len(b.Values) == 0 {
		return nil
	}
	b.Undefined = len(random) - len(b.Values)
	slices.Sort(b.Values)
	better, same := 0, 0
	for _, v := range b.Values { // rising, so that any order of samples gives the same sum
		b.Mean += v
		switch {
		case v == value:
			same++
		case v > value != score:
			better++
		}
	}
	n := float64(len(b.Values))
	b.Mean /= n
	b.BetterThan, b.AsGoodAs = float64(better)/n, float64(same)/n
	return b
}

// Quantile returns the least value that at least the share p of the random guesses do not
// pass, from the least for 0 to the greatest for 1.
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
		integer(b.Seed)})
}

// cells returns the share of random guesses that the guess beats, and their mean.
func (b *Baseline) cells() []string {
	if b == nil {
		return []string{"", ""}
	}
	return []string{Share(b.BetterThan), b.MeanText()}
}

// MeanText writes the mean with four decimals. It is an estimate: one that is next to 0 has no sign.
func (b *Baseline) MeanText() string {
	if math.Abs(b.Mean) < 0.00005 {
		return "0.0000"
	}
	return strconv.FormatFloat(b.Mean, 'f', 4, 64)
}

// Share writes a share of the random guesses: "all", "none", or per cent.
func Share(share float64) string {
	switch share {
	case 0:
		return "none"
	case 1:
		return "all"
	}
	return Percent(share)
}

// Percent writes a share in per cent. It rounds down, so that nothing is said to be better
// than all that is not, and gives a digit more near the ends.
func Percent(share float64) string {
	switch {
	case share == 0 || share == 1:
		return fmt.Sprintf("%.0f %%", 100*share)
	case share < 0.001:
		return "< 0.1 %"
	case share < 0.01 || share > 0.99:
		return strconv.FormatFloat(math.Floor(1000*share)/10, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(math.Floor(100*share), 'f', 0, 64) + " %"
}
