package equiv

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// smallSinks is [sinks] for at most [msep.MaxSmall] nodes, whose sets of nodes are the bits of a
// machine word. It takes the nodes in the same order.
type smallSinks struct {
	parents, children, lines, near words

	left   uint64 // nodes that have no place yet
	queued uint64 // that are, or were, in ready
	ready  [msep.MaxSmall]uint8
	count  int // in ready
	place  [msep.MaxSmall]int32
}

// run gives the nodes of a small graph their places, and reports whether all have one.
func (s *smallSinks) run(g *graph.Graph) bool {
	n := g.N()
	s.left = ^uint64(0) >> (msep.MaxSmall - n)
	for v := range graph.Node(n) {
		s.parents[v], s.children[v], s.lines[v] = wordOf(g.Parents(v)), wordOf(g.Children(v)), wordOf(g.UndirectedNeighbors(v))
		s.near[v] = s.parents[v] | s.children[v] | s.lines[v]
	}
	for v := range n {
		s.update(v)
	}
	place := int32(n)
	for s.count > 0 {
		s.count--
		v := s.ready[s.count]
		place--
		s.place[v] = place
		s.left &^= 1 << v
		for w := s.parents[v]; w != 0; w &= w - 1 {
			s.update(bits.TrailingZeros64(w))
		}
		for w := s.lines[v]; w != 0; w &= w - 1 {
			s.update(bits.TrailingZeros64(w))
		}
	}
	return place == 0
}

// update makes v ready if it can be the last one.
func (s *smallSinks) update(v int) {
	if s.queued>>v&1 == 1 || s.children[v]&s.left != 0 {
		return
	}
	for w := s.lines[v] & s.left; w != 0; w &= w - 1 {
		y := bits.TrailingZeros64(w)
		if s.near[v]&s.left&^s.near[y]&^(1<<y) != 0 {
			return
		}
	}
	s.queued |= 1 << v
	s.ready[s.count] = uint8(v)
	s.count++
}
