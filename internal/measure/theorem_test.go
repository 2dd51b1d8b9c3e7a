package measure_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/naive"
)

// If d(G, H) = 0 then
//
//	(i)   what is adjacent in G is adjacent in H;
//	(ii)  an unshielded collider of H whose edges are in G, too, is one of G;
//	(iii) a collider of H at the end of a path that discriminates it in both is one of G
//
// (Wahl and Runge, theorem on separation distances). The three are about MAGs. An ADMG makes the
// claims of its MAG, so that they hold of the MAGs of two ADMGs. Condition (iii) says nothing
// about DAGs, where no node at the end of such a path is a collider.
func TestZeroInOneDirection(t *testing.T) {
	none := graph.Set(nil)
	for _, c := range []struct {
		class        string
		random       func(seed uint64) *graph.Graph
		mag          func(g *graph.Graph) *graph.Graph
		discriminate bool
	}{
		{"dag", func(s uint64) *graph.Graph { return graphtest.DAG(graphtest.Rand(s), 5, 0.2+0.6*float64(s%2)) },
			func(g *graph.Graph) *graph.Graph { return g }, false},
		{"mag", func(s uint64) *graph.Graph { return graphtest.MAG(graphtest.Rand(s), 4, 0.5+0.4*float64(s%2)) },
			func(g *graph.Graph) *graph.Graph { return g }, true},
		{"admg", func(s uint64) *graph.Graph { return graphtest.ADMG(graphtest.Rand(s), 4, 0.3+0.4*float64(s%2)) },
			func(g *graph.Graph) *graph.Graph { return naive.Project(g, none, none) }, true},
	} {
		var zero, unlike, paths, crossed int
		for seed := range uint64(700) {
			g := c.random(2 * seed)
			h := c.random(2*(seed+5000) + seed%2)
			switch seed % 4 {
			case 0: // a graph that is near
				h = remarked(g, seed, c.class)
			case 1:
				if c.discriminate {
					rng := graphtest.Rand(seed)
					g, h = planted(rng, c.class), planted(rng, c.class)
				}
			}
			if g == nil || h == nil {
				continue
			}
			gm, hm := newModel(t, g, c.class), newModel(t, h, c.class)
			truth, guess := c.mag(g), c.mag(h)
			broken, both := violated(truth, guess)
			separations(t, c.class, c.class, func(metric string) {
				if wrong(t, metric, gm, hm, task.Params{}) != 0 {
					if broken == "(iii)" {
						crossed++
					}
					return
				}
				zero++
				paths += both
				if !truth.Equal(guess) {
					unlike++
				}
				if broken != "" {
					t.Errorf("%s(%v; %v) = 0 against %s", metric, g, h, broken)
				}
			})
		}
		if zero < 100 || unlike < 50 {
			t.Errorf("%s: %d distances are 0, %d of them between different graphs: the test says little", c.class, zero, unlike)
		}
		if c.discriminate && (paths < 50 || crossed < 20) {
			t.Errorf("%s: %d paths discriminate in both graphs, and %d distances tell of them: the test says little", c.class, paths, crossed)
		}
	}
}

// planted returns a graph of the class with a path that discriminates v, or nil where its marks
// make no such graph. An ADMG may have a bow on it.
//
//	x *-> w <-* v *-* y,  w --> y
func planted(rng *rand.Rand, class string) *graph.Graph {
	const x, w, v, y = 0, 1, 2, 3
	edges := []graph.Edge{graph.Directed(w, y)}
	edges = append(edges, []graph.Edge{graph.Directed(x, w), graph.Bidirected(x, w)}[rng.IntN(2)])
	edges = append(edges, []graph.Edge{graph.Directed(v, w), graph.Bidirected(v, w)}[rng.IntN(2)])
	edges = append(edges, []graph.Edge{graph.Directed(v, y), graph.Directed(y, v), graph.Bidirected(v, y)}[rng.IntN(3)])
	if class == "admg" && rng.IntN(2) == 0 {
		edges = append(edges, graph.Bidirected(x, w))
	}
	g, err := graph.NewWithNames(graph.NumberedNames("", 0, 4), edges)
	if err != nil || !fits[class](g) {
		return nil
	}
	return g
}

