package distance_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// measure returns the result of the metric of the given name.
func measure(t testing.TB, metric string, truth, guess *class.Model, p distance.Params) distance.Result {
	t.Helper()
	m, err := distance.Find(metric)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Measure(context.Background(), truth, guess, p)
	if err != nil {
		t.Fatalf("%s(%v; %v): %v", metric, truth.Drawn(), guess.Drawn(), err)
	}
	return r
}

// The adjustment distances of gadjid 0.1.0, sid with bounds over the class among them.
func TestAdjustmentPeers(t *testing.T) {
	compared := 0
	for _, c := range graphtest.Peer(t, 1000) {
		truth, guess := model(t, c.Truth, c.TruthClass), model(t, c.Guess, c.GuessClass)
		for metric, want := range c.Wrong {
			if !strings.HasSuffix(metric, "-aid") && metric != "sid" {
				continue
			}
			compared++
			if got := wrong(t, metric, truth, guess, distance.Params{}); got != want {
				t.Errorf("%s: %s = %d, want %d", c.ID, metric, got, want)
			}
		}
		if c.SIDBounds != nil {
			compared++
			r := measure(t, "sid", truth, guess, distance.Params{})
			got := [2]int{int(r.Lower.Wrong), int(r.Upper.Wrong)}
			if got != *c.SIDBounds || r.Partial {
				t.Errorf("%s: sid from %d to %d (partial %v), want %v", c.ID, got[0], got[1], r.Partial, *c.SIDBounds)
			}
		}
	}
	if compared < 260 {
		t.Errorf("only %d values were compared", compared)
	}
}

// All mixes of small DAGs and CPDAGs against the definitions.
func TestAdjustmentByDefinition(t *testing.T) {
	draw := map[string]func(seed uint64, n int) *graph.Graph{
		"dag":   func(seed uint64, n int) *graph.Graph { return graphtest.DAG(graphtest.Rand(seed), n, 0.5) },
		"cpdag": func(seed uint64, n int) *graph.Graph { return graphtest.CPDAG(graphtest.Rand(seed), n, 0.5) },
	}
	for seed := range uint64(60) {
		n := 2 + int(seed%4)
		for _, mix := range [][2]string{{"dag", "dag"}, {"dag", "cpdag"}, {"cpdag", "dag"}, {"cpdag", "cpdag"}} {
			g, h := draw[mix[0]](2*seed, n), draw[mix[1]](2*seed+1, n)
			truth, guess := model(t, g, mix[0]), model(t, h, mix[1])
			for _, kind := range []string{"parent", "ancestor", "oset"} {
				want := naive.AID(naive.NewEffects(g), naive.NewEffects(h), kind)
				if got := wrong(t, kind+"-aid", truth, guess, distance.Params{}); got != want {
					t.Fatalf("%s-aid(%v; %v) = %d, by definition %d", kind, g, h, got, want)
				}
			}
		}
	}
}
