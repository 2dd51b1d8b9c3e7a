package compare

import (
	"context"
	"time"

	"github.com/sepdist/sepdist/distance"
)

// A Cost says about how long the comparison of a pair takes on one worker.
type Cost struct {
	Seconds float64  // in all, with reading
	Sources int      // that the work can be cut by; 0 where that is not worth it
	Metrics []string // in the order of their rows

	// What the metrics take that are sums over sources: those where each source takes as long as
	// any other, and those where it takes the longer the later it is.
	Even, Rising float64
}

const (
	cutNodes  = 64                     // from how many nodes on a pair may be cut
	longTrial = 20 * time.Millisecond  // a trial that says enough
	tooLong   = 250 * time.Millisecond // more than this is not tried if it can be estimated
)

// Cost measures what the pair takes, where that is long by a part of it.
func (w *Worker) Cost(ctx context.Context, in *Input) (c Cost) {
	if in.Known != nil {
		return Cost{}
	}
	seconds := func(f func()) float64 {
		start := time.Now()
		f()
		return time.Since(start).Seconds()
	}
	var pair *Pair
	var err error
	c.Seconds = seconds(func() { pair, err = w.prepare(ctx, in) })
	if err != nil {
		return c
	}
	if c.Seconds < longTrial.Seconds() { // what was new to the worker is not any more
		again := *in
		w.truth.path, w.guess.path = "", ""
		c.Seconds = min(c.Seconds, seconds(func() { pair, err = w.prepare(ctx, &again) }))
		if err != nil {
			return c
		}
	}
	n := pair.Truth.N()
	pair.Params.Options.Scratch = w.scratch
	truth, guess := pair.kinds()
	for _, row := range w.plan(truth, guess) {
		c.Metrics = append(c.Metrics, row.Metric.Name)
		if row.Err != nil || ctx.Err() != nil {
			continue
		}
		trial := func(part distance.Part) float64 {
			pair.Params.Part = part
			took := seconds(func() { pair.row(ctx, row.Metric, &w.options) })
			if took < longTrial.Seconds() {
				took = min(took, seconds(func() { pair.row(ctx, row.Metric, &w.options) }))
			}
			pair.Params.Part = distance.Part{}
			return took
		}
		switch {
		case n >= cutNodes && pair.splits(row.Metric):
			c.Sources = n
			took := extrapolated(n, trial)
			if c.Seconds += took; row.Metric.Triangular() {
				c.Rising += took
			} else {
				c.Even += took
			}
		case pair.Guess == nil:
			c.Seconds += trial(distance.Part{})
		default:
			took := row.Metric.Estimate(pair.Truth, pair.Guess, pair.Params).Seconds()
			if took < tooLong.Seconds() {
				took = trial(distance.Part{})
			}
			c.Seconds += took
		}
	}
	return c
}

// extrapolated returns what n sources take, from trials of some in the middle of them, where a
// source takes as long as the mean.
func extrapolated(n int, trial func(distance.Part) float64) float64 {
	middle := func(k int) distance.Part { return distance.Part{Lo: (n - k) / 2, Hi: (n-k)/2 + k} }
	one := trial(middle(1)) // with all that is done once
	for k := min(n, 4); ; k = min(n, 4*k) {
		took := trial(middle(k))
		if k == n {
			return took
		}
		if took-one > longTrial.Seconds() {
			return one + (took-one)/float64(k-1)*float64(n-1)
		}
	}
}
