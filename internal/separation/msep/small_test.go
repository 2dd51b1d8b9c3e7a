package msep_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A small DAG answers as the oracle does, also with as many nodes as there are bits.
func TestSmall(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 1 + rng.IntN(msep.MaxSmall)
		if seed == 0 {
			n = msep.MaxSmall
		}
		g := graphtest.DAG(rng, n, rng.Float64()*rng.Float64())
		oracle := msep.New(g)
		var s msep.Small
		if !s.Reset(g, n) {
			t.Fatalf("%v cannot be used", g)
		}
		for range 20 {
			x := graph.Node(rng.IntN(n))
			given := subset(rng, n, rng.Float64(), x)
			if got, want := graph.Set([]uint64{s.Reach(x, given[0])}), oracle.Reach(x, given); !got.Equal(want) {
				t.Fatalf("%v: from %d given %v: %v, want %v", g, x, given, got, want)
			}
			if got, want := graph.Set([]uint64{s.Blanket(x)}), oracle.Blanket(x, n); !got.Equal(want) {
				t.Fatalf("%v: blanket of %d: %v, want %v", g, x, got, want)
			}
			if got, want := graph.Set([]uint64{s.Above[x]}), g.Ancestors(graph.SetOf(x)); !got.Equal(want) {
				t.Fatalf("%v: above %d: %v, want %v", g, x, got, want)
			}
		}
	}
}
