package independence

import (
	"math/rand/v2"
	"testing"
)

// Data have the same p-values on all platforms, so vector instructions must add in a fixed order.
func TestDotOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := make([]float64, 600), make([]float64, 600)
	for i := range x {
		x[i], y[i] = rng.NormFloat64(), rng.ExpFloat64()*1e8
	}
	for n := range len(x) {
		for first := range min(3, n) {
			if a, b := dot(x[first:n], y[:n-first]), dotInOrder(x[first:n], y[:n-first]); a != b {
				t.Fatalf("%d products from %d on: %v with vector instructions, %v without", n-first, first, a, b)
			}
		}
	}
}
