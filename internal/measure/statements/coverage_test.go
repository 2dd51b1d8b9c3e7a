//go:build !race

package statements

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/internal/measure/task"
)

// The 95 % interval holds the exact value for 925 to 975 of 1000 seeds.
func TestCoverage(t *testing.T) {
	for _, tt := range []struct {
		name                  string
		nodes, edges, changes int
		seed                  uint64
		most                  float64 // of the terms of the sc-metric
		void                  bool    // orders without separations in the truth may be among the sampled ones
	}{
		{"two changes", 10, 14, 2, 1, 0.3, false},
		{"unrelated", 10, 16, -1, 2, 0.7, false},
		{"nearly alike", 10, 25, 1, 4, 0.02, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			truth, guess := simulated(t, tt.nodes, tt.edges, tt.changes, tt.seed)
			q := statementSpaceOf(truth, guess)
			n := tt.nodes - 1
			c, _, err := q.count(context.Background(), n, defaultBudget, task.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			table := exactOrders(tt.nodes, c)
			statistics := map[string]statistic{"sc": differing, "c": missed, "s": invented}
			if tt.void {
				delete(statistics, "s")
			}
			gradings := map[string]grading{"graded": {weights: make([]float64, n), sum: 45}, "ungraded": {weights: make([]float64, n), sum: 1, ungraded: true}}
			for k := range n {
				gradings["graded"].weights[k] = float64(k + 1)
			}
			covered := make(map[string]int)
			const seeds = 1000
			for seed := range uint64(seeds) {
				for by, g := range gradings {
					s, err := newSampling(q, n, seed, g.ungraded)
					if err != nil {
						t.Fatal(err)
					}
					if err := s.grow(context.Background(), 100, task.Options{Workers: 1}); err != nil {
						t.Fatal(err)
					}
					for name, count := range statistics {
						want, _ := g.exact(table, count)
						if name == "sc" {
							for _, o := range table {
								if o.Value > tt.most {
									t.Fatalf("order %d has the term %v", o.Order, o.Value)
								}
							}
						}
						r, _, _ := g.sampled(append([]order(nil), s.orders...), count, false)
						if r.Sample.Lo <= want && want <= r.Sample.Hi {
							covered[by+" "+name]++
						}
					}
				}
			}
			for by := range gradings {
				for name := range statistics {
					if in := covered[by+" "+name]; in < 925 || in > 975 {
						t.Errorf("the intervals of the %s %s-metric hold the exact value for %d of %d seeds", by, name, in, seeds)
					}
				}
			}
		})
	}
}
