package class_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// made says what a policy makes of g, with nodes in the given order.
func made(t *testing.T, g *graph.Graph, order []graph.Node, k class.Kind, p class.Policy, limits class.Limits) string {
	t.Helper()
	r, err := class.Resolve(context.Background(), g.Induced(order), k, p, limits)
	if err != nil {
		return "refused"
	}
	var graphs []string
	for _, m := range r.Members {
		h, err := m.Graph().Align(g.Names())
		if err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, m.Kind().String()+" "+h.String())
	}
	slices.Sort(graphs)
	return strings.Join(graphs, " | ")
}

// orders yields orders of n nodes: the reverse, and some random ones.
func orders(seed uint64, n, count int) [][]graph.Node {
	first := make([]graph.Node, n)
	for v := range first {
		first[v] = graph.Node(v)
	}
	reverse := slices.Clone(first)
	slices.Reverse(reverse)
	list := [][]graph.Node{first, reverse}
	rng := graphtest.Rand(seed)
	for range count {
		order := slices.Clone(first)
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		list = append(list, order)
	}
	return list
}

func checkOrders(t *testing.T, g *graph.Graph, k class.Kind, p class.Policy, limits class.Limits, orders [][]graph.Node) {
	t.Helper()
	want := made(t, g, orders[0], k, p, limits)
	for _, order := range orders[1:] {
		if got := made(t, g, order, k, p, limits); got != want {
			t.Errorf("%v as %v by %s became %s, but with its nodes in the order %v %s", g, k, p, want, order, got)
		}
	}
}

// No policy makes a different graph of one whose nodes are listed in another order.
func TestPoliciesDoNotDependOnTheOrderOfNodes(t *testing.T) {
	for _, tt := range []struct {
		graph  string
		policy class.Policy
	}{
		{"a --> b; b --- c; d --> c", class.Maximize},
		{"v0 --- v1; v2 --> v0; v3 --> v1; v3 --> v2", class.Nearest},
		{"a --> b; b --- c; b --- d", class.Extend},
	} {
		g := graphtest.Arrows(t, tt.graph)
		checkOrders(t, g, class.Unstated, tt.policy, class.Limits{}, orders(1, g.N(), 10))
	}
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		choices := [][]graph.Mark{
			{graph.Tail, graph.Arrow},
			{graph.Tail, graph.Arrow, graph.Conflict},
			{graph.Tail, graph.Arrow, graph.Circle},
		}
		marks := choices[rng.IntN(len(choices))]
		n := 3 + rng.IntN(4)
		var edges []graph.Edge
		for e := range graphtest.DAG(rng, n, 0.5).Edges() {
			e.AtX, e.AtY = marks[rng.IntN(len(marks))], marks[rng.IntN(len(marks))]
			edges = append(edges, e)
		}
		g, err := graph.New(graph.NumberedNames("v", 0, n).List(), edges)
		if err != nil {
			continue
		}
		kinds := []class.Kind{class.Unstated, class.CPDAG, class.MPDAG, class.DAG, class.PAG, class.MAG, class.ADMG}
		k := kinds[rng.IntN(len(kinds))]
		for _, p := range class.Policies {
			// With few readings and steps the limits are hit.
			for _, limits := range []class.Limits{{}, {Readings: 2}, {Steps: 200}} {
				checkOrders(t, g, k, p.Policy, limits, orders(seed, n, 2))
			}
		}
	}
}

// A graph that no MPDAG fits is not closed under Meek's rules, which then say nothing.
func TestMaximizeRefusesWhatHasNoExtension(t *testing.T) {
	g := graphtest.Arrows(t, "a --> b; b --- c; d --> c")
	_, err := class.Resolve(context.Background(), g, class.Unstated, class.Maximize, class.Limits{})
	if err == nil || !strings.Contains(err.Error(), "no DAG has its directed edges and its unshielded colliders") {
		t.Errorf("got %v, want that no DAG extends the graph", err)
	}
}
