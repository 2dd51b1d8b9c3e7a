package distance

import (
	"context"
	"math"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/simulate"
)

// simulated returns a random DAG and another: one with so many changes, or one that has
// nothing to do with it where there are less than none.
func simulated(t testing.TB, nodes, edges, changes int, seed uint64) (truth, guess *class.Model) {
	t.Helper()
	draw := func(seed uint64) class.Member {
		g, err := simulate.Graph(class.DAG, simulate.Options{Nodes: nodes, Edges: edges, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		m, err := class.Check(g, class.DAG)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := draw(seed)
	if changes < 0 {
		return m.Model(), draw(seed + 1000).Model()
	}
	h, err := simulate.Change(m, simulate.Changes{Any: changes, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	other, err := class.Check(h, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	return m.Model(), other.Model()
}

// The standard error is that of the estimates.
func TestStandardError(t *testing.T) {
	truth, guess := simulated(t, 10, 16, -1, 2)
	q := questionOf(truth, guess)
	g := grading{weights: []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, sum: 9}
	sum, square, variance := 0.0, 0.0, 0.0
	const seeds = 400
	for seed := range uint64(seeds) {
		s, err := newSampling(q, 9, seed, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.grow(context.Background(), 100, Options{Workers: 1}); err != nil {
			t.Fatal(err)
		}
		r, _, _ := g.sampled(s.orders, differing, false)
		sum += r.Value
		square += r.Value * r.Value
		variance += r.Sample.Stderr * r.Sample.Stderr
	}
	found := (square - sum*sum/seeds) / (seeds - 1)
	if ratio := variance / seeds / found; math.Abs(ratio-1) > 0.25 {
		t.Errorf("the variance said is %v times that found", ratio)
	}
}
