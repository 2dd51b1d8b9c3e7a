package frontier

import (
	"math/bits"
	"slices"
)

// rows are lists of states, one for each state of a layer: the state of the next layer after
// each choice. Choices beyond the end of a row lead to separated.
type rows struct {
	ends  []uint32 // where the row of each state ends in next
	next  []uint32
	slots []uint32 // number of a row plus one, if rows must be different
}

func (r *rows) count() int { return len(r.ends) }

// row returns the row of a state.
func (r *rows) row(state uint32) []uint32 {
	if state == 0 {
		return r.next[:r.ends[0]]
	}
	return r.next[r.ends[state-1]:r.ends[state]]
}

// add adds a row, without the choices at its end that lead to separated.
func (r *rows) add(row []uint32) {
	r.next = append(r.next, trimmed(row)...)
	r.ends = append(r.ends, uint32(len(r.next)))
}

func trimmed(row []uint32) []uint32 {
	for len(row) > 0 && row[len(row)-1] == separated {
		row = row[:len(row)-1]
	}
	return row
}

// reset drops all rows and starts to number different ones.
func (r *rows) reset() {
	r.ends, r.next = r.ends[:0], r.next[:0]
	if r.slots == nil {
		r.slots = make([]uint32, 1<<8)
	}
	clear(r.slots)
}

// number returns the state that has this row. If there is none, it is added.
func (r *rows) number(row []uint32) uint32 {
	row = trimmed(row)
	mask := len(r.slots) - 1
	at := hashRow(row) & mask
	for ; r.slots[at] != 0; at = (at + 1) & mask {
		if i := r.slots[at] - 1; slices.Equal(r.row(i), row) {
			return i
		}
	}
	r.add(row)
	r.slots[at] = uint32(len(r.ends))
	if 2*len(r.ends) > mask {
		r.slots = make([]uint32, 2*len(r.slots))
		mask = len(r.slots) - 1
		for i := range uint32(len(r.ends)) {
			at := hashRow(r.row(i)) & mask
			for r.slots[at] != 0 {
				at = (at + 1) & mask
			}
			r.slots[at] = i + 1
		}
	}
	return uint32(len(r.ends) - 1)
}

// kept returns a copy of the rows without spare memory.
func (r *rows) kept() rows {
	return rows{ends: append([]uint32(nil), r.ends...), next: append([]uint32(nil), r.next...)}
}

func hashRow(row []uint32) int {
	h := uint64(0x9e3779b97f4a7c15)
	for len(row) >= 2 {
		hi, lo := bits.Mul64(h^(uint64(row[0])<<32|uint64(row[1])), 0xd6e8feb86659fd93)
		h = hi ^ lo
		row = row[2:]
	}
	if len(row) == 1 {
		h ^= uint64(row[0]) << 16
	}
	hi, lo := bits.Mul64(h, 0xa0761d6478bd642f)
	return int((hi ^ lo) >> 1)
}
