package naive

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// Districts and parents make the moral graph that paths of colliders define.
func TestAugmentedIsMoral(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := 2 + rng.IntN(5)
		var edges []graph.Edge
		for y := range graph.Node(n) {
			for x := range y {
				if rng.IntN(3) == 0 {
					edges = append(edges, graph.Directed(x, y))
				}
				if rng.IntN(4) == 0 {
					edges = append(edges, graph.Bidirected(x, y))
				}
			}
		}
		g := graph.MustNew(graph.NumberedNames("", 0, n), edges)
		keep := Ancestors(g, graph.SetOf(graph.Node(rng.IntN(n)), graph.Node(rng.IntN(n))))
		got, want := augmented(g, keep), Moral(g, keep)
		for v := range graph.Node(n) {
			if !slices.Equal(got[v].Nodes(), want[v].Nodes()) {
				t.Fatalf("%v: in %v the neighbours of %d are %v, want %v", g, keep.Nodes(), v, got[v].Nodes(), want[v].Nodes())
			}
		}
	}
}
