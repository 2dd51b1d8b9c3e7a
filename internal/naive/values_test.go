package naive_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// TestValues holds distances that were worked out by hand.
func TestValues(t *testing.T) {
	const undefined = -1
	for _, tt := range []struct {
		truth, guess, class                 string
		shd, parent, ancestor, zl, mbP, mbZ int
		sc, s, c                            float64
		aid                                 [3]int // by parents, ancestors and optimal sets
		cpdagParentAID, cpdagSHD            int
	}{
		{"a --> b --> c", "a --> b <-- c", "dag", 1, 2, 2, 2, 2, 2, 1. / 3, 1. / 2, 1. / 6, [3]int{3, 3, 4}, 6, 2},
		{"a --> b --> c", "a; b; c", "dag", 2, 6, 6, 6, 6, 6, 5. / 6, 0, 1, [3]int{3, 3, 3}, 6, 2},
		{"a; b; c", "a --> b --> c", "dag", 2, 0, 0, 0, 0, 0, 5. / 6, 5. / 6, 0, [3]int{0, 0, 0}, 6, 2},
		{"a --> b --> c", "a --> b --> c; a --> c", "dag", 1, 0, 0, 0, 0, 0, 1. / 6, 1. / 2, 0, [3]int{0, 0, 0}, 0, 1},
		{"a --> b --> c --> d", "a --> b --> c <-- d", "dag", 1, 4, 4, 4, 2, 2, 0.25, 0.277778, 0.152778, [3]int{4, 4, 6}, 9, 2},
		{"a --> b --> c <-- d", "a --> b --> c --> d", "dag", 1, 4, 2, 3, 3, 3, 0.25, 0.444444, 0.157407, [3]int{4, 2, 2}, 9, 2},
		{"a <-> b <-> c <-> d", "a --> b --> c --> d", "mag", 3, undefined, 6, 4, undefined, 4, 0.444444, 0.5, 0.25, [3]int{}, 0, 0},
		{"a --> b <-> c <-- d", "a <-> b <-> c <-> d", "mag", 2, undefined, 0, 0, undefined, 0, 0, 0, 0, [3]int{}, 0, 0},
	} {
		name := tt.truth + " | " + tt.guess
		truth := naive.Read(graphtest.Arrows(t, tt.truth), tt.class)
		guess := naive.Read(graphtest.Arrows(t, tt.guess), tt.class)
		for strategy, want := range map[string]int{"parent": tt.parent, "ancestor": tt.ancestor, "zl": tt.zl, "mb-parent": tt.mbP, "mb-zl": tt.mbZ} {
			if want == undefined {
				continue
			}
			if got := naive.SeparationDistance(truth, guess, strategy); got != want {
				t.Errorf("%s: %s-sd is %d, want %d", name, strategy, got, want)
			}
		}
		if got := naive.SHD(truth.Drawn, guess.Drawn); got != tt.shd {
			t.Errorf("%s: shd is %d, want %d", name, got, tt.shd)
		}
		orders := naive.Orders(truth.Statements, guess.Statements)
		got := [3]float64{naive.SC(orders), naive.Faithfulness(orders), naive.Markov(orders)}
		for i, want := range [3]float64{tt.sc, tt.s, tt.c} {
			if math.Abs(got[i]-want) > 1e-6 {
				t.Errorf("%s: s/c, s and c are %v, want %v, %v, %v", name, got, tt.sc, tt.s, tt.c)
				break
			}
		}
		if tt.class != "dag" {
			continue
		}
		if got := aids(truth.Drawn, guess.Drawn); got != tt.aid {
			t.Errorf("%s: the AIDs are %v, want %v", name, got, tt.aid)
		}
		cTruth, cGuess := naive.CPDAG(truth.Class()), naive.CPDAG(guess.Class())
		if got := aids(cTruth, cGuess)[0]; got != tt.cpdagParentAID {
			t.Errorf("%s: parent-aid of the CPDAGs is %d, want %d", name, got, tt.cpdagParentAID)
		}
		if got := naive.SHD(cTruth, cGuess); got != tt.cpdagSHD {
			t.Errorf("%s: shd of the CPDAGs is %d, want %d", name, got, tt.cpdagSHD)
		}
	}
}

