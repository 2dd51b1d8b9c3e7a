package sepdist_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// The values of the class of the truth do not depend on the order of the nodes, although a truth
// that stands for several graphs is replaced by one of them.
func TestClassOfTruthInAnyOrder(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 9))
		n := 3 + rng.IntN(5)
		for _, tt := range []struct {
			truth       *graph.Graph
			kind, guess class.Kind
		}{
			{graphtest.CPDAG(rng, n, 0.5), class.CPDAG, class.DAG},
			{graphtest.MPDAG(rng, n, 0.5), class.MPDAG, class.DAG},
			{graphtest.CPDAG(rng, n, 0.5), class.CPDAG, class.ADMG},
			{graphtest.PAG(rng, n, 0.5), class.PAG, class.MAG},
		} {
			guess, err := graph.New(tt.truth.Names().List(), nil)
			if err != nil {
				t.Fatal(err)
			}
			first := []string{tt.truth.Name(0)}
			for _, o := range []sepdist.Options{{}, {Sources: first}, {Targets: first}} {
				o.Metrics, o.Workers = []string{"all"}, 1
				values := func(truth *graph.Graph) map[string]float64 {
					c, err := sepdist.Compare(t.Context(), &sepdist.Graph{Graph: truth, Class: tt.kind}, &sepdist.Graph{Graph: guess, Class: tt.guess}, o)
					if err != nil {
						t.Fatal(err)
					}
					found := map[string]float64{}
					for _, e := range c.Results {
						if e.ClassOfTruth != nil && e.ClassOfTruth.Defined() {
							found[e.Metric.Name] = e.ClassOfTruth.Value
						}
					}
					return found
				}
				a, b := values(tt.truth), values(graphtest.Permute(rng, tt.truth))
				if _, ok := a["shd"]; !ok || len(a) != len(b) {
					t.Errorf("%v: %v and %v", tt.truth, a, b)
				}
				for name, x := range a {
					if y, ok := b[name]; !ok || math.Abs(x-y) > 1e-12 {
						t.Errorf("%v with sources %v, targets %v: %s is %v, in another order %v", tt.truth, o.Sources, o.Targets, name, x, y)
					}
				}
			}
		}
	}
}
