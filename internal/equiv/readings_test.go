package equiv_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// readings returns all readings of g.
func readings(t *testing.T, g *graph.Graph) []*graph.Graph {
	t.Helper()
	r, err := equiv.NewReadings(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	var all []*graph.Graph
	whole := false
	for cpdag := range r.All(context.Background(), 1<<20, func(w bool) { whole = w }) {
		all = append(all, cpdag)
	}
	if !whole {
		t.Fatalf("%v: the search gave up", g)
	}
	return all
}

// The two inputs that the loop of Wahl and Runge accepts though no DAG has these
// colliders.
func TestReadingsThatDoNotExist(t *testing.T) {
	for _, tt := range []struct {
		graph string
		want  int
	}{
		{"a --- d; b --- d; c --- d; collider b d c; noncollider a d c; ambiguous a d b", 1},
		{"a --- b; b --- c; c --- d; d --- a; noncollider a b c; noncollider b c d; noncollider c d a; noncollider d a b", 0},
	} {
		if got := readings(t, graphtest.Arrows(t, tt.graph)); len(got) != tt.want {
			t.Errorf("%s: %d readings, want %d: %v", tt.graph, len(got), tt.want, got)
		}
	}
}

// The vectors know how many readings there are.
func TestReadingsVectors(t *testing.T) {
	for _, c := range graphtest.Vectors(t) {
		if c.Expect.Readings != nil {
			if got := len(readings(t, c.Guess)); got != *c.Expect.Readings {
				t.Errorf("%s: %v: %d readings, want %d", c.ID, c.Guess, got, *c.Expect.Readings)
			}
		}
	}
}

// On random skeletons the readings are those that brute force over all orientations
// finds, each once; and draws come to no others, with weights that add up to their number.
func TestReadingsByDefinition(t *testing.T) {
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		n := 3 + rng.IntN(3)
		var edges []graph.Edge
		for e := range graphtest.DAG(rng, n, 0.3+0.5*rng.Float64()).Edges() {
			edges = append(edges, graph.Undirected(e.X, e.Y))
		}
		names := graph.NumberedNames("v", 0, n)
		skeleton := graph.MustNew(names, edges)
		var triples []graph.Triple
		for _, tr := range naive.Unshielded(skeleton) {
			tr.Status = []graph.Status{graph.Ambiguous, graph.Ambiguous, graph.Collider, graph.NonCollider}[rng.IntN(4)]
			triples = append(triples, tr)
		}
		g := graph.MustNew(names, edges, triples...)
		want := make(map[string]bool)
		for _, dag := range naive.Readings(g) {
			want[equiv.CPDAG(dag).String()] = true
		}
		got := readings(t, g)
		for _, cpdag := range got {
			if !want[cpdag.String()] {
				t.Fatalf("seed %d: %v: %v is no reading", seed, g, cpdag)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("seed %d: %v: %d readings, want %d", seed, g, len(got), len(want))
		}
		r, err := equiv.NewReadings(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for range 400 {
			if cpdag, weight, ok := r.Draw(rng); ok {
				sum += weight
				if !want[cpdag.String()] {
					t.Fatalf("seed %d: %v: %v was drawn and is no reading", seed, g, cpdag)
				}
			}
		}
		if mean := sum / 400; mean < 0.6*float64(len(want)) || mean > 1.4*float64(len(want))+0.01 {
			t.Errorf("seed %d: %v: the weights of draws make %.2f readings of %d", seed, g, mean, len(want))
		}
	}
}

// A triple that is shielded cannot be listed.
func TestReadingsRefuseShieldedTriples(t *testing.T) {
	if _, err := equiv.NewReadings(context.Background(), graphtest.Arrows(t, "a --- b; b --- c; a --- c; ambiguous a b c")); err == nil {
		t.Error("no error")
	}
}

// A hub with very many neighbours is refused, not taken apart into all its triples.
func TestReadingsOfAHub(t *testing.T) {
	const leaves = 20_000
	var edges []graph.Edge
	for v := range graph.Node(leaves) {
		edges = append(edges, graph.Undirected(v, leaves))
	}
	hub := graph.MustNew(graph.NumberedNames("v", 0, leaves+1), edges)
	if _, err := equiv.NewReadings(context.Background(), hub); err == nil {
		t.Error("200 million triples were looked at")
	}
	if near := equiv.NearestCPDAGs(context.Background(), hub, equiv.NearLimits{Graphs: 10, Steps: 10}); near.Count > 0 || near.Whole {
		t.Errorf("%d nearest CPDAGs were found", near.Count)
	}
	valid := func(*graph.Graph) bool { return true }
	if near := equiv.NearestPAGs(context.Background(), hub, equiv.NearLimits{Graphs: 10, Steps: 10}, valid); near.Count > 0 || near.Whole {
		t.Errorf("%d nearest PAGs were found", near.Count)
	}
}
