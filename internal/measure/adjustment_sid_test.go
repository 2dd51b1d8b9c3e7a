package measure_test

import (
	"math"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/naive"
)

// The bounds are those over all members, one by one.
func TestSIDBoundsByDefinition(t *testing.T) {
	for seed := range uint64(30) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(5)
		truth := graphtest.DAG(rng, n, rng.Float64())
		guess := graphtest.CPDAG(rng, n, []float64{0.3, 0.5, 1}[seed%3])
		if seed%7 == 0 {
			guess = equiv.CPDAG(graph.MustNew(guess.Names(), chain(n)))
		}
		r := mustMeasure(t, "sid", newModel(t, truth, "dag"), newModel(t, guess, "cpdag"), task.Params{})
		lower, upper := naive.SIDBounds(truth, guess)
		if r.Lower.Wrong != float64(lower) || r.Upper.Wrong != float64(upper) || r.Partial {
			t.Errorf("seed %d: sid(%v; %v) from %v to %v, by definition %d to %d", seed, truth, guess, *r.Lower, *r.Upper, lower, upper)
		}
		switch {
		case lower == upper && (r.Value != r.Lower.Value() || !r.Counted):
			t.Errorf("seed %d: sid(%v; %v) is %v", seed, truth, guess, r.Value)
		case lower < upper && (!math.IsNaN(r.Value) || r.Why == "" || r.Counted):
			t.Errorf("seed %d: sid(%v; %v) is %v, because %q", seed, truth, guess, r.Value, r.Why)
		}
	}
}

func chain(n int) (edges []graph.Edge) {
	for v := 1; v < n; v++ {
		edges = append(edges, graph.Directed(graph.Node(v-1), graph.Node(v)))
	}
	return edges
}

// On larger chain components the bounds are those over the members that can be
// enumerated; with sources, targets and weights too.
func TestSIDBoundsOfLargeComponents(t *testing.T) {
	for seed := range uint64(40) {
		rng := graphtest.Rand(seed)
		n := 6 + rng.IntN(5)
		truth := newModel(t, graphtest.DAG(rng, n, 0.4), "dag")
		guess := equiv.CPDAG(chordal(rng.IntN, n, 1+rng.IntN(3)))
		p := task.Params{}
		switch seed % 4 {
		case 1:
			p.Sources = graphtest.Subset(rng, guess)
		case 2:
			p.Targets = graphtest.Subset(rng, guess)
		case 3:
			p.Weights = task.Weights{}
			for range 3 * n {
				x, y := graphtest.Pair(rng, guess)
				p.Weights[[2]graph.Node{x, y}] = float64(rng.IntN(4))
			}
		}
		lower, upper := math.Inf(1), math.Inf(-1)
		for m := range equiv.Members(guess) {
			sid := mustMeasure(t, "sid", truth, newModel(t, m, "dag"), p).Count.Wrong
			lower, upper = min(lower, sid), max(upper, sid)
		}
		r := mustMeasure(t, "sid", truth, newModel(t, guess, "cpdag"), p)
		if r.Lower.Wrong != lower || r.Upper.Wrong != upper || r.Partial {
			t.Errorf("seed %d: sid to %v from %v to %v, over the members %v to %v", seed, guess, *r.Lower, *r.Upper, lower, upper)
		}
	}
}

// chordal returns a DAG without unshielded colliders: each node has up to k parents,
// which are adjacent to each other.
func chordal(intN func(int) int, n, k int) *graph.Graph {
	var edges []graph.Edge
	parents := make([][]graph.Node, n)
	for v := graph.Node(1); int(v) < n; v++ {
		first := graph.Node(intN(int(v)))
		clique := append([]graph.Node{first}, parents[first]...)
		clique = clique[:min(len(clique), k)]
		parents[v] = clique
		for _, p := range clique {
			edges = append(edges, graph.Directed(p, v))
		}
	}
	return graph.MustNew(graph.NumberedNames("v", 0, n), edges)
}

// A path of lines has as many members as nodes, however long; a clique of 12 nodes has
// 479 001 600, of which the order of the truth attains the lower bound.
func TestSIDBoundsOfHugeClasses(t *testing.T) {
	const n = 12
	var edges, back []graph.Edge
	for y := range graph.Node(n) {
		for x := range y {
			edges = append(edges, graph.Directed(x, y))
			back = append(back, graph.Directed(y, x))
		}
	}
	names := graph.NumberedNames("v", 0, n)
	truth := newModel(t, graph.MustNew(names, edges), "dag")
	guess := newModel(t, equiv.CPDAG(graph.MustNew(names, edges)), "cpdag")
	r := mustMeasure(t, "sid", truth, guess, task.Params{})
	worst := mustMeasure(t, "sid", truth, newModel(t, graph.MustNew(names, back), "dag"), task.Params{}).Count.Wrong
	if r.Lower.Wrong != 0 || r.Upper.Wrong < worst || r.Partial {
		t.Errorf("complete graphs: from %v to %v (partial %v), reversed %v", *r.Lower, *r.Upper, r.Partial, worst)
	}

	const long = 120
	names = graph.NumberedNames("v", 0, long)
	path := graph.MustNew(names, chain(long))
	r = mustMeasure(t, "sid", newModel(t, path, "dag"), newModel(t, equiv.CPDAG(path), "cpdag"), task.Params{})
	lower, upper := math.Inf(1), 0.0
	for m := range equiv.Members(equiv.CPDAG(path)) {
		sid := mustMeasure(t, "sid", newModel(t, path, "dag"), newModel(t, m, "dag"), task.Params{}).Count.Wrong
		lower, upper = min(lower, sid), max(upper, sid)
	}
	if r.Lower.Wrong != lower || r.Upper.Wrong != upper || r.Partial {
		t.Errorf("path: from %v to %v (partial %v), over the members %v to %v", *r.Lower, *r.Upper, r.Partial, lower, upper)
	}
}

// Where there are too many orientations the bounds still hold, and this is said.
func TestSIDBoundsCapped(t *testing.T) {
	const n = 40
	names := graph.NumberedNames("v", 0, n)
	var lines []graph.Edge
	for y := range graph.Node(30) {
		for x := range y {
			lines = append(lines, graph.Undirected(x, y))
		}
	}
	guess := graph.MustNew(names, lines)
	truth := newModel(t, graphtest.DAG(graphtest.Rand(3), n, 0.1), "dag")
	r := mustMeasure(t, "sid", truth, newModel(t, guess, "cpdag"), task.Params{})
	if !r.Partial || len(r.Notes) != 1 {
		t.Fatalf("a clique of 30 nodes: partial %v, %q", r.Partial, r.Notes)
	}
	rng := graphtest.Rand(1)
	for range 20 {
		place := rng.Perm(n)
		var arrows []graph.Edge
		for _, e := range lines {
			if place[e.X] < place[e.Y] {
				arrows = append(arrows, graph.Directed(e.X, e.Y))
			} else {
				arrows = append(arrows, graph.Directed(e.Y, e.X))
			}
		}
		member := newModel(t, graph.MustNew(names, arrows), "dag")
		if sid := mustMeasure(t, "sid", truth, member, task.Params{}).Count.Wrong; sid < r.Lower.Wrong || sid > r.Upper.Wrong {
			t.Errorf("a member has %v, outside of %v to %v", sid, *r.Lower, *r.Upper)
		}
	}
	if r := mustMeasure(t, "sid", truth, newModel(t, guess, "cpdag"), task.Params{Pairs: 5}); r.Defined() || r.Why == "" {
		t.Errorf("bounds of a sample: %v, because %q", r.Value, r.Why)
	}
}
