package naive_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestSeparated(t *testing.T) {
	const m = "a --> b; b <-> c; c --> d; b --> e"
	for _, tt := range []struct {
		graph, x, y, given string
		want               bool
	}{
		{"a --> b --> c", "a", "c", "", false},
		{"a --> b --> c", "a", "c", "b", true},
		{"a --> b <-- c", "a", "c", "", true},
		{"a --> b <-- c", "a", "c", "b", false},
		{"a --> b <-- c; b --> d", "a", "c", "", true},
		{"a --> b <-- c; b --> d", "a", "c", "d", false}, // d opens the collider from below
		{m, "a", "d", "", true},
		{m, "a", "d", "b", false},
		{m, "a", "d", "e", false},
		{m, "a", "d", "e c", true},
		{"a --- b --- c", "a", "c", "", false},
		{"a --- b --- c", "a", "c", "b", true},
		{"a --- b --> c", "a", "c", "b", true},
		// b is on the bow both the end of an arrow and its start.
		{"a <-> b --> c; b <-> c", "a", "c", "", false},
		{"a <-> b --> c; b <-> c", "a", "c", "b", false},
		{"a --> b", "a", "b", "", false},
		{"a; b", "a", "b", "", true},
	} {
		g := graphtest.Arrows(t, tt.graph)
		x, y, z := graphtest.Node(t, g, tt.x), graphtest.Node(t, g, tt.y), graphtest.Set(t, g, tt.given)
		if got := naive.Separated(g, x, y, z); got != tt.want {
			t.Errorf("%s | %s %s | %s: separated %v", tt.graph, tt.x, tt.y, tt.given, got)
		}
	}
}

// What is not open is not found open: edges that are not there or do not join, nodes
// twice, a blocked node, an end in the set.
func TestOpen(t *testing.T) {
	g := graphtest.Arrows(t, "a --> b --> c; b --> d")
	a, b, c, d := graph.Node(0), graph.Node(1), graph.Node(2), graph.Node(3)
	ab, bc, bd := graph.Directed(a, b), graph.Directed(b, c), graph.Directed(b, d)
	for _, tt := range []struct {
		path  []graph.Edge
		given string
		want  bool
	}{
		{[]graph.Edge{ab, bc}, "", true},
		{[]graph.Edge{ab, bc}, "d", true},
		{[]graph.Edge{bc.Flip(), bd}, "", true},
		{nil, "", false},
		{[]graph.Edge{ab, bc}, "b", false},
		{[]graph.Edge{ab, bc}, "a", false},
		{[]graph.Edge{ab, bc}, "c", false},
		{[]graph.Edge{ab, bd.Flip()}, "", false},
		{[]graph.Edge{ab, ab.Flip()}, "b", false},
		{[]graph.Edge{graph.Bidirected(a, b), bc}, "", false},
		{[]graph.Edge{graph.Directed(a, c)}, "", false},
	} {
		if got := naive.Open(g, tt.path, graphtest.Set(t, g, tt.given)); got != tt.want {
			t.Errorf("%v given {%s}: open %v", tt.path, tt.given, got)
		}
	}
}

func TestSigmaSeparated(t *testing.T) {
	for _, tt := range []struct {
		graph, x, y, given string
		want               bool
	}{
		// The cycle b, c cannot be blocked from inside: a points to both of them.
		{"a --> b --> c --> b", "a", "c", "", false},
		{"a --> b --> c --> b", "a", "c", "b", false},
		{"p --> a --> b --> a", "p", "b", "", false},
		{"p --> a --> b --> a", "p", "b", "a", false},
		// Leaving the cycle it can.
		{"a --> b --> a; b --> c", "a", "c", "b", true},
		{"a --> b --> a; b --> c", "a", "c", "", false},
		{"a --> b --> c --> a; c --> d", "b", "d", "c", true},
		// Without a cycle it is m-separation.
		{"a --> b --> c", "a", "c", "b", true},
		{"a --> b <-- c; b --> d", "a", "c", "d", false},
		{"a <-> b <-> c", "a", "c", "", true},
		{"a <-> b <-> c", "a", "c", "b", false},
	} {
		g := graphtest.Arrows(t, tt.graph)
		x, y, z := graphtest.Node(t, g, tt.x), graphtest.Node(t, g, tt.y), graphtest.Set(t, g, tt.given)
		if got := naive.SigmaSeparated(g, x, y, z); got != tt.want {
			t.Errorf("%s | %s %s | %s: separated %v", tt.graph, tt.x, tt.y, tt.given, got)
		}
	}
}