// fits tells by its definition whether a graph is of a class.
var fits = map[string]func(*graph.Graph) bool{
	"dag": naive.IsDAG, "admg": naive.IsADMG,
	"mag": func(g *graph.Graph) bool { return naive.IsMAG(g, false) },
}

// remarked returns g with other marks at one of its edges, or nil where that is
// not a graph of the class.
func remarked(g *graph.Graph, seed uint64, class string) *graph.Graph {
	edges := g.EdgeList()
	if len(edges) == 0 {
		return nil
	}
	rng := graphtest.Rand(seed)
	e := edges[rng.IntN(len(edges))]
	for _, other := range []graph.Edge{graph.Directed(e.X, e.Y), graph.Directed(e.Y, e.X), graph.Bidirected(e.X, e.Y)} {
		h, err := graph.NewWithNames(g.Names(), append(slices.DeleteFunc(g.EdgeList(), func(f graph.Edge) bool { return f.Canonical() == e.Canonical() }), other))
		if err == nil && !h.Equal(g) && fits[class](h) {
			return h
		}
	}
	return nil
}

// violated returns the first of the three conditions that does not hold between two MAGs, if any,
// and how many paths discriminate in both.
func violated(truth, guess *graph.Graph) (which string, both int) {
	for e := range truth.Edges() {
		if !guess.Adjacent(e.X, e.Y) {
			return "(i)", 0
		}
	}
	for _, c := range naive.Colliders(guess) {
		if truth.Adjacent(c.A, c.B) && truth.Adjacent(c.B, c.C) && !slices.Contains(naive.Colliders(truth), c) {
			return "(ii)", 0
		}
	}
	for _, path := range discriminating(guess) {
		if !discriminates(truth, path) {
			continue
		}
		both++
		if at := len(path) - 2; collider(guess, path, at) && !collider(truth, path, at) {
			which = "(iii)"
		}
	}
	return which, both
}

// discriminating returns every path of g that discriminates its last node but one.
func discriminating(g *graph.Graph) (all [][]graph.Node) {
	var extend func(path []graph.Node)
	extend = func(path []graph.Node) {
		if discriminates(g, path) {
			all = append(all, slices.Clone(path))
		}
		for v := range graph.Node(g.N()) {
			if !slices.Contains(path, v) && (len(path) == 0 || g.Adjacent(path[len(path)-1], v)) {
				extend(append(path, v))
			}
		}
	}
	extend(nil)
	return all
}

// discriminates reports whether the path from x to y
//
//	x *-> w <-> ... <-> w <-* v *-* y
//
// of the MAG g discriminates v: it has three edges or more, x and y are not adjacent, and each
// node between x and v is a collider on it and a parent of y.
func discriminates(g *graph.Graph, path []graph.Node) bool {
	n := len(path)
	if n < 4 || g.Adjacent(path[0], path[n-1]) || !g.Adjacent(path[n-2], path[n-1]) || !g.Adjacent(path[0], path[1]) {
		return false
	}
	for i := 1; i < n-2; i++ {
		if !g.Adjacent(path[i], path[i+1]) || !collider(g, path, i) || !slices.Contains(g.Between(path[i], path[n-1]), graph.Directed(path[i], path[n-1])) {
			return false
		}
	}
	return true
}

// collider reports whether the node at place i of the path is a collider on it.
func collider(g *graph.Graph, path []graph.Node, i int) bool {
	into := func(from graph.Node) bool {
		for _, e := range g.Between(from, path[i]) {
			if e.AtY == graph.Arrow {
				return true
			}
		}
		return false
	}
	return into(path[i-1]) && into(path[i+1])
}
