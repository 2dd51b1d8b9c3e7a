package report_test

import (
	"encoding/json"
	"math"
	"testing"

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
		b := report.NewBaseline(tt.value, tt.score, random, 7)
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
	if b := report.NewBaseline(0, false, []float64{nan, nan}, 7); b != nil {
		t.Errorf("a baseline of nothing: %+v", b)
	}
}

// A seed that readers of JSON would round is a string.
func TestBaselineSeed(t *testing.T) {
	for seed, want := range map[uint64]string{1: `1`, 1<<63 + 1: `"9223372036854775809"`} {
		text, err := json.Marshal(report.NewBaseline(0, false, []float64{1}, seed))
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Seed json.RawMessage }
		if err := json.Unmarshal(text, &got); err != nil || string(got.Seed) != want {
			t.Errorf("seed %d is written as %s (%v)", seed, got.Seed, err)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0 %", 1: "100 %", 0.5: "50 %", 0.989: "98 %", 0.998: "99.8 %", 0.99999: "99.9 %", 0.0004: "< 0.1 %", 0.005: "0.5 %",
	} {
		if got := report.Percent(share); got != want {
			t.Errorf("%v is written as %q, want %q", share, got, want)
		}
	}
}