// Walks, paths and the acyclification are three roads to sigma-separation; on an
// acyclic graph it is m-separation.
func TestSigmaSeparatedProperties(t *testing.T) {
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		g := graphtest.Cyclic(rng, 2+rng.IntN(4), rng.Float64())
		byWalks := naive.SigmaSeparations(g)
		ac := naive.Acyclification(g)
		if !naive.IsADMG(ac) || !byWalks.Equal(naive.MSeparations(ac)) {
			t.Fatalf("seed %d: %v: its acyclification %v has other separations", seed, g, ac)
		}
		for y := range graph.Node(g.N()) {
			for x := range y {
				z := graphtest.Subset(rng, g, x, y)
				if got := naive.SigmaSeparatedByPaths(g, x, y, z); got != byWalks.Separated(x, y, z) {
					t.Fatalf("seed %d: %v: %d and %d given %v: by paths %v", seed, g, x, y, z.Nodes(), got)
				}
			}
		}
		admg := graphtest.ADMG(rng, 2+rng.IntN(4), rng.Float64())
		if !naive.SigmaSeparations(admg).Equal(naive.MSeparations(admg)) {
			t.Fatalf("seed %d: %v: sigma-separation is not m-separation", seed, admg)
		}
	}
}

// classes are the names of all classes that the definitions give a graph.
func classes(g *graph.Graph) string {
	var names []string
	for _, c := range []struct {
		name string
		is   bool
	}{
		{"dag", naive.IsDAG(g)},
		{"cpdag", naive.IsCPDAG(g)},
		{"mpdag", naive.IsMPDAG(g)},
		{"mag", naive.IsMAG(g, false)},
		{"mag with lines", naive.IsMAG(g, true)},
		{"pag", naive.IsPAG(g, false)},
		{"pag with lines", naive.IsPAG(g, true)},
		{"admg", naive.IsADMG(g)},
		{"cyclic", naive.IsCyclic(g)},
	} {
		if c.is {
			names = append(names, c.name)
		}
	}
	return strings.Join(names, ", ")
}

func TestClasses(t *testing.T) {
	for _, tt := range []struct{ graph, want string }{
		{"a; b", "dag, cpdag, mpdag, mag, mag with lines, pag, pag with lines, admg, cyclic"},
		{"a --> b", "dag, mpdag, mag, mag with lines, admg, cyclic"}, // either way: a --- b
		{"a --> b <-- c", "dag, cpdag, mpdag, mag, mag with lines, admg, cyclic"},
		{"a --- b", "cpdag, mpdag, mag with lines"},
		{"a --- b --- c", "cpdag, mpdag, mag with lines"},
		{"a --> b --- c", ""},                                           // b --> c follows
		{"a --> b --- c; a --- c", "mpdag"},                             // c stands before, between or after
		{"a --> b --- c; a --> c", "mpdag"},                             // c stands after a
		{"a --- b --- c --- d --- a", "mag with lines, pag with lines"}, // no DAG: a chordless cycle
		{"a --> b --> c --> a", "cyclic"},
		{"a --> b --> a", "cyclic"},
		{"a --> b; a <-> b", "admg, cyclic"},
		{"a --> b --> c; a <-> c", "admg, cyclic"}, // almost a directed cycle
		{"a <-> b", "mag, mag with lines, admg, cyclic"},
		{"a <-> b <-> c", "mag, mag with lines, admg, cyclic"},
		{"a <-> b <-> c <-> d; b --> d; c --> a", "admg, cyclic"}, // no set separates a and d
		{"a --- b --> c", "mpdag, mag with lines"},
		{"a --- b <-- c", ""}, // an arrow meets a line
		{"a o-o b", "pag, pag with lines"},
		{"a o-o b o-o c", "pag, pag with lines"},
		{"a o-> b <-o c", "pag, pag with lines"},
		{"a o-> b", ""},
		{"a o-> b <-> c <-o d", "pag, pag with lines"},
		{"a o-> b <-o c; b --> d", "pag, pag with lines"},
		{"a o-> b <-o c; b o-> d", ""}, // b --> d follows
		{"a x-x b", ""},
		// Meek's fourth rule: a --> b follows from d --> c --> b, known from without.
		{"d --> c --> b; a --- b; a --- d; a --- c", ""},
		{"d --> c --> b; a --> b; a --- d; a --- c", "mpdag"},
	} {
		if got := classes(graphtest.Arrows(t, tt.graph)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.graph, got, tt.want)
		}
	}
}

// TestNumbers counts the labelled members of each class: DAGs by OEIS A003024, their
// equivalence classes by Gillispie and Perlman, Enumerating Markov equivalence classes
// of acyclic digraph models (UAI 2001), table 1.
func TestNumbers(t *testing.T) {
	t.Parallel()
	every := func(n int, kinds ...string) []*graph.Graph {
		g := graphtest.Arrows(t, strings.Join([]string{"a", "b", "c", "d"}[:n], ";"))
		graphs := [][]graph.Edge{nil}
		for y := range graph.Node(n) {
			for x := range y {
				for _, edges := range graphs[:len(graphs):len(graphs)] {
					for _, kind := range kinds {
						pair := graphtest.Arrows(t, "a b: a "+kind+" b").EdgeList()[0]
						pair.X, pair.Y = x, y
						graphs = append(graphs, append(slices.Clone(edges), pair))
					}
				}
			}
		}
		all := make([]*graph.Graph, len(graphs))
		for i, edges := range graphs {
			all[i] = g.With(edges)
		}
		return all
	}
	count := func(graphs []*graph.Graph, is func(*graph.Graph) bool) int {
		n := 0
		for _, g := range graphs {
			if is(g) {
				n++
			}
		}
		return n
	}
	for _, tt := range []struct {
		name  string
		n     int
		kinds string
		is    func(*graph.Graph) bool
		want  int
	}{
		{"DAGs", 3, "--> <--", naive.IsDAG, 25},
		{"DAGs", 4, "--> <--", naive.IsDAG, 543},
		{"CPDAGs", 2, "--> <-- ---", naive.IsCPDAG, 2},
		{"CPDAGs", 3, "--> <-- ---", naive.IsCPDAG, 11},
		{"CPDAGs", 4, "--> <-- ---", naive.IsCPDAG, 185},
	} {
		if got := count(every(tt.n, strings.Fields(tt.kinds)...), tt.is); got != tt.want {
			t.Errorf("%d %s with %d nodes, want %d", got, tt.name, tt.n, tt.want)
		}
	}
}

