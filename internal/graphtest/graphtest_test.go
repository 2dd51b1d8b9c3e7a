package graphtest_test

import (
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestArrows(t *testing.T) {
	for _, tt := range []struct {
		drawing, want string
		first         string
	}{
		{"a --> b; b <-> c; d", "a --> b; b <-> c; d", "a"},
		{"a --> b <-- c", "a --> b; b <-- c", "a"},
		{"c b a: a --> b", "b <-- a; c", "c"},
		{"a o-> b\nb o-o c\n", "a o-> b; b o-o c", "a"},
		{"b --- a; a x-x c", "b --- a; a x-x c", "b"},
		{"a --> b --> a <-> b", "a <-- b; a --> b; a <-> b", "a"},
		{"a --- b --- c; ambiguous c b a", "a --- b; b --- c; ambiguous a b c", "a"},
	} {
		g := graphtest.Arrows(t, tt.drawing)
		if got := g.String(); got != tt.want || g.Name(0) != tt.first {
			t.Errorf("%q is drawn %q from %s, want %q from %s", tt.drawing, got, g.Name(0), tt.want, tt.first)
		}
		if again := graphtest.Arrows(t, graphtest.Draw(g)); !again.EqualByIndex(g) || again.Name(0) != tt.first {
			t.Errorf("%q comes back as %v", graphtest.Draw(g), again)
		}
	}
	if g := graphtest.Arrows(t, ""); g.N() != 0 || graphtest.Arrows(t, graphtest.Draw(g)).N() != 0 {
		t.Errorf("the empty drawing has %d nodes", g.N())
	}
}

// A slip in a drawing fails the test that drew it.
func TestArrowsErrors(t *testing.T) {
	for _, drawing := range []string{"a -> b", "a -->", "a --> a", "a b", "a --- b; a --> b", "a --> b --> b"} {
		var r recorder
		done := make(chan bool)
		go func() { // Fatalf ends its goroutine
			defer close(done)
			graphtest.Arrows(&r, drawing)
		}()
		<-done
		if !r.failed {
			t.Errorf("%q is taken for a graph", drawing)
		}
	}
}

// isMember reports whether a graph is of the class, by its definition.
func isMember(class graphtest.Class, g *graph.Graph) bool {
	switch class.Name {
	case "dag":
		return naive.IsDAG(g)
	case "cpdag":
		return naive.IsCPDAG(g)
	case "mpdag":
		return naive.IsMPDAG(g)
	case "mag":
		return naive.IsMAG(g, class.Lines)
	case "pag":
		return naive.IsPAG(g, class.Lines)
	case "admg":
		return naive.IsADMG(g)
	}
	return naive.IsCyclic(g)
}

func TestClasses(t *testing.T) {
	for _, class := range graphtest.Classes {
		edges := 0
		marks := make(map[string]bool)
		for seed := range uint64(30) {
			rng := graphtest.Rand(seed)
			g := class.Random(rng, 2+rng.IntN(4), rng.Float64())
			if g.M() > 6 && class.Name == "pag" {
				continue // too many orientations
			}
			if !isMember(class, g) {
				t.Fatalf("seed %d: %v is no %s", seed, g, class.Name)
			}
			if again := class.Random(graphtest.Rand(seed+1000), 5, 0.5); !again.Equal(class.Random(graphtest.Rand(seed+1000), 5, 0.5)) {
				t.Fatalf("seed %d: two draws of %s differ", seed, class.Name)
			}
			edges += g.M()
			for e := range g.Edges() {
				marks[e.Arrow()] = true
			}
		}
		want := map[string]string{
			"dag": "-->", "cpdag": "---", "mpdag": "---", "mag": "<->", "pag": "o->", "admg": "<->", "cyclic": "<->",
		}[class.Name]
		if edges < 50 || !marks[want] || class.Lines && !marks["---"] {
			t.Errorf("%s, lines %v: %d edges, of the kinds %v", class.Name, class.Lines, edges, marks)
		}
	}
}

func TestPairAndSubset(t *testing.T) {
	g := graphtest.Arrows(t, "a; b; c; d")
	pairs := make(map[[2]graph.Node]bool)
	sizes := make(map[int]bool)
	rng := graphtest.Rand(1)
	for range 500 {
		x, y := graphtest.Pair(rng, g)
		s := graphtest.Subset(rng, g, x, y)
		if x == y || s.Has(x) || s.Has(y) || !s.Subset(graph.AllNodes(4)) {
			t.Fatalf("%d, %d, %v", x, y, s.Nodes())
		}
		pairs[[2]graph.Node{x, y}] = true
		sizes[s.Len()] = true
	}
	if len(pairs) != 12 || len(sizes) != 3 {
		t.Errorf("%d pairs and %d sizes in 500 draws, want 12 and 3", len(pairs), len(sizes))
	}
}

func TestPermuteAndRename(t *testing.T) {
	rng := graphtest.Rand(2)
	moved := 0
	for range 20 {
		g := graphtest.ADMG(rng, 5, 0.5)
		p, r := graphtest.Permute(rng, g), graphtest.Rename(g, "x")
		if !p.Equal(g) || !r.EqualByIndex(g) || r.Name(0) != "xa" {
			t.Errorf("%v permuted is %v, renamed %v", g, p, r)
		}
		if p.Name(0) != g.Name(0) {
			moved++
		}
	}
	if moved == 0 {
		t.Error("no permutation moved the first node")
	}
}

func TestShrink(t *testing.T) {
	truth := graphtest.Arrows(t, "a b c d e: a --> b --> c <-- d; c --> e")
	guess := graphtest.Arrows(t, "a b c d e: a --> b <-- c; c --> d; e --> a")
	// Fails where the guess turns an arrow of the truth.
	turned := func(truth, guess *graph.Graph) bool {
		for e := range guess.Edges() {
			if f, ok := truth.Edge(e.X, e.Y); ok && e != f {
				return true
			}
		}
		return false
	}
	small, wrong := graphtest.Shrink(truth, guess, turned)
	if !turned(small, wrong) || small.N() != 2 || small.M() != 1 || wrong.M() != 1 {
		t.Errorf("shrunk to %v and %v, want two nodes and an arrow each", small, wrong)
	}
	// A panic is a failure, too.
	small, _ = graphtest.Shrink(truth, guess, func(truth, guess *graph.Graph) bool {
		if truth.M() > 0 {
			panic("an edge")
		}
		return false
	})
	if small.N() != 2 || small.M() != 1 {
		t.Errorf("shrunk to %v, want one edge", small)
	}
}
