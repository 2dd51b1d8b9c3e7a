package measure_test

import (
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// Most pairs of a large graph with few edges are settled by one walk for each node, and the estimate
// knows it; where there are many edges, or some pairs are asked for, they are not.
func TestEstimateOfSettledPairs(t *testing.T) {
	seconds := func(n, m int, metric string, p task.Params) float64 {
		truth, guess := dags(t, n, m, n/5)
		found, err := distance.Find(metric)
		if err != nil {
			t.Fatal(err)
		}
		p.Options.Workers = 1
		return measure.Estimate(found, truth, guess, p).Seconds()
	}
	const n = 4000
	few, nearest := seconds(n, 2*n, "parent-sd", task.Params{}), seconds(n, 2*n, "zl-sd", task.Params{})
	if few > nearest {
		t.Errorf("parent-sd is estimated at %v s, zl-sd at %v s", few, nearest)
	}
	if many := seconds(n, 8*n, "parent-sd", task.Params{}); many < 5*few {
		t.Errorf("%d edges are estimated at %v s, %d at %v s", 8*n, many, 2*n, few)
	}
	if some := seconds(n, 2*n, "parent-sd", task.Params{Sources: graph.AllNodes(n).Without(0)}); some < few {
		t.Errorf("all sources but one are estimated at %v s, all at %v s", some, few)
	}
}

// Optimal sets are one for each pair of a treatment and an outcome below it: graphs with long paths take
// long, and a sample of the pairs takes its share.
func TestEstimateOfOptimalSets(t *testing.T) {
	metric, err := distance.Find("oset-aid")
	if err != nil {
		t.Fatal(err)
	}
	seconds := func(edges int, pairs int64) float64 {
		truth, guess := dags(t, 1000, edges, 200)
		return measure.Estimate(metric, truth, guess, task.Params{Pairs: pairs, Options: task.Options{Workers: 1}}).Seconds()
	}
	few, many, some := seconds(2000, 0), seconds(10_000, 0), seconds(10_000, 10_000)
	if few <= 0 || many < 10*few {
		t.Errorf("2000 edges are estimated at %v s, 10 000 at %v s", few, many)
	}
	if some <= 0 || some > many/50 {
		t.Errorf("all pairs are estimated at %v s, 10 000 of 999 000 at %v s", many, some)
	}
}
