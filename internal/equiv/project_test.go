package equiv_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestProject(t *testing.T) {
	for _, tt := range []struct{ graph, latent, selected, want string }{
		{"l --> a; l --> b", "l", "", "a <-> b"},
		{"a --> s <-- b", "", "s", "a --- b"},
		{"a --> c <-- b; c --> s", "", "s", "a --- b; a --- c; b --- c"},
		{"a <-> b; a --> b", "", "", "a --> b"},
		{"a <-> b; b --> c; b <-> c", "", "", "a <-> b; a <-> c; b --> c"},
		{"a <-> b <-> c <-> d; b --> d; c --> a", "", "", "a <-> b <-> c <-> d; b --> d; c --> a; a <-> d"},
		{"a --- l --- b", "l", "", "a --- b"},
		{"a --- l --- b; l --> c", "l", "", "a --- b; a --> c; b --> c"},
		{"a --- l --- b", "", "l", "a; b"},
		{"a --> b --> c", "b", "", "a --> c"},
		{"a --> b --> c", "", "b", "a; c"},
		{"a; b", "a b", "", ""},
	} {
		t.Run(tt.graph+" | "+tt.latent+" | "+tt.selected, func(t *testing.T) {
			g := graphtest.Arrows(t, tt.graph)
			got := equiv.Project(context.Background(), g, graphtest.Set(t, g, tt.latent), graphtest.Set(t, g, tt.selected))
			if !got.Equal(graphtest.Arrows(t, tt.want)) {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}

// The ADMG over the nodes that are not latent is that of the definition, and has the MAG of the graph.
func TestLatentProjection(t *testing.T) {
	for _, tt := range []struct{ graph, latent, want string }{
		{"x --> t --> y; t <-- u --> y", "u", "x --> t --> y; t <-> y"},
		{"a --> l --> b; l --> c", "l", "a --> b; a --> c; b <-> c"},
		{"a <-- l <-> b", "l", "a <-> b"},
		{"a <-- l <-- m --> b; a <-> c", "l m", "a <-> b; a <-> c"},
		{"a --> l <-- b", "l", "a; b"},
	} {
		g := graphtest.Arrows(t, tt.graph)
		if got := equiv.LatentProjection(g, graphtest.Set(t, g, tt.latent)); !got.Equal(graphtest.Arrows(t, tt.want)) {
			t.Errorf("%s without {%s}: %v, want %s", tt.graph, tt.latent, got, tt.want)
		}
	}
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		g := graphtest.ADMG(rng, 2+rng.IntN(6), 0.2+0.5*rng.Float64())
		var latent graph.Set
		for v := range graph.Node(g.N()) {
			if rng.IntN(3) == 0 {
				latent.Add(v)
			}
		}
		got, want := equiv.LatentProjection(g, latent), naive.LatentProjection(g, latent)
		if !got.EqualByIndex(want) {
			t.Fatalf("seed %d: %v without %v: %v, want %v", seed, g, latent.Nodes(), got, want)
		}
		mag, whole := equiv.Project(context.Background(), got, nil, nil), equiv.Project(context.Background(), g, latent, nil)
		if !mag.EqualByIndex(whole) {
			t.Fatalf("seed %d: %v without %v: the MAG of its ADMG is %v, want %v", seed, g, latent.Nodes(), mag, whole)
		}
	}
}

// Every ADMG of up to three nodes and random ones: the result is a MAG with the
// separations of the graph, and a MAG is its own projection.
func TestProjectOfADMG(t *testing.T) {
	check := func(g *graph.Graph) {
		t.Helper()
		if !naive.IsADMG(g) {
			return
		}
		mag := equiv.Project(context.Background(), g, nil, nil)
		if !naive.IsMAG(mag, false) || !naive.Equivalent(g, mag) {
			t.Fatalf("%v became %v, a MAG: %v, equivalent: %v", g, mag, naive.IsMAG(mag, false), naive.Equivalent(g, mag))
		}
		if again := equiv.Project(context.Background(), mag, nil, nil); !again.EqualByIndex(mag) {
			t.Fatalf("%v: the MAG %v became %v", g, mag, again)
		}
	}
	for n := range 4 {
		every(n, withBows, check)
	}
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		check(graphtest.ADMG(rng, 4+rng.IntN(3), 0.2+0.5*rng.Float64()))
	}
	for _, class := range allMAGs() {
		for _, mag := range class {
			if got := equiv.Project(context.Background(), mag, nil, nil); !got.EqualByIndex(mag) {
				t.Fatalf("the MAG %v became %v", mag, got)
			}
		}
	}
}

// By the definition, pair by pair and set by set, with latent and selected nodes.
func TestProjectByDefinition(t *testing.T) {
	for seed := range uint64(400) {
		rng := graphtest.Rand(seed)
		n, p := 2+rng.IntN(6), 0.2+0.5*rng.Float64()
		var g *graph.Graph
		switch seed % 4 {
		case 0:
			g = graphtest.DAG(rng, n, p)
		case 1:
			g = graphtest.ADMG(rng, n, p)
		case 2:
			g = graphtest.MAG(rng, n, p)
		case 3:
			g = graphtest.MAGWithLines(rng, n, p)
		}
		latent, selected := graph.NewSet(n), graph.NewSet(n)
		for v := range graph.Node(n) {
			switch rng.IntN(5) {
			case 0:
				latent.Add(v)
			case 1:
				selected.Add(v)
			}
		}
		got, want := equiv.Project(context.Background(), g, latent, selected), naive.Project(g, latent, selected)
		if !got.Equal(want) {
			t.Fatalf("seed %d: %v, latent %v, selected %v: got %v, by definition %v",
				seed, g, graphtest.Names(g, latent), graphtest.Names(g, selected), got, want)
		}
		keepsSeparations(t, g, got, selected)
	}
}

// keepsSeparations checks that h separates its nodes as g does given the selected ones.
func keepsSeparations(t *testing.T, g, h *graph.Graph, selected graph.Set) {
	t.Helper()
	keeps(t, g, h, selected, naive.Separated)
}

// keeps checks that h separates its nodes as g does, read by the given rule.
func keeps(t *testing.T, g, h *graph.Graph, selected graph.Set, separated func(g *graph.Graph, x, y graph.Node, given graph.Set) bool) {
	t.Helper()
	in := func(v graph.Node) graph.Node { return graphtest.Node(t, g, h.Name(v)) }
	for y := range graph.Node(h.N()) {
		for x := range y {
			for given := range naive.Subsets(graph.AllNodes(h.N()).Without(x, y)) {
				all := selected.Clone()
				for v := range given.All() {
					all.Add(in(v))
				}
				if got, want := naive.Separated(h, x, y, given), separated(g, in(x), in(y), all); got != want {
					t.Fatalf("%v given %v became %v: %s, %s given %v separated: %v, before %v", g, graphtest.Names(g, selected), h,
						h.Name(x), h.Name(y), graphtest.Names(h, given), got, want)
				}
			}
		}
	}
}

// Of a graph with cycles: a node outside the component of another is its ancestor by way
// of latent nodes and of nodes of its own component.
func TestProjectCyclic(t *testing.T) {
	for _, tt := range []struct{ graph, latent, selected, want string }{
		{"a --> b --> a; b --> c --> d", "b", "", "a --> c --> d"},
		{"a --> b --> a; b --> c --> d", "", "", "a <-> b; b --> c --> d"},
		{"a --> b --> c --> a; c --> d", "c", "", "a <-> b; a --> d; b --> d"},
		// b points to c, and a is an ancestor of it by way of b.
		{"a --> b --> a; b --> c; a <-> c", "", "", "a <-> b; a --> c; b --> c"},
		// Either is an ancestor of both others.
		{"a --> b --> a; a --> c; b --> d; a <-> c; a <-> d", "", "", "a <-> b; a --> c; a --> d; b --> c; b --> d; c <-> d"},
		// What is selected lies below the whole component.
		{"a --> b --> a; b --> s", "", "s", "a --- b"},
		{"p --> a --> b --> a; b --> s; a --> c", "", "s", "p --- a; p --- b; a --- b; a --> c"},
	} {
		t.Run(tt.graph+" | "+tt.latent+" | "+tt.selected, func(t *testing.T) {
			g := graphtest.Arrows(t, tt.graph)
			got := equiv.Project(context.Background(), g, graphtest.Set(t, g, tt.latent), graphtest.Set(t, g, tt.selected))
			if !got.Equal(graphtest.Arrows(t, tt.want)) {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}

// By the definition of sigma-separation and by ancestry in the graph with its cycles: what
// comes out is a MAG, has the same separations, and its marks say who is an ancestor.
func TestProjectCyclicByDefinition(t *testing.T) {
	check := func(seed uint64, g *graph.Graph, latent, selected graph.Set) {
		t.Helper()
		got, want := equiv.Project(context.Background(), g, latent, selected), naive.ProjectSigma(g, latent, selected)
		if !got.Equal(want) {
			t.Fatalf("seed %d: %v, latent %v, selected %v: got %v, by definition %v",
				seed, g, graphtest.Names(g, latent), graphtest.Names(g, selected), got, want)
		}
		if !naive.IsMAG(got, true) {
			t.Fatalf("seed %d: %v, latent %v, selected %v: %v is no MAG", seed, g, graphtest.Names(g, latent), graphtest.Names(g, selected), got)
		}
		keeps(t, g, got, selected, naive.SigmaSeparated)
		for e := range got.Edges() {
			for _, e := range []graph.Edge{e, e.Flip()} {
				x, y := graphtest.Node(t, g, got.Name(e.X)), graphtest.Node(t, g, got.Name(e.Y))
				ancestor := naive.Ancestors(g, selected.Union(graph.SetOf(y))).Has(x)
				if mutual := naive.Strong(g, y).Has(x); !mutual && ancestor != (e.AtX == graph.Tail) {
					t.Fatalf("seed %d: %v became %v: %s is an ancestor of %s or of what is selected: %v", seed, g, got, g.Name(x), g.Name(y), ancestor)
				}
			}
		}
	}
	cycles := withBows[:6:6]
	cycles = append(cycles, append(arrow[:1:1], back...), append(append(arrow[:1:1], back...), both...))
	every(3, cycles, func(g *graph.Graph) {
		check(0, g, nil, nil)
		check(0, g, graph.SetOf(0), nil)
		check(0, g, nil, graph.SetOf(0))
	})
	for seed := range uint64(800) {
		rng := graphtest.Rand(seed)
		n := 3 + rng.IntN(5)
		g := graphtest.Cyclic(rng, n, 0.2+0.5*rng.Float64())
		latent, selected := graph.NewSet(n), graph.NewSet(n)
		for v := range graph.Node(n) {
			switch k := rng.IntN(5); {
			case k < 2:
				latent.Add(v)
			case k == 2 && seed%3 == 0:
				selected.Add(v)
			}
		}
		check(seed, g, latent, selected)
	}
}

// In two steps or in one: what is latent first or last does not matter.
func TestProjectTwice(t *testing.T) {
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		g := graphtest.ADMG(rng, 12, 0.1+0.2*rng.Float64())
		want := equiv.Project(context.Background(), g, graph.SetOf(0, 1, 2), graph.SetOf(3, 4))
		half := equiv.Project(context.Background(), g, graph.SetOf(0, 1), graph.SetOf(3)) // leaves 2 as 0, 4 as 1
		if got := equiv.Project(context.Background(), half, graph.SetOf(0), graph.SetOf(1)); !got.Equal(want) {
			t.Fatalf("seed %d: %v: in two steps %v, in one %v", seed, g, got, want)
		}
	}
}
