// Package npy reads and writes arrays of NumPy, as numpy.lib.format describes them.
package npy

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Magic is the beginning of a file with an array.
const Magic = "\x93NUMPY"

// PartSize is the number of bytes that [Array.Parts] reads at a time. It limits the length of a
// header and of an element.
const PartSize = 64 << 10

// An Array is an array in a .npy file or in memory. The elements of a file are read once, in their
// order, so that a sparse matrix takes no more memory than its edges.
type Array struct {
	Shape   []int
	Fortran bool   // the first index runs fastest
	Descr   string // the type in NumPy's notation, such as <U3
	Kind    byte   // b, i, u, f: numbers; U, S: texts
	Size    int    // of an element, in bytes
	Total   int    // number of elements
	Start   int    // where the elements begin in the file
	order   binary.ByteOrder

	r       *bufio.Reader // of a file, at the elements
	pending int           // bytes of r that were looked at and not yet discarded

	data    []byte // of an array in memory
	strides []int  // nil: the elements are next to each other
	buffer  []byte // for gather
}

// An Error describes why an array is refused. Callers add the name of the file.
type Error struct{ Why, Do string }

func (e *Error) Error() string {
	if e.Do != "" {
		return e.Why + ": " + e.Do
	}
	return e.Why
}

// Open reads the header of an array in the format of numpy.lib.format, versions 1 to 3. The buffer
// of r has [PartSize] bytes.
func Open(r *bufio.Reader) (*Array, error) {
	damaged := &Error{"the npy header is damaged", ""}
	start, err := r.Peek(12) // an array has more bytes than that
	switch {
	case !bytes.HasPrefix(start, []byte(Magic)):
		return nil, &Error{"it is not an npy file", "save the array with numpy.save"}
	case err != nil:
		return nil, damaged
	}
	at, long := 10, int64(binary.LittleEndian.Uint16(start[8:]))
	switch major := start[6]; {
	case major == 2 || major == 3:
		at, long = 12, int64(binary.LittleEndian.Uint32(start[8:]))
	case major != 1:
		return nil, &Error{fmt.Sprintf("version %d of npy is not known", major), ""}
	}
	if long > PartSize-12 {
		return nil, &Error{fmt.Sprintf("an npy header of %d bytes is too long", long), ""}
	}
	head, err := r.Peek(at + int(long))
	if err != nil {
		return nil, damaged
	}
	h := header{text: string(head[at:])}
	a := &Array{r: r, Start: len(head)}
	r.Discard(len(head))
	if !h.parse(a) {
		return nil, damaged
	}
	if err := a.init(); err != nil {
		return nil, err
	}
	return a, nil
}

// Memory returns an array whose first element is at the start of data. The strides are the numbers
// of bytes between neighbours along each index; nil means that the last index runs fastest. The
// data is not copied.
func Memory(data []byte, descr string, shape, strides []int) (*Array, error) {
	a := &Array{Descr: descr, Shape: shape, data: data}
	if err := a.init(); err != nil {
		return nil, err
	}
	end := a.Total * a.Size
	switch {
	case len(shape) > maxDims:
		return nil, &Error{fmt.Sprintf("an array of %d dimensions", len(shape)), ""}
	case a.Total == 0 || strides == nil || slices.Equal(strides, a.contiguous(false)):
	case len(strides) != len(shape):
		return nil, &Error{fmt.Sprintf("strides %v for the shape %v", strides, shape), ""}
	case slices.Equal(strides, a.contiguous(true)):
		a.Fortran = true
	default:
		a.strides, end = strides, a.Size
		for i, s := range strides {
			if s < 0 || s > (math.MaxInt-end)/shape[i] {
				return nil, &Error{fmt.Sprintf("strides %v: they must be positive", strides), "copy the array with numpy.ascontiguousarray"}
			}
			end += s * (shape[i] - 1)
		}
	}
	if len(data) < end || a.strides == nil && len(data) > end {
		return nil, &Error{fmt.Sprintf("the shape %v takes %d bytes, and %d are there", shape, end, len(data)), ""}
	}
	return a, nil
}

// contiguous returns the strides of an array whose elements are next to each other.
func (a *Array) contiguous(fortran bool) []int {
	strides, step := make([]int, len(a.Shape)), a.Size
	for i := range strides {
		if !fortran {
			i = len(strides) - 1 - i
		}
		strides[i] = step
		step *= a.Shape[i]
	}
	return strides
}

// init sets the fields that follow from the type and the shape.
func (a *Array) init() error {
	if err := a.setType(a.Descr); err != nil {
		return err
	}
	a.Total = 1
	for _, d := range a.Shape {
		if d < 0 || d != 0 && a.Total > math.MaxInt/a.Size/d {
			return &Error{fmt.Sprintf("the shape %v is impossible", a.Shape), ""}
		}
		a.Total *= d
	}
	return nil
}

