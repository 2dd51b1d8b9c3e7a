package frontier

import (
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
)

// With vectors and without, the same is gathered: from no source, from some, and from more
// than can be summed up at once; of any numbers and of the largest.
func TestVectors(t *testing.T) {
	if !vectors {
		return // there is nothing but plain Go
	}
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		rings := ringsFor(200, 199)
		w := sweep{ring: &rings[rng.IntN(len(rings))]}
		fill := func(all []lanes) {
			for i := range all {
				for j := range all[i] {
					all[i][j] = uint32(rng.Uint64() % uint64(w.p))
					if seed%4 == 0 {
						all[i][j] = w.p - 1
					}
				}
			}
		}
		from, f := make([]lanes, 1+rng.IntN(40)), new(factors)
		fill(from)
		fill(f[:])
		var sources []source
		ends := make([]uint32, 1+rng.IntN(30))
		for i := range ends {
			for range rng.IntN(1 + rng.IntN(3*sums)) {
				sources = append(sources, source(rng.IntN(len(from))<<choiceBits|rng.IntN(len(f))))
			}
			ends[i] = uint32(len(sources))
		}
		got, want := make([]lanes, len(ends)), make([]lanes, len(ends))
		fill(got)
		w.gatherVectors(got, ends, sources, from, f)
		w.gatherPlain(want, ends, sources, from, f)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("seed %d: number %d of %d is %v with vectors, %v without", seed, i, len(ends), got[i], want[i])
			}
		}
	}
}
