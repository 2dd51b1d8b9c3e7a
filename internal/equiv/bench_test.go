package equiv_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// sparseDAG returns a DAG with m arrows drawn at random.
func sparseDAG(rng *rand.Rand, n, m int) *graph.Graph {
	order := rng.Perm(n)
	seen := make(map[[2]int]bool)
	var edges []graph.Edge
	for len(edges) < m {
		i, j := rng.IntN(n), rng.IntN(n)
		if i > j {
			i, j = j, i
		}
		if i == j || seen[[2]int{i, j}] {
			continue
		}
		seen[[2]int{i, j}] = true
		edges = append(edges, graph.Directed(graph.Node(order[i]), graph.Node(order[j])))
	}
	return graph.MustNew(graph.NumberedNames("", 0, n), edges)
}

// sizes are those that matter: small graphs come by the million, large ones one at a
// time.
var sizes = []struct{ n, m int }{{10, 15}, {20, 40}, {30, 60}, {1000, 5000}, {100_000, 200_000}}

func BenchmarkDAG(b *testing.B) {
	for _, size := range sizes {
		rng := graphtest.Rand(1)
		dag := sparseDAG(rng, size.n, size.m)
		cpdag, pdag := equiv.CPDAG(dag), known(rng, dag, 0.1)
		mpdag := equiv.Meek(pdag)
		for _, f := range []struct {
			name string
			run  func()
		}{
			{"CPDAG", func() { equiv.CPDAG(dag) }},
			{"Orient", func() { equiv.Orient(cpdag) }},
			{"Extend", func() { equiv.Extend(mpdag) }},
			{"ExtendCPDAG", func() { equiv.Extend(cpdag) }},
			{"Meek", func() { equiv.Meek(pdag) }},
			{"MeekClosed", func() { equiv.Meek(mpdag) }},
			{"Size", func() { equiv.Size(cpdag) }},
		} {
			b.Run(fmt.Sprintf("%s/n=%d", f.name, size.n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f.run()
				}
			})
		}
	}
}

// BenchmarkLines has graphs of lines only, which are the hard ones.
func BenchmarkLines(b *testing.B) {
	for _, tt := range []struct {
		name  string
		graph *graph.Graph
	}{
		{"clique=300", complete(300)},
		{"clique=1000", complete(1000)},
		{"tree=100000", randomTree(graphtest.Rand(1), 100_000)},
		{"star=100000", star(100_000)},
		{"chordal=1000", randomChordal(graphtest.Rand(1), 1000, 10)},
		{"chordal=100000", randomChordal(graphtest.Rand(1), 100_000, 5)},
		{"band=1000", band(1000, 50)},
		{"nested=1000", nested(1000)},
	} {
		member, _ := equiv.Orient(tt.graph)
		pdag := known(graphtest.Rand(1), member, 0.3)
		for _, f := range []struct {
			name string
			run  func()
		}{
			{"Orient", func() { equiv.Orient(tt.graph) }},
			{"Extend", func() { equiv.Extend(tt.graph) }},
			{"Meek", func() { equiv.Meek(pdag) }},
			{"Size", func() { equiv.Size(tt.graph) }},
		} {
			b.Run(f.name+"/"+tt.name, func(b *testing.B) {
				for b.Loop() {
					f.run()
				}
			})
		}
	}
}

// nested returns a graph of n nodes, half of them a clique, of which each of the others
// is next to one node more than the one after it. Its separators are parts of one another,
// and the search meets the small ones first.
func nested(n int) *graph.Graph {
	var pairs [][2]int
	for y := range n / 2 {
		for x := range y {
			pairs = append(pairs, [2]int{x, y})
		}
	}
	for y := n / 2; y < n; y++ {
		for x := range n - y - 1 {
			pairs = append(pairs, [2]int{x, y})
		}
	}
	return lines(n, pairs...)
}

// BenchmarkMembers counts one member.
func BenchmarkMembers(b *testing.B) {
	for _, tt := range []struct {
		name  string
		graph *graph.Graph
	}{
		{"chordal=8", randomChordal(graphtest.Rand(1), 8, 4)},
		{"chordal=30", randomChordal(graphtest.Rand(1), 30, 5)},
		{"chordal=10000", randomChordal(graphtest.Rand(1), 10_000, 5)},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			left := b.N
			for left > 0 {
				for range equiv.Members(tt.graph) {
					if left--; left == 0 {
						break
					}
				}
			}
		})
	}
}
