package mec_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/mec"
)

func TestMeek(t *testing.T) {
	for _, tt := range []struct{ rule, graph, want string }{
		{"R1", "a --> b --- c", "a --> b --> c"},
		{"R1, shielded", "a --> b --- c --- a", "a --> b --- c --- a"},
		{"R2", "a --> b --> c --- a", "a --> b --> c <-- a"},
		{"R3", "c --> b <-- d; a --- b; a --- c; a --- d", "c --> b <-- d; a --> b; a --- c; a --- d"},
		{"R4", "d --> c --> b; a --- b; a --- c; a --- d", "d --> c --> b; a --> b; a --- c; a --- d"},
		{"R4, arrow from c", "d --> c --> b; a --- b; c --> a; a --- d", "d --> c --> b; a --> b; c --> a; d --> a"},
		{"R4, arrow to c", "d --> c --> b; a --- b; a --> c; a --- d", "d --> c --> b; a --> b; a --> c; a --- d"},
		{"none", "a --- b --- c --- d --- a; a --- c", "a --- b --- c --- d --- a; a --- c"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			g, want := graphtest.Arrows(t, tt.graph), graphtest.Arrows(t, tt.want)
			if got := mec.Meek(g); !got.Equal(want) {
				t.Errorf("%v: got %v, want %v", g, got, want)
			}
		})
	}
}

// checkMeek compares the closure with what all extensions share.
func checkMeek(t *testing.T, g *graph.Graph) {
	t.Helper()
	got := mec.Meek(g)
	if !mec.Meek(got).Same(got) {
		t.Fatalf("%v: the closure %v is not closed", g, got)
	}
	all := extensions(g)
	if len(all) == 0 {
		return
	}
	if want := naive.CPDAG(all); !got.Same(want) {
		t.Fatalf("%v: got %v, all extensions share %v", g, got, want)
	}
}

func TestMeekByDefinition(t *testing.T) {
	// All partly directed graphs, with an extension or not.
	everyPDAG(func(g *graph.Graph) { checkMeek(t, g) })
	// Background knowledge from a member.
	for seed := range uint64(1200) {
		rng := graphtest.Rand(seed)
		if dag := graphtest.DAG(rng, 5+rng.IntN(3), rng.Float64()); dag.M() <= 12 {
			checkMeek(t, known(rng, dag, rng.Float64()))
		}
	}
}

func TestMeekLarger(t *testing.T) {
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		dag := graphtest.DAG(rng, 10+rng.IntN(100), rng.Float64()*rng.Float64())
		got := mec.Meek(known(rng, dag, rng.Float64()))
		if !follows(dag, got) {
			t.Fatalf("seed %d: an arrow is against the DAG it comes from", seed)
		}
		if !mec.Meek(got).Same(got) {
			t.Fatalf("seed %d: not closed", seed)
		}
		// Each line can be oriented either way.
		for e := range got.Edges() {
			if !e.Line() || rng.Float64() < 0.9 {
				continue
			}
			for _, as := range []graph.Edge{graph.Directed(e.X, e.Y), graph.Directed(e.Y, e.X)} {
				edges := got.EdgeList()
				for i := range edges {
					if edges[i] == e {
						edges[i] = as
					}
				}
				if _, ok := mec.Extend(got.With(edges)); !ok {
					t.Fatalf("seed %d: %s --- %s can be oriented one way only", seed, got.Name(e.X), got.Name(e.Y))
				}
			}
		}
	}
}
