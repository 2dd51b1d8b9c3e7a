package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Below determines which of some nodes of a DAG lead to each node. Nodes with the same answer (or that are the
// same of them) form one class. It serves one goroutine.
type Below struct {
	plan *Plan
	from []graph.Node

	// By position; zero for nodes that none leads to.
	class []int32
	mask  []uint64 // which nodes of this round lead there
	todo  bitmap   // positions whose children are to be visited
	seen  []int32  // positions with a class
	below bitmap   // their nodes

	classes map[classKey]int32
	keys    []classKey // by class
	recent  int32      // class
}

// A classKey defines a class: the nodes of an earlier class to which exactly the nodes of the mask lead, among
// those of a round.
type classKey struct {
	of    int32
	round int32 // 64 nodes each
	mask  uint64
}

// Reset makes p, the plan of a DAG, the graph.
func (b *Below) Reset(p *Plan) {
	b.forget()
	n := len(p.node)
	b.plan = p
	b.class = resize(b.class, n)
	b.mask = resize(b.mask, n)
	b.todo = resize(b.todo, (n+63)/64)
	b.below = resize(b.below, (n+63)/64)
	if b.classes == nil {
		b.classes = make(map[classKey]int32)
	}
}

func (b *Below) forget() {
	for _, p := range b.seen {
		b.class[p] = 0
		b.below[b.plan.node[p]>>6] = 0
	}
	b.seen = b.seen[:0]
}

// Of asks about the given nodes, which it keeps, and returns the number of steps taken. Nodes after the
// position last are not visited.
func (b *Below) Of(from []graph.Node, last int) (steps int) {
	b.forget()
	b.from = from
	clear(b.classes)
	b.keys, b.recent = append(b.keys[:0], classKey{}), 0
	for round := int32(0); len(from) > 0; round++ {
		some := from[:min(64, len(from))]
		from = from[len(some):]
		first := int32(len(b.mask))
		for i, v := range some {
			p := b.plan.pos[v]
			first = min(first, p)
			b.mask[p] = 1 << i
			b.todo.set(p)
		}
		steps += b.descend(round, first, int32(last))
	}
	return steps
}

// descend goes down from the nodes of a round; first is the first of their positions.
func (b *Below) descend(round, first, last int32) (steps int) {
	for i := first >> 6; int(i) < len(b.todo); i++ {
		for b.todo[i] != 0 {
			bit := bits.TrailingZeros64(b.todo[i])
			b.todo[i] &^= 1 << bit
			p := i<<6 + int32(bit)
			mask := b.mask[p]
			b.mask[p] = 0
			if p > last {
				continue
			}
			b.refine(p, classKey{b.class[p], round, mask})
			children := b.plan.children.of(p)
			steps += 1 + len(children)
			for _, c := range children {
				if c > last {
					break
				}
				b.mask[c] |= mask
				b.todo.set(c)
			}
		}
	}
	return steps
}

// refine gives the node at p the class of the key.
func (b *Below) refine(p int32, key classKey) {
	if key.of == 0 {
		b.seen = append(b.seen, p)
		b.below.set(int32(b.plan.node[p]))
	}
	if key == b.keys[b.recent] { // the usual case
		b.class[p] = b.recent
		return
	}
	class, ok := b.classes[key]
	if !ok {
		class = int32(len(b.keys))
		b.classes[key] = class
		b.keys = append(b.keys, key)
	}
	b.class[p], b.recent = class, class
}

// Classes returns the number of classes. Class 0 has the nodes to which none leads.
func (b *Below) Classes() int { return len(b.keys) }

// Split adds the nodes of s to the set of their class.
func (b *Below) Split(s Pieces, classes []Pieces) {
	for _, p := range s {
		below := Piece{p.At, p.Bits & b.below[p.At]}
		if p.Bits &^= below.Bits; p.Bits != 0 {
			classes[0] = append(classes[0], p)
		}
		for v := range below.All {
			classes[b.class[b.plan.pos[v]]].Add(v)
		}
	}
}

// Leading appends the nodes asked about that lead to the nodes of the class.
func (b *Below) Leading(nodes []graph.Node, class int) []graph.Node {
	for class > 0 {
		key := b.keys[class]
		for m := key.mask; m != 0; m &= m - 1 {
			nodes = append(nodes, b.from[int(key.round)*64+bits.TrailingZeros64(m)])
		}
		class = int(key.of)
	}
	return nodes
}
