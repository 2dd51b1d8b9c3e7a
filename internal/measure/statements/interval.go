package statements

import "math"

// A stratum is an order that was sampled: its weight in the mean, the observed share, and the size
// of the sample, which is enlarged if it was drawn without replacement from a small population. An
// order that was counted in full has an infinite size. If the sample has nothing to count, the size
// is 0 and the share is arbitrary.
type stratum struct{ weight, share, size float64 }

// variance returns the contribution of a share p to the variance of the mean.
func (s stratum) variance(p float64) float64 { return s.weight * s.weight * p * (1 - p) / s.size }

// z is the 97.5 % quantile of the normal distribution.
const z = 1.959963984540054

// drawnFrom returns the size of a sample with replacement that is as informative as one of size n
// without replacement, if the share drawn/all of the population was drawn.
func drawnFrom(n, drawn, all float64) float64 {
	if drawn >= all {
		return math.Inf(1)
	}
	if math.IsInf(all, 1) {
		return n
	}
	return n * (all - 1) / (all - drawn)
}

// estimateMean returns the standard error of the weighted mean of the shares, and its
// 95 % interval.
//
// The interval holds the means that a score test does not reject: those with
//
//	(found - mean)² ≤ z² Σ weight² p (1-p) / size
//
// where p are the shares that fit the sample best among those with that mean. With one
// stratum this is the interval of Wilson (Probable inference, the law of succession, and
// statistical inference, JASA 22:209–212); with many small shares it is close to his
// interval for their sum, and unlike an interval based on the variances that were found it
// has its width also where few or no mistakes were seen (Martín Andrés, Álvarez Hernández
// and Herranz Tejedor, Inferences about a linear combination of proportions, Stat. Methods
// Med. Res. 20:369–387).
func estimateMean(strata []stratum) (stderr, lo, hi float64) {
	var drawn []stratum
	variance, sure, unknown := 0.0, 0.0, 0.0
	for _, s := range strata {
		switch {
		case s.weight == 0:
		case math.IsInf(s.size, 1):
			sure += float64(s.weight * s.share)
		case s.size == 0:
			unknown += s.weight
			variance += float64(s.weight * s.weight / 4)
		default:
			drawn = append(drawn, s)
			variance += s.variance(s.share)
		}
	}
	lo, hi = scoreInterval(drawn)
	return math.Sqrt(variance), max(0, sure+lo), min(1, sure+unknown+hi)
}

// few returns the Poisson lower bound of a sum with the given variance if it represents only a few
// events, and otherwise the given bound. The score test underestimates the probability of the
// lowest values (Brown, Cai and DasGupta, Interval estimation for a binomial proportion, Statist.
// Sci. 16:101–133, section 4.1.1). The quantile of the Gamma distribution is that of Wilson and
// Hilferty.
func few(found, variance, bound float64) float64 {
	if variance == 0 {
		return bound
	}
	const most, quantile = 3.5, 1.6448536269514722
	events := found * found / variance
	if events > most {
		return bound
	}
	root := max(0, 1-1/float64(9*events)-quantile/float64(3*math.Sqrt(events)))
	return min(bound, found*root*root*root)
}

// scoreInterval returns the interval of the sum of weight times share.
func scoreInterval(strata []stratum) (lo, hi float64) {
	if len(strata) == 0 {
		return 0, 0
	}
	found, all, variance := 0.0, 0.0, 0.0
	for _, s := range strata {
		found += float64(s.weight * s.share)
		all += s.weight
		variance += s.variance(s.share)
	}
	inside := func(tilt float64) bool {
		mean, variance := tilted(strata, tilt)
		return (found-mean)*(found-mean) <= z*z*variance
	}
	bound := func(sign float64) float64 {
		// The tilt that is just inside is between two that differ by a factor of 2.
		in, out := 0.0, sign
		for inside(out) && math.Abs(out) < 1e300 {
			in, out = out, 2*out
		}
		if in == 0 {
			for !inside(out/2) && math.Abs(out) > 1e-300 {
				out /= 2
			}
			in = out / 2
		}
		for range 100 {
			if mid := (in + out) / 2; inside(mid) {
				in = mid
			} else {
				out = mid
			}
		}
		mean, _ := tilted(strata, in)
		return mean
	}
	return few(found, variance, bound(-1)), all - few(all-found, variance, all-bound(1))
}

// tilted returns the mean and the variance of its estimate under the shares that fit best
// among those with the same mean. These are a family with one parameter: at the tilt t the
// derivative of the log-likelihood is -t times the weight,
//
//	size (share - p) / (p (1-p)) = -t weight.
func tilted(strata []stratum, t float64) (mean, variance float64) {
	for _, s := range strata {
		p := s.share
		if u := t * s.weight / s.size; u != 0 {
			// u p² + (1-u) p - share = 0
			b := 1 - u
			root := math.Sqrt(float64(b*b) + float64(4*u*s.share))
			switch {
			case b < 0:
				p = (root - b) / (2 * u)
			case s.share > 0:
				p = 2 * s.share / (b + root)
			}
		}
		p = min(max(p, 0), 1)
		mean += float64(s.weight * p)
		variance += s.variance(p)
	}
	return mean, variance
}
