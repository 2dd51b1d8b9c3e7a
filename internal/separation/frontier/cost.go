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
	return capped(c, cost(lo))
}

// capped returns a + b, or the highest number.
func capped[T ~uint64](a, b T) T {
	sum, carry := bits.Add64(uint64(a), uint64(b), 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return T(sum)
}

// What the number of states in a layer depends on, for one graph: decided nodes with
// undecided neighbours, and their sides; undecided nodes with decided neighbours, and
// their ports.
const (
	innerNodes = iota
	innerSides
	outerNodes
	outerPorts
	features
)

// A layer is what is known of an order after one of its groups.
type layer struct {
	f       [2][features]int32 // of either graph
	decided int                // items
	cost    cost
}

// cost returns the number of states that an order can be expected to have.
func (s *search) cost(order []int32) cost {
	s.put(order, 0)
	return s.evaluate(order, 0, s.layers, 0, math.MaxUint64)
}

// total returns the cost of all layers.
func total(layers []layer) (sum cost) {
	for i := range layers {
		sum = capped(sum, layers[i].cost)
	}
	return sum
}

// evaluate sets the layers of a part of an order that begins at a place, and adds their cost to that of
// the others. It ends early if that is above the limit. Layers before it must have been evaluated; s.place
// is up to date.
func (s *search) evaluate(order []int32, first int, to []layer, sum, limit cost) cost {
	var l layer
	if first > 0 {
		l = s.layers[first-1]
	}
	for i, v := range order {
		l.decided += len(s.members[v])
		l.cost = 0
		for k := range l.f {
			own := s.decide(k, v, &l.f[k])
			l.cost = capped(l.cost, s.weights.estimate(&l.f[k], own, l.decided).cost())
		}
		to[i] = l
		sum = capped(sum, l.cost)
		if sum > limit {
			break
		}
	}
	return sum
}

// estimates returns the estimate of each layer of either graph along the best order.
func (s *search) estimates() (logs [2][]log2x8) {
	s.put(s.best, 0)
	for k := range logs {
		var f [features]int32
		decided := 0
		for _, v := range s.best {
			own := s.decide(k, v, &f)
			decided += len(s.members[v])
			logs[k] = append(logs[k], fitted.estimate(&f, own, decided))
		}
	}
	return logs
}

// put sets the place of every item of a part of an order to that of its group.
func (s *search) put(order []int32, first int) {
	for i, v := range order {
		for _, it := range s.members[v] {
			s.place[it] = int32(first + i)
		}
	}
}

// decide changes the features of graph k by those of group v, once all groups at places before
// its own are decided. It returns the number of ports of its nodes: they still have them
// while those of their neighbours come new.
func (s *search) decide(k int, v int32, f *[features]int32) (own int32) {
	s.stamp++
	for _, it := range s.members[v] {
		p := s.place[it]
		var before, within, after [2]bool // whether there are neighbours, by its sides
		for _, l := range s.links[k][it] {
			switch q := s.place[l.to]; {
			case q == p: // in one group, where the one comes before the other
				within[l.from] = within[l.from] || s.rank[l.to] < s.rank[it]
			case q < p:
				before[l.from] = true
				side, node := s.only(k, l, p, 1)
				f[innerSides] -= side
				f[innerNodes] -= node
			default:
				after[l.from] = true
				side, node := s.only(k, l, p, -1)
				f[outerPorts] += side
				f[outerNodes] += node
			}
		}
		f[innerNodes] += one(after[tails] || after[heads])
		f[outerNodes] -= one(before[tails] || before[heads])
		for side := range before {
			f[innerSides] += one(after[side])
			f[outerPorts] -= one(before[side])
			own += one(before[side] || within[side])
		}
	}
	return own
}

// only returns 1 for the side that the link leads to, and 1 for its node, if they have no link to a
// place after p, or before p for a direction of -1, and were not seen before for the same group.
func (s *search) only(k int, l link, p, direction int32) (side, node int32) {
	side, node = 1, 1
	for _, back := range s.links[k][l.to] {
		if (s.place[back.to]-p)*direction > 0 {
			node = 0
			if back.from == l.side {
				return 0, 0
			}
		}
	}
	if seen := &s.seen[l.side][l.to]; *seen == s.stamp {
		side = 0
	} else {
		*seen = s.stamp
	}
	if node == 1 && s.seen[1-l.side][l.to] == s.stamp || side == 0 {
		node = 0
	}
	return side, node
}

func one(b bool) int32 {
	if b {
		return 1
	}
	return 0
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

// estimate returns the logarithm of the number of states after the given number of decided
// nodes. Those decided last have own ports.
func (w *weights) estimate(f *[features]int32, own int32, decided int) log2x8 {
	if f[outerPorts]+own > slots-ports {
		return impossible
	}
	least := log2x8(min(f[innerSides], f[outerPorts]))
	return min(w.inner*log2x8(f[innerNodes])+w.outer*log2x8(f[outerNodes])+
		w.least*least+w.fewer*log2x8(min(f[innerNodes], f[outerNodes]))+
		8*log2x8(bits.Len(uint(decided)))-28,
		8*(least+2)*(least+3)/2, // a relation has no more bits
		impossible-1)
}
