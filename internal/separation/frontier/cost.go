package frontier

import (
	"math"
	"math/bits"
)

// An eighths is a logarithm to the base 2, in eighths.
type log2x8 int

// A cost is a number of states in units of 1/256.
type cost uint64

// roots are 256 times the first powers of 2^(1/8).
var roots = [8]cost{256, 279, 304, 332, 362, 395, 431, 470}

// cost returns 2^e, or the highest cost if that is more.
func (e log2x8) cost() cost {
	const most = 8*50 + 7
	e = min(max(e, 0), most)
	return roots[e&7] << (e >> 3)
}

// log2x8Of returns the logarithm of n, rounded down.
func log2x8Of(n int) log2x8 {
	x := uint64(max(n, 1))
	whole := bits.Len64(x) - 1
	e := log2x8(0)
	for e < 7 && x<<(63-whole)>>1 >= uint64(roots[e+1])<<54 {
		e++
	}
	return log2x8(8*whole) + e
}

// states returns the number of states.
func (c cost) states() uint64 { return uint64(c >> 8) }

// plus returns the cost increased by the given number of 1024ths, or the highest cost if that is more.
func (c cost) plus(thousandths uint64) cost {
	hi, lo := bits.Mul64(uint64(c>>10), thousandths)
	if hi != 0 {
		return math.MaxUint64
	}
	return cost(capped(uint64(c), lo))
}

// capped returns a + b, or the highest number there is.
func capped(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// What the number of states in a layer depends on, for one graph: decided nodes with
// undecided neighbours, and their sides; undecided nodes with decided neighbours, and
// their ports. The nodes of a group still have their own ports while those of their
// neighbours come new: heldPorts counts them too.
const (
	innerNodes = iota
	innerSides
	outerNodes
	outerPorts
	heldPorts
	features
)

// cost returns the number of states that an order can be expected to have, or the highest
// number once it is above the limit.
func (s *search) cost(order []int32, limit cost) cost {
	s.put(order)
	sum := cost(0)
	for _, links := range s.graphs {
		s.count(links)
		var f [features]int32
		decided := 0
		for i, v := range order {
			for k := range f {
				f[k] += s.turns[k][i]
			}
			decided += len(s.members[v])
			sum = cost(capped(uint64(sum), uint64(s.weights.estimate(&f, decided).cost())))
			if sum > limit {
				return math.MaxUint64
			}
		}
	}
	return sum
}

// estimates returns the estimate of each layer of either graph along the best order.
func (s *search) estimates() (logs [2][]log2x8) {
	s.put(s.best)
	for k, links := range s.graphs {
		s.count(links)
		var f [features]int32
		decided := 0
		for i, v := range s.best {
			for k := range f {
				f[k] += s.turns[k][i]
			}
			decided += len(s.members[v])
			logs[k] = append(logs[k], fitted.estimate(&f, decided))
		}
	}
	return logs
}

// put sets the place of every item to that of its group.
func (s *search) put(order []int32) {
	for i, v := range order {
		for _, it := range s.members[v] {
			s.place[it] = int32(i)
		}
	}
}

// count stores in turns by how much each feature of one graph changes at each place.
func (s *search) count(links []link) {
	for k := range s.turns {
		clear(s.turns[k])
	}
	// The first and last place of a neighbour, for either side of each item.
	first, last := s.spans[0:2], s.spans[2:4]
	for v := range s.items {
		first[tails][v], first[heads][v] = int32(s.n), int32(s.n)
		last[tails][v], last[heads][v] = -1, -1
	}
	for _, l := range links {
		a, b := s.place[l.a], s.place[l.b]
		if a == b { // in one group, where the one comes before the other
			if later, side := l.later(s.rank); first[side][later] > a {
				first[side][later] = a
			}
			continue
		}
		first[l.sideA][l.a] = min(first[l.sideA][l.a], b)
		last[l.sideA][l.a] = max(last[l.sideA][l.a], b)
		first[l.sideB][l.b] = min(first[l.sideB][l.b], a)
		last[l.sideB][l.b] = max(last[l.sideB][l.b], a)
	}
	span := func(k int, from, to int32) {
		if from < to {
			s.turns[k][from]++
			s.turns[k][to]--
		}
	}
	for v := range s.items {
		p := s.place[v]
		span(innerSides, p, last[tails][v])
		span(innerSides, p, last[heads][v])
		span(innerNodes, p, max(last[tails][v], last[heads][v]))
		span(outerPorts, first[tails][v], p)
		span(outerPorts, first[heads][v], p)
		if first[tails][v] <= p {
			span(heldPorts, first[tails][v], p+1)
		}
		if first[heads][v] <= p {
			span(heldPorts, first[heads][v], p+1)
		}
		span(outerNodes, min(first[tails][v], first[heads][v]), p)
	}
}

// impossible is the estimate if the ports do not fit into a word. It is higher than any other.
const impossible = 8*50 + 7

// weights say what counts how much for the number of states, in eighths of a bit: decided
// nodes with undecided neighbours, undecided nodes with decided ones, the fewer of their
// sides and ports, and the fewer of both nodes.
type weights struct{ inner, outer, least, fewer log2x8 }

// fitted are the weights that fit the layers of random graphs best; whatever the density,
// those of the smaller side of the frontier are the largest.
var fitted = weights{3, 2, 3, 3}

// estimate returns the logarithm of the number of states after the given number of decided nodes.
func (w *weights) estimate(f *[features]int32, decided int) log2x8 {
	if f[heldPorts] > slots-ports {
		return impossible
	}
	least := log2x8(min(f[innerSides], f[outerPorts]))
	return min(w.inner*log2x8(f[innerNodes])+w.outer*log2x8(f[outerNodes])+
		w.least*least+w.fewer*log2x8(min(f[innerNodes], f[outerNodes]))+
		8*log2x8(bits.Len(uint(decided)))-28,
		8*(least+2)*(least+3)/2, // a relation has no more bits
		impossible-1)
}
