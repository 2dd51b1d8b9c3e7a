package compare_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// The drawing of the truth's own equivalence class gets what a perfect guess gets, by every metric;
// and compared as graphs of that class the two are at distance 0.
func TestPerfectGuess(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := 3 + rng.IntN(5)
		for _, tt := range []struct {
			truth *compare.Graph
			as    class.Kind
		}{
			{&compare.Graph{Graph: graphtest.DAG(rng, n, 0.4), Class: class.DAG}, class.CPDAG},
			{&compare.Graph{Graph: graphtest.DAG(rng, n, 0.4), Class: class.DAG}, class.PAG},
			{&compare.Graph{Graph: graphtest.MAG(rng, n, 0.4), Class: class.MAG}, class.PAG},
			{&compare.Graph{Graph: graphtest.CPDAG(rng, n, 0.4), Class: class.CPDAG}, class.DAG},
		} {
			m, err := class.Check(context.Background(), tt.truth.Graph, tt.truth.Class)
			if err != nil {
				t.Fatal(err)
			}
			own, err := m.Model().As(context.Background(), tt.as)
			if err != nil {
				t.Fatal(err)
			}
			guess := &compare.Graph{Graph: own.Graph(), Class: tt.as}
			o := compare.Options{Metrics: []string{"all"}, Workers: 1}
			c, err := compare.Compare(ctx, tt.truth, guess, o)
			if err != nil {
				t.Fatal(err)
			}
			if c.Perfect == "" || c.PerfectDo == "" {
				t.Fatalf("%v against its own %v: nothing is said of a perfect guess", m.Graph(), tt.as)
			}
			for _, e := range c.Results {
				if e.Perfect == nil || e.Perfect.Defined() != e.Result.Defined() || e.Result.Defined() && e.Perfect.Value != e.Result.Value {
					t.Errorf("%v against its own %v: %s is %v, of a perfect guess %v", m.Graph(), tt.as, e.Metric.Name, e.Result, e.Perfect)
				}
				if off := e.Result.Defined() && !e.Metric.Score && e.Result.Value != 0; off && !e.Unreachable() {
					t.Errorf("%s is %v without a mark", e.Metric.Name, e.Result.Value)
				}
			}
			o.As = max(tt.as, tt.truth.Class) // the one that draws a class: DAG comes before CPDAG, MAG before PAG
			if c, err = compare.Compare(ctx, tt.truth, guess, o); err != nil {
				t.Fatal(err)
			}
			for _, e := range c.Results {
				if !e.Metric.Score && e.Result.Defined() && e.Result.Value != 0 || e.Perfect != nil {
					t.Errorf("as %v: %s is %v, perfect %v", o.As, e.Metric.Name, e.Result.Value, e.Perfect)
				}
			}
		}
	}
}

// An MPDAG without background knowledge is the CPDAG: that is what a perfect guess gets, and what it
// is called. With knowledge it can be better.
func TestPerfectMPDAG(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 5))
		truth := &compare.Graph{Graph: graphtest.DAG(rng, 3+rng.IntN(5), 0.4), Class: class.DAG}
		m, err := class.Check(ctx, truth.Graph, truth.Class)
		if err != nil {
			t.Fatal(err)
		}
		own, err := m.Model().As(ctx, class.CPDAG)
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			guess  *graph.Graph
			better bool
		}{{own.Graph(), false}, {truth.Graph, true}} {
			c, err := compare.Compare(ctx, truth, &compare.Graph{Graph: tt.guess, Class: class.MPDAG}, compare.Options{Metrics: []string{"all"}, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if c.Perfect != "the CPDAG of the truth; background knowledge can make an MPDAG better" {
				t.Errorf("perfect guess: %q", c.Perfect)
			}
			for _, e := range c.Results {
				switch {
				case e.Perfect == nil || e.Perfect.Defined() != e.Result.Defined() && !tt.better:
					t.Errorf("%v: %s is %v, of a perfect guess %v", tt.guess, e.Metric.Name, e.Result, e.Perfect)
				case !e.Result.Defined() || !e.Perfect.Defined() || e.Metric.Score:
				case tt.better && e.Result.Value > e.Perfect.Value, !tt.better && e.Result.Value != e.Perfect.Value:
					t.Errorf("%v: %s is %v, of a perfect guess %v", tt.guess, e.Metric.Name, e.Result.Value, e.Perfect.Value)
				}
			}
		}
	}
}
