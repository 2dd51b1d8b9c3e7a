package measure_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/naive"
)

// What a guess of any class claims by a separation distance is what the definition of its
// strategy says.
func TestClaimsOfStrategies(t *testing.T) {
	for _, c := range classes {
		for seed := range uint64(8) {
			g := c.random(seed, 5)
			m, n := newModel(t, g, c.name), naive.Read(g, c.name)
			for i := range distance.Metrics {
				metric := &distance.Metrics[i]
				claims := measure.ClaimsOf(metric, m)
				if metric.Claims != distance.AboutSeparation || claims == nil {
					continue
				}
				want := naive.Claims(n, strings.TrimSuffix(metric.Name, "-sd"))
				for x := range graph.Node(5) {
					for y := range graph.Node(5) {
						if x == y {
							continue
						}
						got := claims(x, y)
						set, ok := want(x, y), n.Separable(x, y)
						switch {
						case g.Adjacent(x, y) != (got.Kind == claim.Adjacent),
							!g.Adjacent(x, y) && ok != (got.Kind == claim.Separated),
							got.Kind == claim.Separated && !slices.Equal(got.Set, set.Nodes()):
							t.Errorf("%s of %v, %d and %d: %v, by definition %v %v", metric.Name, g, x, y, got, set, ok)
						}
					}
				}
			}
		}
	}
}

// A claim about an effect that is a mistake against some truth is the claim that is reported with
// that mistake.
func TestClaimsAboutEffectsAreThoseOfMistakes(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed + 1000)
		kind := []string{"dag", "cpdag"}[seed%2]
		guess := newModel(t, classes[seed%2].random(seed, 6), kind)
		truth := newModel(t, graphtest.DAG(rng, 6, 0.4), "dag")
		for i := range distance.Metrics {
			metric := &distance.Metrics[i]
			claims := measure.ClaimsOf(metric, guess)
			if metric.Claims != distance.AboutEffects || claims == nil {
				continue
			}
			p := task.Params{Options: task.Options{Sets: true, Mistake: func(m distance.Mistake) {
				want := claim.Adjusted
				switch m.Kind {
				case claim.MissedEffect:
					want = claim.NoEffect
				case claim.AmenableInTruth:
					want = claim.Unidentified
				}
				got := claims(m.X, m.Y)
				seen[got.Kind]++
				if got.Kind != want || !slices.Equal(got.Set, m.Separator) {
					t.Errorf("%s of %v, %d on %d: %v, the mistake is %v", metric.Name, guess.Drawn(), m.X, m.Y, got, m)
				}
			}}}
			if _, err := measure.Measure(context.Background(), metric, truth, guess, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, kind := range []string{claim.NoEffect, claim.Unidentified, claim.Adjusted} {
		if seen[kind] < 20 {
			t.Errorf("%q %d times: the test says little", kind, seen[kind])
		}
	}
}
