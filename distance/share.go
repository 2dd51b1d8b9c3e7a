package distance

import (
	"context"
	"sync"

	"github.com/sepdist/sepdist/class"
)

// share lets workers do chunks 0 to n-1 of a piece of work and calls done for each in
// order, one at a time; where done is nil, no worker waits for another. Worker w gets its own
// scratch from its number. It ends early, with the cause, where ctx is done.
func share(ctx context.Context, o Options, n int, do func(worker, chunk int), done func(chunk int)) error {
	workers := min(o.workers(), n)
	if workers <= 1 {
		for i := range n {
			if err := stopped(ctx); err != nil {
				return err
			}
			do(0, i)
			if done != nil {
				done(i)
			}
			if o.Progress != nil {
				o.Progress(float64(i+1) / float64(n))
			}
		}
		return nil
	}
	var (
		mu    sync.Mutex
		turn  = sync.NewCond(&mu)
		next  int // chunk to be taken
		ended int // chunks that are done
		wg    sync.WaitGroup
	)
	for w := range workers {
		wg.Go(func() {
			// Who leaves wakes those who wait for a chunk that will not come; under the
			// lock, so that none of them is just about to wait.
			defer func() {
				mu.Lock()
				turn.Broadcast()
				mu.Unlock()
			}()
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n || stopped(ctx) != nil {
					return
				}
				do(w, i)
				mu.Lock()
				// Chunks before i are under way at other workers and none of them waits for i.
				for done != nil && ended != i && stopped(ctx) == nil {
					turn.Wait()
				}
				if done == nil || ended == i {
					if done != nil {
						done(i)
					}
					ended++
					if o.Progress != nil {
						o.Progress(float64(ended) / float64(n))
					}
				}
				mu.Unlock()
				turn.Broadcast()
			}
		})
	}
	wg.Wait()
	if ended < n {
		return stopped(ctx)
	}
	return nil
}

// layOut lets the plans of both graphs be made at the same time.
func layOut(truth, guess *class.Model, o Options) {
	const large = 4096 // nodes
	if truth.N() <= large || o.workers() == 1 {
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { guess.Plan() })
	truth.Plan()
	wg.Wait()
}
