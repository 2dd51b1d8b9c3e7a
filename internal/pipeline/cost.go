package pipeline

import (
	"context"
	"math"
	"time"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/measure"
)

// A Cost is roughly the time that the comparison of a pair takes on one worker.
type Cost struct {
	Seconds float64  // in all, with reading
	Sources int      // that the work can be split by; 0 if that is not worthwhile
	Metrics []string // in the order of their rows

	// The time of the metrics that are sums over sources: of those where each source takes as long as
	// any other, and of those where later sources take longer. Once is the time that every part of the
	// sources takes, however short it is.
	Even, Rising, Once float64
}

const (
	cutNodes  = 64                     // the number of nodes from which a pair may be split
	longTrial = 20 * time.Millisecond  // a trial that is long enough
	tooLong   = 250 * time.Millisecond // a longer trial is replaced by an estimate, if there is one
)

// Shortest returns the seconds that f takes: the least of up to eight runs, of fewer if they take long. A
// machine that is busy with other work makes a run longer, never shorter, and a pause of a tenth of
// a second would be multiplied by thousands of sources.
func Shortest(f func()) float64 {
	limits := [8]float64{math.Inf(1), 2, 0.15, 0.02, 0.02, 0.02, 0.02, 0.02} // seconds so far, for one more run
	least, sum := math.Inf(1), 0.0
	for _, limit := range limits {
		if sum > limit {
			break
		}
		start := time.Now()
		f()
		took := time.Since(start).Seconds()
		least, sum = min(least, took), sum+took
	}
	return least
}

// Cost measures the time of a pair, by a part of the pair if that is long.
func (w *Worker) Cost(ctx context.Context, in *Input) (c Cost) {
	if in.Known != nil {
		return Cost{}
	}
	var pair *sepdist.Pair
	var err error
	c.Seconds = Shortest(func() {
		again := *in
		w.truth.path, w.guess.path = "", "" // so that the files are read
		pair, err = w.prepare(ctx, &again)
	})
	if err != nil {
		return c
	}
	c.Once = c.Seconds
	n := pair.Truth().Model().N()
	truth, guess := pair.Classes()
	for _, row := range w.plan(truth, guess) {
		c.Metrics = append(c.Metrics, row.Metric.Name)
		if row.Err != nil || ctx.Err() != nil {
			continue
		}
		trial := func(part *Part) float64 {
			return Shortest(func() { part.measure(ctx, pair, row.Metric) })
		}
		switch {
		case n >= cutNodes && pair.Splits(row.Metric):
			c.Sources = n
			took, once := extrapolated(n, trial)
			c.Once += once
			if c.Seconds += took; measure.Triangular(row.Metric) {
				c.Rising += took
			} else {
				c.Even += took
			}
		case pair.Guess() == (class.Member{}):
			c.Seconds += trial(nil)
		default:
			took := pair.Estimate(row.Metric).Seconds()
			if took < tooLong.Seconds() {
				took = trial(nil)
			}
			c.Seconds += took
		}
	}
	return c
}

// extrapolated returns the time of n sources and of one, both with the work that is done once. It tries some sources in the
// middle, where a source takes the mean time.
func extrapolated(n int, trial func(*Part) float64) (all, one float64) {
	middle := func(k int) *Part { return &Part{Lo: (n - k) / 2, Hi: (n-k)/2 + k} }
	one = trial(middle(1))
	for k := min(n, 4); ; k = min(n, 4*k) {
		took := trial(middle(k))
		if took-one > longTrial.Seconds() { // confirm it
			took = min(took, trial(middle(k)))
		}
		if k == n {
			return took, one
		}
		if took-one > longTrial.Seconds() {
			return one + (took-one)/float64(k-1)*float64(n-1), one
		}
	}
}
