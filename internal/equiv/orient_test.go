package equiv_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestOrientStaysInClass(t *testing.T) {
	check := func(dag *graph.Graph) {
		cpdag := equiv.CPDAG(dag)
		got, chordless := equiv.Orient(cpdag)
		if chordless != nil {
			t.Fatalf("%v: chordless cycle %v", cpdag, chordless)
		}
		if !naive.IsDAG(got) || !equiv.CPDAG(got).EqualByIndex(cpdag) {
			t.Fatalf("%v: got %v", cpdag, got)
		}
	}
	everyDAG(check)
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		check(graphtest.DAG(rng, 5+rng.IntN(40), rng.Float64()))
	}
}

// Closing under R1 to R3 after each line that is oriented at will, as the code that
// came with Wahl and Runge's paper does, gives 2 --> 3 and 3 --> 2 for some orders in
// which the edges of this graph are listed.
func TestFiveEdges(t *testing.T) {
	names := graph.NumberedNames("", 0, 4)
	edges := []graph.Edge{graph.Undirected(0, 2), graph.Undirected(1, 2), graph.Undirected(1, 3), graph.Undirected(0, 3), graph.Undirected(2, 3)}
	members := extensions(graph.MustNew(names, edges))
	if len(members) != 10 {
		t.Fatalf("%d members, want 10", len(members))
	}
	permute(edges, func() {
		g := graph.MustNew(names, edges)
		if dag, _ := equiv.Orient(g); dag == nil || !has(members, dag) {
			t.Fatalf("Orient: %v", dag)
		}
		if dag, ok := equiv.Extend(g); !ok || !has(members, dag) {
			t.Fatalf("Extend: %v", dag)
		}
		// Line by line with the closure, in every order: it takes R4 to stay right.
		h := g
		for _, e := range edges {
			now, _ := h.Edge(e.X, e.Y)
			if !now.Undirected() {
				continue
			}
			list := h.EdgeList()
			list[slices.Index(list, now.Canonical())] = graph.Directed(e.X, e.Y)
			h = equiv.Meek(h.With(list))
		}
		if !has(members, h) {
			t.Fatalf("Meek, edges in the order %v: %v", edges, h)
		}
	})
}

// permute calls f with the list in every order.
func permute[E any](list []E, f func()) {
	if len(list) < 2 {
		f()
		return
	}
	var rec func(k int)
	rec = func(k int) {
		if k == len(list) {
			f()
			return
		}
		for i := k; i < len(list); i++ {
			list[k], list[i] = list[i], list[k]
			rec(k + 1)
			list[k], list[i] = list[i], list[k]
		}
	}
	rec(0)
}

func TestOrientChordless(t *testing.T) {
	for _, tt := range []struct {
		graph string
		want  []graph.Node
	}{
		{"a --- b --- c --- d --- a", []graph.Node{0, 1, 2, 3}},
		{"d c b a: a --- b --- c --- d --- a; a --- c", nil},
		{"a --- b --- c --- d --- e --- a; a --- c", []graph.Node{0, 2, 3, 4}},
		{"x --- y; a --> b; c --- d --- e --- f --- g --- c", []graph.Node{4, 5, 6, 7, 8}},
		{"a --- b --- c --- a", nil},
		// An arrow is no line.
		{"a --- b --- c --- d --- a; a --> c", []graph.Node{0, 1, 2, 3}},
	} {
		t.Run(tt.graph, func(t *testing.T) {
			dag, got := equiv.Orient(graphtest.Arrows(t, tt.graph))
			if !slices.Equal(got, tt.want) || (dag == nil) != (tt.want != nil) {
				t.Errorf("got %v, %v, want %v", dag, got, tt.want)
			}
		})
	}
}

// TestOrientWitness holds the answer against the definition of chordal on random
// lines: every cycle of four or more has a chord; that is, taking away nodes whose
// neighbours are pairwise adjacent leaves nothing.
func TestOrientWitness(t *testing.T) {
	found := 0
	for seed := range uint64(3000) {
		rng := graphtest.Rand(seed)
		g := randomLines(rng, 3+rng.IntN(12), rng.Float64())
		dag, cycle := equiv.Orient(g)
		if chordal(g) {
			if dag == nil || !naive.IsDAG(dag) || len(naive.Colliders(dag)) > 0 {
				t.Fatalf("seed %d: %v is chordal: got %v, %v", seed, g, dag, cycle)
			}
			continue
		}
		found++
		if dag != nil || !isChordless(g, cycle) {
			t.Fatalf("seed %d: %v is not chordal: got %v, %v", seed, g, dag, cycle)
		}
	}
	if found < 500 {
		t.Errorf("only %d graphs were not chordal", found)
	}
}

// chordal removes simplicial nodes while there are some.
func chordal(g *graph.Graph) bool {
	left := graph.AllNodes(g.N())
	for again := true; again; {
		again = false
		for v := range left.All() {
			var near []graph.Node
			for _, u := range g.UndirectedNeighbors(v) {
				if left.Has(u) {
					near = append(near, u)
				}
			}
			if clique(g, near) {
				left.Remove(v)
				again = true
			}
		}
	}
	return left.Empty()
}

func clique(g *graph.Graph, nodes []graph.Node) bool {
	for i, u := range nodes {
		for _, v := range nodes[:i] {
			if !g.Adjacent(u, v) {
				return false
			}
		}
	}
	return true
}

// isChordless reports whether nodes are a cycle of at least four lines and no other
// line joins two of them.
func isChordless(g *graph.Graph, nodes []graph.Node) bool {
	k := len(nodes)
	for i := range k {
		for j := range i {
			next := i-j == 1 || i-j == k-1
			if nodes[i] == nodes[j] || slices.Contains(g.UndirectedNeighbors(nodes[i]), nodes[j]) != next {
				return false
			}
		}
	}
	return k >= 4
}
