package measure_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/statements"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

func measureROC(t *testing.T, truth *model.Model, p task.Params, guesses ...*model.Model) *report.ROC {
	t.Helper()
	roc := new(report.ROC)
	if err := statements.MeasureROC(context.Background(), roc, truth, guesses, p); err != nil {
		t.Fatal(err)
	}
	return roc
}

func TestROC(t *testing.T) {
	truth := newModel(t, graphtest.Arrows(t, "a --> b --> c; d --> c"), "dag")
	empty, complete := extremes(t, 4)
	part := newModel(t, graphtest.Arrows(t, "a b c d: a --> b; d --> c"), "dag")
	wrong := newModel(t, graphtest.Arrows(t, "a b c d: a --> c; d --> b"), "dag")

	// The empty graph finds nothing and the complete one everything: the ends of the curve.
	for name, tt := range map[string]struct {
		guesses []*model.Model
		area    float64
	}{
		"the ends":         {[]*model.Model{complete, empty}, 0.5},
		"none":             {nil, 0.5},
		"the truth itself": {[]*model.Model{truth}, 1},
		"all":              {[]*model.Model{complete, truth, empty}, 1},
	} {
		roc := measureROC(t, truth, task.Params{}, tt.guesses...)
		if !near(roc.All.Area, tt.area) {
			t.Errorf("%s: area %v, want %v: %+v", name, roc.All.Area, tt.area, roc.All.Points)
		}
	}

	// The points are those of the two metrics, in order, and the area is that of trapezoids.
	roc := measureROC(t, truth, task.Params{}, wrong, complete, part)
	last := report.Point{}
	area := 0.0
	for i, p := range roc.All.Points {
		guess := []*model.Model{wrong, complete, part}[p.Guess]
		s, c := mustMeasure(t, "s-metric", truth, guess, task.Params{}), mustMeasure(t, "c-metric", truth, guess, task.Params{})
		if p.FPR != s.Value || p.TPR != 1-c.Value {
			t.Errorf("point %d is %+v, want %v, %v", i, p, s.Value, 1-c.Value)
		}
		if p.FPR < last.FPR {
			t.Errorf("point %d is out of order", i)
		}
		area += (p.FPR - last.FPR) * (p.TPR + last.TPR) / 2
		last = p
	}
	area += (1 - last.FPR) * (1 + last.TPR) / 2
	if !near(area, roc.All.Area) || len(roc.All.Points) != 3 {
		t.Errorf("area %v, want %v", roc.All.Area, area)
	}
	if len(roc.Orders) != 3 {
		t.Fatalf("%d orders", len(roc.Orders))
	}
	for k, c := range roc.Orders {
		if c.Void || len(c.Points) != 3 || c.Points[2].Guess != 1 || c.Points[2].FPR != 1 || c.Points[2].TPR != 1 {
			t.Errorf("order %d: %+v", k, c)
		}
	}

	// A truth without separations has no false positives.
	for k, c := range measureROC(t, complete, task.Params{}, empty, truth).Orders {
		if !c.Void || c.Points != nil {
			t.Errorf("order %d of a complete truth: %+v", k, c)
		}
	}
}

func TestROCSampled(t *testing.T) {
	truth, guess := pairOf(t, 25, 40, 5, 1)
	roc := measureROC(t, truth, task.Params{Seed: 2, Orders: task.OrderParams{Samples: 400, MaxOrder: new(5)}}, guess)
	p := roc.All.Points[0]
	if p.S == nil || p.C == nil || p.S.Lo > p.FPR || p.S.Hi < p.FPR || len(roc.Orders) != 6 {
		t.Errorf("%+v, %d orders", p, len(roc.Orders))
	}
	if err := statements.MeasureROC(context.Background(), new(report.ROC), truth, []*model.Model{guess}, task.Params{Orders: task.OrderParams{Samples: -1}}); err == nil {
		t.Error("no error for -1 samples")
	}
}
