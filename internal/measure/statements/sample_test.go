package statements

import (
	"context"
	"math"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/simulate"
)

// simulated returns a random DAG and another: one with some changes, or one that has
// nothing to do with it where there are less than none.
func simulated(t testing.TB, nodes, edges, changes int, seed uint64) (truth, guess *model.Model) {
	t.Helper()
	draw := func(seed uint64) class.Member {
		g, err := simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: nodes, Edges: edges, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		m, err := class.Check(context.Background(), g, class.DAG)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := draw(seed)
	if changes < 0 {
		return m.Model(), draw(seed + 1000).Model()
	}
	h, err := simulate.Change(context.Background(), m, simulate.Changes{Any: changes, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	other, err := class.Check(context.Background(), h, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	return m.Model(), other.Model()
}

// The standard error is that of the estimates.
func TestStandardError(t *testing.T) {
	truth, guess := simulated(t, 10, 16, -1, 2)
	q := statementSpaceOf(truth, guess)
	g := grading{weights: []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, sum: 9}
	sum, square, variance := 0.0, 0.0, 0.0
	const seeds = 400
	for seed := range uint64(seeds) {
		s, err := newSampling(q, 9, seed, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.grow(context.Background(), 100, task.Options{Workers: 1}); err != nil {
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

// What a sample is said to take is what it takes to count the orders in full that have no
// more statements, and to draw the rest.
func TestSampleSeconds(t *testing.T) {
	truth, guess := simulated(t, 10, 16, -1, 2)
	q := statementSpaceOf(truth, guess)
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8} // with 45, 360, 1260, 2520, 3150, 2520, ... statements
	whole := newEnumeration(q, all).seconds()
	for _, ungraded := range []bool{false, true} {
		s, err := newSampling(q, len(all), 1, ungraded)
		if err != nil {
			t.Fatal(err)
		}
		block := float64(s.nanosPerBlock()) * 1e-9 / msep.Width
		for _, tt := range []struct {
			samples int64
			want    float64
		}{
			{10, 90 * block}, // ungraded they are the same in all
			{1e11, whole},
			{math.MaxInt64, whole},
		} {
			if got := s.seconds(tt.samples); math.Abs(got-tt.want) > 1e-9*tt.want {
				t.Errorf("ungraded %v, %d samples: %v seconds, want %v", ungraded, tt.samples, got, tt.want)
			}
		}
	}
	s, err := newSampling(q, len(all), 1, false)
	if err != nil {
		t.Fatal(err)
	}
	some := newEnumeration(q, []int{0, 1, 7, 8}).seconds() + 5*500*float64(s.nanosPerBlock())*1e-9/msep.Width
	if got := s.seconds(500); math.Abs(got-some) > 1e-9*some {
		t.Errorf("500 samples: %v seconds, want %v", got, some)
	}

	// What cannot be drawn is refused at once.
	truth, guess = simulated(t, 40, 60, -1, 2)
	if s, err = newSampling(statementSpaceOf(truth, guess), 39, 1, false); err != nil {
		t.Fatal(err)
	}
	if got := s.seconds(mostSamples + 1); got != 0 {
		t.Errorf("too many samples: %v seconds", got)
	}
	if err := s.grow(context.Background(), mostSamples+1, task.Options{}); err == nil {
		t.Error("too many samples are drawn")
	}
}

// Ungraded statements are counted in full where as many are asked for as there are, and
// refused where there are too many, both without dealing them out one by one.
func TestUngradedSamplesInFull(t *testing.T) {
	truth, guess := simulated(t, 6, 8, -1, 2)
	s, err := newSampling(statementSpaceOf(truth, guess), 5, 1, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.grow(context.Background(), math.MaxInt64, task.Options{}); err != nil || !s.complete() {
		t.Errorf("complete %v, %v", s.complete(), err)
	}
	truth, guess = simulated(t, 40, 60, -1, 2)
	if s, err = newSampling(statementSpaceOf(truth, guess), 39, 1, true); err != nil {
		t.Fatal(err)
	}
	if err := s.grow(context.Background(), 1e11, task.Options{}); err == nil {
		t.Error("too many samples are drawn")
	}
}
