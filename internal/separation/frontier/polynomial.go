package frontier

import (
	"math"
	"math/big"
	"math/bits"
)

// A Polynomial holds one exact count for each order: that of order k is the coefficient
// of z^k. Nodes that nothing depends on multiply it by 1+z each.
type Polynomial struct {
	words int // machine words of a coefficient
	limbs []uint64
}

// NewPolynomial returns a polynomial of n coefficients, all 0, each with room for the
// number of statements of any order on the given number of nodes.
func NewPolynomial(n, nodes int) *Polynomial {
	w := wordsFor(nodes)
	return &Polynomial{w, make([]uint64, n*w)}
}

// wordsFor returns the number of words that hold C(n,2) C(n-2,k) for every k. Up to 58 nodes
// one word is enough; beyond, 2^(n-2) n²/2 is a bound.
func wordsFor(n int) int {
	if n <= 58 {
		return 1
	}
	return (n-3+2*bits.Len(uint(n)))/64 + 1
}

// Len returns the number of coefficients.
func (p *Polynomial) Len() int { return len(p.limbs) / p.words }

// Int returns the coefficient of z^k.
func (p *Polynomial) Int(k int) *big.Int {
	x := new(big.Int)
	for i := p.words - 1; i >= 0; i-- {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(p.limbs[k*p.words+i]))
	}
	return x
}

// set makes x the coefficient of z^k, which must have room for it.
func (p *Polynomial) set(k int, x *big.Int) {
	var low, rest, mask big.Int
	rest.Set(x)
	mask.SetUint64(math.MaxUint64)
	for i := range p.words {
		p.limbs[k*p.words+i] = low.And(&rest, &mask).Uint64()
		rest.Rsh(&rest, 64)
	}
}

// Uint64 returns the coefficient of z^k if it fits into 64 bits.
func (p *Polynomial) Uint64(k int) (x uint64, ok bool) {
	for _, w := range p.limbs[k*p.words+1 : (k+1)*p.words] {
		if w != 0 {
			return 0, false
		}
	}
	return p.limbs[k*p.words], true
}

// Add adds x z^k.
func (p *Polynomial) Add(k int, x uint64) {
	addNumber(p.limbs[k*p.words:(k+1)*p.words], []uint64{x})
}

// AddAt adds the one term of q with z^k.
func (p *Polynomial) AddAt(k int, q *Polynomial) {
	addNumber(p.limbs[k*p.words:(k+1)*p.words], q.limbs[k*q.words:(k+1)*q.words])
}

// AddShifted adds z^shift q, which may be shorter or longer; terms beyond the
// last order are dropped. The coefficients of q must fit into those of p.
func (p *Polynomial) AddShifted(q *Polynomial, shift int) {
	n := min(q.Len(), p.Len()-shift)
	if n <= 0 {
		return
	}
	addAll(p.limbs[shift*p.words:], p.words, q.limbs[:n*q.words], q.words)
}

// Free multiplies by 1+z for each of the given number of nodes that may be in S or not.
func (p *Polynomial) Free(nodes int) {
	w := p.words
	for range nodes {
		for k := p.Len() - 1; k > 0; k-- {
			addNumber(p.limbs[k*w:(k+1)*w], p.limbs[(k-1)*w:k*w])
		}
	}
}

// addAll adds to the numbers of to, of w words each, those of from, of v words each, and
// reports whether all sums fit. The last numbers of from are left out if to has fewer.
func addAll(to []uint64, w int, from []uint64, v int) bool {
	over := uint64(0)
	if w == 1 && v == 1 {
		from = from[:min(len(from), len(to))]
		to = to[:len(from)]
		for i, x := range from {
			sum, carry := bits.Add64(to[i], x, 0)
			to[i] = sum
			over |= carry
		}
		return over == 0
	}
	for len(from) > 0 && len(to) > 0 {
		over |= addNumber(to[:w], from[:v])
		to, from = to[w:], from[v:]
	}
	return over == 0
}

// addNumber adds the number x to the number to, whose words come lowest first and which
// must not be shorter, and returns the carry.
func addNumber(to, x []uint64) (carry uint64) {
	for i := range to {
		y := uint64(0)
		if i < len(x) {
			y = x[i]
		} else if carry == 0 {
			return 0
		}
		to[i], carry = bits.Add64(to[i], y, carry)
	}
	return carry
}
