package msep_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Walks of one source come where the oracle's do, on graphs of every kind of edge, also when they
// stay among what leads to the nodes that matter.
func TestWalker(t *testing.T) {
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		n := 2 + int(seed)%12
		var g *graph.Graph
		switch seed % 4 {
		case 0:
			g = graphtest.DAG(rng, n, 0.4)
		case 1:
			g = graphtest.ADMG(rng, n, 0.3)
		case 2:
			g = graphtest.MAGWithLines(rng, min(n, 6), 0.4)
		case 3:
			g = graphtest.DAG(rng, n, 0.8)
		}
		n = g.N()
		var w msep.Walker
		w.Reset(msep.NewPlan(g, n))
		oracle := msep.New(g)
		for range 10 {
			x := graph.Node(rng.IntN(n))
			var set graph.Set
			for v := range graph.Node(n) {
				if v != x && rng.IntN(3) == 0 {
					set.Add(v)
				}
			}
			want := oracle.Reach(x, set).Without(x)
			w.Reach(x, set.Nodes())
			var got graph.Set
			w.EachConnected(func(v graph.Node) { got.Add(v) })
			if !got.Equal(want) || w.Connected() != want.Len() {
				t.Fatalf("%v: from %d given %v: %v, %d nodes, want %v", g, x, set, got, w.Connected(), want)
			}
			y := graph.Node(rng.IntN(n))
			if y == x || set.Has(y) {
				continue
			}
			if w.ReachAmong(x, set.Nodes(), []graph.Node{y}); w.Reached(y) != want.Has(y) {
				t.Fatalf("%v: from %d given %v to %d: %v", g, x, set, y, w.Reached(y))
			}
		}
	}
}
