package task

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/pool"
)

// Share runs chunks 0 to n-1 on the workers and calls done for each in order, one at a time. If done is nil,
// no worker waits for another. The number of a worker selects its own scratch memory. It stops early, with
// the cause, if ctx is done.
func Share(ctx context.Context, o Options, n int, do func(worker, chunk int), done func(chunk int)) error {
	var end func(int) error
	if done != nil {
		end = func(chunk int) error { done(chunk); return nil }
	}
	return pool.Each(ctx, o.NumWorkers(), n, do, end, o.Progress)
}

// PreparePlans computes the plans of both graphs at the same time.
func PreparePlans(truth, guess *model.Model, o Options) {
	const large = 4096 // nodes
	if truth.N() <= large || o.NumWorkers() == 1 {
		return
	}
	models := [...]*model.Model{truth, guess}
	if err := pool.Each(context.Background(), 2, 2, func(_, i int) { models[i].Plan() }, nil, nil); err != nil {
		panic(err) // of a worker, on the goroutine of the caller
	}
}

// SourcesWithMistakes returns the number of sources in a chunk whose mistakes are reported. They
// are kept in memory until earlier chunks are done.
func SourcesWithMistakes(n int) int { return max(1, 1<<17/max(1, n)) }

// MistakeReporter returns a function that reports the mistakes of a chunk, or nil if they are not
// requested.
func MistakeReporter(o Options, mistakes [][]distance.Mistake) func(chunk int) {
	if o.Mistake == nil {
		return nil
	}
	return func(i int) {
		for _, m := range mistakes[i] {
			o.Mistake(m)
		}
		mistakes[i] = nil
	}
}
