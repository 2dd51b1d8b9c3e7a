package format

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"
)

// A table is a text whose lines are rows of cells, with or without a header and
// names of rows.
type table struct {
	in    *input
	data  []byte
	begin int  // of the first row, after comments
	sep   byte // a comma, semicolon or tab, or ' ' for any number of blanks and tabs

	escapes bool // \" is a quote inside a name, as R writes it between blanks

	rows   int // of the text, the header among them
	first  []field
	second []field // empty where there is one row

	header, rowNames bool
	n                int // columns of the matrix
}

// A field is a cell or a name.
type field struct {
	text   []byte // without quotes
	quoted bool
	at     int // in the text
}

// newTable finds out how the text is laid out, or returns nil where it is no table.
func newTable(in *input, data []byte) *table {
	t := &table{in: in, data: data}
	if !t.read() {
		return nil
	}
	if bytes.Contains(data, []byte(`\"`)) && (t.sep == ' ' || !t.square()) {
		if r := (&table{in: in, data: data, escapes: true}); r.read() && r.sep == ' ' && r.square() {
			return r
		}
	}
	return t
}

// dataRows returns the number of rows without the header.
func (t *table) dataRows() int {
	if t.header {
		return t.rows - 1
	}
	return t.rows
}

func (t *table) square() bool { return t.dataRows() == t.n }

// read finds the layout; false where there are no rows.
func (t *table) read() bool {
	data := t.data
	for t.begin < len(data) && isComment(data[t.begin:]) {
		t.begin = lineEnd(data, t.begin) + 1
	}
	var lines [2][2]int
	for start, end := range t.records(t.begin) {
		if t.rows < len(lines) {
			lines[t.rows] = [2]int{start, end}
		}
		t.rows++
	}
	if t.rows == 0 {
		return false
	}
	// A matrix has as many rows as its first row has cells, so a long line alone is none.
	const name = 1024 // bytes of a cell, more than any has
	if width := lines[0][1] - lines[0][0]; width > name*name && t.rows < width/name {
		return false
	}
	t.findSep(data[lines[0][0]:lines[0][1]], data[lines[1][0]:lines[1][1]])
	t.first = t.fields(lines[0][0], lines[0][1])
	if t.rows > 1 {
		t.second = t.fields(lines[1][0], lines[1][1])
	}
	t.trimHeader()
	t.layout()
	return true
}

// isComment reports whether a line is a comment, as numpy.savetxt writes headers. A
// name may begin with # too, but no blank follows there.
func isComment(line []byte) bool {
	return line[0] == '#' && (len(line) == 1 || bytes.IndexByte([]byte(" \t\r\n#!"), line[1]) >= 0)
}

// lineEnd returns where the line at a place ends: at its line feed or the end.
func lineEnd(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(data)
}

// records yields the rows of the text that are not empty, without line ends. A line
// feed between quotes ends no row.
func (t *table) records(at int) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		quotes := bytes.IndexByte(t.data, '"') >= 0
		for at < len(t.data) {
			start, end := at, lineEnd(t.data, at)
			for odd := quotes && t.quotes(t.data[start:end])%2 == 1; odd && end < len(t.data); {
				next := lineEnd(t.data, end+1)
				odd = t.quotes(t.data[end:next])%2 == 0
				end = next
			}
			at = end + 1
			if end > start && t.data[end-1] == '\r' {
				end--
			}
			if len(bytes.Trim(t.data[start:end], " ")) > 0 && !yield(start, end) {
				return
			}
		}
	}
}

// quotes counts the quotes that begin or end a field, or stand double in it.
func (t *table) quotes(line []byte) int {
	n := bytes.Count(line, []byte(`"`))
	if t.escapes {
		n -= bytes.Count(line, []byte(`\"`))
	}
	return n
}

// findSep takes the separator that the first two rows have equally often and that
// makes cells of the second; R leaves out the corner, and so one of them in the header.
func (t *table) findSep(first, second []byte) {
	usual := byte(0)
	for _, sep := range []byte("\t;,") {
		t.sep = sep
		a, b := t.split(first, 0), t.split(second, 0)
		if len(second) == 0 {
			a, b = nil, a // the only row
		}
		if len(b) < 2 || len(a) > 0 && len(a) != len(b) && len(a)+1 != len(b) {
			continue
		}
		if cellsOnly(b[1:]) {
			return
		}
		if usual == 0 {
			usual = sep
		}
	}
	t.sep = ' '
	if row := t.split(second, 0); usual != 0 && (len(row) < 2 || !cellsOnly(row[1:])) {
		t.sep = usual
	}
}

