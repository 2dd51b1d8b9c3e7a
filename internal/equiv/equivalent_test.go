package equiv_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// sameByAncestors is another test of equivalence for MAGs: they have the same
// adjacencies, and for every other pair what is anterior to it in one graph separates it
// in the other.
func sameByAncestors(g, h *graph.Graph) bool {
	og, oh := msep.New(g), msep.New(h)
	for y := range graph.Node(g.N()) {
		for x := range y {
			if g.Adjacent(x, y) != h.Adjacent(x, y) {
				return false
			}
			pair := graph.SetOf(x, y)
			if !g.Adjacent(x, y) &&
				(!og.Separated(x, y, h.Anterior(pair).Minus(pair)) || !oh.Separated(x, y, g.Anterior(pair).Minus(pair))) {
				return false
			}
		}
	}
	return true
}

func TestEquivalentMAGs(t *testing.T) {
	classes := allMAGs()
	for i, class := range classes {
		for _, g := range class {
			if !equiv.Equivalent(context.Background(), class[0], g, g.N()) {
				t.Fatalf("%v and %v have the same separations", class[0], g)
			}
		}
		for _, other := range classes[:i] {
			if g, h := class[0], other[0]; g.N() == h.N() && g.M() == h.M() && equiv.Equivalent(context.Background(), g, h, g.N()) {
				t.Fatalf("%v and %v have different separations", g, h)
			}
		}
	}
}

// Graphs with bows, latent nodes and lines, against all statements.
func TestEquivalentByDefinition(t *testing.T) {
	equal := 0
	for seed := range uint64(1500) {
		rng := graphtest.Rand(seed)
		n, p := 2+rng.IntN(4), 0.2+0.6*rng.Float64()
		draw := []func() *graph.Graph{
			func() *graph.Graph { return graphtest.ADMG(rng, n, p) },
			func() *graph.Graph { return equiv.Acyclify(graphtest.Cyclic(rng, n, p)) },
			func() *graph.Graph { return graphtest.MAGWithLines(rng, n, p) },
		}[seed%3]
		g, h := draw(), draw()
		if seed%2 == 0 { // Two dense graphs are rarely alike, a graph and its MAG always.
			h = equiv.Project(context.Background(), g, graph.AllNodes(g.N()).Minus(graph.AllNodes(n)), nil)
		}
		want := true
		for y := range graph.Node(n) {
			for x := range y {
				for given := range naive.Subsets(graph.AllNodes(n).Without(x, y)) {
					want = want && naive.Separated(g, x, y, given) == naive.Separated(h, x, y, given)
				}
			}
		}
		if want {
			equal++
		}
		if got := equiv.Equivalent(context.Background(), g, h, n); got != want {
			t.Fatalf("seed %d: %v and %v: got %v, by definition %v", seed, g, h, got, want)
		}
	}
	if equal < 100 || equal > 1400 {
		t.Errorf("%d of 1500 pairs are equivalent; the test is one-sided", equal)
	}
}

func TestEquivalentOfVectors(t *testing.T) {
	for _, c := range graphtest.Vectors(t) {
		if c.Expect.Statements == nil || c.TruthClass == "mpdag" || c.GuessClass == "mpdag" {
			continue
		}
		truth, guess := walkable(t, c.Truth, c.TruthClass), walkable(t, c.Guess, c.GuessClass)
		if got, want := equiv.Equivalent(context.Background(), truth, guess, c.Truth.N()), c.Expect.Statements.MarkovEquivalent; got != want {
			t.Errorf("%s: %v and %v: got %v, want %v", c.ID, c.Truth, c.Guess, got, want)
		}
	}
}

// walkable returns a graph with the separations of g that can be walked.
func walkable(t *testing.T, g *graph.Graph, class string) *graph.Graph {
	t.Helper()
	var chordless []graph.Node
	switch class {
	case "cpdag":
		g, chordless = equiv.Orient(g)
	case "pag":
		g, chordless = equiv.Represent(g)
	case "cyclic":
		g = equiv.Acyclify(g)
	}
	if chordless != nil {
		t.Fatalf("the cycle %v has no chord", chordless)
	}
	return g
}
