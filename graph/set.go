package graph

import (
	"iter"
	"math/bits"
)

// A Set is a set of nodes, one bit each. The zero value is the empty set; a set
// grows as nodes are added, and sets of different lengths may be mixed.
type Set []uint64

// NewSet returns an empty set with room for the nodes 0 to n-1.
func NewSet(n int) Set { return make(Set, (n+63)/64) }

// SetOf returns the set of the given nodes.
func SetOf(nodes ...Node) Set {
	var s Set
	for _, v := range nodes {
		s.Add(v)
	}
	return s
}

// AllNodes returns the set of the nodes 0 to n-1.
func AllNodes(n int) Set {
	s := NewSet(n)
	for i := range s {
		s[i] = ^uint64(0)
	}
	if n%64 != 0 {
		s[len(s)-1] = 1<<(n%64) - 1
	}
	return s
}

// Has reports whether v is in s.
func (s Set) Has(v Node) bool {
	w := int(v >> 6)
	return w < len(s) && s[w]>>(v&63)&1 == 1
}

// Add adds v to s.
func (s *Set) Add(v Node) {
	for int(v>>6) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[v>>6] |= 1 << (v & 63)
}

// Remove removes v from s.
func (s Set) Remove(v Node) {
	if w := int(v >> 6); w < len(s) {
		s[w] &^= 1 << (v & 63)
	}
}

// Clear removes all nodes from s.
func (s Set) Clear() { clear(s) }

// Len returns the number of nodes in s.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether s has no node.
func (s Set) Empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// Clone returns a copy of s.
func (s Set) Clone() Set { return append(Set(nil), s...) }

// Union returns the nodes of s and of t.
func (s Set) Union(t Set) Set {
	if len(s) < len(t) {
		s, t = t, s
	}
	u := s.Clone()
	for i, w := range t {
		u[i] |= w
	}
	return u
}

// And returns the nodes that are in both s and t.
func (s Set) And(t Set) Set {
	u := s.Clone()
	for i := range u {
		if i < len(t) {
			u[i] &= t[i]
		} else {
			u[i] = 0
		}
	}
	return u
}

// Minus returns the nodes of s that are not in t.
func (s Set) Minus(t Set) Set {
	u := s.Clone()
	for i := range min(len(u), len(t)) {
		u[i] &^= t[i]
	}
	return u
}

// Without returns s without the given nodes.
func (s Set) Without(nodes ...Node) Set {
	u := s.Clone()
	for _, v := range nodes {
		u.Remove(v)
	}
	return u
}

// Subset reports whether every node of s is in t.
func (s Set) Subset(t Set) bool {
	for i, w := range s {
		if i < len(t) {
			w &^= t[i]
		}
		if w != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether s and t have the same nodes.
func (s Set) Equal(t Set) bool { return s.Subset(t) && t.Subset(s) }

// All yields the nodes of s in ascending order.
func (s Set) All() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(Node(i*64 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Nodes returns the nodes of s in ascending order.
func (s Set) Nodes() []Node {
	nodes := make([]Node, 0, s.Len())
	for v := range s.All() {
		nodes = append(nodes, v)
	}
	return nodes
}
