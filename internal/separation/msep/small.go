package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// MaxSmall is the largest number of nodes of a [Small].
const MaxSmall = 64

// A Small is a graph of directed and bidirected edges, without directed cycles, with at most [MaxSmall] nodes,
// so that a set of nodes is a machine word. In a graph of ten nodes a walk takes less time than laying out
// lanes.
type Small struct {
	Parents, Children [MaxSmall]uint64 // by node

	n        int
	order    [MaxSmall]uint8 // parents first
	mixed    bool            // there are bidirected edges
	siblings [MaxSmall]uint64

	hasEdges, hasParents, hasEquivalence bool // computed on demand
	edges                                []smallArrow
	equivalence                          SmallEquivalence
}

// A SmallEquivalence holds, by node, what the DAGs of an equivalence class may have.
type SmallEquivalence struct {
	Parents [MaxSmall]uint64 // in any of them
	Above   [MaxSmall]uint64 // the node and its ancestors in any of them
}

// Reset makes g the graph and reports whether that is possible: g must have no undirected edge, no directed
// cycle and at most [MaxSmall] nodes, all observed.
func (s *Small) Reset(g *graph.Graph, observed int) bool {
	n := g.N()
	if n > MaxSmall || n > observed {
		return false
	}
	s.n, s.mixed, s.hasEdges, s.hasParents, s.hasEquivalence = n, false, false, false, false
	clear(s.Children[:n])
	for v := range graph.Node(n) {
		if len(g.UndirectedNeighbors(v)) > 0 {
			return false
		}
		s.siblings[v] = wordOf(g.Siblings(v))
		s.mixed = s.mixed || s.siblings[v] != 0
		parents := uint64(0)
		for _, u := range g.Parents(v) {
			parents |= 1 << u
			s.Children[u] |= 1 << v
		}
		s.Parents[v] = parents
	}
	placed := 0
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
			s.order[placed] = uint8(v)
			placed++
		}
	}
	return true
}

// PossibleParents returns for each node its parents in any DAG of the equivalence class of a DAG. The
// compelled edges are found node by node as for the CPDAG in package equiv, and explained there.
func (s *Small) PossibleParents() *[MaxSmall]uint64 {
	e := &s.equivalence
	if s.hasParents {
		return &e.Parents
	}
	s.hasParents = true
	var compelled [MaxSmall]uint64
	var latest uint8
	clear(e.Parents[:s.n])
	for i, y := range s.order[:s.n] {
		parents := s.Parents[y]
		e.Parents[y] |= parents
		if parents == 0 {
			continue
		}
		for k := i - 1; ; k-- {
			if latest = s.order[k]; parents>>latest&1 == 1 {
				break
			}
		}
		if compelled[y] = compelled[latest]; compelled[y]&^parents != 0 || parents&^s.Parents[latest]&^(1<<latest) != 0 {
			compelled[y] = parents
		}
		for open := parents &^ compelled[y]; open != 0; open &= open - 1 {
			e.Parents[bits.TrailingZeros64(open)] |= 1 << y
		}
	}
	return &e.Parents
}

// Equivalence returns what the DAGs of the equivalence class of a DAG may have.
func (s *Small) Equivalence() *SmallEquivalence {
	e := &s.equivalence
	if s.hasEquivalence {
		return e
	}
	s.hasEquivalence = true
	s.PossibleParents()
	for v := range s.n {
		e.Above[v] = e.Parents[v] | 1<<v
	}
	for by := range s.n {
		for v := range s.n {
			if e.Above[v]>>by&1 == 1 {
				e.Above[v] |= e.Above[by]
			}
		}
	}
	return e
}

// N returns the number of nodes.
func (s *Small) N() int { return s.n }

// Adjacent returns the neighbours of v.
func (s *Small) Adjacent(v graph.Node) uint64 { return s.Parents[v] | s.Children[v] | s.siblings[v] }

// Blanket returns the Markov blanket of v: its parents, and its children with their parents. With bidirected
// edges, it is every node at the end of a path whose inner nodes are colliders:
//
//	v --> c <-> d <-- u
func (s *Small) Blanket(v graph.Node) uint64 {
	heads := s.Children[v] | s.siblings[v]
	if s.mixed {
		for todo := heads; todo != 0; {
			fresh := s.siblings[bits.TrailingZeros64(todo)] &^ heads
			heads |= fresh
			todo = todo&(todo-1) | fresh
		}
	}
	return (s.Parents[v] | heads | union(&s.Parents, heads)) &^ (1 << v)
}
