package measure_test

import (
	"context"
	"math"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/naive"
)

// every lists all statements about n nodes.
func every(n int) (list []task.Statement) {
	for y := range graph.Node(n) {
		for x := range y {
			for s := range naive.Subsets(graph.AllNodes(n).Without(x, y)) {
				list = append(list, task.Statement{X: y, Y: x, Given: s.Nodes()})
			}
		}
	}
	return list
}

// The list of all statements gives the full metric, and any other what algorithm 3 of Wahl and
// Runge says, over the orders that it has.
func TestListedStatements(t *testing.T) {
	for _, c := range classes {
		for seed := range uint64(6) {
			const n = 5
			g, h := c.random(seed, n), c.random(seed+70, n)
			truth, guess := newModel(t, g, c.name), newModel(t, h, c.name)
			ng, nh := naive.Read(g, c.name), naive.Read(h, c.name)
			all := every(n)
			for _, metric := range []string{"sc-metric", "c-metric", "s-metric"} {
				want := mustMeasure(t, metric, truth, guess, task.Params{}).Value
				got := mustMeasure(t, metric, truth, guess, task.Params{Statements: all}).Value
				if math.Abs(got-want) > 1e-12 {
					t.Errorf("%s(%v; %v) = %v by the list of all statements, %v without", metric, g, h, got, want)
				}
			}
			rng := graphtest.Rand(seed)
			var some []task.Statement
			var differ, count [n - 1]float64
			for _, s := range all {
				if len(s.Given) == 1 || rng.IntN(3) > 0 { // order 1 has none
					continue
				}
				some = append(some, s)
				count[len(s.Given)]++
				if ng.Separated(s.X, s.Y, graph.SetOf(s.Given...)) != nh.Separated(s.X, s.Y, graph.SetOf(s.Given...)) {
					differ[len(s.Given)]++
				}
			}
			want, orders := 0.0, 0.0
			for k := range count {
				if count[k] > 0 {
					want += differ[k] / count[k]
					orders++
				}
			}
			r := mustMeasure(t, "sc-metric", truth, guess, task.Params{Statements: some})
			if math.Abs(r.Value-want/orders) > 1e-12 || len(r.Orders) != int(orders) {
				t.Errorf("%v; %v: %v over %d orders, by definition %v over %v", g, h, r.Value, len(r.Orders), want/orders, orders)
			}
		}
	}
}

// What is no statement about the nodes is refused, and what cannot be combined is.
func TestListedStatementsRefused(t *testing.T) {
	g := newModel(t, graphtest.Arrows(t, "a --> b --> c"), "dag")
	m, err := distance.Find("sc-metric")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []task.Params{
		{Statements: []task.Statement{{X: 0, Y: 0}}},
		{Statements: []task.Statement{{X: 0, Y: 1, Given: []graph.Node{1}}}},
		{Statements: []task.Statement{{X: 0, Y: 9}}},
		{Statements: []task.Statement{{X: 0, Y: 1}}, Orders: task.OrderParams{Samples: 5}},
	} {
		if _, err := measure.Measure(context.Background(), m, g, g, p); err == nil {
			t.Errorf("%+v is measured", p)
		}
	}
	r := mustMeasure(t, "sc-metric", g, g, task.Params{Statements: []task.Statement{}})
	if r.Defined() {
		t.Errorf("the metric of no statements is %v", r.Value)
	}
}
