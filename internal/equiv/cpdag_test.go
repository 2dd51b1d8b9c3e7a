package equiv_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestColliders(t *testing.T) {
	for _, tt := range []struct{ graph, want string }{
		{"a --> b <-- c", "a b c: a --> b <-- c; collider a b c"},
		{"a --> b --> c", "a b c: a --> b --> c"},
		{"a --> b <-- c; a --> c", "a b c: a --> b <-- c; a --> c"},
		{"a <-> b <-> c", "a b c: a <-> b <-> c; collider a b c"},
		{"a o-> b <-> c; b --- d", "a b c d: a o-> b <-> c; b --- d; collider a b c"},
		{"c b a: a --> b; a <-> b; c --> b", "c b a: a --> b; a <-> b; c --> b; collider a b c"},
		{"a <-> b <-- c; b --> a", "a b c: a <-> b <-- c; b --> a"},
		{"a --> b <-- c; b --> a", "a b c: a --> b <-- c; b --> a"},
		{"d c b a: a --> b; c --> b; d --> b", "d c b a: a --> b; c --> b; d --> b; collider d b c; collider d b a; collider c b a"},
	} {
		t.Run(tt.graph, func(t *testing.T) {
			g := graphtest.Arrows(t, tt.graph)
			got := graph.Must(g.Names(), g.EdgeList(), equiv.Colliders(g)...)
			if want := graphtest.Arrows(t, tt.want); !got.Equal(want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestCollidersByDefinition(t *testing.T) {
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		for _, c := range graphtest.Classes {
			g := c.Random(rng, 2+rng.IntN(4), rng.Float64())
			if got, want := equiv.Colliders(g), naive.Colliders(g); !slices.Equal(got, want) {
				t.Fatalf("seed %d: %s %v: got %v, by definition %v", seed, c.Name, g, got, want)
			}
		}
	}
}

func TestEachColliderStops(t *testing.T) {
	g := graphtest.Arrows(t, "a --> d; b --> d; c --> d")
	count := 0
	for range equiv.EachCollider(g) {
		if count++; count == 2 {
			break
		}
	}
	if count != 2 {
		t.Errorf("yielded %d times, want 2", count)
	}
}

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
		if !got.Same(want) {
			t.Fatalf("%v: got %v, by definition %v", dag, got, want)
		}
	})
	someDAGs(t, 200, func(dag *graph.Graph) {
		got, want := equiv.CPDAG(dag), naive.CPDAG(class(dag))
		if !got.Same(want) {
			t.Errorf("%v: got %v, by definition %v", dag, got, want)
		}
	})
}

// TestCPDAGOfLarger compares with the closure of the colliders, another road to it.
func TestCPDAGOfLarger(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		dag := graphtest.DAG(rng, 10+rng.IntN(60), rng.Float64()*rng.Float64())
		if got, want := equiv.CPDAG(dag), equiv.Meek(pattern(dag)); !got.Same(want) {
			t.Fatalf("seed %d: %v: got %v, Meek's closure is %v", seed, dag, got, want)
		}
	}
}
