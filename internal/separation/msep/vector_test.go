//go:build amd64 || arm64

package msep

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// Gathering by vector instructions is gathering in Go: for lists of every length around the unrolled
// loops, wherever the words and the list lie in memory, and nothing beside the sum is written.
func TestGatherWide(t *testing.T) {
	if !vectors {
		t.Log("this processor has no vector instructions that are used")
		return
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 70 {
		for shift := range 4 {
			words, sum := shifted(rng, 50, shift), shifted(rng, 3, (shift+n)%4)
			list := make([]int32, 1+n)
			for i := range list {
				list[i] = int32(rng.IntN(len(words)))
			}
			at := list[1-n%2:][:n]
			want, before := slices.Clone(sum), slices.Clone(words)
			WithoutVectors(func() { want[1].gather(before, at) })
			gatherWide(&sum[1], &words[0], at)
			if !slices.Equal(sum, want) || !slices.Equal(words, before) {
				t.Fatalf("%d words, %d bytes off: %x, want %x", n, 8*shift, sum, want)
			}
		}
	}
}

// Sweeps by vector instructions do what plain ones do: for nodes with none to many neighbours, up to
// any node, wherever the words lie in memory, and nothing after the last node is written.
func TestFieldVectors(t *testing.T) {
	if !vectors {
		t.Log("this processor has no vector instructions that are used")
		return
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 600 {
		n := 1 + rng.IntN(40)
		up, down := make([][]int32, n), make([][]int32, n)
		for c := range int32(n) {
			often := 1 + rng.IntN(20)
			for p := range c {
				if rng.IntN(often) == 0 {
					up[c], down[p] = append(up[c], p), append(down[p], c)
				}
			}
		}
		parents, children := listsOf(up), listsOf(down)
		if len(parents.to) == 0 {
			continue
		}
		plan := &Plan{parents: parents, children: children}
		plan.wideParents = func() *lists { return parents.padded(listUnit) }
		plan.wideChildren = func() *lists { return children.padded(listUnit) }
		last := int32(rng.IntN(n))
		if round%2 == 0 {
			last = int32(n - 1)
		}
		f := field{shifted(rng, n, rng.IntN(4)), shifted(rng, n, rng.IntN(4)), shifted(rng, n, rng.IntN(4)), shifted(rng, n+1, rng.IntN(4))}
		if round%5 == 0 {
			clear(f.given) // no news
		}
		f.out[n] = Word{}
		g := field{slices.Clone(f.tail), slices.Clone(f.head), slices.Clone(f.given), slices.Clone(f.out)}
		g.out[last+1], g.out[n] = Word{}, Word{} // see upWide and downWide
		f.collectFromChildren(plan, last)
		WithoutVectors(func() { g.collectFromChildrenPlain(&children, last) })
		if !f.equal(&g) {
			t.Fatalf("round %d, up, %d nodes up to %d:\n%x\nplain:\n%x", round, n, last, f, g)
		}
		for range 3 { // the later ones have fewer news
			news, plain := f.collectFromParents(plan, last), false
			WithoutVectors(func() { plain = g.collectFromParentsPlain(&parents, last) })
			if news != plain || !f.equal(&g) {
				t.Fatalf("round %d, down, %d nodes up to %d: news %v, plain %v:\n%x\nplain:\n%x", round, n, last, news, plain, f, g)
			}
		}
	}
}

// equal reports whether all words are equal.
func (f *field) equal(g *field) bool {
	return slices.Equal(f.tail, g.tail) && slices.Equal(f.head, g.head) && slices.Equal(f.given, g.given) && slices.Equal(f.out, g.out)
}

// listsOf lays lists out one after the other.
func listsOf(of [][]int32) lists {
	l := lists{at: []int32{0}}
	for _, list := range of {
		l.to = append(l.to, list...)
		l.at = append(l.at, int32(len(l.to)))
	}
	return l
}

// shifted returns n random words that lie the given number of machine words after a boundary of
// 32 bytes.
func shifted(rng *rand.Rand, n, shift int) []Word {
	memory := make([]uint64, len(Word{})*(n+2))
	for i := range memory {
		memory[i] = rng.Uint64() & rng.Uint64() & rng.Uint64()
	}
	first := 0
	for uintptr(unsafe.Pointer(&memory[first]))%unsafe.Sizeof(Word{}) != 0 {
		first++
	}
	return unsafe.Slice((*Word)(unsafe.Pointer(&memory[first+shift])), n)
}
