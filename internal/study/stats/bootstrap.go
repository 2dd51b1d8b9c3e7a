package stats

import (
	"math"
	"math/rand/v2"
)

// An Interval is a 95 % confidence interval of a mean. Its bounds are not numbers where there are
// fewer than two values.
type Interval struct{ Lower, Upper float64 }

// Resamples is the number of resamples of a bootstrap. From Many values on there are none: the
// interval is the mean ± 1.96 standard errors, which is the same there to three digits.
const (
	Resamples = 2000
	Many      = 100_000
)

// Bootstrap returns the percentile interval of the mean: the quantiles 0.025 and 0.975 of the
// means of resamples with replacement (Efron, Bootstrap methods: another look at the jackknife,
// Ann. Stat. 7:1–26). The same numbers and seed give the same interval.
func Bootstrap(x []float64, seed uint64) Interval {
	n := len(x)
	switch {
	case n < 2:
		return Interval{math.NaN(), math.NaN()}
	case n >= Many:
		mean, off := Mean(x), 1.96*Stderr(x)
		return Interval{mean - off, mean + off}
	}
	rng := rand.New(rand.NewPCG(seed, 0x626f6f74)) // "boot"
	means := make([]float64, Resamples)
	for i := range means {
		sum := 0.0
		for range n {
			sum += x[rng.IntN(n)]
		}
		means[i] = sum / float64(n)
	}
	q := Quantiles(means, 0.025, 0.975)
	return Interval{q[0], q[1]}
}
