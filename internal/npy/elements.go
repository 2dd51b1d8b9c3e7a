package npy

import (
	"fmt"
	"io"
	"math/bits"
)

// Each calls f for the elements that are not all zero bytes, in their order in the file, until it
// fails. The elements of a file can be read once.
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

// Parts is Each for many elements at once: f gets the position of the first element of a part, the
// bytes of the part, and the positions in it of the elements that are not all zero bytes.
func (a *Array) Parts(f func(first int, data []byte, nonzero []int32) error) error {
	size := a.Size
	var find Finder
	for k := 0; k < a.Total; {
		count := min(PartSize/size, a.Total-k)
		data, err := a.part(k, count)
		if err != nil {
			return err
		}
		if err := f(k, data, find.Nonzero(data, size)); err != nil {
			return err
		}
		k += count
	}
	if a.r == nil {
		return nil
	}
	a.r.Discard(a.pending)
	if _, err := a.r.Peek(1); err == nil {
		return &Error{fmt.Sprintf("more bytes are there than the %d that the shape %v takes", a.Total*size, a.Shape), "save one array a file"}
	} else if err != io.EOF {
		return err
	}
	return nil
}

// part returns the bytes of some elements from k on, until it is called again. Parts of a file must
// be read in order.
func (a *Array) part(k, count int) ([]byte, error) {
	want := count * a.Size
	switch {
	case a.r != nil:
		a.r.Discard(a.pending)
		a.pending = want
		data, err := a.r.Peek(want)
		if err == io.EOF {
			err = &Error{fmt.Sprintf("the file ends early: the shape %v takes %d bytes, and %d are there", a.Shape, a.Total*a.Size, k*a.Size+len(data)), ""}
		}
		return data, err
	case a.strides == nil:
		return a.data[k*a.Size:][:want], nil
	}
	return a.gather(k, count), nil
}

// gather copies elements from k on that are not next to each other in memory.
func (a *Array) gather(k, count int) []byte {
	part := a.buffer[:0]
	at := a.Index(k)
	for range count {
		from := 0
		for i, s := range a.strides {
			from += at[i] * s
		}
		part = append(part, a.data[from:from+a.Size]...)
		for i := len(a.Shape) - 1; i >= 0; i-- {
			if at[i]++; at[i] < a.Shape[i] {
				break
			}
			at[i] = 0
		}
	}
	a.buffer = part
	return part
}

// A Finder finds elements that are not all zero bytes. Most elements of a sparse matrix are 0, and
// which ones are not cannot be predicted. So it first lists the lines (of 64 bytes) that are not
// zero, without a branch, and then their bytes. It can be used again.
type Finder struct {
	lines  []int32
	masks  []uint64 // a bit for each byte of a line that is not 0
	places []int32
}

// Nonzero returns the positions of the elements of the given size that are not all zero bytes. The
// result is valid until the next call. Data has at most [PartSize] bytes.
func (f *Finder) Nonzero(data []byte, size int) []int32 {
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

// elementsIn lists the elements with a byte in the line that begins at a byte. An element that
// spans several lines is listed once.
func (f *Finder) elementsIn(at int, mask uint64, size int) {
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
		mask &= ^uint64(0) << min((i+1)*size-at, line) // the bytes of element i are done
	}
}
