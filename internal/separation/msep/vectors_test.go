//go:build amd64 || arm64

package msep_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/simulate"
)

// Every distance that counts pairs is the same with and without vector instructions, on graphs with
// few edges and with many, on both sides of the number of lanes.
func TestDistancesWithoutVectors(t *testing.T) {
	kinds := []class.Kind{class.DAG, class.CPDAG, class.MAG, class.ADMG, class.PAG, class.Cyclic}
	for _, n := range []int{65, 256, 257} {
		for i, kind := range kinds {
			for k, edges := range []int{n, 6 * n} {
				truth := modelOf(t, kinds[(i+k)%len(kinds)], n, edges, 1)
				guess := modelOf(t, kind, n, edges, 2)
				for m := range distance.Metrics {
					metric := &distance.Metrics[m]
					if (metric.Group != "sd" && metric.Group != "mb" && metric.Group != "aid") || metric.Defined(truth.Kind(), guess.Kind()) != nil {
						continue
					}
					with, without := measured(t, metric, truth, guess), 0.0
					used := msep.WithoutVectors(func() { without = measured(t, metric, truth, guess) })
					if with != without {
						t.Errorf("%d nodes: %s of a %v to a %v: %v, and %v without vector instructions (used: %v)",
							n, metric.Name, guess.Kind(), truth.Kind(), with, without, used)
					}
				}
			}
		}
	}
}

// modelOf returns a random graph of the class.
func modelOf(t *testing.T, kind class.Kind, n, edges int, seed uint64) *model.Model {
	t.Helper()
	o := simulate.Options{Nodes: n, Edges: edges, Seed: seed}
	switch kind {
	case class.MAG, class.PAG:
		o.Bidirected, o.Edges = 0.2, min(edges, 2*n) // more takes long to check
	case class.ADMG, class.Cyclic:
		o.Bidirected, o.Bows = 0.2, 0.1
	}
	g, err := simulate.Graph(context.Background(), kind, o)
	if err != nil {
		t.Fatal(err)
	}
	member, err := class.Check(context.Background(), g, kind)
	if err != nil {
		t.Fatal(err)
	}
	return member.Model()
}

// measured returns the value of the metric for a few sources.
func measured(t *testing.T, m *distance.Metric, truth, guess *model.Model) float64 {
	t.Helper()
	r, err := measure.Measure(context.Background(), m, truth, guess, task.Params{Sources: graph.SetOf(0, 7, 21, 40), Options: task.Options{Workers: 1}})
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	return r.Value
}
