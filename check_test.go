package sepdist_test

import (
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// What policies would make of a graph is looked up on small graphs; a large one, where the
// search takes long, is left alone.
func TestCheckLooksAtPolicies(t *testing.T) {
	for _, tt := range []struct {
		n    int
		want bool
	}{{6, true}, {5000, false}} {
		rng := graphtest.Rand(1)
		var edges []graph.Edge
		for v := range graph.Node(tt.n) {
			if v > 0 {
				edges = append(edges, graph.Directed(v-1, v))
			}
			if v > 2 {
				edges = append(edges, graph.Undirected(v, graph.Node(rng.IntN(int(v)-1))))
			}
		}
		c, err := sepdist.Check(t.Context(), &sepdist.Graph{Graph: graph.MustNew(graph.NumberedNames("v", 0, tt.n), edges), Name: "g", Class: class.CPDAG})
		if err == nil {
			t.Fatalf("%d nodes: a tangle of arrows and lines is no CPDAG", tt.n)
		}
		found := false
		for _, p := range c.Policies {
			found = found || p[0] == string(class.Nearest)
		}
		if found != tt.want {
			t.Errorf("%d nodes: the nearest CPDAG was looked for: %v, want %v", tt.n, found, tt.want)
		}
	}
}
