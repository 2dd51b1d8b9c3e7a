package format

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/try"
)

const mtxMagic = "%%MatrixMarket"

// fromOne returns the names 1, 2, ...
func fromOne(n int) []string { return graph.NumberedNames("", 1, n).List() }

// An mtxReader reads a Matrix Market file line by line.
type mtxReader struct {
	in     *input
	m      *matrix
	line   int
	text   []byte // the current line
	rest   []byte // the text after it
	fields [][]byte

	byColumns, pattern, symmetric bool
}

func readMtx(in *input, o Options) (_ *Document, err error) {
	defer try.Catch(&err)
	r := &mtxReader{in: in, m: newMatrix(in.name, o), rest: try.Get(in.all())}
	r.head()
	r.read()
	r.m.names, r.m.generated = fromOne(r.m.n), true
	return r.m.document(o)
}

// next goes to the next line that is not empty and not a comment. It returns false at the end.
func (r *mtxReader) next() bool {
	for len(r.rest) > 0 {
		r.text, r.rest, _ = bytes.Cut(r.rest, []byte("\n"))
		r.line++
		r.fields = r.fields[:0]
		for f := range bytes.FieldsSeq(r.text) {
			r.fields = append(r.fields, f)
		}
		if len(r.fields) > 0 && r.fields[0][0] != '%' {
			return true
		}
	}
	r.fields = nil
	return false
}

// wrong ends the reader with an error about field i of the current line.
func (r *mtxReader) wrong(i int, want string) {
	at, token := len(r.text), []byte(nil)
	if i < len(r.fields) {
		at = bytes.Index(r.text, r.fields[0])
		for _, f := range r.fields[:i] {
			at += len(f)
			at += bytes.IndexFunc(r.text[at:], func(c rune) bool { return !unicode.IsSpace(c) })
		}
		token = r.fields[i]
	}
	try.Check(newParseError(r.in.name, position{int32(r.line), int32(utf8.RuneCount(r.text[:at])) + 1}, token, want))
}

// head reads the first line, which describes the others.
func (r *mtxReader) head() {
	r.text, r.rest, _ = bytes.Cut(r.rest, []byte("\n"))
	r.line = 1
	r.fields = bytes.Fields(r.text)
	word := func(i int) string { return strings.ToLower(string(r.fields[i])) }
	for i, want := range []string{strings.ToLower(mtxMagic), "matrix", "coordinate array", "real integer pattern", "general symmetric"} {
		if i >= len(r.fields) || !strings.Contains(" "+want+" ", " "+word(i)+" ") {
			r.wrong(i, strings.ReplaceAll(want, " ", " or "))
		}
	}
	r.byColumns = word(2) == "array"
	r.pattern = word(3) == "pattern"
	r.symmetric = word(4) == "symmetric"
	if r.byColumns && r.pattern {
		r.wrong(3, "real or integer for an array")
	}
}

// count reads field i as a number of rows, columns or entries.
func (r *mtxReader) count(i int) int {
	n, err := strconv.ParseUint(string(r.fields[i]), 10, 31)
	if err != nil {
		r.wrong(i, "a whole number")
	}
	return int(n)
}

// read reads the sizes and the entries.
func (r *mtxReader) read() {
	r.next()
	sizes := 3
	if r.byColumns {
		sizes = 2
	}
	if len(r.fields) != sizes {
		r.wrong(0, fmt.Sprintf("%d sizes", sizes))
	}
	n, columns := r.count(0), r.count(1)
	switch {
	case n != columns:
		r.m.refuse(fmt.Sprintf("a matrix of %d rows and %d columns is not square", n, columns), "")
	case n == 0:
		r.m.refuse("the matrix has no rows", "")
	}
	r.m.n = n
	try.Check(checkSize(r.in, n))
	if r.byColumns {
		r.array(n)
	} else {
		r.entries(n, r.count(2))
	}
}

