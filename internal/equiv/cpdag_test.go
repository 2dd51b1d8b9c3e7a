package equiv_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestCPDAG(t *testing.T) {
	for _, tt := range []struct{ dag, want string }{
		{"a --> b", "a --- b"},
		{"a --> b --> c <-- d", "a --- b; b --> c; d --> c"},
		{"a --> b --> c; a --> c", "a --- b; b --- c; a --- c"},
		{"a --> c <-- b; c --> d", "a --> c <-- b; c --> d"},
		{"a --> c <-- b; c --> d; a --> d", "a --> c <-- b; c --> d; a --> d"},
		{"a; b", "a; b"},
	} {
		t.Run(tt.dag, func(t *testing.T) {
			if got, want := equiv.CPDAG(graphtest.Arrows(t, tt.dag)), graphtest.Arrows(t, tt.want); !got.Equal(want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// TestCPDAGByDefinition judges by separations, which the class of a DAG is about.
func TestCPDAGByDefinition(t *testing.T) {
	everyDAG(func(dag *graph.Graph) {
		got, want := equiv.CPDAG(dag), naive.CPDAG(naive.DAGs(dag))
		if !got.EqualByIndex(want) {
			t.Fatalf("%v: got %v, by definition %v", dag, got, want)
		}
	})
	someDAGs(t, 200, func(dag *graph.Graph) {
		got, want := equiv.CPDAG(dag), naive.CPDAG(class(dag))
		if !got.EqualByIndex(want) {
			t.Errorf("%v: got %v, by definition %v", dag, got, want)
		}
	})
}

// TestCPDAGOfLarger compares with the closure of the colliders, another road to it.
func TestCPDAGOfLarger(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		dag := graphtest.DAG(rng, 10+rng.IntN(60), rng.Float64()*rng.Float64())
		if got, want := equiv.CPDAG(dag), equiv.Meek(pattern(dag)); !got.EqualByIndex(want) {
			t.Fatalf("seed %d: %v: got %v, Meek's closure is %v", seed, dag, got, want)
		}
	}
}
