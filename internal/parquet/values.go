package parquet

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/format"
)

// A cursor is data from which values are taken. It is nil after it had too few bytes.
type cursor []byte

// take returns the next n bytes, or nil.
func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(*c) {
		*c = nil
		return nil
	}
	v := (*c)[:n:n]
	*c = (*c)[n:]
	return v
}

// sized returns bytes that follow their length, or nil.
func (c *cursor) sized() []byte {
	if size := c.take(4); size != nil {
		return c.take(int(binary.LittleEndian.Uint32(size)))
	}
	return nil
}

// uvarint returns a number of variable length, or 0.
func (c *cursor) uvarint() uint64 {
	x, n := binary.Uvarint(*c)
	if n <= 0 {
		n = -1
	}
	c.take(n)
	return x
}

// varint returns a number of variable length with a sign, or 0.
func (c *cursor) varint() int64 {
	x := c.uvarint()
	return int64(x>>1) ^ -int64(x&1)
}

// bitsAt returns a number of some bits, the lowest first.
func bitsAt(data []byte, at, width int) (x uint64) {
	if i := at / 8; i+8 <= len(data) && width <= 57 {
		return binary.LittleEndian.Uint64(data[i:]) >> (at % 8) & (1<<width - 1)
	}
	for got := 0; got < width; got += 8 - (at+got)%8 {
		x |= uint64(data[(at+got)/8]>>((at+got)%8)) << got
	}
	return x & (1<<width - 1)
}

// A runs reads numbers in the encoding RLE: runs of one number, and numbers packed into bits. It
// does not store them, since three bytes can be a run of 2^31.
type runs struct {
	data   cursor
	width  int // bits of a number
	left   int // numbers left in this run
	packed []byte
	at     int // in packed, in bits
	step   int // from a number to the next, in bits: 0 in a run of one number
}

// next returns the next number, or -1.
func (r *runs) next() int {
	for r.left == 0 {
		head, size := r.data.uvarint(), (r.width+7)/8
		if r.left, r.at, r.step = int(head/2), 0, 0; head%2 == 1 {
			size, r.left, r.step = r.left*r.width, r.left*8, r.width
		}
		if r.packed = r.data.take(size); r.packed == nil || r.width > 32 || head > 1<<32 {
			return -1
		}
	}
	r.left--
	x := bitsAt(r.packed, r.at, r.width)
	r.at += r.step
	return int(x)
}

// deltas reads at most n numbers in DELTA_BINARY_PACKED, and returns what follows them.
func deltas(data cursor, n int) (list []int64, rest cursor) {
	block, parts, count, x := data.uvarint(), data.uvarint(), int(data.uvarint()), data.varint()
	if parts == 0 || parts > block || block > 1<<16 || block/parts%32 != 0 || count < 0 || count > n {
		return nil, nil
	}
	if count > 0 {
		list = append(list, x)
	}
	for len(list) < count && data != nil {
		least := data.varint()
		for _, width := range data.take(int(parts)) {
			if len(list) == count {
				break // there is no data for the rest of the block
			}
			packed := data.take(int(block/parts) * int(width) / 8)
			if packed == nil || width > 64 {
				return nil, nil
			}
			for at := 0; at < int(block/parts) && len(list) < count; at++ {
				x += least + int64(bitsAt(packed, at*int(width), int(width)))
				list = append(list, x)
			}
		}
	}
	return list, data
}

var truths = [][]byte{{0}, {1}}

// each returns a function that returns the next of n values, or nil.
func each(n int, value func(k int) []byte) func() []byte {
	k := -1
	return func() []byte {
		if k++; k >= n {
			return nil
		}
		return value(k)
	}
}

// lookUp returns a function that returns the value of a list at the next place, or nil.
func lookUp(places *runs, list [][]byte) func() []byte {
	return func() []byte {
		if k := places.next(); k >= 0 && k < len(list) {
			return list[k]
		}
		return nil
	}
}

// values returns a function that returns the next value of a page, which has at most n, or nil.
func (c *Column) values(encoding format.Encoding, data cursor, n int, dictionary [][]byte) func() []byte {
	switch isTruth := c.Type == format.Boolean; {
	case encoding == format.Plain && isTruth:
		return each(8*len(data), func(k int) []byte { return truths[bitsAt(data, k, 1)] })
	case encoding == format.Plain && c.Type == format.ByteArray:
		return data.sized
	case encoding == format.Plain:
		return func() []byte { return data.take(c.width) }
	case encoding == format.RLE && isTruth:
		return lookUp(&runs{data: data.sized(), width: 1}, truths)
	//lint:ignore SA1019 older programs still write it
	case encoding == format.PlainDictionary, encoding == format.RLEDictionary:
		width := append(data.take(1), 0)[0] // a page of nulls may have none
		return lookUp(&runs{data: data, width: int(width)}, dictionary)
	case encoding == format.DeltaBinaryPacked && (c.Type == format.Int32 || c.Type == format.Int64):
		list, _ := deltas(data, n)
		v := make([]byte, 8)
		return each(len(list), func(k int) []byte {
			binary.LittleEndian.PutUint64(v, uint64(list[k]))
			return v[:c.width]
		})
	case encoding == format.DeltaLengthByteArray:
		lengths, rest := deltas(data, n)
		return each(len(lengths), func(k int) []byte { return rest.take(int(lengths[k])) })
	case encoding == format.DeltaByteArray:
		prefixes, rest := deltas(data, n)
		suffixes, last := c.values(format.DeltaLengthByteArray, rest, n, nil), []byte{}
		return each(len(prefixes), func(k int) []byte {
			suffix := suffixes()
			if suffix == nil || uint64(prefixes[k]) > uint64(len(last)) {
				return nil
			}
			last = append(last[:prefixes[k]], suffix...)
			return last
		})
	case encoding == format.ByteStreamSplit && c.width > 0:
		count, v := len(data)/c.width, make([]byte, min(c.width, len(data)))
		return each(count, func(k int) []byte {
			for i := range v {
				v[i] = data[i*count+k]
			}
			return v
		})
	}
	return func() []byte { return nil } // of another encoding
}
