package equiv_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// lines returns the graph of n nodes with a line for each pair.
func lines(n int, pairs ...[2]int) *graph.Graph {
	var edges []graph.Edge
	for _, p := range pairs {
		edges = append(edges, graph.Undirected(graph.Node(p[0]), graph.Node(p[1])))
	}
	return graph.MustNew(graph.NumberedNames("", 0, n), edges)
}

func complete(n int) *graph.Graph {
	var pairs [][2]int
	for y := range n {
		for x := range y {
			pairs = append(pairs, [2]int{x, y})
		}
	}
	return lines(n, pairs...)
}

func path(n int) *graph.Graph { return band(n, 1) }

// band joins nodes at a distance of up to k.
func band(n, k int) *graph.Graph {
	var pairs [][2]int
	for y := range n {
		for x := max(0, y-k); x < y; x++ {
			pairs = append(pairs, [2]int{x, y})
		}
	}
	return lines(n, pairs...)
}

func star(n int) *graph.Graph {
	var pairs [][2]int
	for y := 1; y < n; y++ {
		pairs = append(pairs, [2]int{0, y})
	}
	return lines(n, pairs...)
}

func randomTree(rng *rand.Rand, n int) *graph.Graph {
	name := rng.Perm(n)
	var pairs [][2]int
	for y := 1; y < n; y++ {
		pairs = append(pairs, [2]int{name[rng.IntN(y)], name[y]})
	}
	return lines(n, pairs...)
}

// randomChordal joins each node to some of the earlier ones that are pairwise
// adjacent, at most k, chosen around one of them.
func randomChordal(rng *rand.Rand, n, k int) *graph.Graph {
	name := rng.Perm(n)
	near := make([][]int, n) // earlier neighbours, pairwise adjacent
	var pairs [][2]int
	for y := 1; y < n; y++ {
		x := rng.IntN(y)
		near[y] = []int{x}
		for _, w := range near[x] {
			if len(near[y]) < k && rng.IntN(4) > 0 {
				near[y] = append(near[y], w)
			}
		}
		for _, w := range near[y] {
			pairs = append(pairs, [2]int{name[w], name[y]})
		}
	}
	return lines(n, pairs...)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

func TestSize(t *testing.T) {
	for _, tt := range []struct {
		name  string
		graph *graph.Graph
		want  *big.Int
	}{
		{"no node", lines(0), big.NewInt(1)},
		{"no line", graphtest.Arrows(t, "a --> b <-- c; d"), big.NewInt(1)},
		{"one line", path(2), big.NewInt(2)},
		{"cycle with a chord", graphtest.Arrows(t, "a --- b --- c --- d --- a; a --- c"), big.NewInt(10)},
		{"two components", graphtest.Arrows(t, "a --- b --- c --- a; d --- e; f --> g <-- a"), big.NewInt(12)},
		{"clique of 5", complete(5), big.NewInt(120)},
		{"clique of 300", complete(300), factorial(300)},
		{"path of 1000", path(1000), big.NewInt(1000)},
		{"path of 30 000", path(30_000), big.NewInt(30_000)},
		{"star of 30 000", star(30_000), big.NewInt(30_000)},
		{"tree of 30 000", randomTree(graphtest.Rand(1), 30_000), big.NewInt(30_000)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := equiv.Size(tt.graph); got.Cmp(tt.want) != 0 {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// sizeByRoots counts by the one node without a parent that each orientation of a
// connected chordal graph has: with it as the root the lines fall into smaller
// components (He, Jia and Yu, Counting and exploring sizes of Markov equivalence
// classes of directed acyclic graphs, J. Mach. Learn. Res. 16:2589–2609).
func sizeByRoots(g *graph.Graph, known map[string]*big.Int) *big.Int {
	of, count := g.Connected()
	size := big.NewInt(1)
	for c := range int32(count) {
		var nodes []graph.Node
		for v := range graph.Node(g.N()) {
			if of[v] == c {
				nodes = append(nodes, v)
			}
		}
		part := g.Induced(nodes)
		if part.N() == 1 {
			continue
		}
		key := part.String()
		sum := known[key]
		if sum == nil {
			sum = new(big.Int)
			for root := range graph.Node(part.N()) {
				sum.Add(sum, sizeByRoots(behind(part, root), known))
			}
			known[key] = sum
		}
		size.Mul(size, sum)
	}
	return size
}

// behind returns the lines that are left when the root of a connected chordal graph
// is chosen: those between nodes at the same distance, but for the ones that R1 or R2
// then orient.
func behind(g *graph.Graph, root graph.Node) *graph.Graph {
	distance := make([]int, g.N())
	for v := range distance {
		distance[v] = -1
	}
	distance[root] = 0
	todo := []graph.Node{root}
	for i := 0; i < len(todo); i++ {
		for _, u := range g.UndirectedNeighbors(todo[i]) {
			if distance[u] < 0 {
				distance[u] = distance[todo[i]] + 1
				todo = append(todo, u)
			}
		}
	}
	edges := g.EdgeList()
	for i, e := range edges {
		switch {
		case distance[e.X] < distance[e.Y]:
			edges[i] = graph.Directed(e.X, e.Y)
		case distance[e.X] > distance[e.Y]:
			edges[i] = graph.Directed(e.Y, e.X)
		}
	}
	edges = slices.DeleteFunc(equiv.Meek(g.With(edges)).EdgeList(), graph.Edge.Directed)
	return g.With(edges)
}

func TestSizeByRoots(t *testing.T) {
	for seed := range uint64(40) {
		rng := graphtest.Rand(seed)
		g := randomChordal(rng, 8+rng.IntN(25), 1+rng.IntN(8))
		if got, want := equiv.Size(g), sizeByRoots(g, make(map[string]*big.Int)); got.Cmp(want) != 0 {
			t.Fatalf("seed %d: %v: got %v, by roots %v", seed, g, got, want)
		}
	}
	for k := 2; k < 7; k++ {
		g := band(24, k)
		if got, want := equiv.Size(g), sizeByRoots(g, make(map[string]*big.Int)); got.Cmp(want) != 0 {
			t.Fatalf("band of width %d: got %v, by roots %v", k, got, want)
		}
	}
}

// The number does not depend on the order of the nodes, though the clique tree does,
// and parts that share no node multiply.
func TestSizeLaws(t *testing.T) {
	for seed := range uint64(30) {
		rng := graphtest.Rand(seed)
		g := randomChordal(rng, 50+rng.IntN(300), 1+rng.IntN(30))
		size := equiv.Size(g)
		if again := equiv.Size(graphtest.Permute(rng, g)); again.Cmp(size) != 0 {
			t.Fatalf("seed %d: %v, in another order %v", seed, size, again)
		}
		h := randomChordal(rng, 20, 3)
		edges := g.EdgeList()
		for e := range h.Edges() {
			edges = append(edges, graph.Undirected(e.X+graph.Node(g.N()), e.Y+graph.Node(g.N())))
		}
		both := graph.MustNew(graph.NumberedNames("", 0, g.N()+h.N()), edges)
		if got, want := equiv.Size(both), new(big.Int).Mul(size, equiv.Size(h)); got.Cmp(want) != 0 {
			t.Fatalf("seed %d: side by side %v, want %v", seed, got, want)
		}
	}
}
