package frontier

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// The features of each layer, which follow from those of the layer before, are those that are counted
// by looking at all edges.
func TestFeatures(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(20)
		g, h := graphtest.DAG(rng, n, 0.15), graphtest.DAG(rng, n, 0.15)
		s := newSearch(g, h, n)
		s.fold()
		order := make([]int32, s.n)
		for i, v := range rng.Perm(s.n) {
			order[i] = int32(v)
		}
		whole := s.cost(order)
		for i := range order {
			for k, gr := range []*graph.Graph{g, h} {
				if got, want := s.layers[i].f[k], s.countFeatures(gr, i); got != want {
					t.Fatalf("seed %d: graph %d after %d groups: %v, want %v", seed, k, i+1, got, want)
				}
			}
		}
		s.keepBest(order, whole)
		s.anneal(context.Background(), 1<<10, seed)
		if got, want := s.bestCost, s.cost(s.best); got != want {
			t.Fatalf("seed %d: the annealed order has cost %d, evaluated again %d", seed, got, want)
		}
	}
}

// countFeatures counts the features of g after place i.
func (s *search) countFeatures(g *graph.Graph, i int) (f [features]int32) {
	for v := range graph.Node(g.N()) {
		var across [2]bool // by the sides of v
		for e := range g.EdgesAt(v) {
			if (s.place[v] <= int32(i)) != (s.place[e.Y] <= int32(i)) {
				across[sideOf(e.AtX)] = true
			}
		}
		nodes, sides := outerNodes, outerPorts
		if s.place[v] <= int32(i) {
			nodes, sides = innerNodes, innerSides
		}
		f[nodes] += one(across[tails] || across[heads])
		f[sides] += one(across[tails]) + one(across[heads])
	}
	return f
}
