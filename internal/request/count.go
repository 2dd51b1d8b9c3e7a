package request

import (
	"context"
	"errors"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/pool"
)

// A Counter counts the wrong claims of pairs of matrices by one metric, one pair after the other
// in memory that it uses again. It serves one goroutine.
type Counter struct {
	worker *pipeline.Worker
	in     pipeline.Input
}

// NewCounter returns a counter for matrices in the code gadjid with the given orientation. The
// class, if not empty, is that of both graphs. Workers is the number of goroutines for a pair; zero means
// one per processor.
func NewCounter(metric, orientation, className string, workers int) (*Counter, error) {
	kind, err := class.Parse(className)
	if err != nil {
		return nil, err
	}
	code, err := (format.Options{Codes: "gadjid", Orientation: orientation}).Coding()
	if err != nil {
		return nil, err
	}
	p := pipeline.Pipeline{Options: sepdist.Options{Metrics: []string{metric}, Workers: pool.Workers(workers)}, Code: code}
	p.Truth.Class, p.Guess.Class = kind, kind
	if err := p.CheckMetrics(); err != nil {
		return nil, err
	}
	return &Counter{worker: p.NewWorker(p.Workers)}, nil
}

// Count returns how many claims are wrong, of how many. The cells are not kept.
func (c *Counter) Count(ctx context.Context, n int, truth, guess []int8) (wrong, of float64, err error) {
	c.set(n, truth, guess)
	return c.count(ctx)
}

// Load reads two matrices to be counted. The cells are not kept.
func (c *Counter) Load(n int, truth, guess []int8) error {
	c.set(n, truth, guess)
	err := c.worker.Load(context.Background(), &c.in)
	if err != nil {
		c.in = pipeline.Input{}
	}
	return err
}

// Short reports whether a metric that walks once from each node takes some milliseconds at most for
// the pair that was loaded: too short for an interrupt to matter.
func (c *Counter) Short() bool {
	const steps = 1 << 24
	n, m := c.in.Guess.Graph.N(), max(c.in.Truth.Graph.M(), c.in.Guess.Graph.M())
	return n*(n+m) <= steps
}

func (c *Counter) set(n int, truth, guess []int8) {
	c.in.Truth = pipeline.Origin{Form: pipeline.Matrix, Cells: truth, Nodes: n}
	c.in.Guess = pipeline.Origin{Form: pipeline.Matrix, Cells: guess, Nodes: n}
}

// count counts the current pair, and forgets it.
func (c *Counter) count(ctx context.Context) (wrong, of float64, err error) {
	defer func() { c.in = pipeline.Input{} }()
	rows, err := c.worker.Rows(ctx, &c.in)
	if err != nil {
		return 0, 0, err
	}
	if err := rows[0].Err; err != nil {
		return 0, 0, err
	}
	if r := &rows[0].Result; r.Counted {
		return r.Count.Wrong, r.Count.Of, nil
	}
	return 0, 0, errors.New(rows[0].Metric.Name + " does not count")
}

// Kind returns the kind of an error, as in a response.
func Kind(err error) (kind, message string) {
	e := wire(&Request{Door: "python"}, err)
	return e.Kind, e.Message
}
