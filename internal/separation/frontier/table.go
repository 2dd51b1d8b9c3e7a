package frontier

import "math/bits"

// A table gives numbers to keys of a fixed count of words, in the order in which they
// come. Slots are found by linear probing; each keeps the upper half of the hash beside
// the number, so that the keys themselves are seldom looked at.
type table struct {
	words int
	keys  []uint64
	slots []uint64 // upper half of the hash, then the number plus one
	count int
}

func (t *table) reset(words int) {
	t.words, t.count = words, 0
	t.keys = t.keys[:0]
	if t.slots == nil {
		t.slots = make([]uint64, 1<<8)
	}
	clear(t.slots)
}

// key returns the key of a number.
func (t *table) key(i int) []uint64 { return t.keys[i*t.words : (i+1)*t.words] }

// number returns the number of key, and whether it is new.
func (t *table) number(key []uint64) (int, bool) {
	h := hash(key)
	mask := len(t.slots) - 1
	at := int(h>>32) & mask
probe:
	for ; t.slots[at] != 0; at = (at + 1) & mask {
		s := t.slots[at]
		if s>>32 != h>>32 {
			continue
		}
		i := int(uint32(s)) - 1
		for j, w := range t.keys[i*t.words : (i+1)*t.words] {
			if w != key[j] {
				continue probe
			}
		}
		return i, false
	}
	t.keys = append(t.keys, key...)
	t.count++
	t.slots[at] = h>>32<<32 | uint64(t.count)
	if 2*t.count > mask {
		t.grow()
	}
	return t.count - 1, true
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	mask := len(t.slots) - 1
	for _, s := range old {
		if s == 0 {
			continue
		}
		at := int(s>>32) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = s
	}
}

// hash mixes the words by multiplication to 128 bits, whose halves are folded.
func hash(key []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range key {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	hi, lo := bits.Mul64(h, 0xa0761d6478bd642f)
	return hi ^ lo
}
