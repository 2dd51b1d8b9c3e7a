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

// Use makes p, the plan of a DAG, the graph.
func (s *Small) Use(p *Plan) {
	for i, v := range p.node {
		s.Children[v] = 0
		parents, above := uint64(0), uint64(1)<<v
		for _, q := range p.parents.of(int32(i)) {
			u := p.node[q]
			parents |= 1 << u
			above |= s.Above[u]
			s.Children[u] |= 1 << v
		}
		s.Parents[v], s.Above[v] = parents, above
	}
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
