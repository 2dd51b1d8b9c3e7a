package graph_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// What is no graph is refused, with the names of what is wrong.
func TestNewRefuses(t *testing.T) {
	names := []string{"a", "b", "c"}
	for _, tt := range []struct {
		why     string
		names   []string
		edges   []graph.Edge
		triples []graph.Triple
		want    string
	}{
		{"a name twice", []string{"a", "b", "a"}, nil, nil, `both named "a"`},
		{"a node out of range", names, []graph.Edge{graph.Directed(0, 3)}, nil, "a graph with 3 nodes"},
		{"a self-loop", names, []graph.Edge{graph.Directed(1, 1)}, nil, "is a self-loop"},
		{"no mark", names, []graph.Edge{{X: 0, Y: 1}}, nil, "no mark at one end"},
		{"the same arrow twice", names, []graph.Edge{graph.Directed(0, 1), graph.Directed(0, 1)}, nil, "duplicate edge between a and b"},
		{"the same line from both ends", names, []graph.Edge{graph.Undirected(0, 1), graph.Undirected(1, 0)}, nil, "duplicate edge between a and b"},
		{"a line beside an arrow", names, []graph.Edge{graph.Undirected(0, 1), graph.Directed(0, 1)}, nil, "cannot be combined with another one"},
		{"a circle beside a bidirected edge", names, []graph.Edge{{X: 0, Y: 1, AtX: graph.Circle, AtY: graph.Arrow}, graph.Bidirected(0, 1)}, nil, "cannot be combined with another one"},
		{"two different circles", names, []graph.Edge{{X: 0, Y: 1, AtX: graph.Circle, AtY: graph.Arrow}, {X: 0, Y: 1, AtX: graph.Circle, AtY: graph.Circle}}, nil, "edge"},
		{"a triple that is no path", names, []graph.Edge{graph.Undirected(0, 1)}, []graph.Triple{{A: 0, B: 1, C: 2}}, "not a path"},
		{"a triple of two nodes", names, []graph.Edge{graph.Undirected(0, 1)}, []graph.Triple{{A: 0, B: 1, C: 0}}, "names a node twice"},
		{"a triple twice", names, []graph.Edge{graph.Undirected(0, 1), graph.Undirected(1, 2)}, []graph.Triple{{A: 0, B: 1, C: 2}, {A: 2, B: 1, C: 0}}, "listed twice"},
		{"a triple out of range", names, nil, []graph.Triple{{A: 0, B: 1, C: 7}}, "node 8 of a graph with 3 nodes"},
	} {
		if _, err := graph.New(tt.names, tt.edges, tt.triples...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.why, err, tt.want)
		}
	}
}

// A pair may hold both arrows and a bidirected edge together, and none of them is lost.
func TestBowsAndTwoCycles(t *testing.T) {
	g, err := graph.New([]string{"a", "b"}, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 0), graph.Bidirected(1, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if g.M() != 3 || len(g.Between(0, 1)) != 3 || len(g.Parents(0)) != 1 || len(g.Children(0)) != 1 || len(g.Siblings(0)) != 1 {
		t.Errorf("%v: %d edges", g, g.M())
	}
	if _, one := g.Edge(0, 1); one {
		t.Error("Edge returned one of three")
	}
}

// The lists of a node are those of its edges, rise, and agree with Between and Adjacent.
func TestListsAgree(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		g := graphtest.Cyclic(rng, 1+rng.IntN(8), rng.Float64())
		count := 0
		for v := range graph.Node(g.N()) {
			if !slices.IsSorted(g.Parents(v)) || !slices.IsSorted(g.Children(v)) || !slices.IsSorted(g.Siblings(v)) {
				t.Fatalf("%v: the lists of %s do not rise", g, g.Name(v))
			}
			for e := range g.EdgesAt(v) {
				count++
				if e.X != v || !slices.Contains(g.Between(v, e.Y), e) || !slices.Contains(g.Between(e.Y, v), e.Flip()) || !g.Adjacent(e.Y, v) {
					t.Fatalf("%v: %v is at %s and not between its ends", g, e, g.Name(v))
				}
			}
		}
		if count != 2*g.M() || len(g.EdgeList()) != g.M() {
			t.Fatalf("%v: %d ends of %d edges", g, count, g.M())
		}
	}
}

