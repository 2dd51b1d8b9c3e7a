package frontier

import (
	"context"
	"math/big"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
)

// The rings of n nodes hold every number of statements on them, and give back what was
// put into them.
func TestRings(t *testing.T) {
	for _, n := range []int{2, 30, 58, 59, 70, 100, 150, 200, 400} {
		rings := ringsFor(n)
		rng := graphtest.Rand(uint64(n))
		most := new(big.Int).Binomial(int64(n-2), int64(n-2)/2)
		most.Mul(most, big.NewInt(int64(n)*int64(n-1)/2))
		numbers := []*big.Int{big.NewInt(0), big.NewInt(1), most}
		for range 20 {
			x := new(big.Int)
			for range n/64 + 2 {
				x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(rng.Uint64()))
			}
			numbers = append(numbers, x.Mod(x, most))
		}
		rs := make(residues, len(rings))
		for i, r := range rings {
			for _, x := range numbers {
				m := new(big.Int).SetUint64(r.p)
				if r.p == 0 {
					m.Lsh(big.NewInt(1), 64)
				}
				rs[i] = append(rs[i], new(big.Int).Mod(x, m).Uint64())
			}
		}
		p := rs.polynomial(rings, n)
		for k, want := range numbers {
			if got := p.Int(k); got.Cmp(want) != 0 {
				t.Fatalf("%d nodes: %v came back as %v", n, want, got)
			}
		}
	}
}

// Products in a ring are those of the integers.
func TestRingMultiply(t *testing.T) {
	rng := graphtest.Rand(1)
	for _, r := range ringsFor(300) {
		if r.p == 0 {
			continue
		}
		p := new(big.Int).SetUint64(r.p)
		for range 1000 {
			x, y := rng.Uint64()%r.p, rng.Uint64()
			want := new(big.Int).SetUint64(x)
			want.Mul(want, new(big.Int).SetUint64(y)).Mod(want, p)
			if got := r.multiply(x, r.factor(y)); got != want.Uint64() {
				t.Fatalf("%d times %d is %d modulo %d, want %v", x, y, got, r.p, want)
			}
		}
	}
}

// Bands of every width give the same sums as all orders at once.
func TestBands(t *testing.T) {
	ctx := context.Background()
	none := func(int, float64) {}
	for seed := range uint64(6) {
		rng := graphtest.Rand(seed)
		n := 12 + 12*int(seed%3)
		g, h := polytree(rng, n, 0), polytree(rng, n, 0)
		p := New(g, h, n, 1<<20, 1)
		var made [2]*automaton
		for k := range made {
			var err error
			if made[k], err = p.build(ctx, k, 1<<20, func(int) {}); err != nil {
				t.Fatal(err)
			}
		}
		for _, orders := range []int{n - 1, 5} {
			fronts, err := p.fronts(ctx, made, orders, Options{Workers: 2, Limit: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			widest := 0
			for _, f := range fronts {
				widest = max(widest, f.pairs())
			}
			for _, r := range ringsFor(100) {
				var spare buffers
				whole := newSweep(&r, fronts, orders, mostWords, &spare)
				if err := whole.run(ctx, none); err != nil {
					t.Fatal(err)
				}
				want := whole.sums()
				for words := range orders + 2 {
					w := newSweep(&r, fronts, orders, words*widest, &spare)
					if err := w.run(ctx, none); err != nil {
						t.Fatal(err)
					}
					for k, got := range w.sums() {
						for j := range got {
							if got[j] != want[k][j] {
								t.Fatalf("seed %d, %d words a pair: order %d is %d, want %d", seed, words, j, got[j], want[k][j])
							}
						}
					}
				}
			}
		}
	}
}
