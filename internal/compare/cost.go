package compare

import (
	"context"
	"math"
	"time"

	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// A Cost says about how long the comparison of a pair takes on one worker.
type Cost struct {
	Seconds float64  // in all, with reading
	Sources int      // that the work can be cut by; 0 where that is not worth it
	Metrics []string // in the order of their rows

	// What the metrics take that are sums over sources: those where each source takes as long as
	// any other, and those where it takes the longer the later it is. Once is what any part of the
	// sources takes, however short it is.
	Even, Rising, Once float64
}

const (
	cutNodes  = 64                     // from how many nodes on a pair may be cut
	longTrial = 20 * time.Millisecond  // a trial that says enough
	tooLong   = 250 * time.Millisecond // more than this is not tried if it can be estimated
)

// Shortest returns what f takes: the least of up to eight runs, of fewer the longer they take. A
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

// Cost measures what the pair takes, where that is long by a part of it.
func (w *Worker) Cost(ctx context.Context, in *Input) (c Cost) {
	if in.Known != nil {
		return Cost{}
	}
	var pair *Pair
	var err error
	c.Seconds = Shortest(func() {
		again := *in
		w.truth.path, w.guess.path = "", "" // what is known of the files, so that they are read
		pair, err = w.prepare(ctx, &again)
	})
	if err != nil {
		return c
	}
	c.Once = c.Seconds
	n := pair.Truth.N()
	pair.Params.Options.Scratch = w.scratch
	truth, guess := pair.kinds()
	for _, row := range w.plan(truth, guess) {
		c.Metrics = append(c.Metrics, row.Metric.Name)
		if row.Err != nil || ctx.Err() != nil {
			continue
		}
		trial := func(part task.Part) float64 {
			pair.Params.Part = part
			defer func() { pair.Params.Part = task.Part{} }()
			return Shortest(func() { pair.row(ctx, row.Metric, &w.options) })
		}
		switch {
		case n >= cutNodes && pair.splits(row.Metric):
			c.Sources = n
			took, once := extrapolated(n, trial)
			c.Once += once
			if c.Seconds += took; measure.Triangular(row.Metric) {
				c.Rising += took
			} else {
				c.Even += took
			}
		case pair.Guess == nil:
			c.Seconds += trial(task.Part{})
		default:
			took := measure.Estimate(row.Metric, pair.Truth, pair.Guess, pair.Params).Seconds()
			if took < tooLong.Seconds() {
				took = trial(task.Part{})
			}
			c.Seconds += took
		}
	}
	return c
}

// extrapolated returns what n sources take, from trials of some in the middle of them, where a
// source takes as long as the mean, and what one takes, with all that is done once.
func extrapolated(n int, trial func(task.Part) float64) (all, one float64) {
	middle := func(k int) task.Part { return task.Part{Lo: (n - k) / 2, Hi: (n-k)/2 + k} }
	one = trial(middle(1))
	for k := min(n, 4); ; k = min(n, 4*k) {
		took := trial(middle(k))
		if took-one > longTrial.Seconds() { // sure?
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
