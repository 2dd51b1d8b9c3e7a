package frontier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/pool"
)

// Counts are, for each |S|, the numbers of statements that are connected in one graph, in the
// other, and in both.
type Counts struct {
	G, H, Both *Polynomial
}

// NewCounts returns counts of 0 for the given numbers of orders and nodes.
func NewCounts(orders, nodes int) *Counts {
	return &Counts{NewPolynomial(orders, nodes), NewPolynomial(orders, nodes), NewPolynomial(orders, nodes)}
}

// Add adds d, which may have fewer orders.
func (c *Counts) Add(d *Counts) {
	c.G.AddShifted(d.G, 0)
	c.H.AddShifted(d.H, 0)
	c.Both.AddShifted(d.Both, 0)
}

// Free counts each set also with any subset of the given number of nodes that nothing depends on.
func (c *Counts) Free(nodes int) {
	c.G.Free(nodes)
	c.H.Free(nodes)
	c.Both.Free(nodes)
}

// A Plan is an order of the nodes of two graphs, in groups, to count along.
type Plan struct {
	g, h     *graph.Graph
	observed int
	groups   []group
	// The logarithm of the number of states that each automaton may have after each group.
	logs [2][]log2x8
}

// An item is a node of either graph or of both; -1 is no node.
type item struct{ g, h graph.Node }

// observed reports whether the node can be in S: latent nodes are of one graph only.
func (it item) observed() bool { return it.g >= 0 && it.h >= 0 }

// of returns the node in graph k.
func (it item) of(k int) graph.Node { return [...]graph.Node{it.g, it.h}[k] }

// Options say how to count. None of them changes the counts.
type Options struct {
	Workers  int                 // goroutines that share the work, at least 1
	Limit    int                 // states that the automata may have together
	Progress func(share float64) // if set, called now and then, by one goroutine at a time
}

// MostStates is a limit under which counting stays below two gigabytes of memory.
const MostStates = 16 << 20

// A WideError reports that the automata have more states than are allowed.
type WideError struct {
	Limit    int
	Expected float64 // states that may be needed; infinite if no limit is enough
}

func (e *WideError) Error() string {
	if math.IsInf(e.Expected, 1) {
		return "frontier: the graphs are too wide to be counted along any order that was found"
	}
	return fmt.Sprintf("frontier: more than %d states, of about %.1g", e.Limit, e.Expected)
}

// Count counts the statements of the given number of orders, from 0 on. It returns a
// [*WideError] if that takes more states than are allowed.
func (p *Plan) Count(ctx context.Context, orders int, o Options) (*Counts, error) {
	m := p.meter(o.Progress)
	var made [2]*automaton
	var errs [2]error
	build := func(k int) {
		made[k], errs[k] = p.build(ctx, k, o.Limit, func(layer int) { m.built(k, layer) })
	}
	err := pool.Each(ctx, o.Workers, len(made), func(_, k int) {
		if o.Workers > 1 || errs[0] == nil {
			build(k)
		}
	}, nil, nil)
	if err != nil {
		return nil, err
	}
	if err := p.merge(errs, made, o.Limit); err != nil {
		return nil, err
	}
	return p.product(ctx, made, orders, o, m.multiplied)
}

// build returns the automaton of graph k.
func (p *Plan) build(ctx context.Context, k, limit int, done func(layer int)) (*automaton, error) {
	if k == 1 && p.h == p.g {
		return nil, nil
	}
	g := p.g
	if k == 1 {
		g = p.h
	}
	return build(ctx, g, k, p.groups, limit, done)
}

// merge returns the error that keeps the two automata from being used: either may be too
// wide by itself, or both together.
func (p *Plan) merge(errs [2]error, made [2]*automaton, limit int) error {
	wide, expected, states := false, uint64(0), 0
	for k, err := range errs {
		var w *widthError
		switch {
		case errors.As(err, &w):
			wide = true
			expected = capped(expected, p.expect(k, w.found))
		case err != nil:
			return err
		case made[k] != nil:
			states += made[k].states
			expected = capped(expected, uint64(made[k].states))
		}
	}
	switch {
	case !wide && states <= limit:
		return nil
	case expected == math.MaxUint64:
		return &WideError{limit, math.Inf(1)}
	}
	return &WideError{limit, float64(expected)}
}

// expect returns the number of states that graph k may have, given those found in its first
// layers.
func (p *Plan) expect(k int, found []int) uint64 {
	if len(found) == 0 {
		return math.MaxUint64
	}
	logs := p.logs[k]
	// The estimates are off by a factor that changes slowly from layer to layer.
	const last = 4
	off, n, sum := log2x8(0), log2x8(0), uint64(0)
	for i, c := range found {
		sum += uint64(c)
		if i >= len(found)-last {
			off += log2x8Of(c) - logs[i]
			n++
		}
	}
	off /= n
	for _, e := range logs[len(found):] {
		sum = capped(sum, (e + off).cost().states())
	}
	return sum
}

// A meter turns layers that are done into shares of the work, by the states that are
// expected in each. Building and multiplying take about as long.
type meter struct {
	mu    sync.Mutex
	tell  func(float64)
	parts [3][]float64 // what each layer adds
	share float64
}

func (p *Plan) meter(tell func(float64)) *meter {
	m := &meter{tell: tell}
	if tell == nil {
		return m
	}
	graphs := p.logs[:]
	if p.g == p.h {
		graphs = graphs[:1]
	}
	both := make([]float64, len(p.groups))
	for k, logs := range graphs {
		own := make([]float64, len(p.groups))
		for i := range own {
			own[i] = float64(logs[i].cost())
			both[i] += own[i]
		}
		m.parts[k] = scaled(own, 0.5/float64(len(graphs)))
	}
	m.parts[2] = scaled(both, 0.5)
	return m
}

// scaled makes x sum up to the given sum.
func scaled(x []float64, to float64) []float64 {
	sum := 0.0
	for _, y := range x {
		sum += y
	}
	for i := range x {
		x[i] *= to / sum
	}
	return x
}

func (m *meter) built(k, layer int)                 { m.add(k, layer, 1) }
func (m *meter) multiplied(layer int, part float64) { m.add(2, layer, part) }

func (m *meter) add(k, i int, part float64) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share = min(1, m.share+part*m.parts[k][i])
	m.tell(m.share)
}
