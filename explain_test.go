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
			s := sepdist.Settings{TruthClass: tk, GuessClass: gk}
			member, err := class.Check(truth, tk)
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
				e, err := sepdist.Explain(context.Background(), m, truth, guess, s, 1000, "", "")
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
