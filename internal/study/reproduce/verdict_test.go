package reproduce

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/simulate"
)

// More noise turns a verdict into "not decided", and never into another one.
func TestNoiseDecidesLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		mid, bound, e := rng.NormFloat64(), rng.NormFloat64(), rng.Float64()
		for _, judge := range []func(interval) Verdict{
			func(i interval) Verdict { return i.above(bound) },
			func(i interval) Verdict { return i.below(bound) },
		} {
			sharp, blunt := judge(within(mid, e)), judge(within(mid, 3*e))
			if blunt != sharp && blunt != NotDecided {
				t.Fatalf("%v ± %v against %v: %s, with more noise %s", mid, e, bound, sharp, blunt)
			}
		}
	}
	for _, unknown := range []interval{{math.NaN(), math.NaN(), math.NaN()}, meanOf(nil), meanOf([]float64{1}), correlationOf(1, 3), average(nil)} {
		if unknown.above(-1) == Seen || unknown.below(2) == Seen && !math.IsNaN(unknown.lo) && unknown.hi >= 2 {
			t.Errorf("%v decides", unknown)
		}
	}
	if all(Seen, NotDecided) != NotDecided || all(NotDecided, NotSeen) != NotSeen || all(Seen, Seen) != Seen || all() != Seen {
		t.Error("all")
	}
}

// The interval of a correlation holds the true one in about 95 of 100 cases.
func TestCorrelationCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const rho, n, trials = 0.6, 100, 2000
	inside := 0
	for range trials {
		var sx, sy, sxx, syy, sxy float64
		for range n {
			x := rng.NormFloat64()
			y := rho*x + math.Sqrt(1-rho*rho)*rng.NormFloat64()
			sx, sy, sxx, syy, sxy = sx+x, sy+y, sxx+x*x, syy+y*y, sxy+x*y
		}
		r := (sxy - sx*sy/n) / math.Sqrt((sxx-sx*sx/n)*(syy-sy*sy/n))
		if i := correlationOf(r, n); i.lo < rho && rho < i.hi {
			inside++
		}
	}
	if share := float64(inside) / trials; share < 0.93 || share > 0.975 {
		t.Errorf("%.3f of the intervals hold the correlation", share)
	}
}

// A step takes one edge away and turns another, and leaves a DAG; the graphs of a run follow each
// other.
func TestSequence(t *testing.T) {
	draw := sequence(7, simulate.Options{Nodes: 12, Probability: 0.3})
	for run := range 10 {
		var before *graph.Graph
		for cell := range 5 {
			base, g, err := draw(t.Context(), cell, run)
			if err != nil {
				t.Fatal(err)
			}
			if cell == 0 {
				before = base
			}
			if _, err := class.Check(context.Background(), g, class.DAG); err != nil {
				t.Fatal(err)
			}
			gone, turned, other := 0, 0, 0
			for e := range before.Edges() {
				switch now := g.Between(e.X, e.Y); {
				case len(now) == 0:
					gone++
				case !slices.Contains(now, e):
					turned++
				}
			}
			for e := range g.Edges() {
				if !before.Adjacent(e.X, e.Y) {
					other++
				}
			}
			if gone != 1 || turned != 1 || other != 0 {
				t.Fatalf("run %d, step %d: %d edges removed, %d reversed, %d added", run, cell+1, gone, turned, other)
			}
			before = g
		}
	}
}

// The two steps whose times are compared compute the metric.
func TestTwoStepsComputeTheMetric(t *testing.T) {
	for seed := range uint64(20) {
		n := 5 + 4*int(seed)
		truth, guess, err := twoGraphs(class.DAG, seed, func(int) simulate.Options {
			return simulate.Options{Nodes: n, Probability: 0.2}
		})(t.Context(), 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		a, errA := class.Check(t.Context(), truth, class.DAG)
		b, errB := class.Check(t.Context(), guess, class.DAG)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		for name, strategy := range map[string]separator.Strategy{"parent-sd": separator.Parent, "zl-sd": separator.Nearest} {
			m, err := distance.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := measure.Measure(t.Context(), m, a.Model(), b.Model(), task.Params{})
			if err != nil {
				t.Fatal(err)
			}
			choosing, verifying, wrong := twoSteps(strategy, a.Model(), b.Model())
			if float64(wrong) != want.Count.Wrong || choosing < 0 || verifying < 0 {
				t.Errorf("%s, %d nodes: %d wrong claims in %g and %g s, want %v", name, n, wrong, choosing, verifying, want.Count.Wrong)
			}
		}
	}
}

// An exponent is that of the times.
func TestExponent(t *testing.T) {
	sizes := []float64{100, 200, 400}
	var seconds [][]float64
	for _, n := range sizes {
		seconds = append(seconds, []float64{1e-6 * math.Pow(n, 2.5), 1.01e-6 * math.Pow(n, 2.5)})
	}
	if e := exponent(sizes, seconds); math.Abs(e.mid-2.5) > 1e-9 || e.stderr() > 0.02 {
		t.Errorf("%v", e)
	}
}
