package equiv_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// drawAncestral returns an ancestral graph that need not be maximal: arrows along an order of the
// nodes, bidirected edges where neither node is an ancestor of the other, and lines among the
// first nodes, to which no arrow points.
func drawAncestral(rng *rand.Rand, n, first int, arrows, across float64) *graph.Graph {
	var edges []graph.Edge
	above := make([]graph.Set, n)
	for y := range graph.Node(n) {
		above[y] = graph.NewSet(n)
		above[y].Add(y)
		for x := range y {
			switch {
			case int(y) < first:
				if rng.Float64() < 0.3 {
					edges = append(edges, graph.Undirected(x, y))
				}
			case rng.Float64() < arrows:
				edges = append(edges, graph.Directed(x, y))
				above[y] = above[y].Union(above[x])
			}
		}
	}
	joined := make(map[[2]graph.Node]bool)
	for _, e := range edges {
		joined[[2]graph.Node{e.X, e.Y}] = true
	}
	for y := graph.Node(first); y < graph.Node(n); y++ {
		for x := graph.Node(first); x < y; x++ {
			if !joined[[2]graph.Node{x, y}] && !above[y].Has(x) && rng.Float64() < across {
				edges = append(edges, graph.Bidirected(x, y))
			}
		}
	}
	place := rng.Perm(n)
	for i, e := range edges {
		edges[i].X, edges[i].Y = graph.Node(place[e.X]), graph.Node(place[e.Y])
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

// In an ancestral graph the pairs that no set separates are those at the ends of the paths along
// bidirected edges, and these are inducing.
func TestInducingPaths(t *testing.T) {
	pairs, maximal := 0, 0
	for seed := range uint64(400) {
		rng := graphtest.Rand(seed)
		n := 4 + rng.IntN(57)
		g := drawAncestral(rng, n, rng.IntN(4), (1+5*rng.Float64())/float64(n), (1+9*rng.Float64())/float64(n))
		var got [][2]graph.Node
		for path := range equiv.InducingPaths(context.Background(), g) {
			x, y := path[len(path)-1], path[0]
			got = append(got, [2]graph.Node{x, y})
			above := g.Anterior(graph.SetOf(x, y))
			for i, v := range path[1:] {
				if !slices.Contains(g.Siblings(v), path[i]) || !above.Has(v) {
					t.Fatalf("seed %d: %v: the path %v is not inducing", seed, g, path)
				}
			}
		}
		want := equiv.NewInseparable(context.Background(), g).Pairs()
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v: the ends of inducing paths are %v, and no set separates %v", seed, g, got, want)
		}
		if pairs += len(want); len(want) == 0 {
			maximal++
		}
	}
	if pairs < 200 || maximal < 50 {
		t.Errorf("%d pairs, %d maximal graphs: the test is one-sided", pairs, maximal)
	}
}
