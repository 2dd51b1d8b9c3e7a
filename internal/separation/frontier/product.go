package frontier

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"
)

// A front holds the pairs of states that two automata can be in after the same
// decisions, and for each pair the polynomial that counts these decisions by |S|. It is
// made in shards, each by one worker, which part the pairs by their hash.
type front struct {
	orders int // coefficients of a polynomial
	words  int // of a coefficient
	shards []shard
}

type shard struct {
	pairs   []uint64 // state of the one automaton, then of the other
	counts  []uint64
	slots   []uint32 // number of a pair plus one
	adds    []add
	settled *Counts // of what was settled in both graphs by the last decision
}

// An add says which polynomial goes where.
type add struct {
	from  uint32 // number in its shard
	to    uint32
	shard uint16
	shift uint16
}

// Where polynomials go that are settled: the lowest two bits say in which graphs x and y
// are connected.
const (
	settledHere  = math.MaxUint32 &^ 3
	connectedInG = 1
	connectedInH = 2
)

// product runs the two automata side by side; where the graphs are one, so are they.
func (p *Plan) product(ctx context.Context, made [2]*automaton, orders int, o Options, done func(item int)) (*Counts, error) {
	g, h := made[0], made[1]
	if h == nil {
		h = g
	}
	total := NewCounts(orders, p.observed)
	now := &front{orders: 1, words: 1, shards: []shard{{
		pairs:  []uint64{uint64(g.start)<<32 | uint64(h.start)},
		counts: []uint64{1},
	}}}
	atG, atH, decided, pairs := 0, 0, 0, 0
	var spare buffers
	for i, it := range p.items {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		var lg, lh *layer
		if it.g >= 0 {
			lg = &g.layers[atG]
			atG++
		}
		if it.h >= 0 {
			lh = &h.layers[atH]
			atH++
		}
		if it.observed() {
			decided++
			total.Free(1) // what is settled stays so, with the node in S or without it
		}
		next := &front{
			orders: min(orders, decided+1),
			words:  now.words,
			shards: make([]shard, shardsFor(now.pairs(), o.Workers)),
		}
		next.each(func(s int) bool { next.match(s, now, lg, lh, it.observed()); return true })
		pairs += next.pairs()
		if pairs > pairsFor*o.Limit || next.pairs()*next.orders*next.words > mostWords {
			return nil, &WideError{o.Limit, math.Inf(1)}
		}
		for fits := false; !fits; {
			for s := range next.shards {
				next.shards[s].counts = spare.take(len(next.shards[s].pairs) * next.orders * next.words)
			}
			fits = next.each(func(s int) bool { return next.fill(s, now, p.observed) })
			if !fits {
				next.words++
			}
		}
		for s := range now.shards {
			spare = append(spare, now.shards[s].counts)
		}
		for s := range next.shards {
			total.Add(next.shards[s].settled)
			next.shards[s].adds, next.shards[s].settled = nil, nil
		}
		now = next
		done(i)
	}
	return total, nil
}

const (
	pairsFor  = 4        // pairs that are allowed for each state
	mostWords = 72 << 20 // of the polynomials of one front; there are two at a time
)

// buffers are those of fronts that are done with. What is taken from them is cleared.
// They keep two fronts from becoming three while nobody collects the oldest.
type buffers [][]uint64

func (b *buffers) take(n int) []uint64 {
	for i, old := range *b {
		if cap(old) >= n {
			*b = slices.Delete(*b, i, i+1)
			clear(old[:n])
			return old[:n]
		}
	}
	*b = (*b)[:0] // all too short
	return make([]uint64, n)
}

func (f *front) pairs() int {
	n := 0
	for i := range f.shards {
		n += len(f.shards[i].pairs)
	}
	return n
}

// shardsFor returns how many workers are worth their while: each of them looks at all
// pairs.
func shardsFor(pairs, workers int) int {
	const worth = 1 << 10
	return max(1, min(workers, 8, pairs/worth))
}

