package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Below tells which children of a node x lead to which nodes of a DAG. Nodes to which the
// same children lead, or that are the same child, are one class. It serves one goroutine.
type Below struct {
	plan *Plan
	x    graph.Node

	// By position, of nodes that x leads to; zero elsewhere.
	class []int32
	mask  []uint64 // which children of the current ones lead there
	todo  bitmap   // positions whose children are to be told
	seen  []int32  // positions with a class

	classes map[classKey]int32
	keys    []classKey // by class
	recent  int32      // class
}

// A classKey says what a class is: the nodes of an earlier one to which, of the children of a
// round, just those of the mask lead.
type classKey struct {
	of    int32
	round int32 // each round looks at 64 children
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
	if b.classes == nil {
		b.classes = make(map[classKey]int32)
	}
}

func (b *Below) forget() {
	for _, p := range b.seen {
		b.class[p] = 0
	}
	b.seen = b.seen[:0]
}

// Of makes x the node that is asked about. Nodes after the position last are not looked at.
func (b *Below) Of(x graph.Node, last int) {
	b.forget()
	b.x = x
	clear(b.classes)
	b.keys, b.recent = append(b.keys[:0], classKey{}), 0
	children := b.plan.children.of(b.plan.pos[x])
	for round := int32(0); len(children) > 0; round++ {
		some := children[:min(64, len(children))]
		children = children[len(some):]
		for i, c := range some {
			b.mask[c] = 1 << i
			b.todo.set(c)
		}
		b.descend(round, int32(last))
	}
}

// descend lets the children of a round lead down.
func (b *Below) descend(round, last int32) {
	for i := b.plan.pos[b.x] >> 6; int(i) < len(b.todo); i++ {
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
			for _, c := range b.plan.children.of(p) {
				if c > last {
					break
				}
				b.mask[c] |= mask
				b.todo.set(c)
			}
		}
	}
}

// refine gives the node at p the class of the key.
func (b *Below) refine(p int32, key classKey) {
	if key.of == 0 {
		b.seen = append(b.seen, p)
	}
	if key == b.keys[b.recent] { // as it is more often than not
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

// Classes returns the number of classes, with class 0 of the nodes that x does not lead to.
func (b *Below) Classes() int { return len(b.keys) }

// Class returns the class of y.
func (b *Below) Class(y graph.Node) int { return int(b.class[b.plan.pos[y]]) }

// Children appends the children of x that lead to the nodes of the class.
func (b *Below) Children(nodes []graph.Node, class int) []graph.Node {
	children := b.plan.children.of(b.plan.pos[b.x])
	for class > 0 {
		key := b.keys[class]
		for m := key.mask; m != 0; m &= m - 1 {
			nodes = append(nodes, b.plan.node[children[int(key.round)*64+bits.TrailingZeros64(m)]])
		}
		class = int(key.of)
	}
	return nodes
}
