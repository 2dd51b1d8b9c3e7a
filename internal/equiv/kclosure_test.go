package equiv_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

func TestKClosure(t *testing.T) {
	// It takes both b and c to separate a and d, and nothing to separate e from all.
	const g = "a --> b; a --> c; b --> d; c --> d; e"
	for _, tt := range []struct {
		graph string
		k     int
		want  string
	}{
		{g, 0, "a --> b; a --> c; b --> d; c --> d; a --> d; b <-> c; e"},
		{g, 1, "a --> b; a --> c; b --> d; c --> d; a --> d; e"},
		{g, 2, g},
		{"a --- b --- c", 0, "a --- b --- c --- a"},
		{"a <-> b; a --> b", 0, "a --> b"},
	} {
		got := equiv.KClosure(graphtest.Arrows(t, tt.graph), tt.k)
		if !got.Equal(graphtest.Arrows(t, tt.want)) {
			t.Errorf("%s, up to %d: got %v, want %s", tt.graph, tt.k, got, tt.want)
		}
	}
}

// Adjacent are the pairs that no small set separates; the closure of all orders is the MAG;
// closing again with the same bound changes nothing.
func TestKClosureByDefinition(t *testing.T) {
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(5)
		draw := []func(n int) *graph.Graph{
			func(n int) *graph.Graph { return graphtest.DAG(rng, n, 0.5) },
			func(n int) *graph.Graph { return graphtest.ADMG(rng, n, 0.4) },
			func(n int) *graph.Graph { return graphtest.MAGWithLines(rng, n, 0.5) },
		}[seed%3]
		g := draw(n)
		s := naive.MSeparations(g)
		for k := range n - 1 {
			got := equiv.KClosure(g, k)
			for y := range graph.Node(n) {
				for x := range y {
					want := true
					for given := range naive.Subsets(graph.Full(n).Without(x, y)) {
						want = want && (given.Len() > k || !s.Separated(x, y, given))
					}
					if got.Adjacent(x, y) != want {
						t.Fatalf("seed %d: %v: up to %d: %v, but %d, %d inseparable: %v", seed, g, k, got, x, y, want)
					}
				}
			}
			if !naive.IsMAG(got, true) {
				t.Fatalf("seed %d: %v: up to %d: %v is no MAG", seed, g, k, got)
			}
			if again := equiv.KClosure(got, k); !again.Same(got) {
				t.Fatalf("seed %d: %v: up to %d: %v, again %v", seed, g, k, got, again)
			}
		}
		if got, want := equiv.KClosure(g, n-2), equiv.Project(g, nil, nil); !got.Same(want) {
			t.Fatalf("seed %d: %v: closure of all orders %v, MAG %v", seed, g, got, want)
		}
	}
}

// The shortest path from x to y takes a node from both of the others; still it takes two
// nodes to separate x from y.
func TestKClosureOfCrossingPaths(t *testing.T) {
	g := graphtest.Arrows(t, "x --- a --- b --- y; a --- p --- q --- y; x --- r --- s --- b")
	x, y := graphtest.Node(t, g, "x"), graphtest.Node(t, g, "y")
	for k, want := range []bool{true, true, false} {
		if got := equiv.KClosure(g, k).Adjacent(x, y); got != want {
			t.Errorf("%v: up to %d: x, y adjacent: %v, want %v", g, k, got, want)
		}
	}
}

// Larger graphs with sets of up to three nodes, by the oracle.
func TestKClosureLarger(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		const n = 10
		g := graphtest.ADMG(rng, n, 0.2+0.2*rng.Float64())
		o := msep.New(g)
		least := make(map[[2]graph.Node]int) // nodes that it takes to separate a pair
		for given := range naive.Subsets(graph.Full(n)) {
			if given.Len() > 3 {
				break
			}
			for y := range graph.Node(n) {
				for x := range y {
					_, known := least[[2]graph.Node{x, y}]
					if !known && !given.Has(x) && !given.Has(y) && o.Separated(x, y, given) {
						least[[2]graph.Node{x, y}] = given.Len()
					}
				}
			}
		}
		for k := range 4 {
			got := equiv.KClosure(g, k)
			for y := range graph.Node(n) {
				for x := range y {
					size, separable := least[[2]graph.Node{x, y}]
					if want := !separable || size > k; got.Adjacent(x, y) != want {
						t.Fatalf("seed %d: %v: up to %d: %s, %s adjacent: %v, want %v", seed, g, k, g.Name(x), g.Name(y), !want, want)
					}
				}
			}
		}
	}
}

// All pairs of DAGs of three nodes, and random graphs on four and five.
func TestEquivalentUpTo(t *testing.T) {
	equal, unequal := 0, 0
	check := func(g, h *graph.Graph) {
		t.Helper()
		s, u := naive.MSeparations(g), naive.MSeparations(h)
		for k := range g.N() - 1 {
			got, want := equiv.EquivalentUpTo(g, h, k), s.EqualUpTo(u, k)
			if got != want {
				t.Fatalf("%v and %v up to %d: got %v, by definition %v", g, h, k, got, want)
			}
			if want {
				equal++
			} else {
				unequal++
			}
		}
	}
	var dags []*graph.Graph
	every(3, ancestral[:3], func(g *graph.Graph) {
		if naive.IsDAG(g) {
			dags = append(dags, g)
		}
	})
	for _, g := range dags {
		for _, h := range dags {
			check(g, h)
		}
	}
	for seed := range uint64(700) {
		rng := graphtest.Rand(seed)
		n, p := 4+rng.IntN(2), 0.4+0.5*rng.Float64()
		draw := []func(n int) *graph.Graph{
			func(n int) *graph.Graph { return graphtest.DAG(rng, n, p) },
			func(n int) *graph.Graph { return graphtest.ADMG(rng, n, p/2) },
			func(n int) *graph.Graph { return graphtest.MAGWithLines(rng, n, p) },
		}[seed%3]
		check(draw(n), draw(n))
	}
	if equal < 300 || unequal < 300 {
		t.Errorf("%d equal, %d unequal: the test is one-sided", equal, unequal)
	}
}
