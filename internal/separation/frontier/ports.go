package frontier

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A side is one of the two sides of a node: that of its tails or that of its heads.
//
//	--- v    u <-- v       the tail side of v
//	u --> v  u <-> v       the head side of v
type side uint8

const (
	tails side = iota
	heads
)

func sideOf(m graph.Mark) side {
	if m == graph.Arrow {
		return heads
	}
	return tails
}

// slots is the number of ports that a relation can have, x and y included: one bit each.
const slots = 64

// The slots of x and y; those of ports come after them.
const (
	slotX = iota
	slotY
	ports
)

// A step is what happens to the relation of one graph when a node is decided.
type step struct {
	before int    // slots in use before it,
	size   int    // and with the new ports
	tail   int    // slot of the node's port on its tail side, or -1
	head   int    // the same on its head side
	own    uint64 // both
	// The ports of undecided nodes to which its edges lead, by the side of the node.
	fromTails, fromHeads uint64
	// For each slot, those whose relation to it can still matter.
	keep []uint64
}

// A stage is what happens when the nodes of a group are decided. The slots of decided
// nodes are released at its end.
type stage struct {
	steps  []step
	before int    // slots in use before it,
	size   int    // and at its end,
	gone   uint64 // with those that are released
	words  int    // of a packed relation after the stage
}

// sizeAfter returns the number of slots in use after the given number of steps, or one more.
func (s *stage) sizeAfter(steps int, more bool) int {
	if more {
		steps++
	}
	if steps == 0 {
		return s.before
	}
	return s.steps[steps-1].size
}

// A port is where an undecided node has edges to decided ones.
type port struct {
	node graph.Node
	side side
}

// lay returns the stages of g when its nodes are decided in the given groups. It returns false
// if a relation would have more ports than there are slots. Nodes in no group stay
// undecided.
func lay(g *graph.Graph, groups [][]graph.Node) ([]stage, bool) {
	place := make([]int, g.N())
	for v := range place {
		place[v] = g.N()
	}
	at := 0
	for _, nodes := range groups {
		for _, v := range nodes {
			place[v] = at
			at++
		}
	}
	used := make([]port, ports) // by slot
	used[slotX].node, used[slotY].node = -1, -1
	slotOf := func(p port) int { return slices.Index(used, p) }
	stages := make([]stage, len(groups))
	for j, nodes := range groups {
		l := &stages[j]
		l.before = len(used)
		l.steps = make([]step, len(nodes))
		for i, v := range nodes {
			s := &l.steps[i]
			s.before = len(used)
			s.tail, s.head = slotOf(port{v, tails}), slotOf(port{v, heads})
			for e := range g.EdgesAt(v) {
				if place[e.Y] < place[v] {
					continue
				}
				p := port{e.Y, sideOf(e.AtY)}
				at := slotOf(p)
				if at < 0 {
					at = len(used)
					used = append(used, p)
				}
				if at >= slots {
					return nil, false
				}
				if sideOf(e.AtX) == tails {
					s.fromTails |= 1 << at
				} else {
					s.fromHeads |= 1 << at
				}
			}
			s.size = len(used)
			if s.tail >= 0 {
				s.own |= 1 << s.tail
			}
			if s.head >= 0 {
				s.own |= 1 << s.head
			}
			l.gone |= s.own
			s.keep = keep(g, used, place, place[v])
		}
		l.size = len(used)
		used = slices.DeleteFunc(used, func(p port) bool { return slices.Contains(nodes, p.node) })
		l.words = packedWords(len(used))
	}
	return stages, true
}

// keep returns for each slot the slots whose relation to it can matter once the nodes up
// to place i are decided.
//
// Relations between two ports of one undecided node u do not matter, save one: a walk
// that can leave u by a tail and come back by a tail lets two heads pass at u outside S.
// Nor does a relation that says no more than an edge between undecided nodes.
func keep(g *graph.Graph, used []port, place []int, i int) []uint64 {
	masks := make([]uint64, len(used))
	for s := range masks {
		p := used[s]
		for t, q := range used {
			switch {
			case s < ports && t < ports:
			case p.node >= 0 && place[p.node] <= i, q.node >= 0 && place[q.node] <= i:
			case s < ports || t < ports:
				masks[s] |= 1 << t
			case p.node != q.node:
				if !joined(g, p, q) {
					masks[s] |= 1 << t
				}
			case s == t && p.side == tails && len(g.Parents(p.node))+len(g.Siblings(p.node)) > 0:
				masks[s] |= 1 << t
			}
		}
	}
	return masks
}

// joined reports whether an edge goes from the one port's side to the other's.
func joined(g *graph.Graph, p, q port) bool {
	for e := range g.EdgesAt(p.node) {
		if e.Y == q.node && sideOf(e.AtX) == p.side && sideOf(e.AtY) == q.side {
			return true
		}
	}
	return false
}
