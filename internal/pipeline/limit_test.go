package pipeline

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// TestTimeout compares pairs that take longer than allowed, in time that is not real: each fails, and those
// before and after it do not.
func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &sepdist.Graph{Graph: graph.MustNew(graph.NumberedNames("x", 0, 3), []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2)})}
		// draw returns the pair after some time, even if it is stopped before.
		draw := func(took time.Duration, stops bool) *Input {
			return &Input{Draw: func(ctx context.Context) (*sepdist.Graph, *sepdist.Graph, error) {
				select {
				case <-time.After(took):
				case <-ctx.Done():
					if stops {
						return nil, nil, ctx.Err()
					}
				}
				return g, g, nil
			}}
		}
		p := &Pipeline{Timeout: time.Hour}
		p.Metrics = []string{"shd", "zl-sd"}
		w := p.NewWorker(1)
		var late *TimeoutError
		for i, c := range []struct {
			took        time.Duration
			stops, late bool
		}{{time.Minute, true, false}, {2 * time.Hour, true, true}, {2 * time.Hour, false, true}, {59 * time.Minute, true, false}} {
			rows, err := w.Rows(t.Context(), draw(c.took, c.stops))
			if (err != nil) != c.late || c.late && !errors.As(err, &late) {
				t.Errorf("pair %d: %v", i, err)
			}
			if !c.late && len(rows) != 2 {
				t.Errorf("pair %d: %d rows", i, len(rows))
			}
			for _, row := range rows {
				if row.Err != nil {
					t.Errorf("pair %d: %s: %v", i, row.Metric.Name, row.Err)
				}
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := w.Rows(ctx, draw(2*time.Hour, true)); errors.As(err, &late) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a run that was stopped: %v", err)
		}
	})
}

// TestLongest refuses a pair that takes hours, as estimated.
func TestLongest(t *testing.T) {
	rng := graphtest.Rand(1)
	truth, guess := &sepdist.Graph{Graph: graphtest.DAG(rng, 100, 0.06)}, &sepdist.Graph{Graph: graphtest.DAG(rng, 100, 0.06)}
	p := &Pipeline{Longest: time.Hour}
	p.Metrics, p.Exact = []string{"shd", "sc-metric"}, 100
	ctx, cancel := context.WithCancel(t.Context())
	w := p.NewWorker(1)
	in := &Input{Draw: func(context.Context) (*sepdist.Graph, *sepdist.Graph, error) { return truth, guess, nil }}
	_, err := w.Rows(ctx, in)
	var long *LongError
	if !errors.As(err, &long) || long.Slowest.Name != "sc-metric" || long.Estimate < time.Hour {
		t.Errorf("got %v", err)
	}
	w.pipeline.Longest = 0 // then it begins
	cancel()
	if _, err := w.Rows(ctx, in); errors.As(err, &long) {
		t.Error(err)
	}
}
