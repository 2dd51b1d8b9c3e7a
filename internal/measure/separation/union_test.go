package separation

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// Claims that one walk for each node settles are those that one for each pair does: for near and
// unrelated graphs, few edges and many, a truth with bidirected edges, in one band or several.
func TestJoined(t *testing.T) {
	of := func(kind class.Kind, seed uint64, n int, p float64) *model.Model {
		rng := graphtest.Rand(seed)
		g := graphtest.DAG(rng, n, p)
		if kind == class.ADMG {
			g = graphtest.ADMG(rng, n, p)
		}
		m, err := class.Check(context.Background(), g, kind)
		if err != nil {
			t.Fatal(err)
		}
		return m.Model()
	}
	ctx, o := context.Background(), task.Options{Workers: 2}
	for seed := range uint64(24) {
		n, p := []int{40, 64, 150, 300, 700}[seed%5], []float64{0.5, 2, 5}[seed%3]
		guess := of(class.DAG, seed, n, p/float64(n))
		truths := []*model.Model{of(class.DAG, seed, n, p/float64(n)), of(class.DAG, seed+100, n, p/float64(n)), of(class.ADMG, seed, n, 2/float64(n))}
		for i, truth := range truths {
			for _, s := range []separator.Strategy{separator.Parent, separator.PossibleParent} {
				a, err := task.ChunkedPairs(truth, task.Params{}, true)
				if err != nil {
					t.Fatal(err)
				}
				r, err := verifyPairs(ctx, s, truth, guess, a, task.Params{Options: o})
				if err != nil {
					t.Fatal(err)
				}
				want := r.Value * float64(n*(n-1))
				for _, words := range []int{1, n * 8, bandWords} {
					got, err := verifyUnions(ctx, s, truth, guess, s.New().(separator.Joiner), o, words)
					if err != nil {
						t.Fatal(err)
					}
					if diff := got - want; diff > 0.5 || diff < -0.5 {
						t.Fatalf("seed %d, %d nodes, truth %d, %s: %v wrong claims, pair by pair %v", seed, n, i, s.Name, got, want)
					}
				}
			}
		}
	}
}
