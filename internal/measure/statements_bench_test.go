package measure_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/simulate"
)

// pairOf returns a DAG and one with some changes, or one that has nothing to do with
// it where changes is negative.
func pairOf(t testing.TB, nodes, edges, changes int, seed uint64) (truth, guess *model.Model) {
	t.Helper()
	model := func(g *graph.Graph, err error) class.Member {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		m, err := class.Check(context.Background(), g, class.DAG)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := model(simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: nodes, Edges: edges, Seed: seed}))
	if changes < 0 {
		return m.Model(), model(simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: nodes, Edges: edges, Seed: seed + 1000})).Model()
	}
	h := model(simulate.Change(context.Background(), m, simulate.Changes{Any: changes, Seed: seed}))
	return m.Model(), h.Model()
}

func BenchmarkOrders(b *testing.B) {
	m, err := distance.Find("sc-metric")
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []struct{ nodes, edges, changes int }{
		{5, 5, -1}, {10, 20, -1}, {15, 30, -1}, {20, 40, -1}, {25, 50, -1}, {40, 60, 6}, {60, 72, 6},
		{100, 110, 6}, {100, 120, 6}, {200, 200, 6},
	} {
		b.Run(fmt.Sprintf("nodes=%d/edges=%d/changes=%d", size.nodes, size.edges, size.changes), func(b *testing.B) {
			truth, guess := pairOf(b, size.nodes, size.edges, size.changes, 1)
			truth.Plan()
			guess.Plan()
			for b.Loop() {
				if _, err := measure.Measure(context.Background(), m, truth, guess, task.Params{Orders: task.OrderParams{Exact: size.nodes}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
