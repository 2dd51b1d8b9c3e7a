package format

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// A cellScan finds the cells of a matrix that are not 0, in memory that it uses again.
//
// Most cells are 0, and a matrix is much larger than what it says, so each cell is read once, in
// the order of memory, eight at a time. The mirrored cell of a pair is therefore not looked up:
// cells above the diagonal come in the order of pairs already, those below it are brought into
// this order by a counting sort, and the two lists are merged. O(n² / 8 + m).
type cellScan struct {
	above, below []pairCell
	unsorted     []pairCell
	words        [chunk/8 + 4]int16 // places of words in a chunk
	next         []int              // by node: where its next cell below the diagonal goes
}

// A pairCell is a cell of the pair of nodes lo and hi, lo < hi.
type pairCell struct {
	lo, hi int32
	value  int16
}

func (p pairCell) before(q pairCell) bool { return p.lo < q.lo || p.lo == q.lo && p.hi < q.hi }

// word returns eight cells as one number, the first in its lowest byte. The compiler makes one
// load of it.
func word(c []int8) uint64 {
	_ = c[7]
	return uint64(uint8(c[0])) | uint64(uint8(c[1]))<<8 | uint64(uint8(c[2]))<<16 | uint64(uint8(c[3]))<<24 |
		uint64(uint8(c[4]))<<32 | uint64(uint8(c[5]))<<40 | uint64(uint8(c[6]))<<48 | uint64(uint8(c[7]))<<56
}

// chunk is how many cells are looked through before those that are not 0 are taken.
const chunk = 4096

// wordsIn puts the places of words that are not 0 into found, and returns how many there are. No
// branch depends on the cells: which of them are 0 cannot be predicted. There are at most chunk
// cells, in whole words of eight.
func wordsIn(cells []int8, found *[chunk/8 + 4]int16) int {
	count, at := 0, 0
	for ; at+32 <= len(cells); at += 32 {
		four := cells[at : at+32 : at+32]
		to := found[count : count+4 : count+4]
		a, b, c, d := word(four), word(four[8:]), word(four[16:]), word(four[24:])
		to[0] = int16(at)
		k := 0
		if a != 0 {
			k = 1
		}
		to[k&3] = int16(at + 8)
		if b != 0 {
			k++
		}
		to[k&3] = int16(at + 16)
		if c != 0 {
			k++
		}
		to[k&3] = int16(at + 24)
		if d != 0 {
			k++
		}
		count += k
	}
	for ; at < len(cells); at += 8 {
		if word(cells[at:]) != 0 {
			found[count] = int16(at)
			count++
		}
	}
	return count
}

// read finds the cells of n rows, and reports whether the diagonal is empty.
func (s *cellScan) read(n int, cells []int8) bool {
	s.above, s.unsorted = s.above[:0], s.unsorted[:0]
	row, start := 0, 0 // the current row, and where it starts
	for at := 0; at < len(cells); {
		part := cells[at:min(at+chunk, len(cells))]
		whole := len(part) &^ 7
		if whole == 0 { // the last cells are fewer than eight
			for i, value := range part {
				if value != 0 && !s.put((at+i)/n, (at+i)%n, int16(value)) {
					return false
				}
			}
			break
		}
		for _, first := range s.words[:wordsIn(part[:whole], &s.words)] {
			w := word(part[first:])
			for ; w != 0; w &^= 0xff << (bits.TrailingZeros64(w) &^ 7) {
				place := at + int(first) + bits.TrailingZeros64(w)/8
				for place >= start+n {
					row, start = row+1, start+n
				}
				if !s.put(row, place-start, int16(int8(w>>(bits.TrailingZeros64(w)&^7)))) {
					return false
				}
			}
		}
		at += whole
	}
	s.sort(n)
	return true
}

// put takes a cell, and reports whether it is beside the diagonal.
func (s *cellScan) put(row, col int, value int16) bool {
	switch {
	case row < col:
		s.above = append(s.above, pairCell{int32(row), int32(col), value})
	case row > col:
		s.unsorted = append(s.unsorted, pairCell{int32(col), int32(row), value})
	default:
		return false
	}
	return true
}

// sort sorts the cells below the diagonal by lo. Those of one lo are in the order of hi already.
func (s *cellScan) sort(n int) {
	if cap(s.next) < n+1 {
		s.next = make([]int, n+1)
	}
	s.next = s.next[:n+1]
	clear(s.next)
	for _, c := range s.unsorted {
		s.next[c.lo+1]++
	}
	for v := range n {
		s.next[v+1] += s.next[v]
	}
	if cap(s.below) < len(s.unsorted) {
		s.below = make([]pairCell, cap(s.unsorted))
	}
	s.below = s.below[:len(s.unsorted)]
	for _, c := range s.unsorted {
		s.below[s.next[c.lo]] = c
		s.next[c.lo]++
	}
}

// edges appends the edges of the cells that were read, and reports whether all of them mean some.
func (s *cellScan) edges(list []graph.Edge, table *pairTable, turned bool) ([]graph.Edge, bool) {
	above, below := s.above, s.below
	for len(above)+len(below) > 0 {
		var at pairCell
		var ij, ji int16
		if len(above) > 0 && (len(below) == 0 || !below[0].before(above[0])) {
			at, ij, above = above[0], above[0].value, above[1:]
			if len(below) > 0 && below[0].lo == at.lo && below[0].hi == at.hi {
				ji, below = below[0].value, below[1:]
			}
		} else {
			at, ji, below = below[0], below[0].value, below[1:]
		}
		var ok bool
		if list, ok = appendPair(list, table, turned, graph.Node(at.lo), graph.Node(at.hi), ij, ji); !ok {
			return nil, false
		}
	}
	return list, true
}

// appendPair appends the edges that the cells [lo,hi] and [hi,lo] mean, and reports whether they mean some.
func appendPair(list []graph.Edge, table *pairTable, turned bool, lo, hi graph.Node, ij, ji int16) ([]graph.Edge, bool) {
	if turned {
		ij, ji = ji, ij
	}
	between := table.edges(ij, ji)
	for _, e := range between {
		list = append(list, graph.Edge{X: lo, Y: hi, AtX: e.AtX, AtY: e.AtY})
	}
	return list, between != nil
}
