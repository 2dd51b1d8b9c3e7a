package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// A Piece is some of the 64 nodes from 64*At on, one bit each.
type Piece struct {
	At   int32
	Bits uint64
}

// PieceOf returns the piece with v only.
func PieceOf(v graph.Node) Piece { return Piece{int32(v >> 6), 1 << (v & 63)} }

// All yields the nodes.
func (p Piece) All(yield func(v graph.Node) bool) { Pieces{p}.All(yield) }

// Pieces are a set of nodes, in no particular order. No piece is empty, and no node is in two of them. Many nodes need
// little more than a bit each, few nodes a piece each.
type Pieces []Piece

// Add adds v, which must not be in s yet. Nodes that are added in ascending order share pieces.
func (s *Pieces) Add(v graph.Node) {
	p := PieceOf(v)
	if last := len(*s) - 1; last >= 0 && (*s)[last].At == p.At {
		(*s)[last].Bits |= p.Bits
		return
	}
	*s = append(*s, p)
}

// AddSet adds the nodes of set. They must not be in s yet.
func (s *Pieces) AddSet(set graph.Set) {
	for at, some := range set {
		if some != 0 {
			*s = append(*s, Piece{int32(at), some})
		}
	}
}

// Len returns the number of nodes.
func (s Pieces) Len() (n int) {
	for _, p := range s {
		n += bits.OnesCount64(p.Bits)
	}
	return n
}

// All yields the nodes.
func (s Pieces) All(yield func(v graph.Node) bool) {
	for _, p := range s {
		for left := p.Bits; left != 0; left &= left - 1 {
			if !yield(graph.Node(p.At)<<6 + graph.Node(bits.TrailingZeros64(left))) {
				return
			}
		}
	}
}

// Without removes the marked nodes and returns the rest, in the same memory.
func (s Pieces) Without(marks *Marks) Pieces {
	kept := s[:0]
	for _, p := range s {
		if p.Bits &^= marks.bits[p.At]; p.Bits != 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// LastOf returns the last position of the nodes or, if they are many, of all nodes.
func (p *Plan) LastOf(s Pieces) int {
	if 4*s.Len() > len(p.node) {
		return len(p.node) - 1
	}
	last := int32(-1)
	for v := range s.All {
		last = max(last, p.pos[v])
	}
	return int(last)
}