func aids(truth, guess *graph.Graph) (values [3]int) {
	for i, kind := range []string{"parent", "ancestor", "oset"} {
		values[i] = naive.AID(naive.NewEffects(truth), naive.NewEffects(guess), kind)
	}
	return values
}

// TestSIDPaper has the example of Peters and Bühlmann, Structural intervention
// distance for evaluating causal graphs: two guesses, each one edge from
// the truth, of which the first intervenes without fault and the second is wrong about
// eight pairs.
func TestSIDPaper(t *testing.T) {
	const truth = "a b c d e: a --> b; a --> c; a --> d; a --> e; b --> c; b --> d; b --> e"
	g := graphtest.Arrows(t, truth)
	more := graphtest.Arrows(t, truth+"; c --> d")
	turned := graphtest.Arrows(t, "a b c d e: b --> a; a --> c; a --> d; a --> e; b --> c; b --> d; b --> e")
	if got := naive.SID(g, more); got != 0 || naive.SHD(g, more) != 1 {
		t.Errorf("one arrow more: sid %d, want 0", got)
	}
	if got := naive.SID(g, turned); got != 8 || naive.SHD(g, turned) != 1 {
		t.Errorf("one arrow turned: sid %d, want 8", got)
	}
	if got := aids(g, turned); got != [3]int{8, 8, 8} {
		t.Errorf("one arrow turned: AIDs %v, want 8 each", got)
	}
	chain := graphtest.Arrows(t, "a --> b --> c")
	lines := graphtest.Arrows(t, "a --- b --- c")
	if lower, upper := naive.SIDBounds(chain, lines); lower != 0 || upper != 6 {
		t.Errorf("a chain against its class: sid from %d to %d, want 0 to 6", lower, upper)
	}
	if got := aids(chain, lines)[0]; got != 6 {
		t.Errorf("a chain against its class: parent-aid %d, want 6", got)
	}
}

// On CPDAGs a pair is amenable by definition if every path on which no arrow points
// back begins with an arrow (Perković, Textor, Kalisch and Maathuis, Complete graphical
// characterization and construction of adjustment sets, JMLR 18:1–62); there is a valid
// adjustment set for every member just then, their theorem says.
func TestAmenable(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		g := graphtest.CPDAG(rng, 4, rng.Float64())
		f := naive.NewEffects(g)
		for x := range graph.Node(g.N()) {
			for y := range graph.Node(g.N()) {
				if x == y {
					continue
				}
				if got, want := f.Amenable(x, y), !startsWithLine(g, x, y); got != want {
					t.Fatalf("seed %d: %v: %s, %s amenable by sets: %v, by paths: %v", seed, g, g.Name(x), g.Name(y), got, want)
				}
			}
		}
	}
}

// startsWithLine reports whether a path without arrows that point back leads from x to
// y and begins with a line.
func startsWithLine(g *graph.Graph, x, y graph.Node) bool {
	var reaches func(v graph.Node, seen graph.Set) bool
	reaches = func(v graph.Node, seen graph.Set) bool {
		if v == y {
			return true
		}
		for e := range g.EdgesAt(v) {
			if e.AtX != graph.Arrow && !seen.Has(e.Y) && reaches(e.Y, seen.Union(graph.SetOf(e.Y))) {
				return true
			}
		}
		return false
	}
	for _, u := range g.UndirectedNeighbors(x) {
		if reaches(u, graph.SetOf(x, u)) {
			return true
		}
	}
	return false
}

