package separation

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// nearDAG returns g without an edge, with an edge turned round, or with one more, if it is a DAG then.
func nearDAG(rng *rand.Rand, g *graph.Graph) *graph.Graph {
	edges := g.EdgeList()
	switch i := rng.IntN(len(edges) + 1); {
	case i == len(edges):
		if x, y := graphtest.Pair(rng, g); !g.Adjacent(x, y) {
			edges = append(edges, graph.Directed(x, y))
		}
	case rng.IntN(2) == 0:
		edges = append(edges[:i], edges[i+1:]...)
	default: // which end of an arrow is X is all one
		edges[i].AtX, edges[i].AtY = edges[i].AtY, edges[i].AtX
	}
	if h := g.With(edges); naive.IsDAG(h) {
		return h
	}
	return g
}

func dagModel(t *testing.T, g *graph.Graph) *model.Model {
	t.Helper()
	m, err := class.Check(context.Background(), g, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	return m.Model()
}

// Where an agreement settles claims about graphs that are near each other, the distances are what their
// definition says.
func TestAgreement(t *testing.T) {
	settled := [3]int{}
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		n := 4 + int(seed)%4
		truthGraph := graphtest.DAG(rng, n, 0.4)
		guessGraph := nearDAG(rng, truthGraph)
		truth, guess := dagModel(t, truthGraph), dagModel(t, guessGraph)
		a := agreementOf(separator.Nearest, truth, guess)
		for i, set := range []graph.Set{a.ancestral, a.blanket, a.all} {
			if settled[i] += set.Len(); set.Len() == n && !truthGraph.EqualByIndex(guessGraph) {
				t.Errorf("%v and %v agree everywhere", truthGraph, guessGraph)
			}
		}
		nt, ng := naive.Read(truthGraph, "dag"), naive.Read(guessGraph, "dag")
		for _, s := range separator.Strategies {
			// With explicit sources, the shortcut for small graphs is not taken.
			r, err := byBlankets(s)(context.Background(), truth, guess, task.Params{Sources: graph.AllNodes(n)})
			if err != nil {
				t.Fatal(err)
			}
			if want := naive.SeparationDistance(nt, ng, "mb-"+s.Name); int(r.Count.Wrong) != want {
				t.Errorf("seed %d: mb-%s(%v; %v) = %v, by definition %d", seed, s.Name, truthGraph, guessGraph, r.Count.Wrong, want)
			}
		}
	}
	for i, count := range settled {
		if count < 100 {
			t.Errorf("set %d of the agreements has %d nodes in all", i, count)
		}
	}
}
