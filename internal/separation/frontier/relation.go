package frontier

import "math/bits"

// A relation states between which slots of a graph's decided part a walk can go: row p has
// the bits of the slots that can be reached from p. It is symmetric. The rows of x and y are
// empty until they are placed.
type relation [slots]uint64

// The number of x and y that are placed.
const (
	nonePlaced = iota
	onePlaced
	bothPlaced
)

// A decision is what a node can be.
type decision int

const (
	in     decision = iota // in S
	out                    // not in S
	chosen                 // x or y
	decisions
)

// What a relation can come to: either graph is settled for good, or it is open.
const (
	separated = iota
	connected
	open
)

// decide applies the step to r. placed is the number of x and y that were placed before.
//
// The node v of the step is entered from the decided part by its ports, and from the
// undecided part by the ports that its edges lead to; T and H are the slots from which a
// walk comes to v by a tail and by a head.
//
//	v in S      H and H meet:  --> v <--
//	v not in S  T meets T and H; and H meets H if a walk can leave v by a tail and come
//	            back by one
//	v is x      all meet x; no walk needs to pass, since it is connected to x already
func (r *relation) decide(s *step, d decision, placed int) int {
	clear(r[s.before:s.size])
	T, H := s.fromTails, s.fromHeads
	turn := false
	if s.tail >= 0 {
		T |= r[s.tail]
		turn = r[s.tail]>>s.tail&1 == 1
	}
	if s.head >= 0 {
		H |= r[s.head]
	}
	T &^= s.own
	H &^= s.own
	switch d {
	case in:
		r.meet(H, H)
	case out:
		r.meet(T, T|H)
		r.meet(H, T)
		if turn {
			r.meet(H, H)
		}
	case chosen:
		at := slotX + placed
		r[at] |= T | H
		r.meet(T|H, 1<<at)
		placed++
	}
	if r[slotX]>>slotY&1 == 1 {
		return connected
	}
	for i, k := range s.keep {
		r[i] &= k
	}
	if placed >= onePlaced && r[slotX] == 0 || placed == bothPlaced && r[slotY] == 0 {
		return separated
	}
	r.reduce(s.size, placed)
	return open
}

// meet lets walks go from a to b; the other direction needs its own call.
func (r *relation) meet(a, b uint64) {
	for ; a != 0; a &= a - 1 {
		r[bits.TrailingZeros64(a)] |= b
	}
}

// reduce drops what can no longer matter, as only walks between x and y do, and fixes
// which of the two is which, as it does not matter.
//
// Let p and q be ports from which x is reached. A walk from y that goes in by p is
// connected to x, and one from x that comes out by q could have done so at once: p to q
// is not needed. If both x and y are reached from a port, nothing else of it is needed.
func (r *relation) reduce(size, placed int) {
	if placed == nonePlaced {
		return
	}
	x := r[slotX]
	for p := x; p != 0; p &= p - 1 {
		r[bits.TrailingZeros64(p)] &^= x
	}
	if placed == onePlaced {
		return
	}
	y := r[slotY]
	for p := y; p != 0; p &= p - 1 {
		r[bits.TrailingZeros64(p)] &^= y
	}
	const ends = 1<<slotX | 1<<slotY
	if both := x & y; both != 0 {
		for i := ports; i < size; i++ {
			r[i] &^= both
		}
		for p := both; p != 0; p &= p - 1 {
			r[bits.TrailingZeros64(p)] = ends
		}
	}
	if x > y {
		r[slotX], r[slotY] = y, x
		for i := ports; i < size; i++ {
			r[i] = r[i]&^ends | r[i]>>slotX&1<<slotY | r[i]>>slotY&1<<slotX
		}
	}
}

// packedWords returns the number of words that the lower half of a relation takes.
func packedWords(size int) int {
	n := (size*(size+1) - ports*(ports+1)) / 2
	return max(1, (n+63)/64)
}

// pack writes the rows of ports, each up to its own bit, one after the other, and leaves
// out the slots of gone, to which nothing is related.
func (r *relation) pack(to []uint64, size int, gone uint64) {
	clear(to)
	at, width := 0, ports+1
	for i := ports; i < size; i++ {
		if gone>>i&1 == 1 {
			continue
		}
		x := r[i] & (2<<i - 1)
		for g := gone & (2<<i - 1); g != 0; {
			top := 63 - bits.LeadingZeros64(g)
			g &^= 1 << top
			x = x&(1<<top-1) | x>>1&^(1<<top-1)
		}
		w, shift := at>>6, at&63
		to[w] |= x << shift
		if shift+width > 64 {
			to[w+1] |= x >> (64 - shift)
		}
		at += width
		width++
	}
}

// unpack reads what pack wrote.
func (r *relation) unpack(from []uint64, size int) {
	clear(r[:size])
	at := 0
	for i := ports; i < size; i++ {
		w, shift, width := at>>6, at&63, i+1
		x := from[w] >> shift
		if shift+width > 64 {
			x |= from[w+1] << (64 - shift)
		}
		x &= 2<<i - 1
		at += width
		r[i] |= x
		for low := x &^ (1 << i); low != 0; low &= low - 1 {
			r[bits.TrailingZeros64(low)] |= 1 << i
		}
	}
}
