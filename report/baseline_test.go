package report_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/report"
)

func TestBaseline(t *testing.T) {
	nan := math.NaN()
	random := []float64{0.5, 0.1, nan, 0.3, 0.3, 0.9}
	for _, tt := range []struct {
		value        float64
		score        bool
		better, same float64
	}{
		{0.3, false, 2. / 5, 2. / 5}, // 0.5 and 0.9 are worse distances
		{0.3, true, 1. / 5, 2. / 5},  // 0.1 is a worse score
		{0, false, 1, 0},
		{0, true, 0, 0},
		{0.95, false, 0, 0},
	} {
		e := report.Entry{Metric: &distance.Metric{Score: tt.score}, Result: distance.Result{Value: tt.value}}
		e.SetBaseline(random, 7)
		b := e.Baseline
		if b.BetterThan != tt.better || b.AsGoodAs != tt.same || b.Samples != 6 || b.Undefined != 1 {
			t.Errorf("%v, score %v: %+v", tt.value, tt.score, b)
		}
		if math.Abs(b.Mean-2.1/5) > 1e-15 {
			t.Errorf("mean %v, want %v", b.Mean, 2.1/5)
		}
		for p, want := range map[float64]float64{0: 0.1, 0.2: 0.1, 0.21: 0.3, 0.5: 0.3, 0.6: 0.3, 0.61: 0.5, 1: 0.9} {
			if got := b.Quantile(p); got != want {
				t.Errorf("quantile %v is %v, want %v", p, got, want)
			}
		}
	}
	e := report.Entry{Metric: new(distance.Metric)}
	if e.SetBaseline([]float64{nan, nan}, 7); e.Baseline != nil {
		t.Errorf("a baseline of nothing: %+v", e.Baseline)
	}
}

// A seed that readers of JSON would round is a string.
func TestBaselineSeed(t *testing.T) {
	for seed, want := range map[uint64]string{1: `1`, 1<<63 + 1: `"9223372036854775809"`} {
		e := report.Entry{Metric: new(distance.Metric)}
		e.SetBaseline([]float64{1}, seed)
		text, err := json.Marshal(e.Baseline)
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Seed json.RawMessage }
		if err := json.Unmarshal(text, &got); err != nil || string(got.Seed) != want {
			t.Errorf("seed %d is written as %s (%v)", seed, got.Seed, err)
		}
	}
}
