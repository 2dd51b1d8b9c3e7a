package summary_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/study/summary"
)

// Mean, standard error and quantiles are those of the sorted list of all values.
func TestSummariseByDefinition(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var b strings.Builder
		b.WriteString(strings.Join(store.Columns, ",") + "\n")
		var values []float64
		n := 1 + rng.IntN(60)
		for i := range n {
			x := float64(rng.IntN(20))/20 - 0.3*float64(seed%2)
			if seed%3 == 0 {
				x = rng.NormFloat64()
			}
			values = append(values, x)
			fmt.Fprintf(&b, "%d,t,g,,,m,,,%v,,,ok,,\n", i, x)
		}
		b.WriteString("x,t,g,,,m,,,,,,error,conflict,both ways\ny,t,g,,,m,,,,,,error,directed-cycle,round\n")
		b.WriteString("z,t,g,,,m,,,,,,ok,undefined-value,0/0\nw,t,g,,,n,,,,,,error,metric-not-defined,no\n")
		s, err := summary.Summarise(table(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		if s.Pairs != n+4 || s.Valid != n+1 || s.Conflicting != 1 || s.Invalid != 2 || len(s.Reasons) != 3 {
			t.Errorf("seed %d: %+v", seed, s)
		}
		m := s.Metrics[0]
		var sum, squares float64
		for _, x := range values {
			sum += x
		}
		mean := sum / float64(n)
		for _, x := range values {
			squares += (x - mean) * (x - mean)
		}
		slices.Sort(values)
		quantile := func(q float64) float64 {
			at := q * float64(n-1)
			lo := int(math.Floor(at))
			return values[lo] + (at-float64(lo))*(values[min(lo+1, n-1)]-values[lo])
		}
		stderr := 0.0
		if n > 1 {
			stderr = math.Sqrt(squares/float64(n-1)) / math.Sqrt(float64(n))
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"mean", m.Mean, mean}, {"stderr", m.Stderr, stderr}, {"min", m.Min, values[0]}, {"max", m.Max, values[n-1]},
			{"q25", m.Q25, quantile(0.25)}, {"median", m.Median, quantile(0.5)}, {"q75", m.Q75, quantile(0.75)},
		} {
			if math.Abs(c.got-c.want) > 1e-12 {
				t.Errorf("seed %d, %d values: %s is %v, want %v", seed, n, c.name, c.got, c.want)
			}
		}
	}
}
