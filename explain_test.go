package sepdist_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// random returns a random graph of the class.
func random(kind string, seed uint64, n int) *graph.Graph {
	rng := graphtest.Rand(seed)
	switch kind {
	case "dag":
		return graphtest.DAG(rng, n, 0.4)
	case "cpdag":
		return graphtest.CPDAG(rng, n, 0.4)
	case "mpdag":
		return graphtest.MPDAG(rng, n, 0.4)
	case "mag":
		return graphtest.MAGWithLines(rng, n, 0.4)
	case "pag":
		return graphtest.PAG(rng, n, 0.4)
	case "admg":
		return graphtest.ADMG(rng, n, 0.3)
	}
	return graphtest.Cyclic(rng, n, 0.3)
}

// Every path that is shown is open by definition in a graph with the separations of the
// truth, starts and ends where it says, and there are as many claims as the distance counts.
func TestShownPathsAreOpen(t *testing.T) {
	kinds := []string{"dag", "cpdag", "mag", "pag", "admg", "cyclic"}
	shown := 0
	for i, kind := range kinds {
		for seed := range uint64(15) {
			other := kinds[(i+int(seed))%len(kinds)]
			truth, guess := random(kind, seed, 5), random(other, seed+77, 5)
			tk, err := class.Parse(kind)
			if err != nil {
				t.Fatal(err)
			}
			gk, err := class.Parse(other)
			if err != nil {
				t.Fatal(err)
			}
			of := func(g *graph.Graph, kind class.Kind) *sepdist.Graph { return &sepdist.Graph{Graph: g, Class: kind} }
			member, err := class.Check(context.Background(), truth, tk)
			if err != nil {
				t.Fatal(err)
			}
			paths := member.Model().Paths()
			if !naive.MSeparations(paths).Equal(naive.Read(truth, kind).Statements) {
				t.Fatalf("%v: paths are shown on %v, which has other separations", truth, paths)
			}
			for _, metric := range []string{"zl-sd", "mb-zl-sd"} {
				m, err := distance.Find(metric)
				if err != nil {
					t.Fatal(err)
				}
				e, err := sepdist.Explain(context.Background(), of(truth, tk), of(guess, gk), sepdist.ExplainOptions{Metric: m.Name, Limit: 1000})
				if err != nil {
					t.Fatal(err)
				}
				if e.Wrong != int64(len(e.Claims)) {
					t.Errorf("%s(%v; %v): %v wrong, %d shown", metric, truth, guess, e.Wrong, len(e.Claims))
				}
				for _, c := range e.Claims {
					shown++
					path := edgesOf(t, paths, c.Path)
					given := graphtest.Set(t, truth, strings.Join(c.Separator, " "))
					if !naive.Open(paths, path, given) || c.Path[0] != c.X || c.Path[len(c.Path)-1] != c.Y {
						t.Errorf("%s(%v; %v): %s, %s given %v: %v is not open", metric, truth, guess, c.X, c.Y, c.Separator, c.Path)
					}
					if slices.Contains(c.Why, "") || len(c.Why) != len(path)-1 {
						t.Errorf("%s(%v; %v): %v has the reasons %q", metric, truth, guess, c.Path, c.Why)
					}
				}
			}
		}
	}
	if shown < 300 {
		t.Errorf("only %d paths were shown", shown)
	}
}

// edgesOf returns the path whose names and arrows are given in turn.
func edgesOf(t *testing.T, g *graph.Graph, path []string) []graph.Edge {
	t.Helper()
	var edges []graph.Edge
	for i := 0; i+2 < len(path); i += 2 {
		x, y := graphtest.Node(t, g, path[i]), graphtest.Node(t, g, path[i+2])
		j := slices.IndexFunc(g.Between(x, y), func(e graph.Edge) bool { return e.Arrow() == path[i+1] })
		if j < 0 {
			t.Fatalf("%v: no edge %v", g, path[i:i+3])
		}
		edges = append(edges, g.Between(x, y)[j])
	}
	return edges
}

