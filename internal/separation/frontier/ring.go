package frontier

import (
	"math/big"
	"math/bits"
)

// A ring is that of the integers modulo an odd prime p below 2^60. Counts too large for
// that are found in several rings and put together by the Chinese remainder theorem.
type ring struct {
	p       uint64
	inverse uint64 // of -p modulo 2^64
	square  uint64 // 2^128 modulo p
}

// sums is how many products of numbers below p can be summed up before reduce.
const sums = 16

// ringsFor returns rings that together hold the number of statements of each of the
// orders on n nodes.
func ringsFor(n, orders int) []ring {
	most := new(big.Int).Binomial(int64(n-2), int64(min(orders-1, (n-2)/2)))
	most.Mul(most, big.NewInt(int64(n)*int64(n-1)/2))
	var rings []ring
	p, two, product := big.NewInt(1<<60+1), big.NewInt(2), big.NewInt(1)
	for product.Cmp(most) <= 0 {
		for p.Sub(p, two); !p.ProbablyPrime(0); p.Sub(p, two) { // exact below 2^64
		}
		rings = append(rings, newRing(p.Uint64()))
		product.Mul(product, p)
	}
	return rings
}

func newRing(p uint64) ring {
	r := ring{p: p}
	// Newton's iteration: each round doubles the bits that are right, of which p itself
	// has three.
	inverse := p
	for range 5 {
		inverse *= 2 - p*inverse
	}
	r.inverse = -inverse
	_, r.square = bits.Div64(-p%p, 0, p)
	return r
}

// factor returns x as multiply wants it: times 2^64.
func (r *ring) factor(x uint64) uint64 { return r.multiply(x%r.p, r.square) }

// multiply returns x y, for a factor y.
func (r *ring) multiply(x, y uint64) uint64 { return r.reduce(bits.Mul64(x, y)) }

// reduce returns a sum of products with factors (Montgomery 1985).
func (r *ring) reduce(hi, lo uint64) uint64 {
	q, _ := bits.Mul64(lo*r.inverse, r.p)
	if lo != 0 {
		q++ // what is carried out of the lower half, which becomes 0
	}
	if hi += q; hi >= r.p {
		hi -= r.p
	}
	return hi
}

func (r *ring) add(x, y uint64) uint64 {
	if x += y; x >= r.p {
		x -= r.p
	}
	return x
}

// invert returns the inverse of x as a factor.
func (r *ring) invert(x uint64) uint64 {
	y := new(big.Int).SetUint64(x)
	return r.factor(y.ModInverse(y, new(big.Int).SetUint64(r.p)).Uint64())
}

// coefficients makes of the values of a polynomial at 1, 2, ... its coefficients. There
// must be as many values as coefficients.
func (r *ring) coefficients(values []uint64) {
	n := len(values)
	// Newton's form by divided differences: c0 + c1 (z-1) + c2 (z-1)(z-2) + ...
	for k := 1; k < n; k++ {
		inverse := r.invert(uint64(k))
		for j := n - 1; j >= k; j-- {
			values[j] = r.multiply(r.add(values[j], r.p-values[j-1]), inverse)
		}
	}
	// From its end, multiplied out by one z-k after the other.
	for k := n - 1; k > 0; k-- {
		minus := r.factor(r.p - uint64(k))
		for j := k - 1; j < n-1; j++ {
			values[j] = r.add(values[j], r.multiply(values[j+1], minus))
		}
	}
}

// residues are one polynomial in each of several rings.
type residues [][]uint64

// polynomial returns the polynomial of which these are the residues: its coefficients are
// not negative and less than the product of the moduli.
func (rs residues) polynomial(rings []ring, nodes int) *Polynomial {
	n := len(rs[0])
	p := NewPolynomial(n, nodes)
	moduli := make([]*big.Int, len(rings))
	inverses := make([]*big.Int, len(rings))
	product := big.NewInt(1) // of the moduli before
	products := make([]*big.Int, len(rings))
	for i, r := range rings {
		moduli[i] = new(big.Int).SetUint64(r.p)
		products[i] = new(big.Int).Set(product)
		inverses[i] = new(big.Int).ModInverse(product, moduli[i])
		product.Mul(product, moduli[i])
	}
	var x, d big.Int
	for k := range n {
		x.SetUint64(0)
		for i := range rings {
			// x is right modulo the rings before; so much of their product is missing.
			d.SetUint64(rs[i][k])
			d.Sub(&d, &x)
			d.Mul(&d, inverses[i])
			d.Mod(&d, moduli[i])
			x.Add(&x, d.Mul(&d, products[i]))
		}
		p.set(k, &x)
	}
	return p
}
