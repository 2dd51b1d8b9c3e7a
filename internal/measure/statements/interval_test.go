package statements

import (
	"math"
	"testing"

	"github.com/sepdist/sepdist/internal/measure/task"
)

// One stratum has the interval of Wilson.
func TestIntervalOfOne(t *testing.T) {
	for _, n := range []float64{1, 2, 5, 10, 100, 1e6} {
		for _, share := range []float64{0, 0.2, 0.5, 0.999, 1} {
			stderr, lo, hi := estimateMean([]stratum{{1, share, n}})
			wantLo, wantHi := task.Wilson(share, n)
			if few := 3.5 + 1e-9; share > 0 && share*n/(1-share) < few || share < 1 && (1-share)*n/share < few {
				if share > 0 && lo > wantLo+1e-9 || share < 1 && hi < wantHi-1e-9 {
					t.Errorf("%v of %v: [%v, %v] is narrower than Wilson's [%v, %v]", share, n, lo, hi, wantLo, wantHi)
				}
				continue
			}
			if math.Abs(lo-wantLo) > 1e-9 || math.Abs(hi-wantHi) > 1e-9 {
				t.Errorf("%v of %v: [%v, %v], Wilson has [%v, %v]", share, n, lo, hi, wantLo, wantHi)
			}
			if want := math.Sqrt(share * (1 - share) / n); math.Abs(stderr-want) > 1e-12 {
				t.Errorf("%v of %v: standard error %v, want %v", share, n, stderr, want)
			}
		}
	}
}

// Many alike strata of small shares are one large one.
func TestIntervalOfMany(t *testing.T) {
	for _, share := range []float64{0, 0.001, 0.01} {
		var strata []stratum
		for range 40 {
			strata = append(strata, stratum{1. / 40, share, 500})
		}
		_, lo, hi := estimateMean(strata)
		wantLo, wantHi := task.Wilson(share, 40*500)
		if math.Abs(lo-wantLo) > 1e-9 || math.Abs(hi-wantHi) > 1e-9 {
			t.Errorf("%v: [%v, %v], pooled [%v, %v]", share, lo, hi, wantLo, wantHi)
		}
	}
}

func TestIntervalEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		name   string
		strata []stratum
		lo, hi float64
	}{
		{"all sure", []stratum{{0.5, 0.2, inf}, {0.5, 0.4, inf}}, 0.3, 0.3},
		{"all unknown", []stratum{{0.5, 0, 0}, {0.5, 0, 0}}, 0, 1},
		{"half unknown", []stratum{{0.5, 0, 0}, {0.5, 1, inf}}, 0.5, 1},
		{"nothing", nil, 0, 0},
		{"no weight", []stratum{{0, 0.5, 10}, {1, 0.25, inf}}, 0.25, 0.25},
	} {
		if _, lo, hi := estimateMean(tt.strata); math.Abs(lo-tt.lo) > 1e-12 || math.Abs(hi-tt.hi) > 1e-12 {
			t.Errorf("%s: [%v, %v], want [%v, %v]", tt.name, lo, hi, tt.lo, tt.hi)
		}
	}
	// Strata in which nothing or everything was wrong still leave room.
	_, lo, hi := estimateMean([]stratum{{0.5, 0, 100}, {0.5, 1, 100}})
	if !(lo < 0.49 && hi > 0.51 && math.Abs(lo+hi-1) < 1e-9) {
		t.Errorf("0 and 1 of 100: [%v, %v]", lo, hi)
	}
}
