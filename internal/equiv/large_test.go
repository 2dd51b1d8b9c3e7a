package equiv_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// sparse returns an ADMG of n nodes with the given numbers of edges, bows among them.
func sparse(rng *rand.Rand, n, arrows, bidirected int) *graph.Graph {
	order := rng.Perm(n)
	have := make(map[graph.Edge]bool)
	var edges []graph.Edge
	add := func(count int, edge func(x, y graph.Node) graph.Edge) {
		for count += len(edges); len(edges) < count; {
			i, j := rng.IntN(n), rng.IntN(n)
			e := edge(graph.Node(order[min(i, j)]), graph.Node(order[max(i, j)])).Canonical()
			if i != j && !have[e] {
				have[e] = true
				edges = append(edges, e)
			}
		}
	}
	add(arrows, graph.Directed)
	add(bidirected, graph.Bidirected)
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

// More nodes than lanes: the pairs found are those that what is anterior to them does not
// separate, by the oracle that answers one query after the other.
func TestProjectLarge(t *testing.T) {
	for seed := range uint64(2) {
		const n = 300
		g := sparse(graphtest.Rand(seed), n, 300, 250)
		latent, selected := graph.NewSet(n), graph.SetOf(graph.Node(seed), 100)
		for v := graph.Node(10); v < 40; v++ {
			latent.Add(v)
		}
		mag := equiv.Project(context.Background(), g, latent, selected)
		if again := equiv.Project(context.Background(), mag, nil, nil); !again.EqualByIndex(mag) {
			t.Errorf("seed %d: the MAG is not its own projection", seed)
		}
		o := msep.New(g)
		kept := graph.AllNodes(n).Minus(latent).Minus(selected).Nodes()
		inferred := 0
		for j, y := range kept {
			for i, x := range kept[:j] {
				pair := graph.SetOf(x, y)
				given := g.Anterior(pair.Union(selected)).Minus(latent).Minus(pair)
				want := !o.Separated(x, y, given)
				if got := mag.Adjacent(graph.Node(i), graph.Node(j)); got != want {
					t.Fatalf("seed %d: %d, %d adjacent: %v, inseparable: %v", seed, x, y, got, want)
				}
				if want && !g.Adjacent(x, y) {
					inferred++
				}
			}
		}
		if inferred < 10 {
			t.Errorf("seed %d: only %d edges are not of the graph itself", seed, inferred)
		}
	}
}

func benchmarkSizes(b *testing.B, run func(g *graph.Graph)) {
	for _, n := range []int{20, 100, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			mag := equiv.Project(context.Background(), sparse(graphtest.Rand(1), n, 3*n/2, n/4), nil, nil)
			for b.Loop() {
				run(mag)
			}
		})
	}
}

func BenchmarkPAG(b *testing.B) {
	benchmarkSizes(b, func(g *graph.Graph) { equiv.PAG(context.Background(), g) })
}

func BenchmarkProject(b *testing.B) {
	benchmarkSizes(b, func(g *graph.Graph) { equiv.Project(context.Background(), g, nil, nil) })
}

func BenchmarkInseparable(b *testing.B) {
	benchmarkSizes(b, func(g *graph.Graph) { equiv.NewInseparable(context.Background(), g) })
}

func BenchmarkEquivalent(b *testing.B) {
	benchmarkSizes(b, func(g *graph.Graph) { equiv.Equivalent(context.Background(), g, g, g.N()) })
}
