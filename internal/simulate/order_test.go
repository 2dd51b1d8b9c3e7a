package simulate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// An edge is allowed where no directed path leads back, and the order is one for all edges, also where
// there is no room between labels.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		n := 2 + rng.IntN(12)
		g := graph.MustNew(graph.NumberedNames("V", 0, n), nil)
		o := newOrder(g)
		for step := range 80 {
			x, y := graph.Node(rng.IntN(n)), graph.Node(rng.IntN(n))
			if x == y {
				continue
			}
			if step%16 == 15 {
				crowd(o)
			}
			edges, e := g.EdgeList(), graph.Directed(x, y)
			switch {
			case slices.Contains(g.Children(x), y):
				o.drop(x, y)
				g = g.With(slices.DeleteFunc(edges, func(f graph.Edge) bool {
					from, to, _ := ends(f)
					return from == x && to == y
				}))
			case !g.Adjacent(x, y):
				back := g.Descendants(graph.SetOf(y)).Has(x)
				if got := o.allows(x, y); got == back {
					t.Fatalf("round %d: %v to %v is allowed: %v, a path leads back: %v; %v", round, x, y, got, back, g)
				}
				if !back {
					o.add(x, y)
					g = g.With(append(edges, e))
				}
			}
			for f := range g.Edges() {
				if from, to, _ := ends(f); o.label[from] >= o.label[to] {
					t.Fatalf("round %d: %v is not before %v in the order; %v", round, from, to, g)
				}
			}
		}
	}
}

// crowd gives all nodes labels right behind each other.
func crowd(o *order) {
	label := uint64(0)
	for v := o.next[o.end()]; v != o.end(); v = o.next[v] {
		label++
		o.label[v] = label
	}
}
