package simulate

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// A stream is a stream of random numbers. It uses PCG with integer arithmetic of its own, since
// the methods of math/rand/v2 may change with its releases, and the logarithm of package math
// depends on the machine.
type stream struct{ pcg *rand.PCG }

func newStream(seed uint64) stream {
	return stream{rand.NewPCG(seed, 0x736570646973742e)} // "sepdist."
}

// below returns a number from 0 to n-1, all equally likely (Lemire, Fast random integer
// generation in an interval, ACM Trans. Model. Comput. Simul. 29:1–12).
func (s stream) below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.pcg.Uint64(), n)
	if lo < n {
		for least := -n % n; lo < least; {
			hi, lo = bits.Mul64(s.pcg.Uint64(), n)
		}
	}
	return hi
}

// chance reports true with probability p.
func (s stream) chance(p float64) bool { return float64(s.pcg.Uint64()>>11)*0x1p-53 < p }

// shuffle puts list into a random order.
func shuffle[T any](s stream, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.below(uint64(i + 1))
		list[i], list[j] = list[j], list[i]
	}
}

// A lottery draws the numbers from 0 to n-1, each once, in a random order. It shuffles them
// only as far as they are drawn.
type lottery struct {
	stream stream
	left   uint64            // numbers not yet drawn
	dense  []uint64          // the numbers, if about all will be drawn
	sparse map[uint64]uint64 // otherwise, those that are not at their place
}

// newLottery returns a lottery of n numbers. About some of them are expected to be drawn.
func newLottery(s stream, n, some uint64) *lottery {
	l := &lottery{stream: s, left: n}
	if n/8 > some {
		l.sparse = make(map[uint64]uint64, some)
		return l
	}
	l.dense = make([]uint64, n)
	for i := range l.dense {
		l.dense[i] = uint64(i)
	}
	return l
}

// draw returns the next number, and whether there is one.
func (l *lottery) draw() (uint64, bool) {
	if l.left == 0 {
		return 0, false
	}
	i := l.stream.below(l.left)
	l.left--
	if l.dense != nil {
		drawn := l.dense[i]
		l.dense[i] = l.dense[l.left]
		return drawn, true
	}
	at := func(i uint64) uint64 {
		if moved, ok := l.sparse[i]; ok {
			return moved
		}
		return i
	}
	drawn := at(i)
	if i != l.left {
		l.sparse[i] = at(l.left)
	}
	delete(l.sparse, l.left)
	return drawn, true
}

// A sieve keeps each number with the same probability and skips the others in
// one step (Batagelj and Brandes, Efficient generation of large random networks, Phys.
// Rev. E 71:036113).
type sieve struct {
	stream stream
	all    bool
	// powers holds (1-p)^(2^i) as fractions of 2^64.
	powers [48]uint64
}

func newSieve(s stream, p float64) *sieve {
	v := &sieve{stream: s, all: p >= 1}
	if !v.all {
		v.powers[0] = -max(uint64(math.Ldexp(p, 64)), 1)
	}
	for i := 1; i < len(v.powers); i++ {
		v.powers[i], _ = bits.Mul64(v.powers[i-1], v.powers[i-1])
	}
	return v
}

// skip returns the number of numbers before the next one that is kept. It is at least k with
// probability (1-p)^k.
func (v *sieve) skip() uint64 {
	if v.all {
		return 0
	}
	u, rest, k := v.stream.pcg.Uint64(), uint64(math.MaxUint64), uint64(0)
	for i := len(v.powers) - 1; i >= 0; i-- {
		if next, _ := bits.Mul64(rest, v.powers[i]); next > u {
			rest = next
			k += 1 << i
		}
	}
	return k
}
