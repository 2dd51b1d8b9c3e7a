package series_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/series"
)

// depth is how many slices the judge unrolls before a window; the common ancestors of graphs
// as small as these are not further away.
const depth = 80

// someSeries draws a small DAG, or with bidirected links an ADMG.
func someSeries(rng *rand.Rand, n int, mixed bool) *graph.Series {
	lag := 1 + rng.IntN(3)
	p, auto := []float64{.08, .15, .3}[rng.IntN(3)], []float64{0, .3, .8}[rng.IntN(3)]
	if mixed {
		return graphtest.RandomMixedSeries(rng, n, lag, p, auto, []float64{.05, .15}[rng.IntN(2)])
	}
	return graphtest.RandomSeries(rng, n, lag, p, auto)
}

func model(s *graph.Series, latent graph.Set) *series.Model {
	m, err := series.CheckADMG(s)
	if err != nil {
		panic(err)
	}
	return m.Hide(latent)
}

func project(m *series.Model, w series.Window) *series.Projection {
	p, err := m.Project(w)
	if err != nil {
		panic(err)
	}
	return p
}

func TestProjectRandom(t *testing.T) {
	rng := graphtest.Rand(1)
	for i := range 900 {
		n := 2 + rng.IntN(4)
		s := someSeries(rng, n, i%3 > 0)
		var latent graph.Set
		if rng.IntN(2) == 0 {
			latent.Add(graph.Node(n - 1))
		}
		last := -rng.IntN(3)
		w := series.Window{First: last + rng.IntN(s.MaxLag()+2), Last: last}
		fails := func(s, _ *graph.Series) bool {
			hidden := latent.And(graph.AllNodes(s.N()))
			return !project(model(s, hidden), w).Graph.EqualByIndex(naive.ProjectSeries(s, hidden, w.First, w.Last, depth))
		}
		if fails(s, s) {
			graphtest.FailingSeries(t, s, s, fails)
		}
	}
}

func TestSeparatedRandom(t *testing.T) {
	rng := graphtest.Rand(2)
	for i := range 150 {
		n := 2 + rng.IntN(3)
		s := someSeries(rng, n, i%2 == 1)
		m := model(s, nil)
		u := naive.Unroll(s, depth, 0)
		for range 10 {
			var moments []graph.LaggedNode
			for v := range graph.Node(n) {
				for lag := range 4 {
					moments = append(moments, graph.LaggedNode{Variable: v, Lag: lag})
				}
			}
			rng.Shuffle(len(moments), func(i, j int) { moments[i], moments[j] = moments[j], moments[i] })
			x, y, set := moments[0], moments[1], moments[2:2+rng.IntN(5)]
			var given graph.Set
			for _, z := range set {
				given.Add(u.Node(z))
			}
			got, err := m.Separated(x, y, set)
			if err != nil {
				t.Fatal(err)
			}
			if want := u.Separated(u.Node(x), u.Node(y), given); got != want {
				t.Errorf("%v: %v and %v given %v: separated %v, want %v", s, x, y, set, got, want)
			}
			path, open, err := m.OpenPath(x, y, set)
			if err != nil || open == got {
				t.Fatalf("%v: %v and %v given %v: an open path %v, %v", s, x, y, set, open, err)
			}
			if open {
				openPath(t, s, x, y, set, path)
			}
		}
	}
}

// openPath holds that a path of the infinite graph from x to y is open given a set.
func openPath(t *testing.T, s *graph.Series, x, y graph.LaggedNode, set []graph.LaggedNode, path []series.PathEdge) {
	t.Helper()
	if path[0].X != x || path[len(path)-1].Y != y {
		t.Fatalf("%v: the path %v does not go from %v to %v", s, path, x, y)
	}
	first, last := 0, 0
	for _, m := range append([]graph.LaggedNode{x, y}, set...) {
		first, last = max(first, m.Lag), min(last, m.Lag)
	}
	for _, e := range path {
		first, last = max(first, e.Y.Lag), min(last, e.Y.Lag)
	}
	node := func(m graph.LaggedNode) graph.Node { return graph.Node((m.Lag-last)*s.N()) + m.Variable }
	var edges []graph.Edge
	for _, l := range s.Links() {
		for lag := last; lag+l.Lag <= first; lag++ {
			edges = append(edges, graph.Edge{
				X: node(graph.LaggedNode{Variable: l.X, Lag: lag + l.Lag}), Y: node(graph.LaggedNode{Variable: l.Y, Lag: lag}),
				AtX: l.AtX, AtY: l.AtY,
			})
		}
	}
	g := graph.MustNew(graph.NumberedNames("", 0, s.N()*(first-last+1)), edges)
	var walk []graph.Edge
	for _, e := range path {
		walk = append(walk, graph.Edge{X: node(e.X), Y: node(e.Y), AtX: e.AtX, AtY: e.AtY})
	}
	var given graph.Set
	for _, z := range set {
		given.Add(node(z))
	}
	if !naive.Open(g, walk, given) {
		t.Errorf("%v: the path %v is not open given %v", s, path, set)
	}
}

