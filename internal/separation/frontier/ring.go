package frontier

import (
	"math/big"
	"math/bits"
)

// A ring is that of the integers modulo 2^64 (p = 0), or modulo an odd p below 2^63.
// Counts too large for a word are found in several rings, one after the other, and put
// together by the Chinese remainder theorem: so every coefficient takes one word.
type ring struct {
	p       uint64
	inverse uint64 // of -p modulo 2^64
	square  uint64 // 2^128 modulo p
	one     uint64 // the factor of 1
}

// ringsFor returns rings that together hold the number of statements of any order on n
// nodes, which is below 2^(n-2) n²/2.
func ringsFor(n int) []ring {
	rings := []ring{{one: 1}}
	if wordsFor(n) == 1 {
		return rings
	}
	have, need := 64, n-3+2*bits.Len(uint(n))
	p, two := new(big.Int).SetUint64(1<<63+1), big.NewInt(2)
	for ; have < need; have += 62 {
		for p.Sub(p, two); !p.ProbablyPrime(0); p.Sub(p, two) { // exact below 2^64
		}
		rings = append(rings, newRing(p.Uint64()))
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
	r.one = -p % p // 2^64
	_, r.square = bits.Div64(r.one, 0, p)
	return r
}

// factor returns x as multiply wants it.
func (r *ring) factor(x uint64) uint64 {
	if r.p == 0 {
		return x
	}
	return r.multiply(x%r.p, r.square)
}

// multiply returns x y, for a factor y (Montgomery 1985).
func (r *ring) multiply(x, y uint64) uint64 {
	if r.p == 0 {
		return x * y
	}
	hi, lo := bits.Mul64(x, y)
	q, _ := bits.Mul64(lo*r.inverse, r.p)
	if lo != 0 {
		q++ // what is carried out of the lower half, which becomes 0
	}
	if hi += q; hi >= r.p {
		hi -= r.p
	}
	return hi
}

// add adds from to the numbers of to, as far as there are such.
func (r *ring) add(to, from []uint64) {
	from = from[:min(len(from), len(to))]
	to = to[:len(from)]
	if r.p == 0 {
		for i, x := range from {
			to[i] += x
		}
		return
	}
	for i, x := range from {
		sum := to[i] + x
		if less := sum - r.p; sum >= r.p {
			sum = less
		}
		to[i] = sum
	}
}

// addBand adds to the coefficients of to those of the product of two polynomials. Of the
// first there are the same coefficients, as far as they are not 0, after so many of lower
// order; the second has factors for its coefficients.
func (r *ring) addBand(to, from []uint64, tail int, factors []uint64) {
	for shift, f := range factors {
		n := min(len(to), len(from)-tail+shift)
		to, from := to[:n], from[tail-shift:][:n]
		switch f {
		case 0:
		case r.one:
			r.add(to, from)
		default:
			for i, x := range from {
				sum := to[i] + r.multiply(x, f)
				if r.p != 0 && sum >= r.p {
					sum -= r.p
				}
				to[i] = sum
			}
		}
	}
}

// free multiplies a polynomial by 1+z for each of so many nodes.
func (r *ring) free(p []uint64, nodes int) {
	for range nodes {
		for k := len(p) - 1; k > 0; k-- {
			r.add(p[k:k+1], p[k-1:k])
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
		if r.p == 0 {
			moduli[i].Lsh(big.NewInt(1), 64)
		}
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
