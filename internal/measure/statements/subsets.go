package statements

import (
	"math"
	"math/bits"
	"sort"
)

// A pascal holds the binomial coefficients C(c, i) for c up to n and i up to k. Numbers that do not
// fit into 64 bits are replaced by the largest one that does.
type pascal [][]uint64 // by i, then c

func newPascal(n, k int) pascal {
	p := make(pascal, k+1)
	flat := make([]uint64, (k+1)*(n+1))
	for i := range p {
		p[i] = flat[i*(n+1) : (i+1)*(n+1)]
		if i == 0 {
			for c := range p[0] {
				p[0][c] = 1
			}
			continue
		}
		for c := i; c <= n; c++ {
			p[i][c] = addCapped(p[i][c-1], p[i-1][c-1])
		}
	}
	return p
}

// binomial returns C(n, k) if it is below 2^63.
func binomial(n, k int) (uint64, bool) {
	k = min(k, n-k)
	if k < 0 {
		return 0, true
	}
	c := uint64(1)
	for i := 1; i <= k; i++ {
		hi, lo := bits.Mul64(c, uint64(n-k+i))
		if hi >= uint64(i) {
			return 0, false
		}
		if c, _ = bits.Div64(hi, lo, uint64(i)); c >= 1<<63 {
			return 0, false
		}
	}
	return c, true
}

func addCapped(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// unrank writes the subset with the given rank among those of len(set) numbers, in the order of
// [nextSubset], which is the order of the largest numbers.
func (p pascal) unrank(rank uint64, set []int32) {
	for i := len(set); i > 0; i-- {
		row := p[i]
		c := sort.Search(len(row), func(c int) bool { return row[c] > rank }) - 1
		set[i-1] = int32(c)
		rank -= row[c]
	}
}

// nextSubset changes an ascending set to the next one of the same size.
func nextSubset(set []int32) {
	for i := range set {
		if i+1 == len(set) || set[i]+1 < set[i+1] {
			set[i]++
			for j := range i {
				set[j] = int32(j)
			}
			return
		}
	}
}
