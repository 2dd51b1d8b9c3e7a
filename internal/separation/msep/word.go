package msep

import "math/bits"

// Width is the number of lanes of a block: queries that are answered together.
const Width = 256

// A Word has one bit for each lane. Four machine words keep the processor busy while the next is loaded; more
// did not help.
type Word [Width / 64]uint64

// First returns the word with the lanes below n.
func First(n int) (w Word) {
	for i := range w {
		switch {
		case n >= 64*(i+1):
			w[i] = ^uint64(0)
		case n > 64*i:
			w[i] = 1<<(n&63) - 1
		}
	}
	return w
}

// Span returns the word with the lanes from lo to hi-1.
func Span(lo, hi int) Word { return First(hi).Minus(First(lo)) }

// Has reports whether lane is set.
func (w *Word) Has(lane int) bool { return w[lane>>6]>>(lane&63)&1 == 1 }

// Set sets lane.
func (w *Word) Set(lane int) { w[lane>>6] |= 1 << (lane & 63) }

// Unset removes lane.
func (w *Word) Unset(lane int) { w[lane>>6] &^= 1 << (lane & 63) }

// Or returns the lanes of v and w.
func (w Word) Or(v Word) Word {
	return Word{w[0] | v[0], w[1] | v[1], w[2] | v[2], w[3] | v[3]}
}

// Add adds the lanes of v to w.
func (w *Word) Add(v *Word) {
	w[0] |= v[0]
	w[1] |= v[1]
	w[2] |= v[2]
	w[3] |= v[3]
}

// Remove removes the lanes of v from w.
func (w *Word) Remove(v *Word) {
	w[0] &^= v[0]
	w[1] &^= v[1]
	w[2] &^= v[2]
	w[3] &^= v[3]
}

// And returns the lanes that are in both v and w.
func (w Word) And(v Word) Word {
	return Word{w[0] & v[0], w[1] & v[1], w[2] & v[2], w[3] & v[3]}
}

// Minus returns the lanes of w that are not in v.
func (w Word) Minus(v Word) Word {
	return Word{w[0] &^ v[0], w[1] &^ v[1], w[2] &^ v[2], w[3] &^ v[3]}
}

// Empty reports whether no lane is set.
func (w Word) Empty() bool { return w[0]|w[1]|w[2]|w[3] == 0 }

// Len returns the number of lanes that are set.
func (w Word) Len() int {
	return bits.OnesCount64(w[0]) + bits.OnesCount64(w[1]) + bits.OnesCount64(w[2]) + bits.OnesCount64(w[3])
}

// Each calls f for every lane that is set, in ascending order.
func (w Word) Each(f func(lane int)) {
	for i, u := range w {
		for ; u != 0; u &= u - 1 {
			f(64*i + bits.TrailingZeros64(u))
		}
	}
}

// A LaneCounter counts how often each lane was set, as a binary number for each lane.
type LaneCounter struct{ digits [32]Word }

// Add increments the counts of the lanes of w.
func (c *LaneCounter) Add(w Word) {
	for i := 0; !w.Empty(); i++ {
		carry := c.digits[i].And(w)
		c.digits[i] = c.digits[i].Or(w).Minus(carry)
		w = carry
	}
}

// Counts returns the count of each lane.
func (c *LaneCounter) Counts() (counts [Width]int32) {
	for k, digit := range c.digits {
		digit.Each(func(lane int) { counts[lane] |= 1 << k })
	}
	return counts
}
