// Package pool shares work among goroutines and hands over the results in order.
//
// [Each] is for a known number of jobs that write their results where they belong, [Run] for
// a sequence of jobs of any length. Both call one function for all results, in the order of
// the jobs and one at a time, so that the result is the same for any number of
// workers. Both end early where the context is done, and both turn a panic of a worker into an
// error, a [*PanicError].
package pool

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"
	"sync"
)

// Workers returns the number of goroutines to use where n are asked for: one for each
// processor where n is not positive.
func Workers(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// A PanicError is a panic of a worker: a bug, not a fault of the input.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// Each does jobs 0 to n-1. Worker w, from 0, calls do and goes on only after done was called for its
// job, so that results may stay in memory of the worker. Where done is nil no worker waits for
// another. Progress, where set, is called with the share of the jobs that are done.
func Each(ctx context.Context, workers, n int, do func(worker, job int), done func(job int) error, progress func(share float64)) error {
	workers = min(workers, n)
	if workers > 1 {
		next := func(i int) bool { return i < n }
		return (&queue{next: next, do: do, done: done, window: workers, wait: done != nil, progress: progress, total: n}).run(ctx, workers)
	}
	for i := range n {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		do(0, i)
		if done != nil {
			if err := done(i); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(float64(i+1) / float64(n))
		}
	}
	return nil
}

// ahead is how many jobs for each worker may be done, or under way, before a slow one.
const ahead = 4

// Run does the jobs. Each worker calls start once for a function of its own, which turns jobs into
// results, and done gets the results. It ends with the first error of done, which also ends the
// context that start gets. The sequence is asked by one goroutine at a time, and never for
// many more jobs than are under way.
func Run[J, R any](ctx context.Context, workers int, jobs iter.Seq[J], start func(context.Context) func(J) R, done func(R) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next, stop := iter.Pull(jobs)
	defer stop()
	type slot struct {
		job    J
		result R
	}
	slots := make([]slot, ahead*workers)
	work := make([]func(J) R, workers)
	q := queue{
		next: func(i int) (more bool) {
			slots[i%len(slots)].job, more = next()
			return more
		},
		do: func(w, i int) {
			if work[w] == nil {
				work[w] = start(ctx)
			}
			s := &slots[i%len(slots)]
			s.result = work[w](s.job)
		},
		done:   func(i int) error { return done(slots[i%len(slots)].result) },
		window: len(slots),
		cancel: cancel,
	}
	return q.run(ctx, workers)
}

// Count yields the numbers 0 to n-1, for jobs that have nothing else.
func Count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// A queue distributes jobs by their number.
type queue struct {
	next     func(job int) bool // fetches a job, one call at a time and in order; false: there are no more
	do       func(worker, job int)
	done     func(job int) error     // nil: in no order
	window   int                     // jobs that are taken and not ended
	wait     bool                    // a worker waits until its job has ended
	cancel   context.CancelCauseFunc // of those under way; may be nil
	progress func(share float64)
	total    int // jobs; 0: not known

	source sync.Mutex // guards taken and next
	taken  int        // jobs that were handed out
	empty  bool       // there are no more

	mu    sync.Mutex // guards the rest
	turn  sync.Cond
	ready []bool // jobs that are done, by their number modulo window
	ended int    // jobs that done was called for
	busy  bool   // done is being called
	err   error  // why to stop
}

func (q *queue) run(ctx context.Context, workers int) error {
	q.turn.L = &q.mu
	q.ready = make([]bool, q.window)
	var all sync.WaitGroup
	for w := 1; w < workers; w++ {
		all.Go(func() { q.work(ctx, w) })
	}
	q.work(ctx, 0) // on the goroutine of the caller, which need not be woken
	all.Wait()
	switch {
	case q.err != nil:
		return q.err
	case q.total > 0 && q.ended == q.total: // even where ctx is done by now
		return nil
	case q.ended < q.taken || !q.empty:
		return context.Cause(ctx)
	}
	return nil
}

// work does jobs until there are no more.
func (q *queue) work(ctx context.Context, worker int) {
	// A goroutine that ends wakes those that wait for a job that will not end; under the lock, so that none
	// of them is about to wait.
	defer func() {
		fault := recover()
		q.mu.Lock()
		if fault != nil {
			q.fail(&PanicError{fault, debug.Stack()})
		}
		q.turn.Broadcast()
		q.mu.Unlock()
	}()
	for {
		i, ok := q.take(ctx)
		if !ok {
			return
		}
		q.do(worker, i)
		q.end(ctx, i)
	}
}

// take returns the next job, once there is room for it.
func (q *queue) take(ctx context.Context) (job int, ok bool) {
	q.source.Lock()
	defer q.source.Unlock()
	if q.empty || !q.room(ctx) {
		return 0, false
	}
	if q.empty = !q.next(q.taken); q.empty {
		return 0, false
	}
	q.taken++
	return q.taken - 1, true
}

func (q *queue) room(ctx context.Context) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.taken-q.ended >= q.window && !q.stopped(ctx) {
		q.turn.Wait()
	}
	return !q.stopped(ctx)
}

func (q *queue) stopped(ctx context.Context) bool { return q.err != nil || ctx.Err() != nil }

// end calls done for the job and for those after it that waited for it. Where jobs before it
// are still under way, their workers will.
func (q *queue) end(ctx context.Context, job int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	defer q.turn.Broadcast() // to who waits for room, also where all stop
	if q.done == nil {
		q.count()
		return
	}
	q.ready[job%q.window] = true
	for !q.busy && q.ready[q.ended%q.window] && !q.stopped(ctx) {
		q.busy = true
		err := q.call(q.ended)
		q.busy = false
		if err != nil {
			q.fail(err)
			break
		}
		q.ready[q.ended%q.window] = false
		q.count()
	}
	for q.wait && q.ended <= job && !q.stopped(ctx) {
		q.turn.Wait()
	}
}

// fail stops all workers.
func (q *queue) fail(err error) {
	if q.err == nil {
		q.err = err
	}
	if q.cancel != nil {
		q.cancel(err)
	}
}

// call calls done without the lock, so that others may go on.
func (q *queue) call(job int) error {
	q.mu.Unlock()
	defer q.mu.Lock()
	return q.done(job)
}

// count ends a job.
func (q *queue) count() {
	if q.ended++; q.progress != nil {
		q.progress(float64(q.ended) / float64(q.total))
	}
	q.turn.Broadcast()
}
