package reproduce

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/simulate"
)

// attempts is how often a draw that is not allowed is repeated: far more than it takes.
const attempts = 100_000

// step removes a directed edge of g and reverses another, both drawn from those that exist at
// that moment. It returns false if there are too few or the reversed edge makes a cycle.
func step(rng *rand.Rand, g *graph.Graph) (*graph.Graph, bool) {
	edges := g.EdgeList()
	var directed []int
	for i, e := range edges {
		if e.Directed() {
			directed = append(directed, i)
		}
	}
	if len(directed) < 2 {
		return nil, false
	}
	at := rng.IntN(len(directed))
	gone := directed[at]
	turned := slices.Delete(directed, at, at+1)[rng.IntN(len(directed)-1)]
	edges[turned] = reversed(edges[turned])
	next := g.With(slices.Delete(edges, gone, gone+1))
	_, cycle := next.Order()
	return next, cycle == nil
}

// reversed returns a directed edge the other way.
func reversed(e graph.Edge) graph.Edge {
	return graph.Edge{X: e.X, Y: e.Y, AtX: e.AtY, AtY: e.AtX}
}

// generator returns the random numbers of a run.
func generator(seed uint64, cell, run int) *rand.Rand {
	return rand.New(rand.NewPCG(simulate.Seed(seed, uint64(cell)), uint64(run)))
}

// oneStep draws graphs and takes a step from each. Where the step is not possible, or a mixed graph
// has no bidirected edge, another graph is drawn.
func oneStep(kind class.Kind, seed uint64, options func(cell int) simulate.Options) func(ctx context.Context, cell, run int) (truth, guess *graph.Graph, err error) {
	return func(ctx context.Context, cell, run int) (*graph.Graph, *graph.Graph, error) {
		rng, o := generator(seed, cell, run), options(cell)
		for range attempts {
			o.Seed = rng.Uint64()
			g, err := simulate.Graph(ctx, kind, o)
			if err != nil {
				return nil, nil, err
			}
			if o.Bidirected > 0 && !slices.ContainsFunc(g.EdgeList(), graph.Edge.Bidirected) {
				continue
			}
			if next, ok := step(rng, g); ok {
				return g, next, nil
			}
		}
		return nil, nil, fmt.Errorf("no graph with %d nodes allows a step", o.Nodes)
	}
}

// sequence draws one base graph for each run and takes cell+1 steps from it, so that the graphs of
// one run are a sequence. A step that makes a cycle is drawn again.
func sequence(seed uint64, o simulate.Options) func(ctx context.Context, cell, run int) (truth, guess *graph.Graph, err error) {
	return func(ctx context.Context, cell, run int) (*graph.Graph, *graph.Graph, error) {
		rng := generator(seed, 0, run)
		o := o
		o.Seed = rng.Uint64()
		base, err := simulate.Graph(ctx, class.DAG, o)
		if err != nil {
			return nil, nil, err
		}
		at, taken := base, 0
		for range attempts {
			if taken == cell+1 {
				return base, at, nil
			}
			if next, ok := step(rng, at); ok {
				at = next
				taken++
			}
		}
		return nil, nil, fmt.Errorf("a graph of %d edges does not allow %d steps", base.M(), cell+1)
	}
}
