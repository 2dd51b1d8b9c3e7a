package npy

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNonzero holds the search by lines against a look at every byte.
func TestNonzero(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var find Finder
	for range 3000 {
		size := []int{1, 2, 4, 8, 12, 16, 20}[rng.IntN(7)]
		data := make([]byte, size*rng.IntN(1500/size))
		for range rng.IntN(1 + len(data)/[]int{1, 4, 300}[rng.IntN(3)]) {
			data[rng.IntN(len(data))] = byte(1 << rng.IntN(8))
		}
		var want []int32
		got := find.Nonzero(data, size)
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

// TestLines holds the loops in the instructions of the processor against plain Go.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		lines := rng.IntN(40)
		data := make([]byte, lines*line)
		for range rng.IntN(1 + len(data)/[]int{1, 4, 50}[rng.IntN(3)]) {
			data[rng.IntN(len(data))] = byte(rng.IntN(256))
		}
		got, want := make([]int32, lines), make([]int32, lines)
		got, want = got[:nonzeroLines(got, data)], want[:plainLines(want, data)]
		if !slices.Equal(got, want) {
			t.Fatalf("lines of %v that are not 0: %v, plain %v", data, got, want)
		}
		masks, plain := make([]uint64, lines), make([]uint64, lines)
		nonzeroBytes(masks, data, got)
		plainBytes(plain, data, got)
		if !slices.Equal(masks, plain) {
			t.Fatalf("bytes of %v that are not 0: %x, plain %x", data, masks, plain)
		}
	}
}
