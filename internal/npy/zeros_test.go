package npy

import (
	"math/rand/v2"
	"testing"
)

// TestZeroBytes holds the count by blocks against the count by bytes.
func TestZeroBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	data := make([]byte, 1200)
	for range 2000 {
		clear(data)
		for range rng.IntN(4) {
			data[rng.IntN(len(data))] = byte(1 << rng.IntN(8))
		}
		part := data[rng.IntN(300):]
		part = part[:rng.IntN(len(part)+1)]
		want := 0
		for want < len(part) && part[want] == 0 {
			want++
		}
		if got := zeroBytes(part); got != want {
			t.Fatalf("%d zeros at the head of %v, want %d", got, part, want)
		}
	}
}
