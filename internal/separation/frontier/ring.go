package frontier

import "math/big"

// A ring is that of the integers modulo an odd prime p below 2^29. Counts too large for
// that are found in several rings and put together by the Chinese remainder theorem.
// Numbers of 32 bits fit eight times into the registers of most processors.
type ring struct {
	p       uint32
	inverse uint32 // of -p modulo 2^32
	square  uint32 // 2^64 modulo p
}

// sums is the number of products of numbers below p that can be added before reduce.
const sums = 8

// ringsFor returns rings that together hold the number of statements of each of the
// orders on n nodes.
func ringsFor(n, orders int) []ring {
	most := new(big.Int).Binomial(int64(n-2), int64(min(orders-1, (n-2)/2)))
	most.Mul(most, big.NewInt(int64(n)*int64(n-1)/2))
	var rings []ring
	p, product := uint32(1<<29+1), big.NewInt(1)
	for product.Cmp(most) <= 0 {
		for p -= 2; !isPrime(p); p -= 2 {
		}
		rings = append(rings, newRing(p))
		product.Mul(product, big.NewInt(int64(p)))
	}
	return rings
}

// isPrime reports whether an odd number below 2^30 is prime. Unlike [big.Int.ProbablyPrime], it adds little to the
// engine in browsers.
func isPrime(p uint32) bool {
	for d := uint32(3); d*d <= p; d += 2 {
		if p%d == 0 {
			return false
		}
	}
	return true
}

func newRing(p uint32) ring {
	// Newton's iteration: each round doubles the bits that are right, of which p itself
	// has three.
	inverse := p
	for range 4 {
		inverse *= 2 - p*inverse
	}
	return ring{p, -inverse, uint32(-uint64(p) % uint64(p))}
}

// factor returns x in the form that multiply expects: times 2^32.
func (r *ring) factor(x uint64) uint32 { return r.multiply(uint32(x%uint64(r.p)), r.square) }

// multiply returns x y, for a factor y.
func (r *ring) multiply(x, y uint32) uint32 { return r.reduce(uint64(x) * uint64(y)) }

// reduce returns a sum of products with factors (Montgomery 1985).
func (r *ring) reduce(sum uint64) uint32 {
	q := uint32(sum) * r.inverse
	return r.least(uint32((sum + uint64(q)*uint64(r.p)) >> 32))
}

func (r *ring) add(x, y uint32) uint32 { return r.least(x + y) }

// least returns x modulo p, for x below 2p.
func (r *ring) least(x uint32) uint32 { return min(x, x-r.p) }

// invert returns the inverse of x as a factor.
func (r *ring) invert(x int) uint32 {
	y := big.NewInt(int64(x))
	return r.factor(y.ModInverse(y, big.NewInt(int64(r.p))).Uint64())
}

// coefficients replaces the values of a polynomial at 1, 2, ... by its coefficients. There
// must be as many values as coefficients.
func (r *ring) coefficients(values []uint32) {
	n := len(values)
	// Newton's form by divided differences: c0 + c1 (z-1) + c2 (z-1)(z-2) + ...
	for k := 1; k < n; k++ {
		inverse := r.invert(k)
		for j := n - 1; j >= k; j-- {
			values[j] = r.multiply(r.add(values[j], r.p-values[j-1]), inverse)
		}
	}
	// From its end, multiplied out by one z-k after the other.
	for k := n - 1; k > 0; k-- {
		minus := r.factor(uint64(r.p) - uint64(k))
		for j := k - 1; j < n-1; j++ {
			values[j] = r.add(values[j], r.multiply(values[j+1], minus))
		}
	}
}

// residues are one polynomial in each of several rings.
type residues [][]uint32

// polynomial returns the polynomial with these residues whose coefficients are
// not negative and less than the product of the moduli.
func (rs residues) polynomial(rings []ring, nodes int) *Polynomial {
	n := len(rs[0])
	p := NewPolynomial(n, nodes)
	moduli := make([]*big.Int, len(rings))
	inverses := make([]*big.Int, len(rings))
	product := big.NewInt(1) // of the moduli before
	products := make([]*big.Int, len(rings))
	for i, r := range rings {
		moduli[i] = big.NewInt(int64(r.p))
		products[i] = new(big.Int).Set(product)
		inverses[i] = new(big.Int).ModInverse(product, moduli[i])
		product.Mul(product, moduli[i])
	}
	var x, d big.Int
	for k := range n {
		x.SetUint64(0)
		for i := range rings {
			// x is right modulo the rings before; so much of their product is missing.
			d.SetUint64(uint64(rs[i][k]))
			d.Sub(&d, &x)
			d.Mul(&d, inverses[i])
			d.Mod(&d, moduli[i])
			x.Add(&x, d.Mul(&d, products[i]))
		}
		p.set(k, &x)
	}
	return p
}