// Align matches nodes by name, whatever their order, and names what does not match.
func TestAlign(t *testing.T) {
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		g := graphtest.ADMG(rng, 1+rng.IntN(7), 0.5)
		h := graphtest.Permute(rng, g)
		back, err := h.Align(g.Names())
		if err != nil || !back.EqualByIndex(g) || !g.Equal(h) || !h.Equal(g) {
			t.Fatalf("seed %d: %v aligned to %v is %v: %v", seed, h, g, back, err)
		}
	}
	g := graphtest.Arrows(t, "a --> b; b --> c; d; e; f; g")
	h := graphtest.Arrows(t, "a --> b; x --> y")
	_, err := h.Align(g.Names())
	var differ *graph.NodesError
	if !errors.As(err, &differ) || len(differ.Missing) != 5 || len(differ.Extra) != 2 {
		t.Fatalf("got %v", err)
	}
	if want := `the graph is missing nodes c, d, e and 2 more and has extra nodes x, y`; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

// An order has every arrow point forward; where there is none, the cycle is one.
func TestOrder(t *testing.T) {
	cyclic := 0
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		g := graphtest.Cyclic(rng, 1+rng.IntN(7), 0.3)
		order, cycle := g.Order()
		place := make(map[graph.Node]int)
		for i, v := range order {
			place[v] = i
		}
		for i, v := range cycle {
			if !slices.Contains(g.Children(v), cycle[(i+1)%len(cycle)]) {
				t.Fatalf("%v: %v is no cycle", g, cycle)
			}
		}
		switch {
		case cycle != nil:
			cyclic++
		case len(order) != g.N():
			t.Fatalf("%v: order %v", g, order)
		}
		for e := range g.Edges() {
			if e.Directed() && cycle == nil {
				if e.AtX == graph.Arrow {
					e = e.Flip()
				}
				if place[e.X] > place[e.Y] {
					t.Fatalf("%v: %v has %v against it", g, order, e)
				}
			}
		}
	}
	if cyclic < 30 {
		t.Errorf("only %d graphs had a cycle", cyclic)
	}
}

// Two nodes are in one strong component just when each leads to the other; components are
// numbered against the arrows.
func TestComponents(t *testing.T) {
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		g := graphtest.Cyclic(rng, 1+rng.IntN(8), 0.25)
		of, count := g.Components()
		for u := range graph.Node(g.N()) {
			if int(of[u]) >= count {
				t.Fatalf("%v: component %d of %d", g, of[u], count)
			}
			below := g.Descendants(graph.SetOf(u))
			for v := range graph.Node(g.N()) {
				if both := below.Has(v) && g.Descendants(graph.SetOf(v)).Has(u); both != (of[u] == of[v]) {
					t.Fatalf("%v: components %v", g, of)
				}
				if below.Has(v) && of[u] < of[v] {
					t.Fatalf("%v: %s leads to %s, components %v", g, g.Name(u), g.Name(v), of)
				}
			}
		}
	}
}

// A path as long as the graph needs no stack.
func TestLongPath(t *testing.T) {
	const n = 200_000
	edges := make([]graph.Edge, n-1)
	for i := range edges {
		edges[i] = graph.Directed(graph.Node(i), graph.Node(i+1))
	}
	g := graph.MustNew(graph.NumberedNames("v", 0, n), edges)
	if _, count := g.Components(); count != n {
		t.Errorf("%d components", count)
	}
	if a := g.Ancestors(graph.SetOf(n - 1)); a.Len() != n {
		t.Errorf("%d ancestors", a.Len())
	}
}

