package pool_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sepdist/sepdist/internal/pool"
)

// numbers yields 0 to n-1 and counts how many were asked for.
func numbers(n int, asked *atomic.Int64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			asked.Add(1)
			if !yield(i) {
				return
			}
		}
	}
}

// Results come in the order of the jobs, whatever each takes, for any number of workers.
func TestRunInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		for _, n := range []int{0, 1, 5, 300} {
			var asked atomic.Int64
			var got, want []int
			err := pool.Run(t.Context(), workers, numbers(n, &asked), func(context.Context) func(int) int {
				return func(i int) int {
					time.Sleep(time.Duration(i*i%17) * 10 * time.Microsecond)
					return 2 * i
				}
			}, func(r int) error { got = append(got, r); return nil })
			for i := range n {
				want = append(want, 2*i)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d workers, %d jobs: %v, %v", workers, n, got, err)
			}
		}
	}
}

// Each worker has its own state.
func TestRunState(t *testing.T) {
	var asked, states atomic.Int64
	err := pool.Run(t.Context(), 3, numbers(1000, &asked), func(context.Context) func(int) error {
		states.Add(1)
		busy := false
		return func(int) error {
			if busy {
				return errors.New("two jobs share a state")
			}
			busy = true
			defer func() { busy = false }()
			return nil
		}
	}, func(err error) error { return err })
	if err != nil || states.Load() > 3 {
		t.Errorf("%d states, %v", states.Load(), err)
	}
}

// While one job takes long, only a bounded number of others is taken: memory is bounded.
func TestRunIsBounded(t *testing.T) {
	var asked atomic.Int64
	release := make(chan bool)
	seen := 0
	go func() {
		for last := int64(-1); last != asked.Load(); time.Sleep(20 * time.Millisecond) {
			last = asked.Load()
		}
		close(release)
	}()
	err := pool.Run(t.Context(), 2, numbers(1000, &asked), func(context.Context) func(int) int64 {
		return func(i int) int64 {
			if i == 0 {
				<-release
				return asked.Load()
			}
			return 0
		}
	}, func(r int64) error {
		if seen++; r > 10 {
			t.Errorf("%d jobs were taken beside a slow one", r)
		}
		return nil
	})
	if err != nil || seen != 1000 {
		t.Errorf("%d results, %v", seen, err)
	}
}

// It ends with the first error of done, with the cause of the context, and with a panic; all
// of them also where other workers wait.
func TestEnds(t *testing.T) {
	wrong := errors.New("wrong")
	for _, workers := range []int{1, 2, 5} {
		for _, tt := range []struct {
			name string
			do   func(i int, cancel context.CancelCauseFunc)
			done func(i int) error
			is   func(error) bool
		}{
			{"error", nil, func(i int) error {
				if i >= 7 {
					return fmt.Errorf("job %d: %w", i, wrong)
				}
				return nil
			}, func(err error) bool { return errors.Is(err, wrong) && err.Error() == "job 7: wrong" }},
			{"context", func(i int, cancel context.CancelCauseFunc) {
				if i == 9 {
					cancel(wrong)
				}
			}, nil, func(err error) bool { return err == wrong }},
			{"panic", func(i int, _ context.CancelCauseFunc) {
				if i == 11 {
					panic("a bug")
				}
			}, nil, func(err error) bool {
				var p *pool.PanicError
				return errors.As(err, &p) && p.Value == "a bug" && err.Error() == "internal error: a bug"
			}},
		} {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			do := func(i int) int {
				if tt.do != nil {
					tt.do(i, cancel)
				}
				return i
			}
			done := func(i int) error {
				if tt.done != nil {
					return tt.done(i)
				}
				return nil
			}
			var asked atomic.Int64
			err := pool.Run(ctx, workers, numbers(1000, &asked), func(context.Context) func(int) int { return do }, done)
			if !tt.is(err) || asked.Load() > 100 {
				t.Errorf("Run, %s, %d workers: %v after %d jobs", tt.name, workers, err, asked.Load())
			}
			if tt.name == "panic" && workers == 1 {
				continue // Each is then a loop of its caller
			}
			ctx, cancel = context.WithCancelCause(t.Context())
			defer cancel(nil)
			err = pool.Each(ctx, workers, 1000, func(_, i int) { do(i) }, done, nil)
			if !tt.is(err) {
				t.Errorf("Each, %s, %d workers: %v", tt.name, workers, err)
			}
		}
	}
}

// A panic of the sequence is an error, too.
func TestSequencePanics(t *testing.T) {
	bad := func(yield func(int) bool) {
		yield(1)
		panic("no more")
	}
	err := pool.Run(t.Context(), 2, bad, func(context.Context) func(int) int { return func(i int) int { return i } }, func(int) error { return nil })
	var p *pool.PanicError
	if !errors.As(err, &p) {
		t.Errorf("%v", err)
	}
}

// Each calls done in order, while the worker of the job waits; without done it tells progress all
// the same.
func TestEach(t *testing.T) {
	for _, workers := range []int{1, 3, 8} {
		memory := make([]int, workers)
		owner := make([]int, 500)
		var got []int
		shares := 0.0
		err := pool.Each(t.Context(), workers, len(owner), func(w, i int) {
			memory[w], owner[i] = i, w
		}, func(i int) error {
			got = append(got, memory[owner[i]])
			return nil
		}, func(share float64) { shares = share })
		if err != nil || shares != 1 || len(got) != len(owner) || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, %v, %v", workers, got, shares, err)
		}
		var count atomic.Int64
		shares = 0
		err = pool.Each(t.Context(), workers, 500, func(_, _ int) { count.Add(1) }, nil, func(share float64) { shares = share })
		if err != nil || shares != 1 || count.Load() != 500 {
			t.Errorf("%d workers, no order: %v, %v, %v", workers, count.Load(), shares, err)
		}
	}
}

// It ends although a worker waits for room behind a slow job, when that fails or the context ends.
func TestEndsWhileFull(t *testing.T) {
	wrong := errors.New("wrong")
	for _, byContext := range []bool{false, true} {
		for _, workers := range []int{2, 5} {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			var asked atomic.Int64
			err := pool.Run(ctx, workers, numbers(1000, &asked), func(context.Context) func(int) int {
				return func(i int) int {
					if i == 0 { // until nobody takes another
						for last := int64(-1); last != asked.Load(); time.Sleep(5 * time.Millisecond) {
							last = asked.Load()
						}
						if byContext {
							cancel(wrong)
						}
					}
					return i
				}
			}, func(int) error { return wrong })
			if err != wrong {
				t.Errorf("%d workers: %v", workers, err)
			}
		}
	}
}
