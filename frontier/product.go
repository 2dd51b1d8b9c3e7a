package frontier

import (
	"context"
	"math"
	"math/bits"
	"sync"
)

// A front holds the pairs of states that two automata can be in after the same
// decisions, and for each pair the polynomial that counts these decisions by |S|. It is
// made in shards, each by one worker, which parts the pairs by their hash.
type front struct {
	orders int // coefficients of a polynomial
	words  int // of a coefficient
	shards []shard
}

type shard struct {
	pairs  []uint64 // state of the one automaton, then of the other
	counts []uint64
	slots  []uint32 // number of a pair plus one
	adds   []add
}

// An add says which polynomial goes where.
type add struct {
	from  uint32 // number in its shard
	shard uint16
	shift uint16
	to    uint32
}

// product runs the two automata side by side; where the graphs are one, so are they.
func (p *Plan) product(ctx context.Context, made [2]*automaton, orders int, o Options, done func(item int)) (*Counts, error) {
	g, h := made[0], made[1]
	if h == nil {
		h = g
	}
	now := &front{orders: 1, words: 1, shards: []shard{{
		pairs:  []uint64{uint64(g.start)<<32 | uint64(h.start)},
		counts: []uint64{1},
	}}}
	atG, atH, decided, pairs := 0, 0, 0, 0
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
		}
		next := &front{
			orders: min(orders, decided+1),
			words:  wordsFor(decided),
			shards: make([]shard, shardsFor(now.pairs(), o.Workers)),
		}
		var wg sync.WaitGroup
		for s := range next.shards[1:] {
			wg.Go(func() { next.match(s+1, now, lg, lh, it.observed()) })
		}
		next.match(0, now, lg, lh, it.observed())
		wg.Wait()
		pairs += next.pairs()
		if pairs > pairsFor*o.Limit || next.pairs()*next.orders*next.words > mostWords {
			return nil, &WideError{o.Limit, math.Inf(1)}
		}
		for s := range next.shards[1:] {
			wg.Go(func() { next.fill(s+1, now) })
		}
		next.fill(0, now)
		wg.Wait()
		now = next
		done(i)
	}
	return now.read(orders, p.observed), nil
}

const (
	pairsFor  = 4        // pairs that are allowed for each state
	mostWords = 80 << 20 // of the polynomials of one front; there are two at a time
)

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
				a := add{from: uint32(i), shard: uint16(from), to: s.number(next, uint32(h))}
				if d == in {
					a.shift = 1
				}
				s.adds = append(s.adds, a)
			}
		}
	}
	s.slots = nil
}

// fill adds up the polynomials of shard number own.
func (f *front) fill(own int, now *front) {
	s := &f.shards[own]
	size := f.orders * f.words
	s.counts = make([]uint64, len(s.pairs)*size)
	old := now.orders * now.words
	for _, a := range s.adds {
		from := now.shards[a.shard].counts[int(a.from)*old:][:old]
		to := s.counts[int(a.to)*size:][:size]
		addAll(to[int(a.shift)*f.words:], f.words, from, now.words)
	}
	s.adds = nil
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

// read sums up the last front.
func (f *front) read(orders, observed int) *Counts {
	c := NewCounts(orders, observed)
	size := f.orders * f.words
	for i := range f.shards {
		s := &f.shards[i]
		for j, pair := range s.pairs {
			p := &Polynomial{f.words, s.counts[j*size:][:size]}
			g, h := uint32(pair>>32) == connected, uint32(pair) == connected
			if g {
				c.G.AddShifted(p, 0)
			}
			if h {
				c.H.AddShifted(p, 0)
			}
			if g && h {
				c.Both.AddShifted(p, 0)
			}
		}
	}
	return c
}
