package measure_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// The number of claims is that of the pairs about which the guess claims a separation, one by one;
// pairs without a separator are counted apart. Of restricted and weighted pairs, too.
func TestClaimsAreCounted(t *testing.T) {
	inseparable := false
	for _, c := range classes {
		for seed := range uint64(30) {
			rng := rand.New(rand.NewPCG(seed, 17))
			n := 2 + rng.IntN(6)
			truth, guess := newModel(t, graphtest.DAG(rng, n, 0.4), "dag"), newModel(t, c.random(seed, n), c.name)
			sources, targets := graph.NewSet(n), graph.NewSet(n)
			weights := task.Weights{}
			for x := range graph.Node(n) {
				if rng.IntN(2) == 0 {
					sources.Add(x)
				}
				if rng.IntN(2) == 0 {
					targets.Add(x)
				}
				for y := range graph.Node(n) {
					if x != y {
						weights[[2]graph.Node{x, y}] = float64(rng.IntN(4))
					}
				}
			}
			for i := range distance.Metrics {
				m := &distance.Metrics[i]
				if m.Claims != distance.AboutSeparation || m.Defined(truth.Kind(), guess.Kind()) != nil {
					continue
				}
				claims, silent := measure.ClaimsOf(m, guess), measure.Unclaimed(m, guess)
				for _, p := range []task.Params{{}, {Sources: sources}, {Targets: targets}, {Weights: weights, Sources: sources}, {Pairs: 3}} {
					r, err := measure.Measure(context.Background(), m, truth, guess, p)
					if err != nil {
						t.Fatal(err)
					}
					var want, none float64
					for x := range graph.Node(n) {
						for y := range graph.Node(n) {
							if x == y {
								continue
							}
							w := 1.0
							if p.Sources != nil && !p.Sources.Has(x) || p.Targets != nil && !p.Targets.Has(y) {
								w = 0
							} else if p.Weights != nil {
								w = p.Weights[[2]graph.Node{x, y}]
							}
							kind := claims(x, y).Kind
							switch kind {
							case claim.Separated:
								want += w
							case claim.Inseparable:
								none += w
								inseparable = true
							}
							if got := silent(int(x), int(y)); got != (kind != claim.Separated) {
								t.Fatalf("%s of %v: silent about %d, %d is %v, and the claim is %q", m.Name, guess.Drawn(), x, y, got, kind)
							}
						}
					}
					if !r.HasClaims || r.Claims != want || r.NoSeparator != none {
						t.Fatalf("%s of %v, %+v: %v claims and %v pairs without a separator, want %v and %v", m.Name, guess.Drawn(), p, r.Claims, r.NoSeparator, want, none)
					}
				}
			}
		}
	}
	if !inseparable {
		t.Error("no guess had a pair without a separator")
	}
}
