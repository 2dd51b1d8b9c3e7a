package sepdist_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/report"
)

// Two graphs of any classes are called Markov equivalent if and only if they have the same statements by
// definition, and the witness is a statement that only one of them has.
func TestMarkovEquivalence(t *testing.T) {
	kinds := []string{"dag", "cpdag", "mpdag", "mag", "pag", "admg", "cyclic"}
	type count struct{ yes, no int }
	counts := make(map[string]*count)
	for _, kind := range kinds {
		for _, other := range kinds {
			seen := new(count)
			counts[kind+" "+other] = seen
			tk, _ := class.Parse(kind)
			gk, _ := class.Parse(other)
			for seed := range uint64(24) {
				n := 3 + int(seed%3)
				truth, guess := random(kind, seed, n), random(other, seed+1000, n)
				if seed%4 == 0 && kind == other { // so that some have all edges but one
					guess = truth
				}
				c, err := sepdist.Compare(t.Context(), &sepdist.Graph{Graph: truth, Class: tk}, &sepdist.Graph{Graph: guess, Class: gk}, sepdist.Options{Metrics: []string{"zl-sd"}, Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				a, b := naive.Read(truth, kind), naive.Read(guess, other)
				want := a.Equal(b.Statements)
				e := c.Equivalence
				if e == nil || e.Equivalent == nil || *e.Equivalent != want || (e.Witness == nil) != want {
					t.Fatalf("%v, a %s, and %v, a %s: %+v, by definition %v", truth, kind, guess, other, e, want)
				}
				if want {
					seen.yes++
					continue
				}
				seen.no++
				if !onlyIn(t, truth, e.Witness, a, b) {
					t.Errorf("%v, a %s, and %v, a %s: %v does not hold", truth, kind, guess, other, e)
				}
				if zero := c.Results[0].Result.Value == 0; zero != (e.Hint != "") {
					t.Errorf("%v and %v: zl-sd is %v, with the hint %q", truth, guess, c.Results[0].Result.Value, e.Hint)
				}
			}
		}
	}
	yes := 0
	for _, n := range counts {
		yes += n.yes
	}
	if yes < 100 {
		t.Errorf("only %d pairs are equivalent", yes)
	}
}

// onlyIn reports whether a witness separates in the graph that it names and not in the other.
func onlyIn(t *testing.T, g *graph.Graph, w *report.EquivalenceWitness, truth, guess *naive.Model) bool {
	t.Helper()
	in, other := truth, guess
	if w.In == "guess" {
		in, other = guess, truth
	}
	x, y, set := graphtest.Node(t, g, w.X), graphtest.Node(t, g, w.Y), graphtest.Set(t, g, strings.Join(w.Separator, " "))
	return in.Separated(x, y, set) && !other.Separated(x, y, set)
}

// Every pair of mixed graphs over three nodes, and every pair of DAGs: equivalence is that of all statements.
func TestMarkovEquivalenceOfAllSmallGraphs(t *testing.T) {
	var graphs []*sepdist.Graph
	var models []*naive.Model
	for g := range graphtest.Every(3, "", "-->", "<--", "<->") {
		m, err := class.Check(t.Context(), g, class.ADMG)
		if err != nil {
			continue
		}
		graphs = append(graphs, &sepdist.Graph{Graph: m.Graph(), Class: class.ADMG})
		models = append(models, naive.Read(g, "admg"))
	}
	if len(graphs) < 60 {
		t.Fatalf("only %d graphs", len(graphs))
	}
	for i, truth := range graphs {
		for j, guess := range graphs {
			c, err := sepdist.Compare(t.Context(), truth, guess, sepdist.Options{Metrics: []string{"shd"}, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if want := models[i].Equal(models[j].Statements); *c.Equivalence.Equivalent != want {
				t.Errorf("%v and %v: %v, by definition %v", truth.Graph, guess.Graph, c.Equivalence, want)
			}
		}
	}
}

// A guess with an edge too many gets 0 by every separation distance: the comparison says that the graphs
// differ, in every form.
func TestZeroIsNotEquivalence(t *testing.T) {
	truth, guess := graphtest.Arrows(t, "A --> B --> C"), graphtest.Arrows(t, "A --> B --> C; A --> C")
	c, err := sepdist.Compare(t.Context(), &sepdist.Graph{Graph: truth}, &sepdist.Graph{Graph: guess}, sepdist.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const line = "Markov equivalent: no; A and C are separated by {B} in the truth, not in the guess"
	for name, write := range map[string]func(*strings.Builder) error{
		"text":     func(b *strings.Builder) error { return c.Text(b) },
		"Markdown": func(b *strings.Builder) error { return c.Markdown(b) },
	} {
		var b strings.Builder
		if err := write(&b); err != nil || !strings.Contains(b.String(), line) || !strings.Contains(b.String(), "symmetric") {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
	}
	var b strings.Builder
	if err := c.JSON(&b); err != nil || !strings.Contains(b.String(), `"separated_in": "truth"`) {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// For time-series DAGs a difference is found if and only if the stationary graphs differ in a link or in a
// collider whose ends are not linked.
func TestMarkovEquivalenceOfTimeSeries(t *testing.T) {
	for _, tt := range []struct {
		truth, guess string
		class        class.Kind
		want         string
	}{
		{"X(t-1) --> X(t); X(t) --> Y(t)", "X(t-1) --> X(t); X(t) --> Y(t)", class.TSDAG, "Markov equivalent: yes"},
		{"X(t) --> Y(t)", "Y(t) --> X(t)", class.TSDAG, "Markov equivalent: yes"},
		{"X(t) --- Y(t)", "Y(t) --> X(t)", class.Unstated, "Markov equivalent: yes"},
		{"X(t-1) --> X(t); X(t) --> Y(t)", "X(t-1) --> X(t); Y(t) --> X(t)", class.TSDAG, "Markov equivalent: no; "},
		{"X(t-1) --> Y(t)", "X(t-1) --> Y(t); X(t-2) --> Y(t)", class.TSDAG, "Markov equivalent: no; "},
		{"X(t-1) --> Y(t); X(t-1) <-> Y(t)", "X(t-1) --> Y(t)", class.TSADMG, "Markov equivalent: not determined"},
		{"A(t-1) --> A(t); A(t-1) <-> A(t); B(t-1) --> B(t)", "A(t-1) --> A(t); B(t-1) --> B(t)", class.TSADMG, "Markov equivalent: not determined"},
	} {
		truth, guess := &sepdist.Graph{Series: graphtest.Series(t, tt.truth), Class: tt.class}, &sepdist.Graph{Series: graphtest.Series(t, tt.guess), Class: tt.class}
		c, err := sepdist.Compare(t.Context(), truth, guess, sepdist.Options{Metrics: []string{"shd"}})
		if err != nil {
			t.Fatal(err)
		}
		if c.Equivalence == nil || !strings.HasPrefix(c.Equivalence.String(), tt.want) {
			t.Errorf("%s and %s: %v", tt.truth, tt.guess, c.Equivalence)
		}
	}
}

// A large pair is compared block by block, by small sets or by Markov blankets, and a pair that takes too long
// is not called equivalent.
func TestMarkovEquivalenceOfLargeGraphs(t *testing.T) {
	rng := graphtest.Rand(1)
	g := graphtest.DAG(rng, 600, 0.004)
	edges := g.EdgeList()
	for _, tt := range []struct {
		guess *graph.Graph
		want  string
	}{
		{g, "Markov equivalent: yes"},
		{g.With(edges[:len(edges)-1]), "Markov equivalent: no; "},
	} {
		c, err := sepdist.Compare(t.Context(), &sepdist.Graph{Graph: g}, &sepdist.Graph{Graph: tt.guess}, sepdist.Options{Metrics: []string{"zl-sd", "mb-zl-sd", "pparent-sd"}})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(c.Equivalence.String(), tt.want) {
			t.Errorf("%v, expected %q", c.Equivalence, tt.want)
		}
	}
	large, dense := graphtest.DAG(rng, 4000, 0.001), graphtest.DAG(rng, 4000, 0.01)
	for _, tt := range []struct {
		truth, guess *graph.Graph
		want         string
	}{
		{large, large, "Markov equivalent: yes"},
		{large, reversed(large), "Markov equivalent: no; "},
		{dense, dense, "Markov equivalent: yes"},
		{dense, reversed(dense), "Markov equivalent: not checked, since that takes long"},
	} {
		c, err := sepdist.Compare(t.Context(), &sepdist.Graph{Graph: tt.truth}, &sepdist.Graph{Graph: tt.guess}, sepdist.Options{Metrics: []string{"shd"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Equivalence.String(); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s, expected %s", got, tt.want)
		}
	}
}

// reversed returns a DAG with one edge reversed that is not equivalent.
func reversed(g *graph.Graph) *graph.Graph {
	for i, e := range g.EdgeList() {
		edges := g.EdgeList()
		edges[i] = graph.Directed(e.Y, e.X)
		if e.AtX == graph.Arrow {
			edges[i] = graph.Directed(e.X, e.Y)
		}
		h := g.With(edges)
		order, _ := h.Order()
		if order != nil && len(g.Parents(e.X)) > 0 && len(g.Parents(e.Y)) > 1 {
			return h
		}
	}
	panic("no edge can be reversed")
}

// In large graphs an edge that only one of them has shows that they are not equivalent.
func TestMarkovEquivalenceByMissingEdge(t *testing.T) {
	for seed := range uint64(8) {
		rng := graphtest.Rand(seed)
		with := graphtest.DAG(rng, 1000, 0.003)
		edges := with.EdgeList()
		k := rng.IntN(len(edges))
		without := with.With(append(edges[:k:k], edges[k+1:]...))
		pair := []*sepdist.Graph{{Graph: with, Class: class.DAG}, {Graph: without, Class: class.DAG}}
		if seed%2 == 1 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		c, err := sepdist.Compare(t.Context(), pair[0], pair[1], sepdist.Options{Metrics: []string{"shd"}, As: []class.Kind{class.Unstated, class.CPDAG}[seed/2%2]})
		if err != nil {
			t.Fatal(err)
		}
		w := c.Equivalence.Witness
		if w == nil || w.In != []string{"guess", "truth"}[seed%2] {
			t.Fatalf("seed %d: %v", seed, c.Equivalence)
		}
		x, y, set := graphtest.Node(t, with, w.X), graphtest.Node(t, with, w.Y), graphtest.Set(t, with, strings.Join(w.Separator, " "))
		if !with.Adjacent(x, y) || !msep.New(without).Separated(x, y, set) {
			t.Errorf("seed %d: %v does not hold", seed, c.Equivalence)
		}
	}
}
