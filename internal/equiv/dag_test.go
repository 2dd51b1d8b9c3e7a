package equiv_test

import (
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// everyDAG calls f with each DAG of up to four nodes.
func everyDAG(f func(*graph.Graph)) {
	for n := range 5 {
		for g := range graphtest.Every(n, "", "-->", "<--") {
			if naive.IsDAG(g) {
				f(g)
			}
		}
	}
}

// everyPDAG calls f with each graph of arrows and lines of up to four nodes.
func everyPDAG(f func(*graph.Graph)) {
	for n := range 5 {
		for g := range graphtest.Every(n, "", "-->", "<--", "---") {
			f(g)
		}
	}
}

// someDAGs calls f with random DAGs of five to seven nodes, with so few edges that
// their orientations can be listed.
func someDAGs(t *testing.T, many uint64, f func(*graph.Graph)) {
	t.Helper()
	for seed := range many {
		rng := graphtest.Rand(seed)
		if g := graphtest.DAG(rng, 5+rng.IntN(3), rng.Float64()); g.M() <= 11 {
			f(g)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// extensions returns by definition every DAG with the skeleton, the arrows and the
// unshielded colliders of g.
func extensions(g *graph.Graph) []*graph.Graph {
	want := naive.Colliders(g)
	edges := g.EdgeList()
	var all []*graph.Graph
	var choose func(i int)
	choose = func(i int) {
		if i == len(edges) {
			if h := g.With(edges); naive.IsDAG(h) && slices.Equal(naive.Colliders(h), want) {
				all = append(all, h)
			}
			return
		}
		if e := edges[i]; e.Undirected() {
			edges[i] = graph.Directed(e.X, e.Y)
			choose(i + 1)
			edges[i] = graph.Directed(e.Y, e.X)
			choose(i + 1)
			edges[i] = e
			return
		}
		choose(i + 1)
	}
	choose(0)
	return all
}

// pattern returns the skeleton of a DAG with the arrows of its unshielded colliders.
func pattern(dag *graph.Graph) *graph.Graph {
	var edges []graph.Edge
	for y := range graph.Node(dag.N()) {
		for _, x := range dag.Parents(y) {
			if slices.ContainsFunc(dag.Parents(y), func(z graph.Node) bool { return z != x && !dag.Adjacent(x, z) }) {
				edges = append(edges, graph.Directed(x, y))
			} else {
				edges = append(edges, graph.Undirected(x, y))
			}
		}
	}
	return dag.With(edges)
}

// class returns by definition the DAGs that are Markov equivalent to a DAG: those
// with the same skeleton and the same unshielded colliders (Verma and Pearl,
// Equivalence and synthesis of causal models, UAI 1990).
func class(dag *graph.Graph) []*graph.Graph { return extensions(pattern(dag)) }

// has reports whether one of the graphs is g.
func has(graphs []*graph.Graph, g *graph.Graph) bool {
	return slices.ContainsFunc(graphs, g.EqualByIndex)
}

// beside returns one graph with the given graphs as parts, each on nodes of its own, one
// after the other.
func beside(graphs []*graph.Graph) *graph.Graph {
	var edges []graph.Edge
	n := 0
	for _, g := range graphs {
		for e := range g.Edges() {
			edges = append(edges, graph.Edge{X: e.X + graph.Node(n), Y: e.Y + graph.Node(n), AtX: e.AtX, AtY: e.AtY})
		}
		n += g.N()
	}
	return graph.MustNew(graph.NumberedNames("", 0, n), edges)
}
