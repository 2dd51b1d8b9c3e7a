package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/internal/study/stats"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// The numbers are worked by hand.
func TestStatistics(t *testing.T) {
	x, y := []float64{1, 2, 3, 4}, []float64{2, 1, 4, 3}
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"mean", stats.Mean(x), 2.5},
		{"stderr", stats.Stderr(x), math.Sqrt(5.0 / 3 / 4)},
		{"median", stats.Quantile(x, 0.5), 2.5},
		{"q25", stats.Quantile(x, 0.25), 1.75},
		{"max", stats.Quantile(x, 1), 4},
		{"pearson", stats.Pearson(x, y), 0.6},
		{"pearson of a line", stats.Pearson(x, []float64{-1, -3, -5, -7}), -1},
		{"spearman of a curve", stats.Spearman(x, []float64{1, 8, 27, 64}), 1},
		{"sign test of 8 and 2", stats.SignTest(8, 2), 2 * (1 + 10 + 45) / 1024.0},
		{"sign test of 0 and 5", stats.SignTest(0, 5), 2 / 32.0},
		{"sign test of equal counts", stats.SignTest(4, 4), 1},
		{"sign test of ties", stats.SignTest(0, 0), 1},
		{"spearman with ties", stats.Spearman([]float64{1, 1, 2}, []float64{1, 2, 3}), math.Sqrt(3) / 2},
	} {
		if !near(tt.got, tt.want) {
			t.Errorf("%s is %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if r := stats.Pearson(x, []float64{0.1, 0.1, 0.1, 0.1}); !math.IsNaN(r) {
		t.Errorf("correlation with a constant is %v", r)
	}
}

// An interval of the mean of n normal numbers holds the true mean nearly 95 times of 100; the
// percentile interval is known to be a little narrow at n = 30. Its width is about that of the
// normal interval.
func TestBootstrapCovers(t *testing.T) {
	const runs, n = 400, 30
	covered := 0
	var width, normal float64
	for run := range uint64(runs) {
		rng := rand.New(rand.NewPCG(run, 7))
		x := make([]float64, n)
		for i := range x {
			x[i] = 3 + rng.NormFloat64()
		}
		b := stats.Bootstrap(x, run)
		if b.Lower <= 3 && 3 <= b.Upper {
			covered++
		}
		width += (b.Upper - b.Lower) / runs
		normal += 2 * 1.96 * stats.Stderr(x) / runs
	}
	if share := float64(covered) / runs; share < 0.90 || share > 0.98 {
		t.Errorf("%v of the intervals hold the mean", share)
	}
	if width < 0.9*normal || width > 1.02*normal {
		t.Errorf("the width is %v, that of the normal interval %v", width, normal)
	}
}

// Two numbers have four resamples, with the means a, (a+b)/2 twice, and b: the interval at 95 %
// reaches from a to b. One number has none; equal numbers have an interval of no width.
func TestBootstrapOfFew(t *testing.T) {
	if b := stats.Bootstrap([]float64{1, 2}, 1); b.Lower != 1 || b.Upper != 2 {
		t.Errorf("of 1 and 2: %+v", b)
	}
	if b := stats.Bootstrap([]float64{1}, 1); !math.IsNaN(b.Lower) || !math.IsNaN(b.Upper) {
		t.Errorf("of one number: %+v", b)
	}
	if b := stats.Bootstrap([]float64{4, 4, 4}, 1); b.Lower != 4 || b.Upper != 4 {
		t.Errorf("of equal numbers: %+v", b)
	}
	if a, b := stats.Bootstrap([]float64{1, 2, 5, 9}, 1), stats.Bootstrap([]float64{1, 2, 5, 9}, 1); a != b {
		t.Errorf("the same seed gives %+v and %+v", a, b)
	}
}

// Where resamples would take long the normal interval takes their place, and is about the same.
func TestBootstrapOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, stats.Many)
	for i := range x {
		x[i] = rng.Float64()
	}
	many, fewer := stats.Bootstrap(x, 1), stats.Bootstrap(x[:5000], 1)
	want := 2 * 1.96 * math.Sqrt(1.0/12/stats.Many)
	if got := many.Upper - many.Lower; math.Abs(got-want) > 0.02*want {
		t.Errorf("the width is %v, want %v", got, want)
	}
	if got := fewer.Upper - fewer.Lower; math.Abs(got-want*math.Sqrt(20)) > 0.1*want*math.Sqrt(20) {
		t.Errorf("the width for 5000 is %v, want %v", got, want*math.Sqrt(20))
	}
}
