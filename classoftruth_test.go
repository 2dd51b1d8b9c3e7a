package sepdist_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// If the guess is the truth's own equivalence class, its values are those of the class of the truth, by
// every metric; and compared as graphs of that class the two are at distance 0.
func TestClassOfTruth(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := 3 + rng.IntN(5)
		for _, tt := range []struct {
			truth *sepdist.Graph
			as    class.Kind
		}{
			{&sepdist.Graph{Graph: graphtest.DAG(rng, n, 0.4), Class: class.DAG}, class.CPDAG},
			{&sepdist.Graph{Graph: graphtest.DAG(rng, n, 0.4), Class: class.DAG}, class.PAG},
			{&sepdist.Graph{Graph: graphtest.MAG(rng, n, 0.4), Class: class.MAG}, class.PAG},
			{&sepdist.Graph{Graph: graphtest.CPDAG(rng, n, 0.4), Class: class.CPDAG}, class.DAG},
		} {
			m, err := class.Check(context.Background(), tt.truth.Graph, tt.truth.Class)
			if err != nil {
				t.Fatal(err)
			}
			own, err := m.As(context.Background(), tt.as)
			if err != nil {
				t.Fatal(err)
			}
			guess := &sepdist.Graph{Graph: own.Graph(), Class: tt.as}
			o := sepdist.Options{Metrics: []string{"all"}, Workers: 1}
			c, err := sepdist.Compare(ctx, tt.truth, guess, o)
			if err != nil {
				t.Fatal(err)
			}
			if c.ClassOfTruth == "" || c.ClassOfTruthDo == "" {
				t.Fatalf("%v against its own %v: there is no class of the truth", m.Graph(), tt.as)
			}
			for _, e := range c.Results {
				if e.ClassOfTruth == nil || e.ClassOfTruth.Defined() != e.Result.Defined() || e.Result.Defined() && e.ClassOfTruth.Value != e.Result.Value {
					t.Errorf("%v against its own %v: %s is %v, of the class of the truth %v", m.Graph(), tt.as, e.Metric.Name, e.Result, e.ClassOfTruth)
				}
				if off := e.Result.Defined() && !e.Metric.Score && e.Result.Value != 0; off && !e.Unequal() {
					t.Errorf("%s is %v without a mark", e.Metric.Name, e.Result.Value)
				}
			}
			o.As = max(tt.as, tt.truth.Class) // the one that draws a class: DAG comes before CPDAG, MAG before PAG
			if c, err = sepdist.Compare(ctx, tt.truth, guess, o); err != nil {
				t.Fatal(err)
			}
			for _, e := range c.Results {
				if !e.Metric.Score && e.Result.Defined() && e.Result.Value != 0 || e.ClassOfTruth != nil {
					t.Errorf("as %v: %s is %v, class of truth %v", o.As, e.Metric.Name, e.Result.Value, e.ClassOfTruth)
				}
			}
		}
	}
}

// An MPDAG without background knowledge is the CPDAG, and the column is called so. With knowledge it can be
// nearer.
func TestClassOfTruthForMPDAG(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 5))
		truth := &sepdist.Graph{Graph: graphtest.DAG(rng, 3+rng.IntN(5), 0.4), Class: class.DAG}
		m, err := class.Check(ctx, truth.Graph, truth.Class)
		if err != nil {
			t.Fatal(err)
		}
		own, err := m.As(ctx, class.CPDAG)
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			guess  *graph.Graph
			better bool
		}{{own.Graph(), false}, {truth.Graph, true}} {
			c, err := sepdist.Compare(ctx, truth, &sepdist.Graph{Graph: tt.guess, Class: class.MPDAG}, sepdist.Options{Metrics: []string{"all"}, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if c.ClassOfTruth != "CPDAG of truth" || c.ClassOfTruthNote != "the equivalence class of the truth, taken as the guess; an MPDAG with background knowledge can be nearer" {
				t.Errorf("%q: %q", c.ClassOfTruth, c.ClassOfTruthNote)
			}
			for _, e := range c.Results {
				switch {
				case e.ClassOfTruth == nil || e.ClassOfTruth.Defined() != e.Result.Defined() && !tt.better:
					t.Errorf("%v: %s is %v, of the class of the truth %v", tt.guess, e.Metric.Name, e.Result, e.ClassOfTruth)
				case !e.Result.Defined() || !e.ClassOfTruth.Defined() || e.Metric.Score:
				case tt.better && e.Result.Value > e.ClassOfTruth.Value, !tt.better && e.Result.Value != e.ClassOfTruth.Value:
					t.Errorf("%v: %s is %v, of the class of the truth %v", tt.guess, e.Metric.Name, e.Result.Value, e.ClassOfTruth.Value)
				}
			}
		}
	}
}

// The class of the truth is not the smallest value: a guess that was made an MPDAG can have the truth's
// own arrows.
func TestGuessNearerThanClassOfTruth(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "A --> B --> C"), graphtest.Arrows(t, "A --> B --- C")
	c, err := sepdist.Compare(t.Context(), &sepdist.Graph{Graph: truth, Class: class.DAG}, &sepdist.Graph{Graph: guess, Class: class.CPDAG},
		sepdist.Options{Metrics: []string{"shd"}, Invalid: "maximize"})
	if err != nil {
		t.Fatal(err)
	}
	e := c.Results[0]
	if e.Result.Value != 0 || e.ClassOfTruth == nil || math.Abs(e.ClassOfTruth.Value-2.0/3) > 1e-12 {
		t.Errorf("shd %v beside %v", e.Result.Value, e.ClassOfTruth)
	}
	for _, line := range c.Legend() {
		if strings.Contains(line, "perfect") || strings.Contains(line, "best") {
			t.Errorf("%q: the guess is nearer", line)
		}
	}
}
