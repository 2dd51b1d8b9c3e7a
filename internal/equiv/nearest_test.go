package equiv_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// The nearest CPDAG changes no more ends than any CPDAG of the skeleton does.
func TestNearest(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 3 + rng.IntN(3)
		var edges []graph.Edge
		for e := range graphtest.DAG(rng, n, 0.6).Edges() {
			marks := []graph.Mark{graph.Tail, graph.Arrow, graph.Arrow, graph.Conflict}
			e.AtX, e.AtY = marks[rng.IntN(3)], marks[rng.IntN(4)]
			edges = append(edges, e)
		}
		g := graph.Must(graph.Numbered("v", 0, n), edges)
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
		got, changed, whole := equiv.Nearest(g, 1<<20)
		if !whole || got == nil || ends(got) != changed || !naive.IsCPDAG(got) {
			t.Fatalf("seed %d: %v: nearest is %v with %d changes", seed, g, got, changed)
		}
		kinds := []graph.Edge{graph.Line(0, 1), graph.Directed(0, 1), graph.Directed(1, 0).Flip()}
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
			if h := g.With(list); ends(h) < changed && naive.IsCPDAG(h) {
				t.Fatalf("seed %d: %v: nearest is %v with %d changes, but %v has %d", seed, g, got, changed, h, ends(h))
			}
		}
	}
}
