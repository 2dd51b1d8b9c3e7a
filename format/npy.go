package format

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

const npyMagic = "\x93NUMPY"

// An array is what a .npy file holds. Its elements are read once, as they come, so
// that a sparse matrix takes no more memory than its edges.
type array struct {
	shape   []int
	fortran bool // the first index runs fastest
	kind    byte // b, i, u, f: numbers; U, S: texts
	size    int  // of an element, in bytes
	order   binary.ByteOrder
	total   int           // number of elements
	r       *bufio.Reader // what follows the head
}

// An arrayError says why an array is refused; who knows the file adds its name.
type arrayError struct{ why, do string }

func (e *arrayError) Error() string { return e.why }

// refuseArray puts the name of the file, and of the array in it, into an error that
// has none.
func (in *Input) refuseArray(member string, err error) error {
	var e *arrayError
	var ask *AskError
	switch {
	case errors.As(err, &ask):
		return err
	case !errors.As(err, &e):
		return in.readError(err)
	}
	why := e.why
	if member != "" {
		why = "the array " + shown(member) + ": " + why
	}
	return in.refuse(why, e.do)
}

// openNpy reads the head of an array. (The format is that of numpy.lib.format,
// versions 1 to 3.) The buffer of r has 64 KB.
func openNpy(r *bufio.Reader) (*array, error) {
	damaged := &arrayError{"the npy header is damaged", ""}
	start, err := r.Peek(12) // an array has more bytes than that
	switch {
	case !bytes.HasPrefix(start, []byte(npyMagic)):
		return nil, &arrayError{"it is no npy file", "save the array with numpy.save"}
	case err != nil:
		return nil, damaged
	}
	at, long := 10, int64(binary.LittleEndian.Uint16(start[8:]))
	switch major := start[6]; {
	case major == 2 || major == 3:
		at, long = 12, int64(binary.LittleEndian.Uint32(start[8:]))
	case major != 1:
		return nil, &arrayError{fmt.Sprintf("version %d of npy is not known", major), ""}
	}
	if long > headSize-12 {
		return nil, &arrayError{fmt.Sprintf("an npy header of %d bytes is absurd", long), ""}
	}
	head, err := r.Peek(at + int(long))
	if err != nil {
		return nil, damaged
	}
	h := npyHead{text: string(head[at:])}
	r.Discard(len(head))
	a := &array{r: r}
	if !h.parse(a) {
		return nil, damaged
	}
	if err := a.setType(h.descr); err != nil {
		return nil, err
	}
	a.total = 1
	for _, d := range a.shape {
		if d != 0 && a.total > math.MaxInt/a.size/d {
			return nil, &arrayError{fmt.Sprintf("the shape %v is absurd", a.shape), ""}
		}
		a.total *= d
	}
	return a, nil
}

// setType reads a type such as <U3.
func (a *array) setType(descr string) error {
	switch {
	case strings.Contains(descr, "O"):
		return &arrayError{"an array of objects is a pickle, which is not read, since that would run it", "save it as numbers or with .astype('<U3')"}
	case strings.HasPrefix(descr, "[") || len(descr) < 3:
		return &arrayError{"an array of records, or of a type that is no number and no text", "save the matrix alone"}
	}
	a.order = binary.ByteOrder(binary.LittleEndian)
	if descr[0] == '>' {
		a.order = binary.BigEndian
	}
	a.kind = descr[1]
	n, err := strconv.ParseUint(descr[2:], 10, 24)
	a.size = int(n)
	good := false
	switch a.kind {
	case 'b':
		good = n == 1
	case 'i', 'u':
		good = n == 1 || n == 2 || n == 4 || n == 8
	case 'f':
		good = n == 2 || n == 4 || n == 8
	case 'U':
		a.size *= 4
		good = n > 0 && a.size <= headSize
	case 'S':
		good = n > 0 && a.size <= headSize
	}
	if err != nil || !good || strings.IndexByte("<>|=", descr[0]) < 0 {
		return &arrayError{"elements of the type " + clipped(descr) + " are not read", "save integers, floats, booleans or texts"}
	}
	return nil
}

// texts reports whether the elements are texts.
func (a *array) texts() bool { return a.kind == 'U' || a.kind == 'S' }

