package frontier

import (
	"math/big"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/pool"
)

// The rings of n nodes hold every number of statements on them, and give back what was
// put into them.
func TestRings(t *testing.T) {
	for _, n := range []int{2, 3, 30, 58, 59, 70, 100, 150, 200, 400} {
		for _, orders := range []int{1, n/3 + 1, n - 1} {
			rings := ringsFor(n, orders)
			rng := graphtest.Rand(uint64(n))
			numbers := []*big.Int{big.NewInt(0), big.NewInt(1)}
			for k := range orders {
				most := new(big.Int).Binomial(int64(n-2), int64(k))
				most.Mul(most, big.NewInt(int64(n)*int64(n-1)/2))
				x := new(big.Int)
				for range n/64 + 2 {
					x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(rng.Uint64()))
				}
				numbers = append(numbers, most, x.Mod(x, most))
			}
			rs := make(residues, len(rings))
			for i, r := range rings {
				for _, x := range numbers {
					rs[i] = append(rs[i], uint32(new(big.Int).Mod(x, big.NewInt(int64(r.p))).Uint64()))
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
}

// Sums of products in a ring are those of the integers, also the largest that are allowed.
func TestRingSums(t *testing.T) {
	rng := graphtest.Rand(1)
	for _, r := range ringsFor(300, 299) {
		p := big.NewInt(int64(r.p))
		for round := range 1000 {
			want := new(big.Int)
			sum := uint64(0)
			for range sums {
				x, y := uint32(rng.Uint64()%uint64(r.p)), rng.Uint64()
				f := r.factor(y)
				if round == 0 { // the most there can be
					x, f = r.p-1, r.p-1
					y = uint64(r.multiply(f, 1))
				}
				sum += uint64(x) * uint64(f)
				product := new(big.Int).SetUint64(y)
				want.Add(want, product.Mul(product, big.NewInt(int64(x))))
			}
			if got := r.reduce(sum); uint64(got) != want.Mod(want, p).Uint64() {
				t.Fatalf("round %d: the sum of %d products is %d modulo %d, want %v", round, sums, got, r.p, want)
			}
		}
	}
}

// A polynomial is found again from its values, and its lanes are its values or its first
// coefficients.
func TestLanes(t *testing.T) {
	r := &ringsFor(100, 99)[0]
	p := big.NewInt(int64(r.p))
	for n := 1; n < 40; n++ {
		rng := graphtest.Rand(uint64(n))
		coefficients := make([]uint64, n)
		for k := range coefficients {
			coefficients[k] = rng.Uint64() % uint64(r.p)
		}
		var values []uint32
		for len(values) < n {
			w := sweep{ring: r}
			for j := range w.z {
				w.z[j] = uint32(len(values) + j + 1)
			}
			for j, f := range w.lanes(coefficients) {
				got, want := r.multiply(f, 1), new(big.Int)
				for k := n - 1; k >= 0; k-- {
					want.Mul(want, big.NewInt(int64(w.z[j])))
					want.Add(want, new(big.Int).SetUint64(coefficients[k]))
				}
				if uint64(got) != want.Mod(want, p).Uint64() {
					t.Fatalf("%v has the value %d at %d, want %v", coefficients, got, w.z[j], want)
				}
				values = append(values, got)
			}
		}
		values = values[:n]
		r.coefficients(values)
		for k := range values {
			if uint64(values[k]) != coefficients[k] {
				t.Fatalf("%v came back as %v", coefficients, values)
			}
		}
		w := sweep{ring: r, series: true}
		for k, f := range w.lanes(coefficients) {
			if k < n && uint64(r.multiply(f, 1)) != coefficients[k] || k >= n && f != 0 {
				t.Fatalf("%v begins with %d at order %d", coefficients, r.multiply(f, 1), k)
			}
		}
	}
}

// A panic of a worker reaches the caller, who can recover from it.
func TestTogether(t *testing.T) {
	defer func() {
		if fault, ok := recover().(*pool.PanicError); !ok || fault.Value != "one" {
			t.Errorf("recovered from %v", fault)
		}
	}()
	together(2, 3, func(job int) {
		if job == 1 {
			panic("one")
		}
	})
}

// isPrime agrees with math/big.
func TestIsPrime(t *testing.T) {
	for _, start := range []uint32{3, 1<<29 - 2001} {
		for p := start; p < start+4000; p += 2 {
			if want := big.NewInt(int64(p)).ProbablyPrime(0); isPrime(p) != want {
				t.Errorf("isPrime(%d) = %v, want %v", p, isPrime(p), want)
			}
		}
	}
}