// each lets do make every shard, at the same time, and reports whether all could.
func (f *front) each(do func(shard int) bool) bool {
	could := make([]bool, len(f.shards))
	var wg sync.WaitGroup
	for s := range f.shards[1:] {
		wg.Go(func() { could[s+1] = do(s + 1) })
	}
	could[0] = do(0)
	wg.Wait()
	for _, c := range could {
		if !c {
			return false
		}
	}
	return true
}

// match finds the pairs of shard number own of the front that follows upon now, and what
// is to be added where. A nil layer is that of a graph without the node.
func (f *front) match(own int, now *front, lg, lh *layer, observed bool) {
	s := &f.shards[own]
	s.slots = make([]uint32, 1<<8)
	for from := range now.shards {
		for i, pair := range now.shards[from].pairs {
			mg, mh := after(lg, uint32(pair>>32)), after(lh, uint32(pair))
			for d := in; d < decisions; d++ {
				if d != out && !observed {
					continue
				}
				next := uint64(mg[d])<<32 | uint64(mh[d])
				if mg[d] == separated && mh[d] == separated {
					continue // in neither graph will x and y be connected
				}
				h := mix(next)
				if len(f.shards) > 1 && int(h>>32)%len(f.shards) != own {
					continue
				}
				a := add{from: uint32(i), shard: uint16(from)}
				if d == in {
					a.shift = 1
				}
				switch {
				case mg[d] < open && mh[d] < open:
					a.to = settledHere | mg[d]*connectedInG | mh[d]*connectedInH
				default:
					a.to = s.number(next, uint32(h))
				}
				s.adds = append(s.adds, a)
			}
		}
	}
	s.slots = nil
}

// fill adds up the polynomials of shard number own, and reports whether the words of a
// coefficient were enough.
func (f *front) fill(own int, now *front, observed int) bool {
	s := &f.shards[own]
	size := f.orders * f.words
	s.settled = NewCounts(f.orders, observed)
	old := now.orders * now.words
	for _, a := range s.adds {
		from := now.shards[a.shard].counts[int(a.from)*old:][:old]
		if a.to >= settledHere {
			s.settled.settle(&Polynomial{now.words, from}, int(a.shift), a.to)
			continue
		}
		to := s.counts[int(a.to)*size:][:size]
		if !addAll(to[int(a.shift)*f.words:], f.words, from, now.words) {
			return false
		}
	}
	return true
}

// settle adds p where it belongs.
func (c *Counts) settle(p *Polynomial, shift int, where uint32) {
	if where&connectedInG != 0 {
		c.G.AddShifted(p, shift)
	}
	if where&connectedInH != 0 {
		c.H.AddShifted(p, shift)
	}
	if where&3 == connectedInG|connectedInH {
		c.Both.AddShifted(p, shift)
	}
}

// after returns the moves from a state; a graph without the node stays where it is.
func after(l *layer, state uint32) moves {
	if l == nil {
		return moves{state, state, state}
	}
	return l.next[state]
}

// number returns the number of a pair in the shard.
func (s *shard) number(pair uint64, hash uint32) uint32 {
	mask := len(s.slots) - 1
	at := int(hash) & mask
	for ; s.slots[at] != 0; at = (at + 1) & mask {
		if i := s.slots[at] - 1; s.pairs[i] == pair {
			return i
		}
	}
	s.pairs = append(s.pairs, pair)
	s.slots[at] = uint32(len(s.pairs))
	if 2*len(s.pairs) > mask {
		s.slots = make([]uint32, 2*len(s.slots))
		mask = len(s.slots) - 1
		for i, pair := range s.pairs {
			at := int(uint32(mix(pair))) & mask
			for s.slots[at] != 0 {
				at = (at + 1) & mask
			}
			s.slots[at] = uint32(i + 1)
		}
	}
	return uint32(len(s.pairs) - 1)
}

func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return hi ^ lo
}
