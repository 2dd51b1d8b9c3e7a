package measure_test

import (
	"context"
	"math"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

func seriesModel(t *testing.T, s *graph.Series) *model.Model {
	t.Helper()
	m, err := class.CheckSeries(context.Background(), s, class.Unstated)
	if err != nil {
		t.Fatal(err)
	}
	return m.Model()
}

func measureSeries(t *testing.T, name string, truth, guess *model.Model, p task.Params) distance.Result {
	t.Helper()
	m, err := distance.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := measure.Measure(t.Context(), m, truth, guess, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Links are counted by hand: 3 pairs at lag 0 and 9 at lags 1 and 2. A, B is reversed, B, C is
// extra at lag 1 and missing at lag 2, and A, C has another mark.
func TestSeriesLinks(t *testing.T) {
	drawn := graphtest.Series(t, "A(t) --> B(t); A(t-1) --> A(t); B(t-2) --> C(t); A(t-1) <-> C(t)")
	other, err := graphtest.Series(t, "B A C: B(t) --> A(t); A(t-1) --> A(t); B(t-1) --> C(t); A(t-1) --> C(t)").Align(drawn.Names())
	if err != nil {
		t.Fatal(err)
	}
	truth, guess := seriesModel(t, drawn), seriesModel(t, other)
	for name, want := range map[string]distance.Count{
		"shd": {Wrong: 4, Of: 21}, "shd-reversal2": {Wrong: 5, Of: 21}, "skeleton-shd": {Wrong: 2, Of: 21}, "mark-distance": {Wrong: 7, Of: 42},
	} {
		if r := measureSeries(t, name, truth, guess, task.Params{}); r.Count != want {
			t.Errorf("%s is %v, want %v", name, r.Count, want)
		}
	}
	for name, want := range map[string]distance.Confusion{
		"adjacency-f1":        {TP: 3, FP: 1, FN: 1, TN: 16},
		"arrowhead-f1":        {TP: 2, FP: 2, FN: 3, TN: 35},
		"tail-f1":             {TP: 1, FP: 3, FN: 2, TN: 36},
		"arrowhead-shared-f1": {TP: 2, FP: 1, FN: 2, TN: 1},
		"tail-shared-f1":      {TP: 1, FP: 2, FN: 1, TN: 2},
	} {
		if r := measureSeries(t, name, truth, guess, task.Params{}); *r.Confusion != want {
			t.Errorf("%s has %+v, want %+v", name, *r.Confusion, want)
		}
	}
	// A(t-1) --> B(t) <-- C(t) in both, A(t-1) --> B(t) <-- C(t-1) only in the guess; C(t-1) and
	// C(t) are adjacent there.
	drawn = graphtest.Series(t, "A(t-1) --> B(t); C(t) --> B(t)")
	other, err = graphtest.Series(t, "A B C: A(t-1) --> B(t); C(t) --> B(t); C(t-1) --> B(t); C(t-1) --> C(t)").Align(drawn.Names())
	if err != nil {
		t.Fatal(err)
	}
	r := measureSeries(t, "collider-f1", seriesModel(t, drawn), seriesModel(t, other), task.Params{})
	if want := (distance.Confusion{TP: 1, FP: 1, TN: 3*8*7/2 - 2}); *r.Confusion != want {
		t.Errorf("colliders: %+v, want %+v", *r.Confusion, want)
	}
	for kinds, wrong := range map[string]float64{"contemporaneous": 1, "lagged": 3, "auto": 0, "cross": 4, "contemporaneous,auto": 0} {
		p := task.Params{Series: task.SeriesParams{Links: kinds}}
		r := measureSeries(t, "shd", truth, guess, p)
		if kinds == "contemporaneous,auto" { // no such pair
			if !math.IsNaN(r.Value) {
				t.Errorf("shd over no pairs is %v", r.Value)
			}
		} else if r.Count.Wrong != wrong {
			t.Errorf("shd over %s links is %v, want %v", kinds, r.Count.Wrong, wrong)
		}
	}
}

// Weights of all pairs alike are as none; those of one pair are its claim; and mistakes are as many
// as the distance counts.
func TestSeriesWeights(t *testing.T) {
	rng := graphtest.Rand(3)
	for range 20 {
		truth, guess := seriesModel(t, graphtest.RandomSeries(rng, 3, 2, 0.2, 0.5)), seriesModel(t, graphtest.RandomSeries(rng, 3, 2, 0.2, 0.5))
		frame := series.MomentIndex{Variables: truth.Names()}
		alike := make(task.Weights)
		const lags = 2
		for x := range frame.Node(graph.LaggedNode{Lag: lags + 1}) {
			for y := range frame.Node(graph.LaggedNode{Lag: 1}) {
				if x != y {
					alike[[2]graph.Node{x, y}], alike[[2]graph.Node{y, x}] = 0.5, 0.5
				}
			}
		}
		p := task.Params{Series: task.SeriesParams{MaxLag: lags}}
		for _, name := range []string{"parent-sd", "zl-sd", "mb-zl-sd", "shd", "mark-distance"} {
			plain := measureSeries(t, name, truth, guess, p)
			told := 0
			weighted := p
			weighted.Weights = alike
			weighted.Options.Mistake = func(distance.Mistake) { told++ }
			r := measureSeries(t, name, truth, guess, weighted)
			if r.Count.Wrong != plain.Count.Wrong/2 || r.Count.Of != plain.Count.Of/2 {
				t.Errorf("%s of %v and %v is %v, with weights %v", name, truth.Series().Drawn(), guess.Series().Drawn(), plain.Count, r.Count)
			}
			if name != "mark-distance" && float64(told) != plain.Count.Wrong {
				t.Errorf("%s tells %d mistakes of %v", name, told, plain.Count)
			}
		}
	}
}

// The s/c-metrics are those of the two projections.
func TestSeriesStatements(t *testing.T) {
	rng := graphtest.Rand(4)
	for range 10 {
		truth, guess := seriesModel(t, graphtest.RandomMixedSeries(rng, 2, 2, 0.3, 0.5, 0.1)), seriesModel(t, graphtest.RandomSeries(rng, 2, 2, 0.3, 0.5))
		p := task.Params{Series: task.SeriesParams{Window: 3}}
		for _, name := range []string{"sc-metric", "c-metric", "s-metric"} {
			self := measureSeries(t, name, truth, truth, p)
			there, back := measureSeries(t, name, truth, guess, p), measureSeries(t, name, guess, truth, p)
			if self.Value != 0 {
				t.Errorf("%s of %v and itself is %v", name, truth.Series().Drawn(), self.Value)
			}
			if name == "sc-metric" && there.Value != back.Value {
				t.Errorf("sc-metric is %v there and %v back", there.Value, back.Value)
			}
			if len(there.Orders) != 5 { // of 6 moments
				t.Errorf("%s has %d orders, want 5", name, len(there.Orders))
			}
		}
	}
}

// Bidirected links that continue forever make sets infinite, and a district that ends does not.
func TestSeriesInfinite(t *testing.T) {
	truth := seriesModel(t, graphtest.Series(t, "A B: A(t-1) --> A(t)"))
	guess := seriesModel(t, graphtest.Series(t, "A B: A(t-1) --> A(t); A(t-1) <-> A(t)"))
	for name, why := range map[string]string{
		"zl-sd":    "A(t) has infinitely many neighbours among the ancestors of A(t) and B(t): A(t) <-> A(t-1) continues forever",
		"mb-zl-sd": "the Markov blanket of A(t) is infinite: A(t) <-> A(t-1) continues forever",
	} {
		if r := measureSeries(t, name, truth, guess, task.Params{}); r.Defined() || r.Why != why {
			t.Errorf("%s is %v, %q, want %q", name, r.Value, r.Why, why)
		}
	}
	if r := measureSeries(t, "zl-sd", truth, guess, task.Params{Sources: graph.SetOf(1)}); r.Value != 0 {
		t.Errorf("zl-sd from B is %v, %q, want 0", r.Value, r.Why)
	}
}
