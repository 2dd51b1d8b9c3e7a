package independence

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Values of scipy.stats.kstwo.sf, scipy 1.17.
func TestKolmogorovSmirnov(t *testing.T) {
	for _, c := range []struct {
		n       int
		d, want float64
	}{
		{1, 0.7, 0.6000000000000001},
		{2, 0.6, 0.32000000000000006},
		{5, 0.3, 0.664},
		{5, 0.44, 0.21430220799999977},
		{20, 0.1, 0.976255094592155},
		{20, 0.25, 0.13762569836717486},
		{20, 0.45, 0.00032446411409554644},
		{100, 0.08, 0.5182193645480672},
		{100, 0.15, 0.019839242125643017},
		{100, 0.25, 5.408871776434847e-06},
		{140, 0.1, 0.11353657290090946},
		{1000, 0.02, 0.8108971656895577},
		{1000, 0.05, 0.013012074781090332},
		{1000, 0.07, 0.00010494206285958879},
		{1001, 0.02, 0.8104254267868812},
		{1001, 0.05, 0.012947140720250147},
		{1500, 0.03, 0.1316930981365747},
		{5000, 0.01, 0.6954557253913853},
		{5000, 0.025, 0.0037948405200437306},
		{5000, 0.05, 2.6523052328711187e-11},
		{100000, 0.003, 0.3284563327726956},
		{100000, 0.005, 0.013430824977799608},
		{200000, 0.003, 0.0545369786611305},
		{200000, 0.0047, 0.0002898868942830282},
	} {
		if got := ksSurvival(c.n, c.d); math.Abs(got-c.want) > 1e-9+1e-5*c.want {
			t.Errorf("n = %d, d = %v: %v, scipy has %v", c.n, c.d, got, c.want)
		}
	}
}

// Values of the limit of A² by numerical inversion of its characteristic function, and its
// quantiles from the paper of Marsaglia and Marsaglia; then p-values of draws.
func TestAndersonDarling(t *testing.T) {
	for z, want := range map[float64]float64{0.5: 0.74681437, 1: 0.35726667, 1.9329578327: 0.10, 2.492367160: 0.05, 3.878125022: 0.01} {
		if got := 1 - adLimit(z); math.Abs(got-want) > 1e-8 {
			t.Errorf("A² = %v: p = %v, expected %v", z, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	below := 0
	for range 2000 {
		values := make([]float64, 10)
		for i := range values {
			values[i] = rng.Float64()
		}
		slices.Sort(values)
		if AndersonDarling(values) < 0.1 {
			below++
		}
	}
	if below < 160 || below > 240 { // three standard errors
		t.Errorf("%d of 2000 p-values are below 0.1", below)
	}
}

// Order sorts values however they are distributed; equal ones stay in their order.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for power := range 200 {
		p := make([]float64, rng.IntN(40))
		for i := range p {
			p[i] = math.Pow(rng.Float64(), float64(power))
			if rng.IntN(4) == 0 {
				p[i] = float64(rng.IntN(3)) / 2
			}
		}
		want := make([]int32, len(p))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(i, k int32) int { return cmp.Compare(p[i], p[k]) })
		if got := Order(p); !slices.Equal(got, want) {
			t.Fatalf("%v: %v, expected %v", p, got, want)
		}
	}
}

// Values of R's p.adjust.
func TestAdjust(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005, 0.5}
	for name, want := range map[string][]float64{
		"bh":         {0.025, 0.05, 0.05, 0.025, 0.5},
		"holm":       {0.04, 0.09, 0.09, 0.025, 0.5},
		"bonferroni": {0.05, 0.2, 0.15, 0.025, 1},
		"none":       p,
	} {
		got := Adjust(p, Order(p), name)
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%s: %v, expected %v", name, got, want)
		}
	}
}

// The combination of equal p-values is that p-value, also where it is tiny or 1.
func TestCauchy(t *testing.T) {
	for _, p := range []float64{1e-200, 1e-12, 0.03, 0.5, 0.9} {
		if got := Cauchy([]float64{p, p, p}); math.Abs(got-p) > 1e-12*p {
			t.Errorf("Cauchy(%v, three times) = %v", p, got)
		}
	}
	if got := Cauchy([]float64{0, 0}); got > 1e-299 {
		t.Errorf("Cauchy(0, 0) = %v", got)
	}
	if got := Cauchy([]float64{1, 0.5}); math.Abs(got-1) > 1e-9 {
		t.Errorf("Cauchy(1, 0.5) = %v", got)
	}
}
