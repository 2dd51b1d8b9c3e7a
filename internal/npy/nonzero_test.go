package npy

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNonzero holds the search by blocks against a look at every byte.
func TestNonzero(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		size := []int{1, 2, 4, 8, 12, 16, 20}[rng.IntN(7)]
		data := make([]byte, size*rng.IntN(1500/size))
		for range rng.IntN(1 + len(data)/[]int{1, 4, 300}[rng.IntN(3)]) {
			data[rng.IntN(len(data))] = byte(1 << rng.IntN(8))
		}
		var want []int32
		got := nonzero(nil, data, size)
		for i := 0; i < len(data); i += size {
			if slices.ContainsFunc(data[i:i+size], func(b byte) bool { return b != 0 }) {
				want = append(want, int32(i/size))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("elements of %d bytes in %v that are not 0: %v, want %v", size, data, got, want)
		}
	}
}
