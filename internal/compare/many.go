package compare

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// A MatrixPair is two graphs over the nodes 0 to N-1 as integer matrices, row by row, in
// the code of a [format.Coding].
type MatrixPair struct {
	N            int
	Truth, Guess []int8
}

// Many says how matrices are compared.
type Many struct {
	Code                   *format.Coding
	Metrics                []*distance.Metric
	TruthClass, GuessClass class.Kind // checked; unstated, the first class that fits
	Params                 distance.Params
}

// CompareMany compares pair after pair by all metrics, on all processors, without a word of
// text in between. It calls each for every pair, one at a time and in order, with one result
// for each metric or with what is wrong with the pair; results are valid until each returns.
// It stops where each returns false and, with an error, where ctx is done.
func CompareMany(ctx context.Context, pairs iter.Seq[MatrixPair], m Many, each func(i int, results []distance.Result, err error) bool) error {
	workers := m.Params.Options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// Chunks of pairs go to the workers, and to the one who calls each, in the same order.
	todo := make(chan *chunk, workers)
	inOrder := make(chan *chunk, 2*workers)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			w := newMatrixWorker(m)
			for c := range todo {
				for i, p := range c.pairs {
					c.results[i], c.errs[i] = w.compare(ctx, p, c.results[i][:0])
				}
				close(c.done)
			}
		})
	}
	go func() {
		defer close(inOrder)
		defer close(todo)
		c := newChunk(0)
		send := func() bool {
			select {
			case inOrder <- c:
				todo <- c
			case <-ctx.Done():
				return false
			}
			c = newChunk(c.first + len(c.pairs))
			return true
		}
		for p := range pairs {
			c.add(p)
			if len(c.pairs) == cap(c.pairs) && !send() {
				return
			}
		}
		if len(c.pairs) > 0 {
			send()
		}
	}()
	var err error
	enough := false
	for c := range inOrder {
		<-c.done
		for i := range c.pairs {
			if ctx.Err() == nil && !each(c.first+i, c.results[i], c.errs[i]) {
				enough = true
				stop()
			}
		}
		if err == nil && !enough {
			err = context.Cause(ctx)
		}
	}
	wg.Wait()
	return err
}

// A chunk is some pairs on their way.
type chunk struct {
	first   int
	pairs   []MatrixPair
	results [][]distance.Result
	errs    []error
	done    chan struct{}
}

func newChunk(first int) *chunk {
	const size = 64
	return &chunk{first: first, pairs: make([]MatrixPair, 0, size), done: make(chan struct{})}
}

func (c *chunk) add(p MatrixPair) {
	c.pairs = append(c.pairs, p)
	c.results = append(c.results, nil)
	c.errs = append(c.errs, nil)
}

// A matrixWorker compares one pair after the other.
type matrixWorker struct {
	Many
	names        map[int]*graph.Names
	truth, guess []graph.Edge
}

func newMatrixWorker(m Many) *matrixWorker {
	m.Params.Options = distance.Options{Scratch: new(distance.Scratch), Tables: new(distance.Tables)}
	return &matrixWorker{Many: m, names: make(map[int]*graph.Names)}
}

func (w *matrixWorker) compare(ctx context.Context, p MatrixPair, results []distance.Result) ([]distance.Result, error) {
	if p.N < 0 || p.N > len(p.Truth) { // before names are made for them
		return nil, fmt.Errorf("truth: a matrix of %d cells for %d nodes", len(p.Truth), p.N)
	}
	names := w.names[p.N]
	if names == nil {
		names = graph.Numbered("", 0, p.N)
		w.names[p.N] = names
	}
	var err error
	truth, err := w.model(names, &w.truth, p.Truth, w.TruthClass)
	if err != nil {
		return nil, fmt.Errorf("truth: %w", err)
	}
	guess, err := w.model(names, &w.guess, p.Guess, w.GuessClass)
	if err != nil {
		return nil, fmt.Errorf("guess: %w", err)
	}
	for _, m := range w.Metrics {
		r, err := m.Measure(ctx, truth, guess, w.Params)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// model reads and checks one matrix; edges is scratch.
func (w *matrixWorker) model(names *graph.Names, edges *[]graph.Edge, cells []int8, k class.Kind) (*class.Model, error) {
	list, err := w.Code.Edges((*edges)[:0], names.Len(), cells)
	if err != nil {
		return nil, err
	}
	*edges = list
	g, err := graph.On(names, list)
	if err != nil {
		return nil, err
	}
	m, err := class.Check(g, k)
	if err != nil {
		return nil, err
	}
	return m.Model(), nil
}
