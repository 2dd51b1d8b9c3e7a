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

// byDefinition are the classes as internal/naive defines them.
var byDefinition = map[class.Kind]func(*graph.Graph) bool{
	class.DAG:    naive.IsDAG,
	class.CPDAG:  naive.IsCPDAG,
	class.MPDAG:  naive.IsMPDAG,
	class.MAG:    func(g *graph.Graph) bool { return naive.IsMAG(g, true) },
	class.ADMG:   naive.IsADMG,
	class.PAG:    func(g *graph.Graph) bool { return naive.IsPAG(g, true) },
	class.Cyclic: naive.IsCyclic,
}

// known holds what the definitions said. They are slow, and graphs that differ only in
// which node is which are of the same classes.
var known = make(map[string]bool)

func isByDefinition(g *graph.Graph, k class.Kind) bool {
	key := k.String() + unnamed(g)
	is, asked := known[key]
	if !asked {
		is = byDefinition[k](g)
		known[key] = is
	}
	return is
}

// unnamed returns a text that graphs have in common if and only if they are the same up
// to the order of their nodes: the least of all orders.
func unnamed(g *graph.Graph) string {
	least := ""
	order := make([]graph.Node, 0, g.N())
	var extend func()
	extend = func() {
		if len(order) == g.N() {
			if text := ordered(g, order); least == "" || text < least {
				least = text
			}
			return
		}
		for v := range graph.Node(g.N()) {
			if !slices.Contains(order, v) {
				order = append(order, v)
				extend()
				order = order[:len(order)-1]
			}
		}
	}
	extend()
	return least
}

func ordered(g *graph.Graph, order []graph.Node) string {
	var text []byte
	for i, y := range order {
		for _, x := range order[:i] {
			for _, e := range g.Between(x, y) {
				text = append(text, "-<ox"[e.AtX-1], "->ox"[e.AtY-1])
			}
			text = append(text, ' ')
		}
	}
	return string(text)
}

// exact fails the test where Check and the definition disagree on g, and where a
// refusal does not show why.
func exact(t *testing.T, g *graph.Graph, kinds ...class.Kind) {
	t.Helper()
	for _, k := range kinds {
		m, err := class.Check(context.Background(), g, k)
		if want := isByDefinition(g, k); (err == nil) != want {
			t.Fatalf("%v: is %v: %v, by definition %v (%v)", g, k, err == nil, want, err)
		}
		if err == nil {
			if m.Kind() != k || m.Graph() != g || m.Model().Kind() != k || m.Model().Drawn() != g {
				t.Fatalf("%v: checked as %v, got %v of class %v", g, k, m.Graph(), m.Kind())
			}
			continue
		}
		if err := shows(t, g, err); err != nil {
			t.Fatalf("%v: %v", g, err)
		}
	}
}

func TestCheckPartiallyDirected(t *testing.T) {
	for n := range 5 {
		for g := range graphtest.Every(n, "", "-->", "<--", "---") {
			exact(t, g, class.DAG, class.CPDAG, class.MPDAG)
		}
	}
}

func TestCheckMarks(t *testing.T) {
	marks := []string{"", "-->", "<--", "<->", "---", "o-o", "o->", "<-o", "o--", "--o"}
	for n := range 4 {
		for g := range graphtest.Every(n, marks...) {
			exact(t, g, class.All()...)
			if !isByDefinition(g, class.PAG) && naive.IsPAG(g, false) {
				t.Fatalf("%v is a PAG only where there is no selection", g)
			}
		}
	}
}

func TestCheckMixed(t *testing.T) {
	pairs := []string{"", "-->", "<--", "<->", "--> <->", "<-- <->", "--> <--", "--> <-- <->", "---"}
	for n := range 4 {
		for g := range graphtest.Every(n, pairs...) {
			exact(t, g, class.DAG, class.MAG, class.ADMG, class.Cyclic)
		}
	}
}

// change returns g with the edges between two nodes replaced by one of the given
// kinds, or removed.
func change(seed uint64, g *graph.Graph, kinds ...graph.Edge) *graph.Graph {
	rng := graphtest.Rand(seed)
	x, y := graphtest.Pair(rng, g)
	var edges []graph.Edge
	for e := range g.Edges() {
		if e = e.Canonical(); e.X != min(x, y) || e.Y != max(x, y) {
			edges = append(edges, e)
		}
	}
	if i := rng.IntN(len(kinds) + 1); i < len(kinds) {
		edges = append(edges, graph.Edge{X: x, Y: y, AtX: kinds[i].AtX, AtY: kinds[i].AtY})
	}
	return g.With(edges)
}

func TestCheckChanged(t *testing.T) {
	arrow, line, both := graph.Directed(0, 1), graph.Undirected(0, 1), graph.Bidirected(0, 1)
	circles := graph.Edge{AtX: graph.Circle, AtY: graph.Circle}
	circle := graph.Edge{AtX: graph.Circle, AtY: graph.Arrow}
	for seed := range uint64(25) {
		rng := graphtest.Rand(seed)
		p := rng.Float64()
		exact(t, change(seed, graphtest.CPDAG(rng, 5, p), arrow, line), class.CPDAG, class.MPDAG)
		exact(t, change(seed, graphtest.MPDAG(rng, 5, p), arrow, line), class.CPDAG, class.MPDAG)
		exact(t, change(seed, graphtest.MAG(rng, 6, p), arrow, both), class.MAG, class.ADMG)
		exact(t, change(seed, graphtest.MAGWithLines(rng, 5, p), arrow, both, line), class.MAG)
		exact(t, change(seed, graphtest.ADMG(rng, 5, p), arrow, both), class.MAG, class.ADMG, class.Cyclic)
		exact(t, change(seed, graphtest.PAG(rng, 4, p), arrow, both, circle, circles), class.PAG)
		exact(t, change(seed, graphtest.PAGWithLines(rng, 4, p), arrow, both, line, circle, circles), class.PAG)
	}
}
