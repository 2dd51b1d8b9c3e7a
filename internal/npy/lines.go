package npy

import "encoding/binary"

// line is how many bytes are looked at together.
const line = 64

// plainLines lists the lines of data that are not all zero bytes, and returns how many they are. The list has room
// for all lines.
func plainLines(list []int32, data []byte) (n int) {
	for i := range len(data) / line {
		l := (*[line]byte)(data[i*line:])
		list[n] = int32(i)
		if word(l, 0)|word(l, 1)|word(l, 2)|word(l, 3)|word(l, 4)|word(l, 5)|word(l, 6)|word(l, 7) != 0 {
			n++
		}
	}
	return n
}

// plainBytes puts a bit into masks for each byte of the listed lines that is not 0.
func plainBytes(masks []uint64, data []byte, list []int32) {
	const low, top = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	for k, at := range list {
		l := (*[line]byte)(data[int(at)*line:])
		var mask uint64
		for i := range line / 8 {
			w := word(l, i)
			w = (w&low + low | w) & top                  // the top bit of a byte is set if it is not 0
			eight := (w >> 7) * 0x0102040810204080 >> 56 // these bits side by side: that of byte b goes to bit 56+b
			mask |= eight << (8 * i)
		}
		masks[k] = mask
	}
}

// word returns word i of a line.
func word(l *[line]byte, i int) uint64 { return binary.LittleEndian.Uint64(l[8*i:]) }