// setType reads a type such as <U3.
func (a *Array) setType(descr string) error {
	switch {
	case strings.Contains(descr, "O"):
		return &Error{"an array of objects is a pickle, which is never read, since that can run code", "save it as numbers or with .astype('<U3')"}
	case strings.HasPrefix(descr, "[") || len(descr) < 3:
		return &Error{"an array of records, or of a type that is neither a number nor a text", "save the matrix alone"}
	}
	a.order = binary.ByteOrder(binary.LittleEndian)
	if descr[0] == '>' {
		a.order = binary.BigEndian
	}
	a.Kind = descr[1]
	n, err := strconv.ParseUint(descr[2:], 10, 24)
	a.Size = int(n)
	good := false
	switch a.Kind {
	case 'b':
		good = n == 1
	case 'i', 'u':
		good = n == 1 || n == 2 || n == 4 || n == 8
	case 'f':
		good = n == 2 || n == 4 || n == 8
	case 'U':
		a.Size *= 4
		good = n > 0 && a.Size <= PartSize
	case 'S':
		good = n > 0 && a.Size <= PartSize
	}
	if err != nil || !good || strings.IndexByte("<>|=", descr[0]) < 0 {
		return &Error{fmt.Sprintf("elements of the type %.40q are not read", descr), "save integers, floats, booleans or texts"}
	}
	return nil
}

// Head returns a without its elements.
func (a *Array) Head() *Array {
	head := *a
	head.r = nil
	return &head
}

// Texts reports whether the elements are texts.
func (a *Array) Texts() bool { return a.Kind == 'U' || a.Kind == 'S' }

// Number returns an element as a number.
func (a *Array) Number(e []byte) float64 {
	switch a.Kind {
	case 'b', 'u', 'i':
		return a.integer(e)
	}
	switch a.Size {
	case 2:
		return half(a.order.Uint16(e))
	case 4:
		return float64(math.Float32frombits(a.order.Uint32(e)))
	}
	return math.Float64frombits(a.order.Uint64(e))
}

func (a *Array) integer(e []byte) float64 {
	v := uint64(e[0])
	switch a.Size {
	case 2:
		v = uint64(a.order.Uint16(e))
	case 4:
		v = uint64(a.order.Uint32(e))
	case 8:
		v = a.order.Uint64(e)
	}
	if a.Kind != 'i' {
		return float64(v)
	}
	unused := 64 - 8*a.Size
	return float64(int64(v<<unused) >> unused) // with the sign
}

// half returns an IEEE 754 number of 16 bits.
func half(b uint16) float64 {
	sign, exp, frac := 1-2*float64(b>>15), int(b>>10&31), float64(b&1023)
	switch exp {
	case 0:
		return sign * math.Ldexp(frac, -24)
	case 31:
		if frac != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+frac, exp-25)
}

// Text returns an element as a text, without the zeros at its end.
func (a *Array) Text(e []byte) string {
	if a.Kind == 'S' {
		return strings.TrimRight(string(e), "\x00")
	}
	var b []byte
	for ; len(e) >= 4; e = e[4:] {
		b = utf8.AppendRune(b, rune(a.order.Uint32(e)))
	}
	return strings.TrimRight(string(b), "\x00")
}

// List returns the elements as texts.
func (a *Array) List() ([]string, error) {
	var list []string
	err := a.Each(func(k int, e []byte) error {
		list = append(Grown(list, k), a.Text(e))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return Grown(list, a.Total), nil
}

// Grown returns list with zeros up to the length n. Lists grow as elements arrive: the sizes in a
// header may be wrong.
func Grown[T any](list []T, n int) []T {
	if n > len(list) {
		list = append(list, make([]T, n-len(list))...)
	}
	return list
}

// maxDims is the number of dimensions of the arrays that are read.
const maxDims = 4

// Index returns the indices of element k.
func (a *Array) Index(k int) (at [maxDims]int) {
	if a.Fortran {
		for i, d := range a.Shape {
			at[i] = k % d
			k /= d
		}
		return at
	}
	for i := len(a.Shape) - 1; i >= 0; i-- {
		at[i] = k % a.Shape[i]
		k /= a.Shape[i]
	}
	return at
}

// WriteHeader writes the header of an array. Its length is a multiple of 64.
func WriteHeader(w *bufio.Writer, descr string, shape []int) {
	dims := make([]string, len(shape))
	for i, d := range shape {
		dims[i] = strconv.Itoa(d)
	}
	tuple := strings.Join(dims, ", ")
	if len(dims) == 1 {
		tuple += ","
	}
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, tuple)
	pad := 64 - (10+len(head)+1)%64
	head += strings.Repeat(" ", pad%64) + "\n"
	w.WriteString(Magic + "\x01\x00")
	w.WriteByte(byte(len(head)))
	w.WriteByte(byte(len(head) >> 8))
	w.WriteString(head)
}