func names(s *graph.Series, n int) []graph.Node { return graph.AllNodes(min(n, s.N())).Nodes() }

// TestDistancesRandom compares DAGs with DAGs, ADMGs, and DAGs with a latent variable.
func TestDistancesRandom(t *testing.T) {
	rng := graphtest.Rand(3)
	for i := range 90 {
		n := 2 + rng.IntN(2)
		hidden := i % 3 / 2
		truth := someSeries(rng, n+hidden, i%3 == 1)
		guess := someSeries(rng, n, false)
		fails := func(truth, guess *graph.Series) bool {
			guess = guess.Induced(names(guess, n)) // they shrink together, latent variables last
			latent := graph.AllNodes(truth.N()).Minus(graph.AllNodes(guess.N()))
			maxLag := max(1, truth.MaxLag(), guess.MaxLag())
			want := naive.SeriesDistances(truth, guess, maxLag, 40)
			c, err := series.NewComparison(model(truth, latent), model(guess, nil), series.Options{})
			if err != nil {
				panic(err)
			}
			counts, err := c.Distances(t.Context(), strategies...)
			if err != nil {
				panic(err)
			}
			for i, s := range strategies {
				if counts[i].Wrong != float64(want[s.Name()]) || counts[i].Of != float64(len(naive.SeriesPairs(guess.N(), maxLag))) {
					return true
				}
			}
			return false
		}
		if fails(truth, guess) {
			graphtest.FailingSeries(t, truth, padded(truth, guess), fails)
		}
	}
}

// padded returns the guess with the latent variables of the truth too, so that both shrink together.
func padded(truth, guess *graph.Series) *graph.Series {
	for guess.N() < truth.N() {
		list := append(slices.Clone(guess.Names().List()), truth.Names().List()[guess.N()])
		guess, _ = graph.NewSeries(list, guess.Links())
	}
	return guess
}

func TestClassRandom(t *testing.T) {
	rng := graphtest.Rand(4)
	for range 300 {
		s := graphtest.RandomSeries(rng, 3+rng.IntN(3), 1+rng.IntN(2), []float64{.15, .25, .4}[rng.IntN(3)], .3*float64(rng.IntN(3)))
		fails := func(s, _ *graph.Series) bool {
			class := naive.StationaryClass(s)
			drawn := series.CPDAG(s)
			if series.Size(drawn).Cmp(big.NewInt(int64(len(class)))) != 0 {
				return true
			}
			if !drawn.EqualByIndex(union(class)) {
				return true
			}
			m, err := series.CheckCPDAG(drawn)
			return err != nil || !slices.ContainsFunc(class, m.Walk().EqualByIndex)
		}
		if fails(s, s) {
			graphtest.FailingSeries(t, s, s, fails)
		}
	}
}

// union draws a class: what its members do not share is a line.
func union(class []*graph.Series) *graph.Series {
	links := slices.Clone(class[0].Links())
	for i, l := range links {
		for _, other := range class[1:] {
			if other.Between(l.X, l.Lag, l.Y)[0] != l {
				links[i].AtX, links[i].AtY = graph.Tail, graph.Tail
			}
		}
	}
	return class[0].With(links)
}

