package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/internal/try"
)

var nan = math.NaN()

// readTable reads a matrix in a text with any separator.
func readTable(in *input, o Options) (_ *Document, err error) {
	defer try.Catch(&err)
	t := newTable(in, try.Get(in.all()))
	if t == nil {
		return nil, in.refuse("there are no rows", "")
	}
	m := try.Get(t.matrix(o))
	if o.Format == "" && o.Codes == "" && o.Orientation == "" && o.Threshold == nil && t.maybeList(m) {
		if o.Directed != nil { // an option for lists
			return readEdgeList(in, o)
		}
		return nil, &AmbiguityError{File: in.name, Option: "format", Values: []string{"csv", "edgelist"},
			Question: fmt.Sprintf("is it a matrix of %d nodes or a list of %[1]d edges?", m.n)}
	}
	return m.document(o)
}

// A tableReader reads the rows of a table.
type tableReader struct {
	*table
	m    *matrix
	kind int // of the cells so far
}

// matrix returns the table as a matrix.
func (t *table) matrix(o Options) (_ *matrix, err error) {
	defer try.Catch(&err)
	if t.n == 0 {
		return nil, t.in.refuse("it is not a matrix: there are names but no cells", "")
	}
	if !t.square() {
		do := ""
		if t.header && !t.rowNames && t.dataRows() > t.n {
			do = "a table of data is the last file of falsify"
		}
		return nil, t.in.refuse(fmt.Sprintf("the matrix has %s and %s and is not square", plural(t.dataRows(), "row", "rows"), plural(t.n, "column", "columns")), do)
	}
	r := &tableReader{table: t, m: newMatrix(t.in.name, o), kind: emptyCell}
	r.m.n = t.n
	row := -1
	if !t.header {
		row = 0
	}
	var names []string
	for start, end := range t.records(t.begin) {
		if row >= 0 {
			if name := r.row(row, start, end); t.rowNames {
				names = append(names, string(name))
			}
		}
		row++
	}
	if r.kind == emptyCell && o.Codes == links {
		r.setKind(linkCell)
	}
	r.m.blankEnds = t.sep == ' ' && t.header && t.rowNames && t.blankEnds()
	r.m.names = t.names(r.m, names)
	return r.m, nil
}

// blankEnds reports whether all lines end with a blank, as in Tetrad's export.
func (t *table) blankEnds() bool {
	for start, end := range t.records(t.begin) {
		if end == start || t.data[end-1] != ' ' {
			return false
		}
	}
	return true
}

// zeros returns four cells with 0, the most frequent ones, as they are in the text.
func zeros(sep byte) uint64 {
	two := uint64('0') | uint64(sep)<<8
	return two * 0x0001_0001_0001_0001
}

// row reads a row and returns its name, if the table has row names.
func (t *tableReader) row(row, start, end int) (name []byte) {
	line := t.data[start:end]
	i, col := 0, 0
	if t.sep == ' ' {
		i = skipBlanks(line, 0)
	}
	if t.rowNames {
		var f field
		f, i = t.field(line, i)
		name = f.text
		if t.sep == ' ' {
			i = skipBlanks(line, i)
		}
	}
	four := zeros(t.sep)
	for i <= len(line) {
		if t.kind == numberCell {
			for i+8 <= len(line) && binary.LittleEndian.Uint64(line[i:]) == four {
				i += 8
				col += 4
			}
		}
		if t.sep == ' ' {
			if i = skipBlanks(line, i); i >= len(line) {
				break
			}
		}
		if i+1 < len(line) && line[i+1] == t.sep && line[i]-'0' <= 9 && t.kind == numberCell {
			if line[i] != '0' && col < t.n {
				t.m.add(0, row, col, t.m.number(float64(line[i]-'0')))
			}
			i += 2
			col++
			continue
		}
		f, next := t.field(line, i)
		if col < t.n {
			t.cell(row, col, f, start)
		}
		i = next
		col++
	}
	if col != t.n {
		t.fail(start, line, fmt.Sprintf("a row of %d cells: it has %d", t.n, col))
	}
	return name
}

func skipBlanks(line []byte, i int) int {
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	return i
}

// cell reads a cell of any kind.
func (t *tableReader) cell(row, col int, f field, start int) {
	text := bytes.Trim(f.text, blanks)
	if len(text) == 0 {
		if t.kind != linkCell { // NaN, unless a later cell is a link
			t.m.add(0, row, col, missing)
		}
		return
	}
	if t.sep == ' ' && len(text) == 1 && text[0] == '.' {
		text = []byte("0") // R prints sparse matrices with dots
	}
	at := start + f.at
	if link, finished := isLink(text); link {
		if !finished {
			t.fail(at, text, "a link such as -->: this one is of a graph that is not finished, or of background knowledge")
		}
		if !t.setKind(linkCell) {
			t.fail(at, text, "a number, as in the cells before")
		}
		v, _ := linkValue(text)
		t.m.add(0, row, col, v)
		return
	}
	x, ok := parseCell(text, t.sep == ';')
	if !ok || math.IsInf(x, 0) {
		t.fail(at, text, "a number or a link such as -->")
	}
	if !t.setKind(numberCell) {
		t.fail(at, text, "a link such as -->, as in the cells before")
	}
	t.m.add(0, row, col, t.m.number(x))
}

// setKind sets the kind of the cells. It returns false if earlier cells have another kind.
func (t *tableReader) setKind(kind int) bool {
	if t.kind != emptyCell {
		return t.kind == kind
	}
	t.kind = kind
	if kind == linkCell {
		t.m.links = true
		t.m.now.reset() // empty cells are not links
	}
	return true
}
