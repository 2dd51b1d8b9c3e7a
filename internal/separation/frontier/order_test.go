package frontier

import (
	"context"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// An order is called impossible exactly where its relations have more ports than slots,
// those in the middle of a step among them: a hub with many leaves after it still has its
// own ports when those of the leaves come new.
func TestImpossible(t *testing.T) {
	wide := 0
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		n := 60 + rng.IntN(40)
		g := polytree(rng, n, int(seed%3))
		s := newSearch(g, g, n)
		order, nodes := make([]int32, n), make([]graph.Node, n)
		for i, v := range rng.Perm(n) {
			order[i], nodes[i] = int32(v), graph.Node(v)
		}
		_, ok := lay(g, apart(nodes))
		s.best = order
		possible := true
		for _, e := range s.estimates()[0] {
			possible = possible && e < impossible
		}
		if possible != ok {
			t.Fatalf("seed %d: possible by the estimate %v, by its ports %v", seed, possible, ok)
		}
		if !ok {
			wide++
		}
	}
	if wide < 20 || wide > 280 {
		t.Errorf("%d of 300 orders are too wide", wide)
	}
}

// apart returns each node as a group.
func apart(nodes []graph.Node) [][]graph.Node {
	groups := make([][]graph.Node, len(nodes))
	for i, v := range nodes {
		groups[i] = []graph.Node{v}
	}
	return groups
}

// polytree returns a random tree with arrows either way and its nodes in a random order:
// of any shape, a star, or a star of stars.
func polytree(rng *rand.Rand, n, shape int) *graph.Graph {
	hubs := 1 + rng.IntN(6)
	return tree(rng.Perm(n), func(v int) (int, bool) {
		switch shape {
		case 0:
			return rng.IntN(v), rng.IntN(2) == 0
		case 1:
			return 0, rng.IntN(2) == 0
		}
		if v < hubs {
			return 0, rng.IntN(2) == 0
		}
		return rng.IntN(hubs), rng.IntN(2) == 0
	})
}