// TestCheckCPDAGRandom draws graphs of arrows and lines: they are CPDAGs if and only if some
// way to orient the lines makes a DAG whose class they draw.
func TestCheckCPDAGRandom(t *testing.T) {
	rng := graphtest.Rand(5)
	good := 0
	for range 3000 {
		s := graphtest.RandomSeries(rng, 3+rng.IntN(2), 1, .4, .2)
		links := slices.Clone(s.Links())
		for i := range links {
			if links[i].Lag == 0 && rng.IntN(2) == 0 {
				links[i].AtX, links[i].AtY = graph.Tail, graph.Tail
			}
		}
		fails := func(s, _ *graph.Series) bool {
			_, err := series.CheckCPDAG(s)
			return (err == nil) != isCPDAG(s)
		}
		drawing := s.With(links)
		if isCPDAG(drawing) {
			good++
		}
		if fails(drawing, drawing) {
			graphtest.FailingSeries(t, drawing, drawing, fails)
			return
		}
	}
	if good < 100 {
		t.Errorf("only %d of the graphs were CPDAGs", good)
	}
}

func isCPDAG(s *graph.Series) bool {
	links := slices.Clone(s.Links())
	var orient func(i int) bool
	orient = func(i int) bool {
		if i == len(links) {
			dag := s.With(links)
			if _, cycle := dag.Lag0().Order(); cycle != nil {
				return false
			}
			return union(naive.StationaryClass(dag)).EqualByIndex(s)
		}
		l := links[i]
		if !l.Edge().Undirected() {
			return orient(i + 1)
		}
		defer func() { links[i] = l }()
		for _, marks := range [][2]graph.Mark{{graph.Tail, graph.Arrow}, {graph.Arrow, graph.Tail}} {
			links[i].AtX, links[i].AtY = marks[0], marks[1]
			if orient(i + 1) {
				return true
			}
		}
		return false
	}
	return orient(0)
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		drawing string
		check   func(*graph.Series) (*series.Model, error)
		code    string
		text    string
	}{
		{"A(t-1) <-- B(t)", series.CheckDAG, series.BackwardArrow, "the link A(t-1) <-- B(t) points back in time; no effect comes before its cause"},
		{"A(t-1) <-- B(t)", series.CheckADMG, series.BackwardArrow, "points back in time"},
		{"A(t-1) <-- B(t)", series.CheckCPDAG, series.BackwardArrow, "points back in time"},
		{"A(t) --> B(t); B(t) --> C(t); C(t) --> A(t)", series.CheckDAG, series.DirectedCycle, "directed cycle A(t) --> B(t) --> C(t) --> A(t)"},
		{"A(t) --> B(t); B(t) --> A(t)", series.CheckADMG, series.DirectedCycle, "directed cycle A(t) --> B(t) --> A(t)"},
		{"A(t-1) <-> B(t)", series.CheckDAG, series.LinkKind, "a DAG has directed links only"},
		{"A(t) --- B(t)", series.CheckADMG, series.LinkKind, "an ADMG has directed and bidirected links only"},
		{"A(t-1) --- B(t)", series.CheckCPDAG, series.LinkKind, "the lagged link A(t-1) --- B(t) is undirected; the order of time is known: expected A(t-1) --> B(t)"},
		{"A(t-1) o-> B(t)", series.CheckADMG, series.CircleMark, "the link A(t-1) o-> B(t) has a circle"},
		{"A(t) x-x B(t)", series.CheckCPDAG, series.ConflictMark, "the link A(t) x-x B(t) has conflicting orientations"},
		{"A(t-1) --> B(t); B(t) --- C(t)", series.CheckCPDAG, series.MeekRule1, "A(t-1) --> B(t) --- C(t) without a link between A(t-1) and C(t); B(t) --- C(t) has to be B(t) --> C(t) (Meek's rule 1)"},
		{"A(t) --> B(t); B(t) --- C(t); A(t) --- C(t)", series.CheckCPDAG, series.PartlyDirected, "partially directed cycle A(t) --> B(t) --- C(t) --- A(t)"},
		{"A(t) --- B(t); B(t) --- C(t); C(t) --- D(t); A(t) --- D(t)", series.CheckCPDAG, series.Chordless, "has no chord"},
		{"A(t) --> B(t)", series.CheckCPDAG, series.Reversible, "A(t) --> B(t) can be reversed to B(t) --> A(t) within the equivalence class"},
	} {
		_, err := c.check(graphtest.Series(t, c.drawing))
		bad, ok := err.(*series.Fault)
		if !ok || bad.Code != c.code || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %s: %s", c.drawing, err, c.code, c.text)
		}
	}
}

