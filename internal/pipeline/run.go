// Package pipeline compares many pairs of graphs: it reads the graphs of a [Source], prepares each pair and returns its
// rows in order.
package pipeline

import (
	"context"
	"iter"
	"sync/atomic"
	"time"

	"github.com/sepdist/sepdist/internal/pool"
)

// A Source yields pairs of graphs in a fixed order, and can be iterated again. It reuses the memory of an input for the
// next one. An error is an error of the source itself, and the last value that it yields.
type Source struct {
	Name    string   // for messages
	Columns []string // names of further values of each input, such as the method
	Inputs  iter.Seq2[*Input, error]

	// From, if set, returns the inputs from a position on, see [Input].
	From func(place int64) iter.Seq2[*Input, error]
}

// Range returns the source of inputs lo to hi-1. Place is the position of the first, or negative if it must be found by
// counting.
func (s *Source) Range(lo, hi int, place int64) *Source {
	inputs, skip := s.Inputs, lo
	if s.From != nil && place >= 0 {
		inputs, skip = s.From(place), 0
	}
	return &Source{Name: s.Name, Columns: s.Columns, Inputs: func(yield func(*Input, error) bool) {
		k, end := 0, skip+hi-lo
		for in, err := range inputs {
			if k++; err == nil && k <= skip {
				continue
			}
			if !yield(in, err) || err != nil || k == end {
				return
			}
		}
	}}
}

// Run compares the inputs on all workers; about is their approximate number. Build appends the rows of an input to a value
// of its worker. Sink receives these values in the order of the inputs, with the number of inputs in each, and empties them.
// An error of build ends the run after everything before it has gone to sink.
func Run[T any](ctx context.Context, p *Pipeline, inputs iter.Seq2[*Input, error], about int,
	build func(to *T, in *Input, rows []Row, err error) error, sink func(of *T, inputs int) error) error {
	workers := pool.Workers(p.Workers)
	outer := max(1, min(workers, about))
	d := chunker[T]{inputs: inputs, free: make(chan *chunk[T], 8*outer)}
	err := pool.Run(ctx, outer, d.chunks, func(ctx context.Context) func(*chunk[T]) *chunk[T] {
		w := p.NewWorker(max(1, workers/outer))
		return func(c *chunk[T]) *chunk[T] {
			c.measure(ctx, w, build)
			return c
		}
	}, func(c *chunk[T]) error {
		if err := sink(&c.out, c.count); err != nil {
			return err
		}
		if c.err != nil {
			return c.err
		}
		d.recycle(c) // from here on it may be filled again
		return nil
	})
	if err == nil {
		err = d.err
	}
	return err
}

// Workers get inputs in chunks. Chunks grow while they are quick, so that little work is lost if the process is killed.
const (
	mostInChunk = 64
	quickChunk  = 4 * time.Millisecond
)

// A chunk is some consecutive inputs and their results.
type chunk[T any] struct {
	inputs []Input
	data   []byte // of the graphs in memory
	out    T
	count  int // of the inputs that are in out
	took   time.Duration
	err    error
}

// add copies an input and its data, which belong to the source.
func (c *chunk[T]) add(in *Input) {
	c.inputs = append(c.inputs, *in)
	own := &c.inputs[len(c.inputs)-1]
	for _, g := range [...]*Origin{&own.Truth, &own.Guess} {
		if g.Data != nil {
			start := len(c.data)
			c.data = append(c.data, g.Data...)
			g.Data = c.data[start:len(c.data):len(c.data)]
		}
	}
}

func (c *chunk[T]) measure(ctx context.Context, w *Worker, build func(*T, *Input, []Row, error) error) {
	start := time.Now()
	for i := range c.inputs {
		in := &c.inputs[i]
		rows, err := w.Rows(ctx, in)
		if ctx.Err() != nil {
			c.err = context.Cause(ctx)
			return
		}
		if c.err = build(&c.out, in, rows, err); c.err != nil {
			return
		}
		c.count++
	}
	c.took = time.Since(start)
}

// A chunker groups inputs into chunks.
type chunker[T any] struct {
	inputs iter.Seq2[*Input, error]
	free   chan *chunk[T]
	size   atomic.Int64 // inputs in a chunk; 0 means 1
	err    error        // of the source
}

// chunks yields the inputs in chunks.
func (d *chunker[T]) chunks(yield func(*chunk[T]) bool) {
	c := d.chunk()
	for in, err := range d.inputs {
		if err != nil {
			d.err = err
			return
		}
		c.add(in)
		if len(c.inputs) < int(d.size.Load()) {
			continue
		}
		if !yield(c) {
			return
		}
		c = d.chunk()
	}
	if len(c.inputs) > 0 {
		yield(c)
	}
}

// chunk returns an empty chunk.
func (d *chunker[T]) chunk() *chunk[T] {
	select {
	case c := <-d.free:
		*c = chunk[T]{inputs: c.inputs[:0], data: c.data[:0], out: c.out}
		return c
	default:
		return new(chunk[T])
	}
}

// recycle keeps a chunk for the next inputs. After a quick chunk the next ones are twice as large, after a slow one half
// as large.
func (d *chunker[T]) recycle(c *chunk[T]) {
	if c.took < quickChunk {
		d.size.Store(min(mostInChunk, max(d.size.Load(), 2*int64(len(c.inputs)))))
	} else {
		d.size.Store(max(1, int64(len(c.inputs)/2)))
	}
	select {
	case d.free <- c:
	default:
	}
}