// tree joins each node but the first to an earlier one, by an arrow out of that or into
// it, and calls the nodes by the given numbers.
func tree(number []int, to func(v int) (u int, out bool)) *graph.Graph {
	n := len(number)
	var edges []graph.Edge
	for v := 1; v < n; v++ {
		u, out := to(v)
		a, b := graph.Node(number[u]), graph.Node(number[v])
		if !out {
			a, b = b, a
		}
		edges = append(edges, graph.Directed(a, b))
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

// connectedIn returns the sum of z^|S| over the statements that are connected in a
// polytree. Between two nodes there is one path. S connects them if it has none of the
// non-colliders on the path, and of each collider the node itself or a descendant; no two
// colliders share a descendant, as that would close a cycle.
func connectedIn(g *graph.Graph, z int64) *big.Int {
	n := g.N()
	power := make([]*big.Int, n+1) // of 1+z: the sets of so many nodes
	power[0] = big.NewInt(1)
	for k := range n {
		power[k+1] = new(big.Int).Mul(power[k], big.NewInt(1+z))
	}
	below := make([]int, n)
	for v := range below {
		below[v] = g.Descendants(graph.SetOf(graph.Node(v))).Len()
	}
	sum := new(big.Int)
	for x := range graph.Node(n) {
		// free: nodes on which nothing depends; product: the choices of the colliders.
		var walk func(v, from graph.Node, head bool, free int, product *big.Int)
		walk = func(v, from graph.Node, head bool, free int, product *big.Int) {
			if v > x {
				sum.Add(sum, new(big.Int).Mul(product, power[free]))
			}
			for e := range g.EdgesAt(v) {
				switch {
				case e.Y == from:
				case v == x:
					walk(e.Y, v, e.AtY == graph.Arrow, n-2, product)
				case head && e.AtX == graph.Arrow:
					some := new(big.Int).Sub(power[below[v]], big.NewInt(1))
					// One of the free nodes was v itself, which is among its descendants.
					walk(e.Y, v, e.AtY == graph.Arrow, free-below[v], some.Mul(some, product))
				default:
					walk(e.Y, v, e.AtY == graph.Arrow, free-1, product)
				}
			}
		}
		walk(x, -1, false, n-2, big.NewInt(1))
	}
	return sum
}

func at(p *Polynomial, z int64) *big.Int {
	sum := new(big.Int)
	for k := p.Len() - 1; k >= 0; k-- {
		sum.Mul(sum, big.NewInt(z)).Add(sum, p.Int(k))
	}
	return sum
}

// Trees of up to 200 nodes, in whatever order the nodes come, against the empty
// graph and against each other: none is refused, and the counts are those along the paths.
func TestTreesAreCounted(t *testing.T) {
	count := func(what string, g, h *graph.Graph, n int) {
		t.Helper()
		c, err := New(context.Background(), g, h, n, 1<<20, 2).Count(context.Background(), n-1, Options{Workers: 2, Limit: 1 << 20})
		if err != nil {
			t.Errorf("%s, %d nodes: %v", what, n, err)
			return
		}
		for _, z := range []int64{2} {
			if got, want := at(c.G, z), connectedIn(g, z); got.Cmp(want) != 0 {
				t.Fatalf("%s, %d nodes: the first is connected by %v sets at z=%d, want %v", what, n, got, z, want)
			}
			if got, want := at(c.H, z), connectedIn(h, z); got.Cmp(want) != 0 {
				t.Fatalf("%s, %d nodes: the second is connected by %v sets at z=%d, want %v", what, n, got, z, want)
			}
			if both := at(c.Both, z); h.M() == 0 && both.Sign() != 0 {
				t.Fatalf("%s, %d nodes: both are connected by %v sets at z=%d, and one has no edges", what, n, both, z)
			}
		}
	}
	shapes := []struct {
		name string
		to   func(rng *rand.Rand, v int) (int, bool)
	}{
		{"star, arrows outwards", func(_ *rand.Rand, v int) (int, bool) { return 0, true }},
		{"star, arrows inwards", func(_ *rand.Rand, v int) (int, bool) { return 0, false }},
		{"star, arrows either way", func(rng *rand.Rand, v int) (int, bool) { return 0, rng.IntN(2) == 0 }},
		{"path", func(_ *rand.Rand, v int) (int, bool) { return v - 1, true }},
		{"path, arrows either way", func(rng *rand.Rand, v int) (int, bool) { return v - 1, rng.IntN(2) == 0 }},
		{"binary tree", func(_ *rand.Rand, v int) (int, bool) { return (v - 1) / 2, true }},
		{"tree of nines", func(_ *rand.Rand, v int) (int, bool) { return (v - 1) / 9, v%2 == 0 }},
		{"any tree", func(rng *rand.Rand, v int) (int, bool) { return rng.IntN(v), rng.IntN(2) == 0 }},
	}
	for n := 2; n <= 200; n++ {
		if n > 20 && n%every != 0 {
			continue
		}
		rng := graphtest.Rand(uint64(n))
		empty := graph.MustNew(graph.NumberedNames("v", 0, n), nil)
		shape := func(i, order int) *graph.Graph {
			number := rng.Perm(n)
			for v := range number {
				switch order {
				case 0:
					number[v] = v
				case 1:
					number[v] = n - 1 - v
				}
			}
			return tree(number, func(v int) (int, bool) { return shapes[i].to(rng, v) })
		}
		// Some star at every size that is tried, every star at many, every other shape at some.
		for i := range shapes {
			if i < 3 && (n%3 == i || n%9 == 0) || (n+i)%17 == 0 {
				g, order := shape(i, (n+i)/3%3), (n+i)%2
				if order == 0 {
					count(shapes[i].name, g, empty, n)
				} else {
					count("the empty graph and a "+shapes[i].name, empty, g, n)
				}
			}
		}
		if n%20 == 0 {
			i, j := rng.IntN(3), rng.IntN(len(shapes))
			count(shapes[i].name+" and "+shapes[j].name, shape(i, 2), shape(j, 2), n)
		}
	}
}

// The simple orders have every item once, and depth first no tree is too wide.
func TestSimpleOrders(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		n := 1 + rng.IntN(300)
		g := polytree(rng, n, int(seed%3))
		if seed%4 == 3 {
			g = graphtest.DAG(rng, min(n, 40), rng.Float64())
			n = g.N()
		}
		s := newSearch(g, g, n)
		byDegree := make([]int32, n)
		for v := range byDegree {
			byDegree[v] = int32(v)
		}
		for name, order := range map[string][]int32{"leaves first": s.leavesFirst(byDegree), "depth first": s.depthFirst(byDegree)} {
			seen := make([]bool, n)
			for _, v := range order {
				seen[v] = true
			}
			if len(order) != n || slices.Contains(seen, false) {
				t.Fatalf("seed %d: %s: %v is not an order of %d items", seed, name, order, n)
			}
		}
		s.best = s.depthFirst(byDegree)
		for _, e := range s.estimates()[0] {
			if seed%4 != 3 && e == impossible {
				t.Fatalf("seed %d: a tree of %d nodes is too wide depth first", seed, n)
			}
		}
	}
}

// However many workers look for it, the same order is found.
func TestSearchWorkers(t *testing.T) {
	for seed := range uint64(4) {
		g, h := graphtest.DAG(graphtest.Rand(seed), 18, 0.15), graphtest.DAG(graphtest.Rand(seed+10), 18, 0.1)
		var found [][]group
		for _, workers := range []int{1, 3, 8} {
			s := newSearch(g, h, 18)
			s.fold()
			s.simple()
			p := s.plan()
			n, ok := p.countUnplaced(context.Background(), 1<<20)
			if !ok {
				t.Fatalf("seed %d: more than %d states without x and y", seed, n)
			}
			best := s.others(context.Background(), p, n, 1<<16, workers)
			if m, ok := best.countUnplaced(context.Background(), n); !ok || m > n {
				t.Errorf("seed %d: from %d states to %d", seed, n, m)
			}
			found = append(found, best.groups)
		}
		for _, groups := range found[1:] {
			if !reflect.DeepEqual(groups, found[0]) {
				t.Errorf("seed %d: the order depends on the workers", seed)
			}
		}
	}
}

// An order is reversed if the graphs differ at its beginning, not if they differ at its end.
func TestDiffersEarly(t *testing.T) {
	const n = 20
	var edges []graph.Edge
	for v := range graph.Node(n - 1) {
		edges = append(edges, graph.Directed(v, v+1))
	}
	path := graph.MustNew(graph.NumberedNames("v", 0, n), edges)
	s := newSearch(path, path.With(edges[1:]), n)
	for v := range int32(n) {
		s.best = append(s.best, v)
	}
	if !s.differsEarly() {
		t.Error("a path without its first edge does not differ early")
	}
	slices.Reverse(s.best)
	if s.differsEarly() {
		t.Error("a path without its last edge differs early")
	}
}
