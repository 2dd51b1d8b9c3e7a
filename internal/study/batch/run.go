package batch

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/sepdist/sepdist/internal/compare"
)

// Settings say how pairs are compared and how rows are written.
type Settings struct {
	Compare      compare.Settings // the names and classes of the graphs are set for each pair
	Truth, Guess Reading
	Form         Form
	Times        bool  // write what each metric took
	Shard        Shard // the part of the pairs that is measured
	FailFast     bool  // stop at the first pair that cannot be compared
	Workers      int   // goroutines that share the work; 0 is one for each processor

	// Progress, where set, is told how many pairs of the shard are done.
	Progress func(done int)
}

func (s *Settings) workers() int {
	if s.Workers > 0 {
		return s.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Check reports the first thing about the settings that no pair could be compared with.
func (s *Settings) Check() error { return checkMetrics(s.Compare.Metrics) }

// A Shard is one of Of parts of the pairs: every pair whose number leaves Index when it is
// divided by Of. The zero value is all of them.
type Shard struct {
	Index int `json:"index"` // from 0
	Of    int `json:"of"`
}

// Has reports whether pair k, from 0, is in the shard.
func (s Shard) Has(k int) bool { return s.Of <= 1 || k%s.Of == s.Index }

// Count returns how many of n pairs are in the shard.
func (s Shard) Count(n int) int {
	if s.Of <= 1 {
		return n
	}
	return (n - s.Index + s.Of - 1) / s.Of
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, max(s.Of, 1)) }

// A BadPair is the pair that a run with FailFast stopped at.
type BadPair struct{ ID, Reason string }

func (e *BadPair) Error() string {
	return fmt.Sprintf("pair %q: %s: the rows before it are kept; leave out --fail-fast to go on", e.ID, e.Reason)
}

// Pairs go to the workers in chunks, which grow so long as a chunk takes no time that would
// be missed after a kill.
const (
	mostInChunk = 64
	quickChunk  = 4 * time.Millisecond
)

// A chunk is some pairs in a row and what became of them.
type chunk struct {
	pairs []Pair
	data  []byte // of the graphs at hand
	out   []byte // the rows
	count int    // of the pairs whose rows are in out
	took  time.Duration
	err   error
	done  chan struct{}
}

// add copies the pair, whose data is the source's.
func (c *chunk) add(p *Pair) {
	c.pairs = append(c.pairs, *p)
	own := &c.pairs[len(c.pairs)-1]
	for _, g := range [...]*Graph{&own.Truth, &own.Guess} {
		if g.Data != nil {
			start := len(c.data)
			c.data = append(c.data, g.Data...)
			g.Data = c.data[start:len(c.data):len(c.data)]
		}
	}
}

// measure makes the rows of the chunk.
func (c *chunk) measure(ctx context.Context, m *measurer, s *Settings) {
	start := time.Now()
	for i := range c.pairs {
		rows, err := m.measure(ctx, &c.pairs[i])
		if err != nil {
			c.err = err
			break
		}
		if s.FailFast {
			if bad := firstBad(rows); bad != nil {
				c.err = &BadPair{bad.ID, bad.Reason}
				break
			}
		}
		for k := range rows {
			c.out = s.Form.append(c.out, &rows[k], s.Times)
		}
		c.count++
	}
	c.took = time.Since(start)
	close(c.done)
}

func firstBad(rows []Row) *Row {
	for i := range rows {
		if rows[i].Status == Error {
			return &rows[i]
		}
	}
	return nil
}

// Head writes the line above the rows, where there is one.
func Head(w io.Writer, s *Settings) error {
	_, err := w.Write(s.Form.head(s.Times))
	return err
}

// Run measures the pairs of the shard but for the first skip, of total in all, and writes
// their rows to w in the order of the pairs, whole pairs at a time.
func Run(ctx context.Context, src *Source, s *Settings, skip, total int, w io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := s.workers()
	outer := max(1, min(workers, total-skip))
	work, order := make(chan *chunk), make(chan *chunk, 4*outer)
	free := make(chan *chunk, 8*outer)
	var size sizer
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel(nil)
	for range outer {
		all.Go(func() {
			m := newMeasurer(s, max(1, workers/outer))
			for c := range work {
				c.measure(ctx, m, s)
			}
		})
	}
	var srcErr error // read after order is closed
	all.Go(func() {
		defer close(order)
		defer close(work)
		srcErr = deal(ctx, src, s.Shard, skip, &size, free, func(c *chunk) bool {
			for _, to := range []chan *chunk{order, work} {
				select {
				case to <- c:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	})
	done := skip
	for c := range order {
		select {
		case <-c.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if _, err := w.Write(c.out); err != nil {
			return err
		}
		if c.err != nil {
			return c.err
		}
		if done += c.count; s.Progress != nil {
			s.Progress(done)
		}
		size.set(c)
		select {
		case free <- c:
		default:
		}
	}
	if srcErr == nil && ctx.Err() != nil {
		srcErr = context.Cause(ctx)
	}
	return srcErr
}

// deal makes chunks of the pairs of the shard but for the first skip.
func deal(ctx context.Context, src *Source, shard Shard, skip int, size *sizer, free chan *chunk, send func(*chunk) bool) error {
	var c *chunk
	k, mine := -1, 0
	err := src.Each(func(p *Pair) bool {
		if k++; !shard.Has(k) {
			return true
		}
		if mine++; mine <= skip {
			return true
		}
		if c == nil {
			select {
			case c = <-free:
				*c = chunk{pairs: c.pairs[:0], data: c.data[:0], out: c.out[:0], done: make(chan struct{})}
			default:
				c = &chunk{done: make(chan struct{})}
			}
		}
		c.add(p)
		if len(c.pairs) < size.get() {
			return true
		}
		full := c
		c = nil
		return send(full)
	})
	if err == nil && c != nil {
		send(c)
	}
	return err
}

// A sizer says how many pairs go into a chunk.
type sizer struct {
	mu sync.Mutex
	n  int
}

func (s *sizer) get() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(s.n, 1)
}

// set doubles the size after a chunk that was quick, and halves it after one that was slow.
func (s *sizer) set(c *chunk) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.took < quickChunk {
		s.n = min(mostInChunk, max(s.n, 2*len(c.pairs)))
	} else {
		s.n = max(1, len(c.pairs)/2)
	}
}
