package class_test

import (
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

// exact fails the test where Check and the definition disagree on g, and where a
// refusal does not show why.
func exact(t *testing.T, g *graph.Graph, kinds ...class.Kind) {
	t.Helper()
	for _, k := range kinds {
		m, err := class.Check(g, k)
		if want := byDefinition[k](g); (err == nil) != want {
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
			if naive.IsPAG(g, false) && !naive.IsPAG(g, true) {
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
		if e = e.Forward(); e.X != min(x, y) || e.Y != max(x, y) {
			edges = append(edges, e)
		}
	}
	if i := rng.IntN(len(kinds) + 1); i < len(kinds) {
		edges = append(edges, graph.Edge{X: x, Y: y, AtX: kinds[i].AtX, AtY: kinds[i].AtY})
	}
	return g.With(edges)
}

func TestCheckChanged(t *testing.T) {
	arrow, line, both := graph.Directed(0, 1), graph.Line(0, 1), graph.Bidirected(0, 1)
	circles := graph.Edge{AtX: graph.Circle, AtY: graph.Circle}
	circle := graph.Edge{AtX: graph.Circle, AtY: graph.Arrow}
	for seed := range uint64(40) {
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