// trimHeader takes off the blanks of a header that has them after every separator:
// people type a, b, c.
func (t *table) trimHeader() {
	if t.sep == ' ' || len(t.first) < 2 {
		return
	}
	for _, f := range t.first[1:] {
		if f.quoted || len(f.text) == 0 || f.text[0] != ' ' {
			return
		}
	}
	for i := range t.first {
		if !t.first[i].quoted {
			t.first[i].text = bytes.Trim(t.first[i].text, blanks)
		}
	}
}

// layout tells whether there are a header and names of rows, from the widths, the
// number of rows and what stands in the first of them.
func (t *table) layout() {
	w := len(t.first)
	switch {
	case t.rows > 1 && len(t.second) == w+1: // R leaves out the corner
		t.header, t.rowNames, t.n = true, true, w
	case t.rows == w+1 && !(t.isData(t.first) && repeats(t.first)):
		t.header, t.n = true, w
	case t.rows == w-1 && cellsOnly(t.first[1:]) && !cellsOnly(t.first[:1]):
		t.rowNames, t.n = true, w-1
	case !t.isData(t.first):
		// Not square, or with a corner, which may be empty.
		t.header, t.n = true, w
		if t.rows == w || len(t.first[0].text) == 0 || len(t.second) > 0 && !cellsOnly(t.second[:1]) {
			t.rowNames, t.n = true, w-1
		}
	default:
		t.n = w
	}
}

// repeats reports whether two fields are the same, which names are not.
func repeats(row []field) bool {
	met := make(map[string]bool)
	for _, f := range row {
		if met[string(f.text)] {
			return true
		}
		met[string(f.text)] = true
	}
	return false
}

// isData reports whether a row has cells only. An empty corner before numbers is
// none: those are names.
func (t *table) isData(row []field) bool {
	if !cellsOnly(row) {
		return false
	}
	return len(row) < 2 || len(row[0].text) > 0 || cellKind(row[1]) != numberCell
}

// place returns where a byte of the text stands.
func (t *table) place(at int) position {
	before := t.data[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	return position{bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1}
}

func (t *table) unexpected(at int, token []byte, want string) error {
	p := t.place(at)
	return &ParseError{t.in.Name, p.Line, p.Col, string(token[:min(len(token), 200)]), want}
}

// columns returns the names of the columns, or nil where there is no header.
func (t *table) columns() (names []string) {
	if t.header {
		for _, f := range t.first[len(t.first)-t.n:] {
			names = append(names, string(f.text))
		}
	}
	return names
}

// names returns the names of the nodes, once those of the rows are known. Rows in another
// order than the columns are brought into theirs.
func (t *table) names(m *matrix, rows []string) ([]string, error) {
	columns := t.columns()
	switch {
	case !t.rowNames || t.header && running(rows):
		return columns, nil
	case !t.header || running(columns):
		return rows, nil
	}
	if slices.Equal(rows, columns) {
		return columns, nil
	}
	const same = "rows and columns must have the same names"
	place := make(map[string]int32, len(columns))
	for j, name := range columns {
		if _, twice := place[name]; twice {
			return nil, t.in.refuse("two columns are called "+clipped(name), same)
		}
		place[name] = int32(j)
	}
	to, met := make([]int32, len(rows)), make([]bool, len(rows))
	for i, name := range rows {
		j, known := place[name]
		switch {
		case !known:
			return nil, t.in.refuse(fmt.Sprintf("row %d is called %s, and no column is", i+1, clipped(name)), same)
		case met[j]:
			return nil, t.in.refuse("two rows are called "+clipped(name), same)
		}
		to[i], met[j] = j, true
	}
	m.byName = true
	var sorted layer
	for e := range m.now.entries {
		sorted.add(to[e.row], e.col, e.value)
	}
	m.now = sorted
	return columns, nil
}

// running reports whether names are numbers from 0 or 1 on, which tools put in place
// of names.
func running(names []string) bool {
	return slices.Equal(names, fromZero(len(names))) || slices.Equal(names, fromOne(len(names)))
}
