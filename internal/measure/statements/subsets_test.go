package statements

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

func TestPascal(t *testing.T) {
	p := newPascal(130, 70)
	for n := range 131 {
		for k := range 71 {
			want := new(big.Int).Binomial(int64(n), int64(k))
			if !want.IsUint64() {
				want.SetUint64(math.MaxUint64)
			}
			if p[k][n] != want.Uint64() {
				t.Fatalf("C(%d, %d) is %d, want %v", n, k, p[k][n], want)
			}
			exact := new(big.Int).Binomial(int64(n), int64(k))
			c, fits := binomial(n, k)
			if fits != (exact.BitLen() < 64) || fits && c != exact.Uint64() {
				t.Fatalf("C(%d, %d) is %d, %v, want %v", n, k, c, fits, exact)
			}
		}
	}
}

func TestSubsets(t *testing.T) {
	for n := range 9 {
		for k := range n + 1 {
			p := newPascal(n, k)
			set, got := make([]int32, k), make([]int32, k)
			p.unrank(0, set)
			seen := make(map[string]bool)
			for r := range p[k][n] {
				p.unrank(r, got)
				if !slices.Equal(got, set) {
					t.Fatalf("%d of %d: rank %d is %v, one after the other %v", k, n, r, got, set)
				}
				key := ""
				for i, v := range set {
					if int(v) >= n || i > 0 && v <= set[i-1] {
						t.Fatalf("%d of %d: %v", k, n, set)
					}
					key += string(rune('a' + v))
				}
				if seen[key] {
					t.Fatalf("%d of %d: %v twice", k, n, set)
				}
				seen[key] = true
				nextSubset(set)
			}
		}
	}
}

func TestStatements(t *testing.T) {
	for _, n := range []int{2, 3, 10, 58, 59, 66, 67, 150} {
		for k, got := range statements(n, n-1) {
			want := new(big.Int).Mul(new(big.Int).Binomial(int64(n), 2), new(big.Int).Binomial(int64(n-2), int64(k)))
			if got.Int().Cmp(want) != 0 {
				t.Fatalf("%d nodes, order %d: %v, want %v", n, k, got, want)
			}
		}
	}
}
