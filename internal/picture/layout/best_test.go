package layout_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// rows returns the row of each node.
func rows(l *layout.Layout) []int {
	var heights []float64
	for _, b := range l.Nodes {
		heights = append(heights, b.Y)
	}
	slices.Sort(heights)
	heights = slices.Compact(heights)
	list := make([]int, len(l.Nodes))
	for v, b := range l.Nodes {
		list[v], _ = slices.BinarySearch(heights, b.Y)
	}
	return list
}

func length(g *graph.Graph, row []int) int {
	sum := 0
	for e := range g.Edges() {
		sum += max(row[e.X]-row[e.Y], row[e.Y]-row[e.X])
	}
	return sum
}

// shortest tries all assignments of rows.
func shortest(g *graph.Graph) int {
	best := math.MaxInt
	row := make([]int, g.N())
	var try func(v graph.Node)
	try = func(v graph.Node) {
		if int(v) == g.N() {
			best = min(best, length(g, row))
			return
		}
	next:
		for r := range g.N() {
			row[v] = r
			for _, u := range g.Parents(v) {
				if u < v && row[u] >= r {
					continue next
				}
			}
			for _, u := range g.Children(v) {
				if u < v && row[u] <= r {
					continue next
				}
			}
			try(v + 1)
		}
	}
	try(0)
	return best
}

// No choice of rows makes the edges of a DAG shorter in sum.
func TestEdgesAreShort(t *testing.T) {
	tried := 0
	for seed := range uint64(300) {
		g := graphtest.DAG(graphtest.Rand(seed), 6, 0.4)
		if _, parts := g.Connected(); parts > 1 {
			continue // parts are side by side, and their rows are independent
		}
		tried++
		got := length(g, rows(layout.Place(same(g.N()), layout.Options{}, g.EdgeList())))
		if want := shortest(g); got != want {
			t.Fatalf("seed %d: %v: %d rows for all edges together, %d would do", seed, g, got, want)
		}
	}
	if tried < 50 {
		t.Fatalf("%d graphs tried", tried)
	}
}

// fewest tries all orders of two rows of four nodes.
func fewest(g *graph.Graph) int {
	orders := permutations(4)
	best := math.MaxInt
	for _, up := range orders {
		for _, down := range orders {
			count := 0
			for e := range g.Edges() {
				for f := range g.Edges() {
					if up[e.X] < up[f.X] && down[e.Y-4] > down[f.Y-4] {
						count++
					}
				}
			}
			best = min(best, count)
		}
	}
	return best
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(p), i, n-1))
		}
	}
	return all
}

// Two rows of four nodes are drawn with the fewest possible crossings.
func TestFewestCrossings(t *testing.T) {
	tried := 0
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		var edges []graph.Edge
		for x := range graph.Node(4) {
			for y := range graph.Node(4) {
				if rng.Float64() < 0.5 {
					edges = append(edges, graph.Directed(x, 4+y))
				}
			}
		}
		g := graph.MustNew(graph.NumberedNames("", 0, 8), edges)
		if _, parts := g.Connected(); parts > 1 {
			continue
		}
		tried++
		if got, want := crossings(layout.Place(same(8), layout.Options{}, g.EdgeList())), fewest(g); got != want {
			t.Fatalf("seed %d: %v: %d crossings, want %d", seed, g, got, want)
		}
	}
	if tried < 50 {
		t.Fatalf("%d graphs tried", tried)
	}
}

// A long edge is straight in its middle, even if other edges cross it.
func TestLongEdgesAreStraight(t *testing.T) {
	const layers, wide = 6, 4
	at := func(layer, i int) graph.Node { return graph.Node(layer*wide + i) }
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		var edges []graph.Edge
		for layer := 1; layer < layers; layer++ {
			for i := range wide {
				first := rng.IntN(wide)
				for j := range wide {
					if j == first || j == i || rng.Float64() < 0.2 {
						edges = append(edges, graph.Directed(at(layer-1, j), at(layer, i)))
					}
				}
			}
		}
		long := graph.Directed(at(0, 0), at(layers-1, 1))
		edges = append(edges, long)
		l := layout.Place(same(layers*wide), layout.Options{}, edges)
		curve := l.Routes[len(edges)-1].Curve
		lo, hi := math.Inf(1), math.Inf(-1)
		// It may bend in the first and in the last row that it passes, but not between them.
		top, bottom := l.Nodes[at(1, 0)].Y, l.Nodes[at(layers-2, 0)].Y
		for _, p := range points(curve) {
			if p.Y > top && p.Y < bottom {
				lo, hi = min(lo, p.X), max(hi, p.X)
			}
		}
		if hi-lo > 1e-6 {
			t.Fatalf("seed %d: the long edge sways by %v in its middle", seed, hi-lo)
		}
	}
}

// Nodes are in their order if that does not add crossings.
func TestNodesStandInOrder(t *testing.T) {
	for _, drawing := range []string{
		"a; b; c; d",
		"r --> a; r --> b; r --> c; r --> d",
		"a --> r; b --> r; c --> r; d --> r",
		"a <-> b <-> c <-> d",
	} {
		g := graphtest.Arrows(t, drawing)
		l := layout.Place(same(g.N()), layout.Options{Aspect: 100}, g.EdgeList())
		last := math.Inf(-1)
		for _, name := range []string{"a", "b", "c", "d"} {
			x := l.Nodes[graphtest.Node(t, g, name)].X
			if x <= last {
				t.Errorf("%s: %s does not stand right of the node before it", drawing, name)
			}
			last = x
		}
	}
}

// The mirror image of a drawing does not have more neighbors in the order of the nodes.
func TestNotMirrored(t *testing.T) {
	for seed := range uint64(200) {
		g := graphtest.DAG(graphtest.Rand(seed), 9, 0.3)
		if _, parts := g.Connected(); parts > 1 {
			continue
		}
		l := layout.Place(same(g.N()), layout.Options{}, g.EdgeList())
		byPlace := make([]graph.Node, g.N())
		for v := range byPlace {
			byPlace[v] = graph.Node(v)
		}
		slices.SortFunc(byPlace, func(u, v graph.Node) int {
			return cmp.Or(cmp.Compare(l.Nodes[u].Y, l.Nodes[v].Y), cmp.Compare(l.Nodes[u].X, l.Nodes[v].X))
		})
		rising := 0
		for i := 1; i < len(byPlace); i++ {
			if u, v := byPlace[i-1], byPlace[i]; l.Nodes[u].Y == l.Nodes[v].Y {
				rising += cmp.Compare(v, u)
			}
		}
		if rising < 0 {
			t.Fatalf("seed %d: %v is drawn from right to left", seed, g)
		}
	}
}
