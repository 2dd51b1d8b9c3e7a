package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// An Interval is a 95 % confidence interval of a mean, with what it was made from.
type Interval struct {
	Lower, Upper float64 // not numbers where there are fewer than two values
	Resamples    int
}

// Resamples is the usual number of resamples. Where they would take long there are fewer.
const Resamples = 2000

// mostDraws is how many numbers are drawn for an interval, so long as that leaves leastResamples.
const (
	mostDraws      = 20_000_000
	leastResamples = 200
)

// Bootstrap returns the percentile interval of the mean: the quantiles 0.025 and 0.975 of the
// means of resamples with replacement (Efron, Bootstrap methods: another look at the jackknife,
// Ann. Stat. 7:1–26). The same numbers and seed give the same interval.
func Bootstrap(x []float64, seed uint64) Interval {
	n := len(x)
	if n < 2 {
		return Interval{Lower: math.NaN(), Upper: math.NaN()}
	}
	b := Interval{Resamples: max(min(Resamples, mostDraws/n), leastResamples)}
	rng := rand.New(rand.NewPCG(seed, 0x626f6f74)) // "boot"
	means := make([]float64, b.Resamples)
	for i := range means {
		sum := 0.0
		for range n {
			sum += x[rng.IntN(n)]
		}
		means[i] = sum / float64(n)
	}
	slices.Sort(means)
	b.Lower, b.Upper = quantile(means, 0.025), quantile(means, 0.975)
	return b
}
