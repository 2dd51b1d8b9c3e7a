package frontier

import (
	"context"
	"math"
	"math/bits"

	"github.com/sepdist/sepdist/internal/pool"
)

// A front holds the pairs of states that two automata can be in after the same choices, and
// the pairs of the previous front that lead to them. It is made in shards, each by one
// worker, which divide the pairs by their hash.
type front struct {
	shards []shard
	pairs  int
	ways   [][]uint64 // of each choice that leads here
	nodes  int        // that these decide, and which can be in S
}

// The pairs of a shard are numbered from first on.
type shard struct {
	first   int
	pairs   []uint64 // state of the one automaton, then of the other; dropped when no longer needed
	slots   []uint32 // index of a pair plus one
	sources []source // of one pair after the other
	ends    []uint32 // where those of each pair end
	settled [4][]source
}

// A source is a pair of the previous front, by its number, and a choice.
type source uint32

const choiceBits = 5

func (s source) from() uint32   { return uint32(s >> choiceBits) }
func (s source) choice() uint32 { return uint32(s & (1<<choiceBits - 1)) }

// What is settled is known by where x and y are connected.
const (
	connectedInG = 1
	connectedInH = 2
)

const (
	pairsFor    = 4        // pairs that are allowed for each state
	mostSources = 96 << 20 // less than half a gigabyte
	mostPairs   = 4 << 20  // of one front
)

// fronts returns the front after each group. Where the graphs are one, so are the automata.
func (p *Plan) fronts(ctx context.Context, made [2]*automaton, o Options) ([]*front, error) {
	g, h := made[0], made[1]
	if h == nil {
		h = g
	}
	fronts := make([]*front, len(p.groups))
	now := &front{pairs: 1, shards: []shard{{pairs: []uint64{uint64(g.start)<<32 | uint64(h.start)}}}}
	pairs, sources := 0, 0
	for i := range p.groups {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		next := &front{
			nodes:  p.groups[i].observed(),
			shards: make([]shard, shardsFor(now.pairs, o.Workers)),
		}
		for _, c := range p.groups[i].choices {
			next.ways = append(next.ways, c.ways)
		}
		next.each(func(s int) { next.match(s, now, &g.layers[i], &h.layers[i]) })
		for s := range next.shards {
			next.shards[s].first = next.pairs
			next.pairs += len(next.shards[s].pairs)
			sources += len(next.shards[s].sources)
		}
		pairs += next.pairs
		if pairs > pairsFor*o.Limit || sources > mostSources || next.pairs > mostPairs {
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

// shardsFor returns the number of workers that pay off: each of them looks at all pairs.
func shardsFor(pairs, workers int) int {
	const worth = 1 << 10
	return max(1, min(workers, 8, pairs/worth))
}

// each calls do for every shard, in parallel.
func (f *front) each(do func(shard int)) { together(len(f.shards), len(f.shards), do) }

// together runs jobs 0 to n-1 on the given number of workers. A panic of one becomes a panic of the caller.
func together(workers, n int, do func(job int)) {
	if err := pool.Each(context.Background(), workers, n, func(_, job int) { do(job) }, nil, nil); err != nil {
		panic(err)
	}
}

// match finds the pairs of shard number own of the front after now, and their
// sources.
func (f *front) match(own int, now *front, lg, lh *rows) {
	s := &f.shards[own]
	s.slots = make([]uint32, 1<<8)
	var found []source
	var to []uint32 // the pair that each belongs to
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
				source := source(now.shards[from].first+i)<<choiceBits | source(c)
				if g < open && h < open {
					where := g*connectedInG | h*connectedInH
					s.settled[where] = append(s.settled[where], source)
				} else {
					found = append(found, source)
					to = append(to, s.number(next, uint32(hash)))
				}
			}
		}
	}
	s.slots = nil
	s.sort(found, to)
}

// sort makes the sources of each pair consecutive.
func (s *shard) sort(found []source, to []uint32) {
	s.ends = make([]uint32, len(s.pairs))
	for _, t := range to {
		s.ends[t]++
	}
	sum := uint32(0)
	for t, n := range s.ends {
		s.ends[t] = sum // where they begin, for now
		sum += n
	}
	s.sources = make([]source, len(found))
	for i, t := range to {
		s.sources[s.ends[t]] = found[i]
		s.ends[t]++
	}
}

// number returns the index of a pair in the shard.
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
