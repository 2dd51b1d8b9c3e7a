package equiv_test

import (
	"context"
	"maps"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// The nearest CPDAGs change no more ends than any CPDAG of the skeleton does, and none that
// changes as few is left out.
func TestNearestCPDAGs(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 3 + rng.IntN(3)
		var edges []graph.Edge
		for e := range graphtest.DAG(rng, n, 0.6).Edges() {
			marks := []graph.Mark{graph.Tail, graph.Arrow, graph.Arrow, graph.Conflict}
			e.AtX, e.AtY = marks[rng.IntN(3)], marks[rng.IntN(4)]
			edges = append(edges, e)
		}
		g := graph.MustNew(graph.NumberedNames("v", 0, n), edges)
		ends := func(h *graph.Graph) int {
			count := 0
			for e := range g.Edges() {
				f, _ := h.Edge(e.X, e.Y)
				if e.AtX != f.AtX {
					count++
				}
				if e.AtY != f.AtY {
					count++
				}
			}
			return count
		}
		near := equiv.NearestCPDAGs(context.Background(), g, equiv.NearLimits{Graphs: 1000, Steps: 1 << 20})
		if !near.Whole || near.Count != len(near.Graphs) {
			t.Fatalf("seed %d: %v: %+v, want all", seed, g, near)
		}
		got := map[string]bool{}
		for _, h := range near.Graphs {
			got[h.String()] = true
		}
		want := map[string]bool{}
		kinds := []graph.Edge{graph.Undirected(0, 1), graph.Directed(0, 1), graph.Directed(1, 0).Flip()}
		total := 1
		for range edges {
			total *= len(kinds)
		}
		for code := range total {
			list := g.EdgeList()
			for i, rest := 0, code; i < len(list); i, rest = i+1, rest/len(kinds) {
				k := kinds[rest%len(kinds)]
				list[i].AtX, list[i].AtY = k.AtX, k.AtY
			}
			if h := g.With(list); ends(h) <= near.Changed && naive.IsCPDAG(h) {
				if ends(h) < near.Changed {
					t.Fatalf("seed %d: %v: nearest with %d changes are %v, but %v has %d", seed, g, near.Changed, got, h, ends(h))
				}
				want[h.String()] = true
			}
		}
		if near.Count != len(want) || !maps.Equal(got, want) {
			t.Fatalf("seed %d: %v: nearest with %d changes are %v, want %v", seed, g, near.Changed, got, want)
		}
	}
}

// Where more are nearest than are wanted, each is as likely to be kept.
func TestNearestIsASample(t *testing.T) {
	// Of a star of conflicts any two or more edges may point to the hub, or none.
	var edges []graph.Edge
	for leaf := range graph.Node(7) {
		edges = append(edges, graph.Edge{X: 0, Y: leaf + 1, AtX: graph.Conflict, AtY: graph.Conflict})
	}
	g := graph.MustNew(graph.NumberedNames("v", 0, 8), edges)
	all := equiv.NearestCPDAGs(context.Background(), g, equiv.NearLimits{Graphs: 1000, Steps: 1 << 20})
	if want := 1<<7 - 7; all.Count != want || len(all.Graphs) != want || !all.Whole {
		t.Fatalf("%d, and %d graphs, are nearest, whole %v; want %d", all.Count, len(all.Graphs), all.Whole, want)
	}
	some := equiv.NearestCPDAGs(context.Background(), g, equiv.NearLimits{Graphs: 10, Steps: 1 << 20})
	if some.Count != all.Count || len(some.Graphs) != 10 || !some.Whole {
		t.Errorf("%d are nearest, of which %d are kept, whole %v; want %d and 10", some.Count, len(some.Graphs), some.Whole, all.Count)
	}
	few := equiv.NearestCPDAGs(context.Background(), g, equiv.NearLimits{Graphs: 10, Steps: 700})
	if few.Whole || few.Count == 0 {
		t.Errorf("after 700 steps %d are found, whole %v", few.Count, few.Whole)
	}
}
