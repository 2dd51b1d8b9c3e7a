package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// A Tile is 64 rows of a matrix of bits, 64 bits of each.
type Tile [64]uint64

// Transpose exchanges rows and bits.
func (t *Tile) Transpose() {
	mask := uint64(1)<<32 - 1
	for step := 32; step > 0; step, mask = step/2, mask^mask<<(step/2) {
		for i := 0; i < 64; i = (i + step + 1) &^ step {
			swap := (t[i]>>step ^ t[i+step]) & mask
			t[i] ^= swap << step
			t[i+step] ^= swap
		}
	}
}

// rows are the lanes that a block found for each node, transposed: the nodes of each lane. 64 nodes are transposed when
// it is first asked about several of them.
type rows struct {
	tiles [][len(Word{})]Tile // by 64 nodes: for each lane, bits
	known bitmap              // tiles of this block
}

// forget makes the rows those of another block.
func (r *rows) forget() { clear(r.known) }

// among returns the nodes of a piece that a lane has. There are n nodes; word returns the lanes of one.
func (r *rows) among(p Piece, lane, n int, word func(v graph.Node) Word) (found uint64) {
	if len(r.known) > 0 && r.known.has(p.At) {
		return p.Bits & r.tiles[p.At][lane>>6][lane&63]
	}
	const few = 3
	if bits.OnesCount64(p.Bits) > few {
		r.find(p.At, n, word)
		return p.Bits & r.tiles[p.At][lane>>6][lane&63]
	}
	for v := range p.All {
		if w := word(v); w.Has(lane) {
			found |= 1 << (v & 63)
		}
	}
	return found
}

// find transposes the nodes from 64*at on.
func (r *rows) find(at int32, n int, word func(v graph.Node) Word) {
	if tiles := (n + 63) / 64; len(r.tiles) < tiles {
		r.tiles, r.known = make([][len(Word{})]Tile, tiles), make(bitmap, (tiles+63)/64)
	}
	r.known.set(at)
	t := &r.tiles[at]
	for i := range 64 {
		var w Word
		if v := int(at)<<6 + i; v < n {
			w = word(graph.Node(v))
		}
		for k := range t {
			t[k][i] = w[k]
		}
	}
	for k := range t {
		t[k].Transpose()
	}
}