// There are as many claims about effects as the distance counts, each with its kind and with
// what shows it; fewer are shown where fewer are asked for, and the counts stay.
func TestExplainEffects(t *testing.T) {
	for seed := range uint64(20) {
		truth, guess := random([]string{"dag", "cpdag"}[seed%2], seed, 6), random([]string{"dag", "cpdag"}[seed/2%2], seed+77, 6)
		for _, metric := range []string{"parent-aid", "ancestor-aid", "oset-aid"} {
			m, err := distance.Find(metric)
			if err != nil {
				t.Fatal(err)
			}
			e, err := sepdist.Explain(context.Background(), &sepdist.Graph{Graph: truth}, &sepdist.Graph{Graph: guess}, sepdist.ExplainOptions{Metric: m.Name, Limit: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if e.Wrong != int64(len(e.Claims)) {
				t.Errorf("%s(%v; %v): %v wrong, %d shown", metric, truth, guess, e.Wrong, len(e.Claims))
			}
			adjusts := map[string]bool{claim.InvalidAdjusting: true, claim.AmenableInGuess: true}
			for _, c := range e.Claims {
				if c.Path[0] != c.X || c.Path[len(c.Path)-1] != c.Y || c.Shows == "" || c.In == "" || adjusts[c.Kind] != (c.Separator != nil) {
					t.Errorf("%s(%v; %v): %+v", metric, truth, guess, c)
				}
			}
			few, err := sepdist.Explain(context.Background(), &sepdist.Graph{Graph: truth}, &sepdist.Graph{Graph: guess}, sepdist.ExplainOptions{Metric: m.Name, Limit: 3})
			if err != nil {
				t.Fatal(err)
			}
			if len(few.Claims) != min(3, len(e.Claims)) || few.Wrong != e.Wrong || !slices.Equal(few.Nodes, e.Nodes) {
				t.Errorf("%s(%v; %v): of %d claims %d are shown, %v is said to be wrong", metric, truth, guess, len(e.Claims), len(few.Claims), few.Wrong)
			}
		}
	}
}

// The s/c-metrics count as many statements as differ by definition, and all of them can be
// shown; with a pair those about it.
func TestExplainStatements(t *testing.T) {
	for seed := range uint64(10) {
		kinds := []string{"dag", "cpdag", "mag", "admg", "cyclic"}
		kind, other := kinds[seed%5], kinds[(seed+seed/5)%5]
		truth, guess := random(kind, seed, 5), random(other, seed+77, 5)
		tk, err := class.Parse(kind)
		if err != nil {
			t.Fatal(err)
		}
		gk, err := class.Parse(other)
		if err != nil {
			t.Fatal(err)
		}
		of := func(g *graph.Graph, kind class.Kind) *sepdist.Graph { return &sepdist.Graph{Graph: g, Class: kind} }
		missed, invented, statements, connected := 0, 0, 0, 0
		for _, o := range naive.Orders(naive.Read(truth, kind).Statements, naive.Read(guess, other).Statements) {
			missed += o.ConnectedTruth - o.ConnectedBoth
			invented += o.ConnectedGuess - o.ConnectedBoth
			statements += o.Statements
			connected += o.ConnectedTruth
		}
		for metric, want := range map[string][2]int{
			"sc-metric": {missed + invented, statements},
			"c-metric":  {missed, connected},
			"s-metric":  {invented, statements - connected},
		} {
			m, err := distance.Find(metric)
			if err != nil {
				t.Fatal(err)
			}
			e, err := sepdist.Explain(context.Background(), of(truth, tk), of(guess, gk), sepdist.ExplainOptions{Metric: m.Name, Limit: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if e.Wrong != int64(want[0]) || e.Of != int64(want[1]) || len(e.Claims) != want[0] {
				t.Errorf("%s(%v; %v): %v of %v wrong, %d shown, by definition %v", metric, truth, guess, e.Wrong, e.Of, len(e.Claims), want)
			}
			about := 0
			for _, c := range e.Claims {
				if c.X == truth.Name(0) && c.Y == truth.Name(3) {
					about++
				}
			}
			pair, err := sepdist.Explain(context.Background(), of(truth, tk), of(guess, gk), sepdist.ExplainOptions{Metric: m.Name, Limit: 1000, X: truth.Name(3), Y: truth.Name(0)})
			if err != nil {
				t.Fatal(err)
			}
			if len(pair.Claims) != about || pair.Wrong != nil {
				t.Errorf("%s(%v; %v): %d claims about a pair, of which %d are shown with it", metric, truth, guess, about, len(pair.Claims))
			}
		}
	}
}

// A pair of edges that differ only in drawing a member of the same class is no reason.
func TestExplainNamesDrawnEdges(t *testing.T) {
	m, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	truth, guess := graphtest.Arrows(t, "a --- b --- c --- d"), graphtest.Arrows(t, "a --- b --- c; d")
	e, err := sepdist.Explain(context.Background(), &sepdist.Graph{Graph: truth}, &sepdist.Graph{Graph: guess}, sepdist.ExplainOptions{Metric: m.Name, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Edges) != 1 || e.Edges[0].Edge != "c --- d" || e.Edges[0].Guess != "no edge" || e.Edges[0].Claims != len(e.Claims) {
		t.Errorf("%+v", e.Edges)
	}
}
