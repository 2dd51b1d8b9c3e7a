package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// MaxSmall is the largest number of nodes of a [Small].
const MaxSmall = 64

// A Small is a DAG of at most [MaxSmall] nodes whose sets of nodes are the bits of a machine
// word. In a graph of ten nodes a walk takes less time than it takes to lay out lanes.
type Small struct {
	Parents, Children [MaxSmall]uint64 // by node
	Above             [MaxSmall]uint64 // the node and its ancestors
}

// Reset makes g the graph and reports whether it can: it must be a DAG with at most [MaxSmall]
// nodes, all of them among the first observed.
func (s *Small) Reset(g *graph.Graph, observed int) bool {
	n := g.N()
	if n > MaxSmall || n > observed {
		return false
	}
	clear(s.Children[:n])
	for v := range graph.Node(n) {
		if len(g.Siblings(v))+len(g.Lines(v)) > 0 {
			return false
		}
		parents := uint64(0)
		for _, u := range g.Parents(v) {
			parents |= 1 << u
			s.Children[u] |= 1 << v
		}
		s.Parents[v] = parents
	}
	for left, before := ^uint64(0)>>(MaxSmall-n), uint64(0); left != 0; {
		if left == before {
			return false // a cycle
		}
		before = left
		for w := left; w != 0; w &= w - 1 {
			v := bits.TrailingZeros64(w)
			if s.Parents[v]&left != 0 {
				continue
			}
			left &^= 1 << v
			above := uint64(1) << v
			for p := s.Parents[v]; p != 0; p &= p - 1 {
				above |= s.Above[bits.TrailingZeros64(p)]
			}
			s.Above[v] = above
		}
	}
	return true
}

// Reach returns the nodes that given does not separate from x, x among them.
func (s *Small) Reach(x graph.Node, given uint64) uint64 {
	tail, head := uint64(1)<<x, uint64(0)
	newTail, newHead := tail, head
	told := uint64(0) // their children know
	for newTail|newHead != 0 {
		up := newTail&^given | newHead&given
		down := (newTail | newHead) &^ given &^ told
		told |= down
		newTail, newHead = 0, 0
		for ; up != 0; up &= up - 1 {
			newTail |= s.Parents[bits.TrailingZeros64(up)]
		}
		for ; down != 0; down &= down - 1 {
			newHead |= s.Children[bits.TrailingZeros64(down)]
		}
		newTail, newHead = newTail&^tail, newHead&^head
		tail, head = tail|newTail, head|newHead
	}
	return (tail | head) &^ given
}

// Beside returns what is joined to v in the moral graph of a set of nodes that is closed under
// ancestors and has v: its parents, and its children with their parents.
func (s *Small) Beside(v graph.Node, set uint64) uint64 {
	children := s.Children[v] & set
	beside := s.Parents[v] | children
	for ; children != 0; children &= children - 1 {
		beside |= s.Parents[bits.TrailingZeros64(children)]
	}
	return beside &^ (1 << v)
}

// Blanket returns the Markov blanket of v.
func (s *Small) Blanket(v graph.Node) uint64 { return s.Beside(v, ^uint64(0)) }
