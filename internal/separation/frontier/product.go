package frontier

import (
	"context"
	"math"
	"math/bits"
	"sync"
)

// A front holds the pairs of states that two automata can be in after the same choices.
// It is made in shards, each by one worker, which part the pairs by their hash.
type front struct {
	shards []shard
	orders int        // that a set of decided nodes can have
	ways   [][]uint64 // of each choice that leads here
	nodes  int        // that these decide, and which can be in S
}

type shard struct {
	pairs []uint64 // state of the one automaton, then of the other
	slots []uint32 // number of a pair plus one
	adds  []add
	count int // of pairs, also when they are no longer kept
}

// An add says which polynomial goes where.
type add struct {
	from   uint32 // number in its shard
	to     uint32
	shard  uint16
	choice uint16
}

// Where polynomials go that are settled: the lowest two bits say in which graphs x and y
// are connected.
const (
	settledHere  = math.MaxUint32 &^ 3
	connectedInG = 1
	connectedInH = 2
)

const (
	pairsFor = 4        // pairs that are allowed for each state
	mostAdds = 32 << 20 // less than half a gigabyte
)

// product runs the two automata side by side; where the graphs are one, so are they.
// With every pair of states goes a polynomial that counts by |S| the ways that lead there.
func (p *Plan) product(ctx context.Context, made [2]*automaton, orders int, o Options, done func(group int, part float64)) (*Counts, error) {
	fronts, err := p.fronts(ctx, made, orders, o)
	if err != nil {
		return nil, err
	}
	rings := ringsFor(p.observed)
	var sums [3]residues
	var spare buffers
	for i := range rings {
		w := newSweep(&rings[i], fronts, orders, mostWords, &spare)
		if err := w.run(ctx, func(front int, part float64) { done(front, part/float64(len(rings))) }); err != nil {
			return nil, err
		}
		for k, sum := range w.sums() {
			sums[k] = append(sums[k], sum)
		}
	}
	return &Counts{
		sums[0].polynomial(rings, p.observed),
		sums[1].polynomial(rings, p.observed),
		sums[2].polynomial(rings, p.observed),
	}, nil
}

// fronts returns the front after each group.
func (p *Plan) fronts(ctx context.Context, made [2]*automaton, orders int, o Options) ([]*front, error) {
	g, h := made[0], made[1]
	if h == nil {
		h = g
	}
	fronts := make([]*front, len(p.groups))
	now := &front{shards: []shard{{pairs: []uint64{uint64(g.start)<<32 | uint64(h.start)}, count: 1}}}
	decided, pairs, adds := 0, 0, 0
	for i := range p.groups {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		next := &front{
			nodes:  p.groups[i].observed(),
			shards: make([]shard, shardsFor(now.pairs(), o.Workers)),
		}
		decided += next.nodes
		next.orders = min(orders, decided+1)
		for _, c := range p.groups[i].choices {
			next.ways = append(next.ways, c.ways)
		}
		next.each(func(s int) { next.match(s, now, &g.layers[i], &h.layers[i]) })
		pairs += next.pairs()
		for s := range next.shards {
			adds += len(next.shards[s].adds)
		}
		if pairs > pairsFor*o.Limit || adds > mostAdds || next.pairs() > mostWords/leastBand {
			return nil, &WideError{o.Limit, math.Inf(1)}
		}
		for s := range now.shards {
			now.shards[s].pairs = nil
		}
		fronts[i] = next
		now = next
	}
	return fronts, nil
}

func (f *front) pairs() int {
	n := 0
	for i := range f.shards {
		n += f.shards[i].count
	}
	return n
}

// shardsFor returns how many workers are worth their while: each of them looks at all
// pairs.
func shardsFor(pairs, workers int) int {
	const worth = 1 << 10
	return max(1, min(workers, 8, pairs/worth))
}

// each lets do make every shard, at the same time.
func (f *front) each(do func(shard int)) {
	var wg sync.WaitGroup
	for s := range f.shards[1:] {
		wg.Go(func() { do(s + 1) })
	}
	do(0)
	wg.Wait()
}

// match finds the pairs of shard number own of the front that follows upon now, and what
// is to be added where.
func (f *front) match(own int, now *front, lg, lh *rows) {
	s := &f.shards[own]
	s.slots = make([]uint32, 1<<8)
	for from := range now.shards {
		for i, pair := range now.shards[from].pairs {
			rg, rh := lg.row(uint32(pair>>32)), lh.row(uint32(pair))
			for c := range max(len(rg), len(rh)) {
				var g, h uint32 = separated, separated
				if c < len(rg) {
					g = rg[c]
				}
				if c < len(rh) {
					h = rh[c]
				}
				if g == separated && h == separated {
					continue // in neither graph will x and y be connected
				}
				next := uint64(g)<<32 | uint64(h)
				hash := mix(next)
				if len(f.shards) > 1 && int(hash>>32)%len(f.shards) != own {
					continue
				}
				a := add{from: uint32(i), shard: uint16(from), choice: uint16(c)}
				if g < open && h < open {
					a.to = settledHere | g*connectedInG | h*connectedInH
				} else {
					a.to = s.number(next, uint32(hash))
				}
				s.adds = append(s.adds, a)
			}
		}
	}
	s.slots = nil
	s.count = len(s.pairs)
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
