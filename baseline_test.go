package sepdist

import (
	"context"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// A baseline is the same for any number of workers, for guesses of every class; it changes
// with the seed; its values are such as the metric can have.
func TestBaseline(t *testing.T) {
	zl, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	shd, err := distance.Find("shd")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range graphtest.Classes {
		kind, err := class.Parse(c.Name)
		if err != nil {
			t.Fatal(err)
		}
		truth := graphtest.DAG(graphtest.Rand(1), 6, 0.4)
		guess := c.Random(graphtest.Rand(2), 6, 0.4)
		var first [][]float64
		for _, workers := range []int{1, 2, 7} {
			o := Options{Seed: 5, Workers: workers}
			pair, err := Prepare(context.Background(), &Graph{Graph: truth}, &Graph{Graph: guess, Class: kind}, o)
			if err != nil {
				t.Fatal(err)
			}
			values, err := pair.baseline(context.Background(), []*distance.Metric{zl, shd}, 40)
			if err != nil {
				t.Fatalf("like %v: %v", guess, err)
			}
			if first == nil {
				first = values
			}
			for i := range values {
				if !slices.Equal(values[i], first[i]) {
					t.Errorf("like %v: %d workers give %v, one gives %v", guess, workers, values[i], first[i])
				}
			}
			if m := slices.Min(values[0]); m < 0 || slices.Max(values[0]) > 1 {
				t.Errorf("like %v: %v", guess, values[0])
			}
			pair.params.Seed = 6
			other, err := pair.baseline(context.Background(), []*distance.Metric{zl, shd}, 40)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Equal(other[0], values[0]) {
				t.Errorf("like %v: another seed gives the same", guess)
			}
		}
	}
}

// Between DAGs of three nodes with one edge there are six, alike likely. Against a --> b one
// of them is right, one is turned, and the rest have another edge: skeleton-shd is 0 for two
// of six and 2 of 3 pairs for the others.
func TestBaselineByHand(t *testing.T) {
	truth := &Graph{Graph: graphtest.Arrows(t, "a --> b; c")}
	c, err := Compare(context.Background(), truth, truth, Options{
		Metrics:  []string{"skeleton-shd", "adjacency-f1", "collider-f1"},
		Baseline: 3000,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.Results[:2] {
		b := e.Baseline
		if b == nil || b.Samples != 3000 || b.BetterThan < 0.63 || b.BetterThan > 0.70 || b.BetterThan+b.AsGoodAs != 1 {
			t.Errorf("%s: %+v", e.Metric.Name, b)
		}
	}
	if e := c.Results[2]; e.Result.Defined() || e.Baseline != nil {
		t.Errorf("%s has no value here, but %+v", e.Metric.Name, e.Baseline)
	}
}

// What is wrong with the wish for random guesses is said, and a context ends it.
func TestBaselineEnds(t *testing.T) {
	g := &Graph{Graph: graphtest.Arrows(t, "a --> b --> c")}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Compare(ctx, g, g, Options{Metrics: []string{"shd"}, Baseline: 10}); err == nil {
		t.Error("no error although the context was done")
	}
}