// Sets obey the laws of sets.
func TestSets(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 0))
		a, b := some(rng), some(rng)
		union, both, minus := a.Union(b), a.And(b), a.Minus(b)
		if union.Len() != a.Len()+b.Len()-both.Len() || minus.Len() != a.Len()-both.Len() {
			t.Fatalf("%v and %v: %v, %v, %v", a.Nodes(), b.Nodes(), union.Nodes(), both.Nodes(), minus.Nodes())
		}
		if !both.Subset(a) || !a.Subset(union) || !minus.Union(both).Equal(a) || !minus.And(b).Empty() {
			t.Fatalf("%v and %v: laws", a.Nodes(), b.Nodes())
		}
		if again := graph.SetOf(a.Nodes()...); !again.Equal(a) || !slices.IsSorted(a.Nodes()) {
			t.Fatalf("%v", a.Nodes())
		}
		if n := rng.IntN(130); graph.AllNodes(n).Len() != n {
			t.Fatalf("Full(%d)", n)
		}
	}
}

func some(rng *rand.Rand) graph.Set {
	var s graph.Set
	for range rng.IntN(40) {
		s.Add(graph.Node(rng.IntN(200)))
	}
	return s
}

// Induced keeps the edges and triples among the kept nodes, in their new order.
func TestKeep(t *testing.T) {
	g := graphtest.Arrows(t, "a --> b; b --- c; c <-> d; b --- e; ambiguous c b e")
	h := g.Induced([]graph.Node{4, 1, 2})
	if want := "e --- b; b --- c; ambiguous e b c"; h.String() != want {
		t.Errorf("got %v, want %s", h, want)
	}
}

// A graph does not depend on the order in which its edges are given, nor on which of its nodes an
// edge is drawn from, and all its lists rise.
func TestOrderOfEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := []graph.Mark{graph.Tail, graph.Arrow, graph.Circle, graph.Conflict}
	for range 300 {
		n := 1 + rng.IntN(12)
		var edges []graph.Edge
		for x := range graph.Node(n) {
			for y := x + 1; int(y) < n; y++ {
				switch rng.IntN(4) {
				case 0:
					edges = append(edges, graph.Edge{X: x, Y: y, AtX: all[rng.IntN(4)], AtY: all[rng.IntN(4)]})
				case 1:
					edges = append(edges, graph.Directed(x, y), graph.Bidirected(x, y))
				}
			}
		}
		names := graph.NumberedNames("", 0, n)
		rising := graph.MustNew(names, edges)
		mixed := slices.Clone(edges)
		rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		for i, e := range mixed {
			if rng.IntN(2) == 0 {
				mixed[i] = e.Flip()
			}
		}
		g := graph.MustNew(names, mixed)
		if !slices.Equal(g.EdgeList(), rising.EdgeList()) || g.M() != len(edges) {
			t.Fatalf("%v and %v from the same edges", g, rising)
		}
		for v := range graph.Node(n) {
			for _, list := range []func(*graph.Graph) []graph.Node{
				func(g *graph.Graph) []graph.Node { return g.Parents(v) }, func(g *graph.Graph) []graph.Node { return g.Children(v) },
				func(g *graph.Graph) []graph.Node { return g.Siblings(v) }, func(g *graph.Graph) []graph.Node { return g.UndirectedNeighbors(v) },
				func(g *graph.Graph) []graph.Node { return g.Neighbors(v) },
			} {
				if !slices.Equal(list(g), list(rising)) {
					t.Fatalf("%v at %d of %v: expected %v", list(g), v, g, list(rising))
				}
			}
			if !slices.IsSorted(rising.Parents(v)) || !slices.IsSorted(rising.Children(v)) || !slices.IsSorted(rising.Siblings(v)) || !slices.IsSorted(rising.UndirectedNeighbors(v)) {
				t.Fatalf("the lists of %d in %v do not rise", v, rising)
			}
			for e := range rising.EdgesAt(v) {
				if !slices.ContainsFunc(edges, func(f graph.Edge) bool { return f == e || f == e.Flip() }) {
					t.Fatalf("%v was not given", e)
				}
			}
		}
	}
}
