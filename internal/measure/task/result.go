package task

import (
	"math"

	"github.com/sepdist/sepdist/distance"
)

// Counted returns the result of a metric that counts pairs.
func Counted(wrong, of float64) distance.Result {
	c := distance.Count{Wrong: wrong, Of: of}
	return distance.Result{Value: c.Value(), Count: c, Counted: true}
}

// Undefined returns a result without a value.
func Undefined(why string) distance.Result { return distance.Result{Value: math.NaN(), Why: why} }

// Sampled returns the estimate from the number of wrong pairs among those drawn from all.
func Sampled(wrong, drawn, all float64, seed uint64) distance.Result {
	share := wrong / drawn
	left := (all - drawn) / (all - 1) // of the variance: drawn without replacement
	lo, hi := Wilson(share, drawn/left)
	return distance.Result{Value: share, Sample: &distance.Sample{
		Samples: int64(drawn), Of: all, Seed: seed,
		Stderr: math.Sqrt(share * (1 - share) / drawn * left),
		Lo:     lo, Hi: hi,
	}}
}

// Wilson returns the 95 % interval of a share seen in n draws. (Wilson, Probable
// inference, the law of succession, and statistical inference, JASA 22:209–212.)
func Wilson(share, n float64) (lo, hi float64) {
	const z = 1.959963984540054
	mid := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(0, mid-half), min(1, mid+half)
}
