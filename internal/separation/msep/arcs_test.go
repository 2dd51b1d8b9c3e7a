package msep

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// The arcs are those of the graph, whether a node has few, as many as fit into a record, or more.
func TestArcs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 200
	var edges []graph.Edge
	for y := range graph.Node(n) {
		for x := range y {
			if rng.IntN(40) == 0 {
				edges = append(edges, graph.Directed(x, y))
			}
		}
	}
	g := graph.MustNew(graph.NumberedNames("", 0, n), edges)
	a := newArcs(g)
	lengths := map[bool]int{}
	for v := range graph.Node(n) {
		lengths[g.Degree(v) < recordSize]++
		if got := a.parents(v); !slices.Equal(got, g.Parents(v)) {
			t.Errorf("parents %v, want %v", got, g.Parents(v))
		}
		if got := a.children(v); !slices.Equal(got, g.Children(v)) {
			t.Errorf("children %v, want %v", got, g.Children(v))
		}
	}
	if len(lengths) != 2 {
		t.Errorf("only one form of record: %v", lengths)
	}
}