func TestNearest(t *testing.T) {
	const chain = "a --> b --> c --> d"
	// Wahl and Runge's figure against parent separation in MAGs; the ancestors do
	// separate there, in spite of the caption.
	const figure = "x y v z w: x <-> z; v <-> z; z --> y; v --> w; y <-> w; w --> x"
	const any = "*"
	for _, tt := range []struct {
		graph, x, y, include, within, want string
		ok                                 bool
	}{
		{chain, "a", "d", "", any, "b", true},
		{chain, "d", "a", "", any, "c", true},
		{chain, "a", "d", "c", any, "c", true},
		{chain, "a", "d", "", "b", "b", true},
		{chain, "a", "d", "", "c", "c", true},
		{chain, "a", "d", "", "", "", false},
		{chain, "a", "b", "", any, "", false},
		{figure, "x", "y", "", any, "v z w", true},
		{figure, "y", "x", "", any, "v z w", true},
		{"a <-> b --> c; b <-> c", "a", "c", "", any, "", false},
		{"a <-> b <-> c <-> d; b --> d; c --> a", "a", "d", "", any, "", false},
		{"a --- b --- c", "a", "c", "", any, "b", true},
		{"a --> b <-- c", "a", "c", "", any, "", true},
	} {
		g := graphtest.Arrows(t, tt.graph)
		within := graph.AllNodes(g.N())
		if tt.within != any {
			within = graphtest.Set(t, g, tt.within)
		}
		got, ok := naive.NearestWithin(g, graphtest.Node(t, g, tt.x), graphtest.Node(t, g, tt.y), graphtest.Set(t, g, tt.include), within)
		if ok != tt.ok || !got.Equal(graphtest.Set(t, g, tt.want)) {
			t.Errorf("%s | %s %s: %v %v, want %q", tt.graph, tt.x, tt.y, graphtest.Names(g, got), ok, tt.want)
		}
	}
	g := graphtest.Arrows(t, figure)
	x, y := graphtest.Node(t, g, "x"), graphtest.Node(t, g, "y")
	if naive.Separated(g, x, y, naive.Parents(g, x, y)) || !naive.Separated(g, x, y, naive.AncestorsOf(g, x, y)) {
		t.Errorf("%s: parents separate, or ancestors do not", figure)
	}
}

// A strategy's set separates in the graph it was read from, and where none is found
// there is none. ZL and the possible sets depend on the equivalence class alone.
// (Wahl and Runge, Separation-based distance measures for causal graphs.)
func TestStrategies(t *testing.T) {
	t.Parallel()
	offers := map[string][]string{
		"dag":    {"parent", "ancestor", "pparent", "pancestor", "zl", "mb-parent", "mb-zl"},
		"mag":    {"ancestor", "pancestor", "zl", "mb-zl"},
		"admg":   {"ancestor", "zl", "mb-ancestor"},
		"cyclic": {"ancestor", "zl", "mb-zl"},
	}
	for _, class := range graphtest.Classes {
		strategies := offers[class.Name]
		for seed := range uint64(25) {
			rng := graphtest.Rand(seed)
			g := class.Random(rng, 2+rng.IntN(4), rng.Float64())
			if g.M() > 7 || strategies == nil {
				continue
			}
			m := naive.Read(g, class.Name)
			for _, s := range strategies {
				if wrong := naive.SeparationDistance(m, m, s); wrong != 0 {
					t.Fatalf("%s, seed %d: %v: %d sets of %s do not separate", class.Name, seed, g, wrong, s)
				}
			}
			for y := range graph.Node(g.N()) {
				for x := range y {
					if _, ok := naive.Nearest(m.Walk, x, y); ok != m.Separable(x, y) {
						t.Fatalf("%s, seed %d: %v: %s, %s: a nearest separator is found: %v", class.Name, seed, g, g.Name(x), g.Name(y), ok)
					}
				}
			}
			if class.Name == "dag" || class.Name == "mag" {
				other := naive.Read(m.Class()[rng.IntN(len(m.Class()))], class.Name)
				sameClaims(t, fmt.Sprintf("%s, seed %d: %v", class.Name, seed, g), m, other)
			}
		}
	}
}

func sameClaims(t *testing.T, name string, m, other *naive.Model) {
	t.Helper()
	for _, s := range []string{"zl", "pancestor", "mb-zl"} {
		here, there := naive.Claims(m, s), naive.Claims(other, s)
		for x := range graph.Node(m.N()) {
			for y := range graph.Node(m.N()) {
				if x != y && m.Separable(x, y) && !here(x, y).Equal(there(x, y)) {
					t.Fatalf("%s: %s of %d, %d is another set in the equivalent %v", name, s, x, y, other.Drawn)
				}
			}
		}
	}
}
