package msep

import (
	"math/bits"
	"unsafe"

	"github.com/sepdist/sepdist/graph"
)

// A Block holds a set of nodes for each lane, as one word for each node. Only the nodes of some lane are
// listed, so that a block of small sets in a large graph is small.
type Block struct {
	Words []Word       // by node
	Nodes []graph.Node // those whose word may be set, each once, in no particular order
	in    []bool
	sets  [Width][]graph.Node // see Sets
}

// NewBlock returns an empty block for graphs of n nodes.
func NewBlock(n int) *Block {
	b := new(Block)
	b.Reset(n)
	return b
}

// Reset empties the block and makes it one for graphs of n nodes.
func (b *Block) Reset(n int) {
	b.Clear()
	b.Words = resize(b.Words, n)
	b.in = resize(b.in, n)
}

// resize returns a slice of length n that holds zeros. s must hold zeros up to its capacity.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	s = make([]T, n)
	touch(s)
	return s
}

// touch writes to each page of new memory. The system maps a page when it is first read, to a shared page of
// zeros, and again when it is first written. Code that reads before it writes, such as s[i] |= x, waits twice,
// which is a third of the time of a first call. Long slices are skipped, since much of them may never be used.
func touch[T any](s []T) {
	const page, most = 4 << 10, 1 << 20
	var zero T
	size := int(unsafe.Sizeof(zero))
	if len(s)*size > most {
		return
	}
	for i := 0; i < len(s); i += max(1, page/size) {
		s[i] = zero
	}
}

// Clear empties all sets.
func (b *Block) Clear() {
	for _, v := range b.Nodes {
		b.Words[v] = Word{}
		b.in[v] = false
	}
	b.Nodes = b.Nodes[:0]
}

// Add puts v into the sets of the given lanes.
func (b *Block) Add(lanes Word, v graph.Node) {
	b.list(v)
	w := &b.Words[v]
	w[0] |= lanes[0]
	w[1] |= lanes[1]
	w[2] |= lanes[2]
	w[3] |= lanes[3]
}

// AddOne puts v into the set of lane.
func (b *Block) AddOne(lane int, v graph.Node) {
	b.list(v)
	b.Words[v].Set(lane)
}

func (b *Block) list(v graph.Node) {
	if !b.in[v] {
		b.in[v] = true
		b.Nodes = append(b.Nodes, v)
	}
}

// Drop removes the nodes from n on from all sets and no longer lists them, so that the listed nodes can be
// looked up in a graph without them.
func (b *Block) Drop(n int) {
	kept := b.Nodes[:0]
	for _, v := range b.Nodes {
		if int(v) < n {
			kept = append(kept, v)
			continue
		}
		b.Words[v] = Word{}
		b.in[v] = false
	}
	b.Nodes = kept
}

// Lane appends the set of lane to nodes, in no particular order.
func (b *Block) Lane(nodes []graph.Node, lane int) []graph.Node {
	for _, v := range b.Nodes {
		if b.Words[v].Has(lane) {
			nodes = append(nodes, v)
		}
	}
	return nodes
}

// Sets returns the set of each lane, in no particular order, until the next call.
func (b *Block) Sets() *[Width][]graph.Node {
	for lane := range b.sets {
		b.sets[lane] = b.sets[lane][:0]
	}
	for _, v := range b.Nodes {
		for i, u := range b.Words[v] {
			for ; u != 0; u &= u - 1 {
				lane := 64*i + bits.TrailingZeros64(u)
				b.sets[lane] = append(b.sets[lane], v)
			}
		}
	}
	return &b.sets
}

// Sizes returns the number of nodes in the set of each lane.
func (b *Block) Sizes() [Width]int32 {
	var c LaneCounter
	for _, v := range b.Nodes {
		c.Add(b.Words[v])
	}
	return c.Counts()
}
