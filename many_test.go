package sepdist_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/report"
)

// CompareMany gives the numbers of Compare, in order and for any number of workers. A pair that cannot be compared does
// not stop the others.
func TestCompareMany(t *testing.T) {
	const pairs, bad = 300, 77
	random := func(seed, nodes int) *sepdist.Graph {
		return &sepdist.Graph{Graph: graphtest.DAG(graphtest.Rand(uint64(seed)), nodes, 0.4)}
	}
	truth := func(i int) *sepdist.Graph { return random(i, 3+i%7) }
	guess := func(i int) *sepdist.Graph { return random(i+9999, 3+i%7) }
	all := func(yield func(truth, guess *sepdist.Graph) bool) {
		for i := range pairs {
			g := guess(i)
			if i == bad {
				g = &sepdist.Graph{Graph: graph.MustNew(graph.NumberedNames("other", 0, 3), nil)}
			}
			if !yield(truth(i), g) {
				return
			}
		}
	}
	metrics := []string{"zl-sd", "mb-parent-sd", "parent-aid"}
	for _, workers := range []int{1, 3} {
		next := 0
		err := sepdist.CompareMany(t.Context(), all, sepdist.Options{Metrics: metrics, Workers: workers}, func(i int, results []report.Entry, err error) bool {
			if i != next {
				t.Errorf("pair %d after %d", i, next-1)
			}
			if next++; i == bad {
				if err == nil {
					t.Error("graphs with other nodes were compared")
				}
				return true
			}
			want, wantErr := sepdist.Compare(t.Context(), truth(i), guess(i), sepdist.Options{Metrics: metrics})
			if err != nil || wantErr != nil || len(results) != len(metrics) {
				t.Fatalf("pair %d: %d results, %v, %v", i, len(results), err, wantErr)
			}
			for k, r := range results {
				if w := want.Results[k]; r.Metric != w.Metric || r.Result.Count != w.Result.Count {
					t.Errorf("pair %d: %s = %v, want %v", i, r.Metric.Name, r.Result.Count, w.Result.Count)
				}
			}
			return true
		})
		if err != nil || next != pairs {
			t.Errorf("%d workers: %d pairs, %v", workers, next, err)
		}
	}
	seen := 0
	if err := sepdist.CompareMany(t.Context(), all, sepdist.Options{Metrics: metrics[:1]}, func(int, []report.Entry, error) bool { seen++; return seen < 5 }); seen != 5 || err != nil {
		t.Errorf("the callback stopped after %d pairs, want 5: %v", seen, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := sepdist.CompareMany(ctx, all, sepdist.Options{Metrics: metrics[:1]}, func(int, []report.Entry, error) bool { cancel(); return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
	if err := sepdist.CompareMany(t.Context(), all, sepdist.Options{Metrics: []string{"no-metric"}}, nil); err == nil {
		t.Error("an unknown metric is accepted")
	}
}
