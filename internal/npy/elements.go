package npy

import (
	"fmt"
	"io"
	"math/bits"
)

// Each reads the elements and calls f for those that are not all zero bytes, in the
// order of the file, until it fails. It can be called once.
func (a *Array) Each(f func(k int, e []byte) error) error {
	return a.Parts(func(first int, data []byte, nonzero []int32) error {
		for _, i := range nonzero {
			if err := f(first+int(i), data[int(i)*a.Size:(int(i)+1)*a.Size]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Parts is Each for many elements at once: the first one of a part, its bytes, and the places in it of the
// elements that are not all zero bytes.
func (a *Array) Parts(f func(first int, data []byte, nonzero []int32) error) error {
	size := a.Size
	var find finder
	for k := 0; k < a.Total; {
		want := min(bufferSize/size, a.Total-k) * size
		data, err := a.r.Peek(want)
		if err != nil {
			if err != io.EOF {
				return err
			}
			return &Error{fmt.Sprintf("the file ends early: the shape %v takes %d bytes, and %d are there", a.Shape, a.Total*size, k*size+len(data)), ""}
		}
		places := find.nonzero(data, size)
		if err := f(k, data, places); err != nil {
			return err
		}
		a.r.Discard(want)
		k += want / size
	}
	if _, err := a.r.Peek(1); err == nil {
		return &Error{fmt.Sprintf("more bytes are there than the %d that the shape %v takes", a.Total*size, a.Shape), "save one array a file"}
	} else if err != io.EOF {
		return err
	}
	return nil
}

// A finder looks for elements that are not all zero bytes. Most of a sparse matrix is 0, and where it is not
// cannot be predicted. So the lines of a part with something in them are listed without a branch, and then their
// bytes.
type finder struct {
	lines  []int32
	masks  []uint64 // a bit for each byte of a line that is not 0
	places []int32
}

// nonzero returns the places of the elements of so many bytes that are not all 0, until it is called again.
func (f *finder) nonzero(data []byte, size int) []int32 {
	whole := len(data) / line
	if whole > len(f.lines) {
		f.lines, f.masks = make([]int32, whole), make([]uint64, whole)
	}
	lines := f.lines[:nonzeroLines(f.lines, data[:whole*line])]
	nonzeroBytes(f.masks, data, lines)
	f.places = f.places[:0]
	for i, at := range lines {
		f.elementsIn(int(at)*line, f.masks[i], size)
	}
	var rest [line]byte
	if copy(rest[:], data[whole*line:]) > 0 {
		var mask [1]uint64
		nonzeroBytes(mask[:], rest[:], []int32{0})
		f.elementsIn(whole*line, mask[0], size)
	}
	return f.places
}

// elementsIn lists the elements that have a byte in the line that begins at a byte. One of several lines comes once.
func (f *finder) elementsIn(at int, mask uint64, size int) {
	if size == 1 {
		for ; mask != 0; mask &= mask - 1 {
			f.places = append(f.places, int32(at+bits.TrailingZeros64(mask)))
		}
		return
	}
	for mask != 0 {
		i := (at + bits.TrailingZeros64(mask)) / size
		if n := len(f.places); n == 0 || f.places[n-1] != int32(i) {
			f.places = append(f.places, int32(i))
		}
		mask &= ^uint64(0) << min((i+1)*size-at, line) // what belongs to i is done
	}
}
