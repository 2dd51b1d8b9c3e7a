package equiv_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
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
			if got := equiv.Meek(g); !got.Equal(want) {
				t.Errorf("%v: got %v, want %v", g, got, want)
			}
		})
	}
}

// checkMeek compares the closure with what all extensions share.
func checkMeek(t *testing.T, g *graph.Graph) {
	t.Helper()
	got := equiv.Meek(g)
	if !equiv.Meek(got).EqualByIndex(got) {
		t.Fatalf("%v: the closure %v is not closed", g, got)
	}
	all := extensions(g)
	if len(all) == 0 {
		return
	}
	if want := naive.CPDAG(all); !got.EqualByIndex(want) {
		t.Fatalf("%v: got %v, all extensions share %v", g, got, want)
	}
}

func TestMeekByDefinition(t *testing.T) {
	// All partly directed graphs, with an extension or not.
	everyPDAG(func(g *graph.Graph) { checkMeek(t, g) })
	// Background knowledge from a member.
	for seed := range uint64(500) {
		rng := graphtest.Rand(seed)
		if dag := graphtest.DAG(rng, 5+rng.IntN(3), rng.Float64()); dag.M() <= 12 {
			checkMeek(t, known(rng, dag, rng.Float64()))
		}
	}
}

// Large sparse graphs are kept in another way: they must be closed as their parts are.
func TestMeekSideBySide(t *testing.T) {
	var parts, closed []*graph.Graph
	add := func(g *graph.Graph) {
		parts, closed = append(parts, g), append(closed, equiv.Meek(g))
	}
	everyPDAG(func(g *graph.Graph) {
		if len(extensions(g)) > 0 {
			add(g)
		}
	})
	for seed := range uint64(500) {
		rng := graphtest.Rand(seed)
		dag := graphtest.DAG(rng, 5+rng.IntN(20), rng.Float64())
		add(known(rng, dag, 0.3*rng.Float64()))
		member, _ := equiv.Orient(randomChordal(rng, 5+rng.IntN(20), 1+rng.IntN(10)))
		add(known(rng, member, 0.3*rng.Float64()))
	}
	if got, want := equiv.Meek(beside(parts)), beside(closed); !got.EqualByIndex(want) {
		for i := range parts {
			// Alone among many nodes without an edge.
			many := []*graph.Graph{parts[i], graph.MustNew(graph.NumberedNames("", 0, 5000), nil)}
			if alone := equiv.Meek(beside(many)); !alone.EqualByIndex(beside([]*graph.Graph{closed[i], many[1]})) {
				t.Fatalf("%v: got %v, want %v", parts[i], alone, closed[i])
			}
		}
		t.Fatal("parts are closed in another way side by side than alone")
	}
}

func TestMeekLarger(t *testing.T) {
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		dag := graphtest.DAG(rng, 10+rng.IntN(100), rng.Float64()*rng.Float64())
		got := equiv.Meek(known(rng, dag, rng.Float64()))
		if !follows(dag, got) {
			t.Fatalf("seed %d: an arrow is against the DAG it comes from", seed)
		}
		if !equiv.Meek(got).EqualByIndex(got) {
			t.Fatalf("seed %d: not closed", seed)
		}
		// Each line can be oriented either way.
		for e := range got.Edges() {
			if !e.Undirected() || rng.Float64() < 0.9 {
				continue
			}
			for _, as := range []graph.Edge{graph.Directed(e.X, e.Y), graph.Directed(e.Y, e.X)} {
				edges := got.EdgeList()
				for i := range edges {
					if edges[i] == e {
						edges[i] = as
					}
				}
				if _, ok := equiv.Extend(got.With(edges)); !ok {
					t.Fatalf("seed %d: %s --- %s can be oriented one way only", seed, got.Name(e.X), got.Name(e.Y))
				}
			}
		}
	}
}