// TestTimeOrients holds the example of the documentation: what comes before a slice orients
// its links.
func TestTimeOrients(t *testing.T) {
	for drawing, want := range map[string]string{
		"A(t) --> B(t)":                                   "A(t) --- B(t)",
		"A(t) --> B(t); A(t-1) --> A(t)":                  "A(t) --> B(t); A(t-1) --> A(t)",
		"A(t) --> B(t); B(t-1) --> B(t)":                  "A(t) --> B(t); B(t-1) --> B(t)",
		"A(t) --> B(t); C(t-1) --> A(t); C(t-1) --> B(t)": "A(t) --- B(t); C(t-1) --> A(t); C(t-1) --> B(t)",
	} {
		if got := series.CPDAG(graphtest.Series(t, drawing)); !got.EqualByIndex(graphtest.Series(t, want)) {
			t.Errorf("the class of %s is %v, want %s", drawing, got, want)
		}
	}
}

// drawPath draws a path: "X(t-1) <-- Z(t-4) --> Y(t)".
func drawPath(s *graph.Series, path []series.PathEdge) string {
	var b strings.Builder
	for i, e := range path {
		if i == 0 {
			b.WriteString(s.MomentName(e.X))
		}
		fmt.Fprintf(&b, " %s %s", graph.Edge{AtX: e.AtX, AtY: e.AtY}.Arrow(), s.MomentName(e.Y))
	}
	return b.String()
}

// TestLinkBeforeWindow has a trek that leaves its later side by a bidirected link, long
// before its other side arrives there: X(t) <-- V(t-1) <-> A(t-3) --> B(t-2) --> Y(t).
func TestLinkBeforeWindow(t *testing.T) {
	s := graphtest.Series(t, "X Y V A B: A(t-2) <-> V(t); A(t-1) --> B(t); V(t-1) --> X(t); B(t-2) --> Y(t)")
	m := checked(t, series.CheckADMG, s)
	g := project(m, series.Window{}).Graph
	if len(g.Between(0, 1)) != 1 || !g.Between(0, 1)[0].Bidirected() {
		t.Errorf("X(t) and Y(t) have the edges %v in %v", g.Between(0, 1), g)
	}
	path, _, err := m.OpenPath(graph.LaggedNode{Variable: 0}, graph.LaggedNode{Variable: 1}, nil)
	if got, want := drawPath(s, path), "X(t) <-- V(t-1) <-> A(t-3) --> B(t-2) --> Y(t)"; err != nil || got != want {
		t.Errorf("the path is %s, %v, want %s", got, err, want)
	}
}

// TestFarCommonAncestor needs a walk far back: 3 and 5 steps meet after 15.
func TestFarCommonAncestor(t *testing.T) {
	s := graphtest.Series(t, "Z(t-1) --> Z(t); Z(t-3) --> X(t); X(t-5) --> X(t); Z(t-2) --> Y(t); Y(t-7) --> Y(t)")
	m := checked(t, series.CheckDAG, s)
	x, y := graphtest.Moment(t, s, "X(t)"), graphtest.Moment(t, s, "Y(t)")
	path, open, err := m.OpenPath(x, y, []graph.LaggedNode{graphtest.Moment(t, s, "Z(t-3)"), graphtest.Moment(t, s, "Z(t-2)")})
	if err != nil || !open {
		t.Fatalf("open %v, %v", open, err)
	}
	openPath(t, s, x, y, []graph.LaggedNode{graphtest.Moment(t, s, "Z(t-3)"), graphtest.Moment(t, s, "Z(t-2)")}, path)
	lone := checked(t, series.CheckDAG, graphtest.Series(t, "Z(t-4) --> X(t); Z(t-5) --> Y(t)"))
	path, open, err = lone.OpenPath(graph.LaggedNode{Variable: 1, Lag: 1}, graph.LaggedNode{Variable: 2}, nil)
	if got := drawPath(lone.Walk(), path); err != nil || !open || got != "X(t-1) <-- Z(t-5) --> Y(t)" {
		t.Errorf("the path is %q, %v", got, err)
	}
}
