package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// A SmallEffects is a DAG, or a CPDAG as drawn, with at most [MaxSmall] nodes, so that a set of nodes is a
// machine word. It is [Adjust] for one treatment at a time; the walks are explained there.
type SmallEffects struct {
	Parents     [MaxSmall]uint64
	Possible    [MaxSmall]uint64 // the nodes on which there may be an effect
	NotAmenable [MaxSmall]uint64 // those of them whose effect no set identifies by adjustment

	children, undirected, forward [MaxSmall]uint64 // along directed edges, undirected edges, both
	below                         [MaxSmall]uint64 // by causal walks that start with a directed edge
}

// Reset makes g the graph and reports whether that is possible.
func (s *SmallEffects) Reset(g *graph.Graph) bool {
	n := g.N()
	if n > MaxSmall {
		return false
	}
	for v := range graph.Node(n) {
		parents, children, undirected := g.Parents(v), g.Children(v), g.UndirectedNeighbors(v)
		if len(parents)+len(children)+len(undirected) < g.Degree(v) {
			return false
		}
		s.Parents[v], s.children[v], s.undirected[v] = wordOf(parents), wordOf(children), wordOf(undirected)
		s.forward[v] = s.children[v] | s.undirected[v]
	}
	for t := range n {
		s.Possible[t] = s.lead(s.forward[t], 0, 1<<t)
		s.NotAmenable[t], s.below[t] = 0, s.Possible[t]
		if s.undirected[t] != 0 {
			s.NotAmenable[t], s.below[t] = s.lead(s.undirected[t], 0, 1<<t), s.lead(s.children[t], 0, 1<<t)
		}
	}
	return true
}

// wordOf returns a set of nodes.
func wordOf(nodes []graph.Node) (set uint64) {
	for _, v := range nodes {
		set |= 1 << v
	}
	return set
}

// union returns the union of the sets of some nodes.
func union(of *[MaxSmall]uint64, set uint64) (all uint64) {
	for ; set != 0; set &= set - 1 {
		all |= of[bits.TrailingZeros64(set)]
	}
	return all
}

// lead returns the nodes that causal walks reach from start, up to the first node of a set. They never reach
// t, a set of one node.
func (s *SmallEffects) lead(start, given, t uint64) uint64 {
	met := start &^ t
	for todo := met &^ given; todo != 0; {
		fresh := s.forward[bits.TrailingZeros64(todo)] &^ (met | t)
		met |= fresh
		todo = todo&(todo-1) | fresh&^given
	}
	return met
}

// Invalid returns the nodes outside the given set for which it does not identify the effect of t by
// adjustment, apart from those that are not amenable.
func (s *SmallEffects) Invalid(t graph.Node, given uint64) uint64 {
	self := uint64(1) << t
	tail, blocked := s.Parents[t], uint64(0)
	if given&s.Possible[t] != 0 {
		open := s.lead(s.children[t], given, self)
		blocked = s.lead(union(&s.forward, open&given), 0, self)
		if s.undirected[t] != 0 {
			open |= s.lead(s.undirected[t], given, self)
		}
		// They turn at nodes of the set that they reach by a head.
		heads := s.children[t] | union(&s.children, open&^given)
		tail |= union(&s.Parents, heads&given)
	}
	tail &^= self
	head, across := uint64(0), uint64(0)
	told := uint64(0) // their children and undirected neighbours are visited
	for newTail, newHead, newAcross := tail, head, across; newTail|newHead|newAcross != 0; {
		up := newTail&^given | newHead&given
		down := (newTail | newHead | newAcross) &^ (given | told)
		told |= down
		newTail = union(&s.Parents, up) &^ (tail | self)
		newHead = union(&s.children, down) &^ (head | self)
		newAcross = union(&s.undirected, down) &^ (across | self)
		tail, head, across = tail|newTail, head|newHead, across|newAcross
	}
	return (blocked | tail | head | across) &^ given
}

// Ancestors returns the ancestors of t.
func (s *SmallEffects) Ancestors(t graph.Node) uint64 {
	above := s.Parents[t]
	for todo := above; todo != 0; {
		fresh := s.Parents[bits.TrailingZeros64(todo)] &^ above
		above |= fresh
		todo = todo&(todo-1) | fresh
	}
	return above
}

// Optimal returns the optimal adjustment set for the effect of t on y, if there is one; see [Adjust.Optimal].
func (s *SmallEffects) Optimal(t, y graph.Node) (set uint64) {
	causal := uint64(1) << y
	for todo := causal; todo != 0; {
		parents := s.Parents[bits.TrailingZeros64(todo)] &^ (1 << t)
		set |= parents &^ s.below[t]
		fresh := parents & s.below[t] &^ causal
		causal |= fresh
		todo = todo&(todo-1) | fresh
	}
	return set
}
