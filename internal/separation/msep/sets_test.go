package msep_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Sets say what the oracle says, on graphs with lines, bows and latent nodes, one after
// the other in the same memory.
func TestSetsOracle(t *testing.T) {
	var sets msep.Sets
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(9)
		g := graphtest.ADMG(rng, n, rng.Float64())
		if seed%3 == 0 {
			g = graphtest.MAGWithLines(rng, n, rng.Float64())
		}
		observed := n - rng.IntN(n-1)/3
		sets.Reset(msep.NewPlan(g, observed))
		o := msep.New(g)
		x, _ := graphtest.Pair(rng, g)
		given := make([]graph.Set, msep.Width)
		words := make([]msep.Word, n)
		for lane := range given {
			given[lane] = graphtest.Subset(rng, g, x)
			for v := graph.Node(observed); int(v) < n; v++ {
				given[lane].Remove(v)
			}
			for v := range given[lane].All() {
				words[v].Set(lane)
			}
		}
		for v, w := range words {
			sets.Give(w, graph.Node(v))
		}
		sets.Reach(x)
		for lane, s := range given {
			want := o.Reach(x, s)
			for v := range graph.Node(n) {
				if w := sets.Reached(v); w.Has(lane) != want.Has(v) {
					t.Fatalf("seed %d: %v: from %d given %v to %d: %v, the oracle %v", seed, g, x, s.Nodes(), v, w.Has(lane), want.Has(v))
				}
			}
		}
	}
}
