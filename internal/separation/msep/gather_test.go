package msep

import (
	"math/rand/v2"
	"slices"
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
						w.add(&words[p])
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/word")
			})
		}
	}
}

// Sweeps by vector instructions do what plain ones do.
func TestFieldVectors(t *testing.T) {
	if !vectors {
		t.Log("this processor has no vector instructions that are used")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 1 + rng.IntN(70)
		var parents, children lists
		up, down := make([][]int32, n), make([][]int32, n)
		for c := range int32(n) {
			for p := range c {
				if rng.IntN(6) == 0 {
					up[c], down[p] = append(up[c], p), append(down[p], c)
				}
			}
		}
		for _, l := range []struct {
			lists *lists
			of    [][]int32
		}{{&parents, up}, {&children, down}} {
			l.lists.at = []int32{0}
			for _, list := range l.of {
				l.lists.to = append(l.lists.to, list...)
				l.lists.at = append(l.lists.at, int32(len(l.lists.to)))
			}
		}
		last := int32(rng.IntN(n))
		words := func() []Word {
			list := make([]Word, n)
			for i := range list {
				for k := range list[i] {
					list[i][k] = rng.Uint64() & rng.Uint64() & rng.Uint64()
				}
			}
			return list
		}
		f := field{words(), words(), words(), words()}
		g := field{slices.Clone(f.tail), slices.Clone(f.head), slices.Clone(f.given), slices.Clone(f.tells)}
		f.askChildren(&children, last)
		g.askChildrenPlain(&children, last)
		news, plain := f.askParents(&parents, last), g.askParentsPlain(&parents, last)
		if news != plain || !slices.Equal(f.tail, g.tail) || !slices.Equal(f.head, g.head) || !slices.Equal(f.tells, g.tells) {
			t.Fatalf("%d nodes up to %d: news %v and %v, or they differ", n, last, news, plain)
		}
	}
}
