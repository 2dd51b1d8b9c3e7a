package class_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// The graphs that a graph stands for are those of the definition, each once.
func TestMembersByDefinition(t *testing.T) {
	for _, c := range []struct {
		kind   class.Kind
		random func(seed uint64) *graph.Graph
		want   func(g *graph.Graph) []*graph.Graph
	}{
		{class.DAG, func(s uint64) *graph.Graph { return graphtest.DAG(graphtest.Rand(s), 5, 0.5) }, naive.DAGs},
		{class.CPDAG, func(s uint64) *graph.Graph { return graphtest.CPDAG(graphtest.Rand(s), 5, 0.6) }, naive.Members},
		{class.MPDAG, func(s uint64) *graph.Graph { return graphtest.MPDAG(graphtest.Rand(s), 5, 0.7) },
			func(g *graph.Graph) []*graph.Graph { return naive.Read(g, "mpdag").Class() }},
		{class.MAG, func(s uint64) *graph.Graph { return graphtest.MAG(graphtest.Rand(s), 4, 0.5) },
			func(g *graph.Graph) []*graph.Graph { return naive.MAGs(g, false) }},
		{class.PAG, func(s uint64) *graph.Graph { return graphtest.PAG(graphtest.Rand(s), 4, 0.5) },
			func(g *graph.Graph) []*graph.Graph { return naive.MembersOfPAG(g, false) }},
	} {
		for seed := range uint64(25) {
			g := c.random(seed)
			m, err := class.Check(context.Background(), g, c.kind)
			if err != nil {
				t.Fatal(err)
			}
			members, err := m.Members(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			same := func(list []*graph.Graph, h *graph.Graph) bool { return slices.ContainsFunc(list, h.Equal) }
			got, want := slices.Collect(members), c.want(g)
			if c.kind == class.MPDAG { // of its class those with its arrows
				want = slices.DeleteFunc(want, func(dag *graph.Graph) bool { return !keeps(g, dag) })
			}
			if len(got) != len(want) {
				t.Errorf("%v %v: %d members, by definition %d", c.kind, g, len(got), len(want))
			}
			for i, h := range got {
				if same(got[:i], h) || !same(want, h) {
					t.Errorf("%v %v: %v comes twice or is no member", c.kind, g, h)
				}
			}
			for range members { // it can be left
				break
			}
		}
	}
}

// keeps reports whether a DAG has all arrows of g.
func keeps(g, dag *graph.Graph) bool {
	for e := range g.Edges() {
		if e.Directed() && !slices.Contains(dag.Between(e.X, e.Y), e) {
			return false
		}
	}
	return true
}

// Graphs that stand for no others say so.
func TestNoMembers(t *testing.T) {
	for kind, drawing := range map[class.Kind]string{
		class.ADMG: "a --> b; a <-> b", class.Cyclic: "a --> b; b --> a", class.MAG: "a --- b --- c --- d --- a",
	} {
		m, err := class.Check(context.Background(), graphtest.Arrows(t, drawing), kind)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Members(context.Background()); err == nil {
			t.Errorf("%v %s: no error", kind, drawing)
		}
	}
}
