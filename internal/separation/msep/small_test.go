package msep_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A small graph answers as the oracle does, also with as many nodes as there are bits.
func TestSmall(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 1 + rng.IntN(msep.MaxSmall)
		if seed == 0 {
			n = msep.MaxSmall
		}
		random := graphtest.DAG
		if seed%2 == 0 {
			random = graphtest.ADMG
		}
		g := random(rng, n, rng.Float64()*rng.Float64())
		oracle := msep.New(g)
		var s msep.Small
		if !s.Reset(g, n) {
			t.Fatalf("%v cannot be used", g)
		}
		for range 20 {
			x := graph.Node(rng.IntN(n))
			if got, want := graph.Set([]uint64{s.Blanket(x)}), oracle.Blanket(x, n); !got.Equal(want) {
				t.Fatalf("%v: blanket of %d: %v, want %v", g, x, got, want)
			}
		}
	}
}

// Pairs as bits are separated where the oracle says so, in the same graphs.
func TestSmallPairs(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(msep.MaxSmall-1)
		random := graphtest.DAG
		if seed%2 == 0 {
			random = graphtest.ADMG
		}
		g := random(rng, n, rng.Float64()*rng.Float64())
		oracle := msep.New(g)
		var s msep.Small
		var p msep.SmallPairs
		s.Reset(g, n)
		p.Reset(n)
		want, count := uint64(0), 0
		for i := range 1 + rng.IntN(msep.MaxSmallPairs) {
			x := graph.Node(rng.IntN(n))
			y := (x + 1 + graph.Node(rng.IntN(n-1))) % graph.Node(n)
			given := subset(rng, n, rng.Float64(), x)
			given.Remove(y)
			p.Add(x, y)
			for v := range given.All() {
				p.Given[v] |= 1 << i
			}
			met := oracle.Reach(x, given)
			count += met.Len() - 1 // without x
			if met.Has(y) {
				want |= 1 << i
			}
		}
		if got := s.Connected(&p); got != want {
			t.Fatalf("seed %d: %v: %b, want %b", seed, g, got, want)
		}
		if got := s.CountConnected(&p); got != count {
			t.Fatalf("seed %d: %v: %d nodes, want %d", seed, g, got, count)
		}
	}
}

// A small DAG knows what may lead to a node in its class as the CPDAG does.
func TestSmallEquivalence(t *testing.T) {
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		n := 1 + rng.IntN(msep.MaxSmall)
		g := graphtest.DAG(rng, n, rng.Float64()*rng.Float64())
		cpdag := equiv.CPDAG(g)
		var s msep.Small
		s.Reset(g, n)
		e := s.Equivalence()
		for v := range graph.Node(n) {
			parents := graph.SetOf(slices.Concat(cpdag.Parents(v), cpdag.UndirectedNeighbors(v))...)
			if got := (graph.Set{e.Parents[v]}); !got.Equal(parents) {
				t.Fatalf("seed %d: %v: possible parents of %d: %v, want %v", seed, g, v, got, parents)
			}
			above := graph.SetOf(v)
			for todo := []graph.Node{v}; len(todo) > 0; todo = todo[1:] {
				for _, u := range slices.Concat(cpdag.Parents(todo[0]), cpdag.UndirectedNeighbors(todo[0])) {
					if !above.Has(u) {
						above.Add(u)
						todo = append(todo, u)
					}
				}
			}
			if got := (graph.Set{e.Above[v]}); !got.Equal(above) {
				t.Fatalf("seed %d: %v: possible ancestors of %d: %v, want %v", seed, g, v, got, above)
			}
		}
	}
}
