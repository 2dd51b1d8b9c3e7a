package msep

import (
	"math/rand/v2"
	"testing"
)

// Both ways to gather give the or of the words.
func TestGather(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := make([]Word, 100)
	for i := range words {
		words[i] = Word{1 << rng.IntN(64), 1 << rng.IntN(64), 1 << rng.IntN(64), 1 << rng.IntN(64)}
	}
	for n := range 40 {
		at := make([]int32, n)
		want := Word{3, 0, 0, 1 << 63}
		plain, both := want, want
		for i := range at {
			at[i] = int32(rng.IntN(len(words)))
			want = want.Or(words[at[i]])
		}
		for i := range at {
			plain.gather(words, at[i:i+1])
		}
		if both.gather(words, at); both != want || plain != want {
			t.Errorf("%d words: %x, one at a time %x, want %x", n, both, plain, want)
		}
	}
}

func BenchmarkGather(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := make([]Word, 1000)
	for _, n := range []int{2, 4, 10, 40} {
		at := make([]int32, n)
		for i := range at {
			at[i] = int32(rng.IntN(len(words)))
		}
		for _, name := range []string{"plain", "wide"} {
			b.Run(name, func(b *testing.B) {
				var w Word
				for b.Loop() {
					if name == "wide" && vectors {
						gatherWide(&w, &words[0], at)
						continue
					}
					for _, p := range at {
						w.Add(&words[p])
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/word")
			})
		}
	}
}
