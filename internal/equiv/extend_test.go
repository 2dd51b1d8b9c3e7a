package equiv_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// randomLines returns a graph of lines, each there with probability p.
func randomLines(rng *rand.Rand, n int, p float64) *graph.Graph {
	g := graphtest.DAG(rng, n, p)
	edges := g.EdgeList()
	for i, e := range edges {
		edges[i] = graph.Undirected(e.X, e.Y)
	}
	return g.With(edges)
}

// checkExtend compares with the extensions there are by definition.
func checkExtend(t *testing.T, g *graph.Graph) (extendable bool) {
	t.Helper()
	all := extensions(g)
	got, ok := equiv.Extend(g)
	if ok != (len(all) > 0) || ok && !has(all, got) || !ok && got != nil {
		t.Fatalf("%v: got %v, %v of %d extensions", g, got, ok, len(all))
	}
	return ok
}

func TestExtendByDefinition(t *testing.T) {
	everyPDAG(func(g *graph.Graph) { checkExtend(t, g) })
	yes, no := 0, 0
	for seed := range uint64(600) {
		rng := graphtest.Rand(seed)
		g := graphtest.DAG(rng, 5+rng.IntN(4), rng.Float64())
		edges := g.EdgeList()
		for i, e := range edges {
			switch rng.IntN(8) {
			case 0:
				edges[i] = graph.Edge{X: e.X, Y: e.Y, AtX: e.AtY, AtY: e.AtX}
			case 1, 2, 3, 4:
				edges[i] = graph.Undirected(e.X, e.Y)
			}
		}
		if g = g.With(edges); g.M() > 12 {
			continue
		}
		if checkExtend(t, g) {
			yes++
		} else {
			no++
		}
	}
	if yes < 50 || no < 50 {
		t.Errorf("%d graphs with an extension and %d without: too few of one kind", yes, no)
	}
}

// TestExtendLarger keeps arrows of a DAG at random beside those of its colliders, so
// that there is an extension.
func TestExtendLarger(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		dag := graphtest.DAG(rng, 10+rng.IntN(400), 0.05+0.2*rng.Float64()*rng.Float64())
		g := known(rng, dag, 0.2)
		got, ok := equiv.Extend(g)
		if !ok || !equiv.CPDAG(got).EqualByIndex(equiv.CPDAG(dag)) {
			t.Fatalf("seed %d: got %v", seed, ok)
		}
		if !follows(got, g) {
			t.Fatalf("seed %d: an arrow of the graph is turned", seed)
		}
	}
}

// known returns the pattern of a DAG with some of its arrows.
func known(rng *rand.Rand, dag *graph.Graph, share float64) *graph.Graph {
	edges := pattern(dag).EdgeList()
	for i, e := range edges {
		if e.Undirected() && rng.Float64() < share {
			edges[i], _ = dag.Edge(e.X, e.Y)
		}
	}
	return dag.With(edges)
}

// follows reports whether dag has every arrow of g.
func follows(dag, g *graph.Graph) bool {
	for e := range g.Edges() {
		if now, ok := dag.Edge(e.X, e.Y); e.Directed() && (!ok || now != e) {
			return false
		}
	}
	return true
}

// Lines only: many nodes with many edges, cliques, and separators within one another.
func TestExtendLines(t *testing.T) {
	for name, g := range map[string]*graph.Graph{
		"band": band(6000, 10), "clique": complete(300), "nested": nested(400),
		"chordal": randomChordal(graphtest.Rand(1), 3000, 40),
	} {
		if dag, ok := equiv.Extend(g); !ok || !equiv.CPDAG(dag).EqualByIndex(g) {
			t.Errorf("%s: got %v", name, ok)
		}
	}
}

// A node that many wait for, and one that waits for many.
func TestExtendLargeStar(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoke func(hub, v graph.Node) graph.Edge
		ok    bool
	}{
		{"lines", graph.Undirected, true},
		{"arrows out", graph.Directed, true},
		{"arrows in", func(hub, v graph.Node) graph.Edge { return graph.Directed(v, hub) }, true},
		{"one arrow in", func(hub, v graph.Node) graph.Edge {
			if v == 7 {
				return graph.Directed(v, hub)
			}
			return graph.Undirected(hub, v)
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const n = 50_000
			var edges []graph.Edge
			for v := graph.Node(1); v < n; v++ {
				edges = append(edges, tt.spoke(0, v))
			}
			g := graph.MustNew(graph.NumberedNames("", 0, n), edges)
			dag, ok := equiv.Extend(g)
			if ok != tt.ok || !follows(dag, g) {
				t.Fatalf("got %v", ok)
			}
			if into := len(dag.Parents(0)); into > 1 && into < n-1 {
				t.Errorf("%d arrows into the hub make new colliders", into)
			}
		})
	}
}