func TestDrawings(t *testing.T) {
	for _, tt := range []struct{ graph, want string }{
		{"a --> b --> c <-- d", "a --- b; b --> c; d --> c"},
		{"a --> b --> c", "a --- b --- c"},
	} {
		if got := naive.CPDAG(naive.DAGs(graphtest.Arrows(t, tt.graph))); !got.Equal(graphtest.Arrows(t, tt.want)) {
			t.Errorf("%s draws %v, want %s", tt.graph, got, tt.want)
		}
	}
	// The rules of Zhang, On the completeness of orientation rules for causal discovery
	// in the presence of latent confounders and selection bias (Artif. Intell.
	// 172:1873–1896), on the smallest graphs where they matter.
	for _, tt := range []struct {
		graph, want string
		lines       bool
	}{
		{"a --> b <-> c <-- d", "a o-> b <-> c <-o d", false},
		{"a --> b --> c", "a o-o b o-o c", false},
		{"a --> b <-- c; b --> d", "a o-> b <-o c; b --> d", false},
		{"a --- b --- c --- d --- a", "a --- b --- c --- d --- a", true},
		{"a --- b --- c", "a o-o b o-o c", true},
	} {
		if got := naive.PAG(naive.MAGs(graphtest.Arrows(t, tt.graph), tt.lines)); !got.Equal(graphtest.Arrows(t, tt.want)) {
			t.Errorf("%s draws %v, want %s", tt.graph, got, tt.want)
		}
	}
	// A clique of k nodes has k! members, a tree k, the 4-cycle with a chord 10.
	for drawing, want := range map[string]int{
		"a --- b --- c --- a":                6,
		"a --- b --- c --- d":                4,
		"a --- b --- c --- d --- a; a --- c": 10,
		"a --> b":                            1,
		"a --> b --- c":                      0,
	} {
		if got := len(naive.Members(graphtest.Arrows(t, drawing))); got != want {
			t.Errorf("%s has %d members, want %d", drawing, got, want)
		}
	}
}

func TestProject(t *testing.T) {
	for _, tt := range []struct{ graph, latent, selected, want string }{
		{"a <-> b --> c; b <-> c", "", "", "a <-> b; a <-> c; b --> c"},
		{"a --> b --> c", "b", "", "a --> c"},
		{"a <-- l --> b", "l", "", "a <-> b"},
		{"a --> s <-- b", "", "s", "a --- b"},
		{"a --> s <-- b; b --> c", "", "s", "a --- b; b --> c"},
		{"a --> b", "", "", "a --> b"},
	} {
		g := graphtest.Arrows(t, tt.graph)
		got := naive.Project(g, graphtest.Set(t, g, tt.latent), graphtest.Set(t, g, tt.selected))
		if !got.Equal(graphtest.Arrows(t, tt.want)) {
			t.Errorf("%s without {%s}, given {%s}: %v, want %s", tt.graph, tt.latent, tt.selected, got, tt.want)
		}
	}
}

// A projection is a MAG with the separations of the graph among what is left, given
// what was selected.
func TestProjectProperties(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		g := graphtest.ADMG(rng, 4+rng.IntN(2), rng.Float64())
		latent := graph.SetOf(graph.Node(rng.IntN(g.N())))
		selected := graph.SetOf(graph.Node(rng.IntN(g.N()))).Minus(latent)
		mag := naive.Project(g, latent, selected)
		if !naive.IsMAG(mag, true) {
			t.Fatalf("seed %d: %v without %v given %v: %v is no MAG", seed, g, latent.Nodes(), selected.Nodes(), mag)
		}
		var kept []graph.Node
		for v := range graph.AllNodes(g.N()).Minus(latent).Minus(selected).All() {
			kept = append(kept, v)
		}
		for y := range kept {
			for x := range y {
				z := graphtest.Subset(rng, mag, graph.Node(x), graph.Node(y))
				whole := selected.Clone()
				for v := range z.All() {
					whole.Add(kept[v])
				}
				if naive.Separated(mag, graph.Node(x), graph.Node(y), z) != naive.Separated(g, kept[x], kept[y], whole) {
					t.Fatalf("seed %d: %v without %v given %v: %v separates otherwise", seed, g, latent.Nodes(), selected.Nodes(), mag)
				}
			}
		}
	}
}
