package class_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/simulate"
)

// sparse returns a DAG of n nodes and about twice as many arrows.
func sparse(n int) *graph.Graph {
	rng := graphtest.Rand(1)
	place := rng.Perm(n)
	seen := make(map[graph.Edge]bool)
	var edges []graph.Edge
	for range 2 * n {
		x, y := rng.IntN(n), rng.IntN(n)
		if x == y {
			continue
		}
		if place[x] > place[y] {
			x, y = y, x
		}
		if e := graph.Directed(graph.Node(x), graph.Node(y)); !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

// tangled returns a sparse DAG with every tenth arrow replaced by a bidirected edge.
func tangled(n int) *graph.Graph {
	edges := sparse(n).EdgeList()
	for i := range edges {
		if i%10 == 0 {
			edges[i].AtX, edges[i].AtY = graph.Arrow, graph.Arrow
		}
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

func BenchmarkOf(b *testing.B) {
	for _, n := range []int{10, 1000, 100_000} {
		dag := sparse(n)
		for _, c := range []struct {
			name string
			g    *graph.Graph
		}{{"dag", dag}, {"cpdag", equiv.CPDAG(dag)}, {"mixed", tangled(n)}} {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := class.Infer(context.Background(), c.g); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkCheck has the classes whose members must be maximal, and whose marks follow from rules.
func BenchmarkCheck(b *testing.B) {
	for _, size := range []struct{ n, m int }{{20, 40}, {4097, 20_485}, {3000, 30_000}} {
		for _, k := range []class.Kind{class.MAG, class.PAG} {
			g, err := simulate.Graph(context.Background(), k, simulate.Options{Nodes: size.n, Edges: size.m, Bidirected: 0.2, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%v/n=%d/m=%d", k, size.n, size.m), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := class.Check(context.Background(), g, k); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
