package equiv_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestAcyclify(t *testing.T) {
	for _, tt := range []struct{ graph, latent, pairs string }{
		{"a --> b", "a --> b", "a --> b"},
		// A parent of one node is a parent of all: the fan-out.
		{"a --> b --> c --> b", "a --> latent1; latent1 --> b; latent1 --> c", "a --> b; a --> c; b <-> c"},
		// A 2-cycle is no bidirected edge: p and b are connected.
		{"p --> a --> b --> a", "p --> latent1; latent1 --> a; latent1 --> b", "p --> a; p --> b; a <-> b"},
		// A name that is taken.
		{"latent1 --> a --> b --> a", "latent1 --> latent2; latent2 --> a; latent2 --> b", "latent1 --> a; latent1 --> b; a <-> b"},
		// Two parents and a sibling of the same component, and an edge out of it.
		{
			"p --> a --> b --> a; p --> b; s <-> a; s <-> b; b --> d",
			"p --> latent1; s <-> latent1; latent1 --> a; latent1 --> b; b --> d",
			"p --> a; p --> b; s <-> a; s <-> b; a <-> b; b --> d",
		},
		// A bow comes out where a parent is a sibling too.
		{"p --> a --> b --> a; p <-> b", "p --> latent1; p <-> latent1; latent1 --> a; latent1 --> b", "p --> a; p --> b; p <-> a; p <-> b; a <-> b"},
		// Two components in a row: what leaves one goes to all of the other.
		{
			"a --> b --> a; b --> c; c --> d --> c",
			"latent1 --> a; latent1 --> b; b --> latent2; latent2 --> c; latent2 --> d",
			"a <-> b; b --> c; b --> d; c <-> d",
		},
		{
			"a --> b --> a; a <-> c; c --> d --> c",
			"latent1 --> a; latent1 --> b; latent1 <-> latent2; latent2 --> c; latent2 --> d",
			"a <-> b; a <-> c; a <-> d; b <-> c; b <-> d; c <-> d",
		},
	} {
		t.Run(tt.graph, func(t *testing.T) {
			g := graphtest.Arrows(t, tt.graph)
			if got := equiv.Acyclify(g); !got.Equal(graphtest.Arrows(t, tt.latent)) {
				t.Errorf("with latent nodes got %v, want %s", got, tt.latent)
			}
			if got := equiv.AcyclifyPairs(g); !got.Equal(graphtest.Arrows(t, tt.pairs)) {
				t.Errorf("got %v, want %s", got, tt.pairs)
			}
		})
	}
}

// By the definition of sigma-separation, on all directed mixed graphs of three nodes
// and random ones.
func TestAcyclifyKeepsSigmaSeparations(t *testing.T) {
	check := func(g *graph.Graph) {
		t.Helper()
		h, pairs := equiv.Acyclify(g), equiv.AcyclifyPairs(g)
		if !pairs.EqualByIndex(naive.Acyclification(g)) {
			t.Fatalf("%v: got %v, by definition %v", g, pairs, naive.Acyclification(g))
		}
		for _, h := range []*graph.Graph{h, pairs} {
			if _, cycle := h.Order(); cycle != nil {
				t.Fatalf("%v: %v has a cycle", g, h)
			}
			for y := range graph.Node(g.N()) {
				for x := range y {
					for given := range naive.Subsets(graph.AllNodes(g.N()).Without(x, y)) {
						got, want := naive.Separated(h, x, y, given), naive.SigmaSeparated(g, x, y, given)
						if got != want {
							t.Fatalf("%v as %v: %d, %d separated given %v: %v, by definition %v", g, h, x, y, given.Nodes(), got, want)
						}
					}
				}
			}
		}
	}
	cycles := withBows[:6:6]
	cycles = append(cycles, append(arrow[:1:1], back...), append(append(arrow[:1:1], back...), both...))
	every(3, cycles, check)
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		check(graphtest.Cyclic(rng, 4+rng.IntN(3), 0.2+0.6*rng.Float64()))
	}
}

// What is acyclic stays as it is.
func TestAcyclifyAgain(t *testing.T) {
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		once := equiv.Acyclify(graphtest.Cyclic(rng, 2+rng.IntN(7), 0.5))
		if again := equiv.Acyclify(once); again != once {
			t.Fatalf("seed %d: %v became %v", seed, once, again)
		}
	}
}

// A ring of 100 000 nodes with a chord or two at each: the pairs would be 10^10.
func TestAcyclifyLarge(t *testing.T) {
	const n = 100_000
	rng := graphtest.Rand(1)
	edges := make([]graph.Edge, 0, 2*n)
	for v := range graph.Node(n) {
		edges = append(edges, graph.Directed(v, (v+1)%n))
		if u := graph.Node(rng.IntN(n)); u > v+1 {
			edges = append(edges, graph.Bidirected(v, u))
		}
	}
	h := equiv.Acyclify(graph.MustNew(graph.NumberedNames("v", 0, n), edges))
	if h.N() != n+1 || h.M() != n {
		t.Errorf("got %d nodes and %d edges, want a latent node with %d children", h.N(), h.M(), n)
	}
}