// each reads the elements and calls f for those that are not all zero bytes, in the
// order of the file, until it fails. It can be called once.
func (a *array) each(f func(k int, e []byte) error) error {
	size := a.size
	for k := 0; k < a.total; {
		want := min(headSize/size, a.total-k) * size
		data, err := a.r.Peek(want)
		if err != nil {
			if err != io.EOF {
				return err
			}
			return &arrayError{fmt.Sprintf("the file ends early: the shape %v takes %d bytes, and %d are there", a.shape, a.total*size, k*size+len(data)), ""}
		}
		for at := zeroBytes(data); at < len(data); at += zeroBytes(data[at:]) {
			i := at / size
			at = (i + 1) * size
			if err := f(k+i, data[i*size:at]); err != nil {
				return err
			}
		}
		a.r.Discard(want)
		k += want / size
	}
	if _, err := a.r.Peek(1); err == nil {
		return &arrayError{fmt.Sprintf("more bytes are there than the %d that the shape %v takes", a.total*size, a.shape), "save one array a file"}
	} else if err != io.EOF {
		return err
	}
	return nil
}

// zeroBytes returns the number of zeros at the head of data: most of a sparse matrix
// is, and comparing it by the block is the fastest way past them.
func zeroBytes(data []byte) int {
	var zeros [128]byte
	at := 0
	for len(data)-at >= len(zeros) && [128]byte(data[at:at+len(zeros)]) == zeros {
		at += len(zeros)
	}
	for len(data)-at >= 8 && [8]byte(data[at:at+8]) == [8]byte{} {
		at += 8
	}
	for at < len(data) && data[at] == 0 {
		at++
	}
	return at
}

// number returns an element as a number.
func (a *array) number(e []byte) float64 {
	switch a.kind {
	case 'b', 'u', 'i':
		return a.integer(e)
	}
	switch a.size {
	case 2:
		return half(a.order.Uint16(e))
	case 4:
		return float64(math.Float32frombits(a.order.Uint32(e)))
	}
	return math.Float64frombits(a.order.Uint64(e))
}

func (a *array) integer(e []byte) float64 {
	signed := a.kind == 'i'
	switch a.size {
	case 1:
		if signed {
			return float64(int8(e[0]))
		}
		return float64(e[0])
	case 2:
		if v := a.order.Uint16(e); signed {
			return float64(int16(v))
		} else {
			return float64(v)
		}
	case 4:
		if v := a.order.Uint32(e); signed {
			return float64(int32(v))
		} else {
			return float64(v)
		}
	}
	if v := a.order.Uint64(e); signed {
		return float64(int64(v))
	} else {
		return float64(v)
	}
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

// text returns an element as a text: zeros at its end do not count.
func (a *array) text(e []byte) string {
	if a.kind == 'S' {
		return strings.TrimRight(string(e), "\x00")
	}
	var b []byte
	for ; len(e) >= 4; e = e[4:] {
		b = utf8.AppendRune(b, rune(a.order.Uint32(e)))
	}
	return strings.TrimRight(string(b), "\x00")
}

// list returns the elements as texts.
func (a *array) list() ([]string, error) {
	var list []string
	err := a.each(func(k int, e []byte) error {
		list = append(grown(list, k), a.text(e))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return grown(list, a.total), nil
}

// grown returns list with zeros up to the length n. What a header promises is not
// made room for before it is there.
func grown[T any](list []T, n int) []T {
	if n > len(list) {
		list = append(list, make([]T, n-len(list))...)
	}
	return list
}

// index returns the place of element k.
func (a *array) index(k int) (at [4]int) {
	if a.fortran {
		for i, d := range a.shape {
			at[i] = k % d
			k /= d
		}
		return at
	}
	for i := len(a.shape) - 1; i >= 0; i-- {
		at[i] = k % a.shape[i]
		k /= a.shape[i]
	}
	return at
}

// writeNpyHead writes what stands before the elements of an array. Its length is a
// multiple of 64.
func writeNpyHead(w *bufio.Writer, descr string, shape []int) {
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
	w.WriteString(npyMagic + "\x01\x00")
	w.WriteByte(byte(len(head)))
	w.WriteByte(byte(len(head) >> 8))
	w.WriteString(head)
}