// entries reads the places, and the values, of the entries of an n × n matrix.
func (r *mtxReader) entries(n, count int) {
	width := 3
	if r.pattern {
		width = 2
	}
	one := r.m.number(1)
	for k := 0; k < count; k++ {
		if k += r.plain(n, count-k, one); k == count {
			break
		}
		if !r.next() {
			r.wrong(0, fmt.Sprintf("%d entries, of which %d are there", count, k))
		}
		if len(r.fields) != width {
			r.wrong(min(width, len(r.fields)-1), fmt.Sprintf("%d fields in the line", width))
		}
		var at [2]int
		for i := range at {
			if at[i] = r.count(i); at[i] < 1 || at[i] > n {
				r.wrong(i, fmt.Sprintf("a place from 1 to %d", n))
			}
		}
		value := one
		if !r.pattern {
			value = r.value(2)
		}
		r.add(at[0]-1, at[1]-1, value)
	}
	if r.next() {
		r.wrong(0, fmt.Sprintf("the end of the text after %d entries", count))
	}
}

// plain is a fast path for lines with two places and, unless the matrix has no values, an integer. It
// reads at most count of them, and returns the number of lines. one is the value of a 1.
func (r *mtxReader) plain(n, count int, one int16) (lines int) {
	s, last, begin := r.rest, 0, 0
	for ; lines < count; lines++ {
		row, i := digits(s, begin)
		if i == len(s) || s[i] != ' ' {
			break
		}
		col, i := digits(s, i+1)
		value := one
		if !r.pattern {
			if i+1 >= len(s) || s[i] != ' ' || s[i+1] == '\n' {
				break
			}
			var x int
			x, i = digits(s, i+1)
			if x != 1 && i < len(s) && s[i] == '\n' {
				value = r.m.number(float64(x))
			}
		}
		if i == len(s) || s[i] != '\n' || row < 1 || row > n || col < 1 || col > n {
			break // the caller reports the error
		}
		r.add(row-1, col-1, value)
		last, begin = begin, i+1
	}
	if lines > 0 {
		r.text, r.rest = s[last:begin-1], s[begin:]
		r.line += lines
	}
	return lines
}

// digits reads up to nine digits of s, and returns the number and where it ends.
func digits(s []byte, at int) (number, end int) {
	for end = at; end < len(s) && end < at+9; end++ {
		d := s[end] - '0'
		if d > 9 {
			break
		}
		number = 10*number + int(d)
	}
	return number, end
}

// array reads all entries column by column; for a symmetric matrix, from the diagonal down.
func (r *mtxReader) array(n int) {
	for col := range n {
		row := 0
		if r.symmetric {
			row = col
		}
		for ; row < n; row++ {
			if !r.next() || len(r.fields) != 1 {
				r.wrong(0, fmt.Sprintf("a single entry, that of row %d, column %d", row+1, col+1))
			}
			r.add(row, col, r.value(0))
		}
	}
	if r.next() {
		r.wrong(0, "the end of the text after the last entry")
	}
}

// value reads field i as an entry.
func (r *mtxReader) value(i int) int16 {
	x, err := parseNumber(r.fields[i])
	if err != nil || math.IsInf(x, 0) {
		r.wrong(i, "a number")
	}
	return r.m.number(x)
}

func (r *mtxReader) add(row, col int, value int16) {
	r.m.add(0, row, col, value)
	if r.symmetric && row != col {
		r.m.add(0, col, row, value)
	}
}

// writeMtx writes the entries by rows. It writes no comments: gadjid expects the sizes in the
// second line.
func writeMtx(w *bufio.Writer, d *Document, o Options) error {
	layers, err := newLayers(d, o)
	if err != nil {
		return err
	}
	entries, n := layers[0], d.Graph.N()
	sortRows(entries, n)
	field := "integer"
	if codeFor(o).name == plain {
		field = "pattern"
	}
	fmt.Fprintf(w, "%s matrix coordinate %s general\n%d %d %d\n", mtxMagic, field, n, n, len(entries))
	for _, c := range entries {
		fmt.Fprintf(w, "%d %d", c.row+1, c.col+1)
		if field == "integer" {
			fmt.Fprintf(w, " %d", c.value)
		}
		w.WriteByte('\n')
	}
	return nil
}
