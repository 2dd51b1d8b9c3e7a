package sepdist_test

import (
	"strings"
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

// A policy that the caller names is examined as in a comparison, also if a preview would end before.
func TestCheckExaminesNamedPolicy(t *testing.T) {
	const copies = 9
	var edges []graph.Edge
	for a := graph.Node(0); a < 4*copies; a += 4 { // a o-> b <-o c, b o-o d
		circle := func(x, y graph.Node, at graph.Mark) {
			edges = append(edges, graph.Edge{X: x, Y: y, AtX: graph.Circle, AtY: at})
		}
		circle(a, a+1, graph.Arrow)
		circle(a+2, a+1, graph.Arrow)
		circle(a+1, a+3, graph.Circle)
	}
	g := &sepdist.Graph{Graph: graph.MustNew(graph.NumberedNames("v", 0, 4*copies), edges), Name: "g", Class: class.PAG}
	_, changed, err := g.Repaired(t.Context(), class.Nearest)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		policies []class.Policy
		want     int
	}{{nil, 0}, {[]class.Policy{class.Nearest}, 1}} {
		c, _ := sepdist.Check(t.Context(), g, tt.policies...)
		if len(c.Policies) != tt.want || tt.want > 0 && !strings.HasPrefix(changed[0], c.Policies[0][2]+": it was not a PAG") {
			t.Errorf("%v: policies %q, the effect is %q", tt.policies, c.Policies, changed)
		}
	}
}
