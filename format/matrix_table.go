package format

import (
	"bytes"
	"fmt"
	"slices"
)

// A table is a text whose lines are rows of cells, with or without a header and row names.
type table struct {
	in    *input
	data  []byte
	begin int  // the first row, after comments
	sep   byte // a comma, semicolon or tab, or ' ' for any number of blanks and tabs

	bare    bool // quotes have no meaning
	escapes bool // \" is a quote inside a name, as R writes it between blanks

	rows   int // including the header
	first  []field
	second []field // empty if there is one row

	header, rowNames bool
	n                int // columns of the matrix
}

// A field is a cell or a name.
type field struct {
	text   []byte // without quotes
	quoted bool
	at     int // in the text
}

// newTable finds the layout of a text, or returns nil if it is not a table.
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

// read finds the layout. It returns false if there are no rows.
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
	// A matrix has as many rows as columns, so a single long line is not a matrix.
	const name = 1024 // more bytes than any cell has
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

// isComment reports whether a line is a comment, as numpy.savetxt writes headers. A name may begin
// with #, but no blank follows it.
func isComment(line []byte) bool {
	return line[0] == '#' && (len(line) == 1 || bytes.IndexByte([]byte(" \t\r\n#!"), line[1]) >= 0)
}

// lineEnd returns the end of the line at a byte: its line feed, or the end of the text.
func lineEnd(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(data)
}

// records yields the rows of the text that are not empty, without line ends. A row may have line
// feeds in quotes.
func (t *table) records(at int) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		quotes := !t.bare && bytes.IndexByte(t.data, '"') >= 0
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

// quotes counts the quotes that begin or end a field, or that are doubled in it.
func (t *table) quotes(line []byte) int {
	n := bytes.Count(line, []byte(`"`))
	if t.escapes {
		n -= bytes.Count(line, []byte(`\"`))
	}
	return n
}

// findSep chooses the separator that occurs equally often in the first two rows and splits the second
// into cells. R omits the corner, and so one separator of the header.
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

// trimHeader trims the names of a header with a blank after every separator: a, b, c.
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

// layout finds out whether there are a header and row names, by the widths of the first rows, their
// number and the content of the first.
func (t *table) layout() {
	w := len(t.first)
	switch {
	case t.rows > 1 && len(t.second) == w+1: // R omits the corner
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

// repeats reports whether two fields are equal. Names are not.
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

// isData reports whether a row has only cells. Numbers after an empty corner are names.
func (t *table) isData(row []field) bool {
	if !cellsOnly(row) {
		return false
	}
	return len(row) < 2 || len(row[0].text) > 0 || cellKind(row[1]) != numberCell
}

// fail ends the reader with an error about the token at a byte.
func (t *table) fail(at int, token []byte, want string) {
	(&scanner{placer: placer{data: t.data}, file: t.in.name}).fail(at, token, want)
}

// columns returns the names of the columns, or nil if there is no header.
func (t *table) columns() (names []string) {
	if t.header {
		for _, f := range t.first[len(t.first)-t.n:] {
			names = append(names, string(f.text))
		}
	}
	return names
}

// names returns the names of the nodes, given those of the rows. It sorts rows that are in another
// order than the columns.
func (t *table) names(m *matrix, rows []string) []string {
	columns := t.columns()
	switch {
	case !t.rowNames || t.header && running(rows), slices.Equal(rows, columns):
		return columns
	case !t.header || running(columns):
		return rows
	}
	const same = "rows and columns must have the same names"
	place := make(map[string]int32, len(columns))
	for j, name := range columns {
		if _, twice := place[name]; twice {
			m.refuse("two columns are called "+clipped(name), same)
		}
		place[name] = int32(j)
	}
	to, met := make([]int32, len(rows)), make([]bool, len(rows))
	for i, name := range rows {
		j, known := place[name]
		switch {
		case !known:
			m.refuse(fmt.Sprintf("row %d is called %s, and no column is", i+1, clipped(name)), same)
		case met[j]:
			m.refuse("two rows are called "+clipped(name), same)
		}
		to[i], met[j] = j, true
	}
	m.byName = true
	var sorted layer
	for e := range m.now.entries {
		sorted.add(to[e.row], e.col, e.value)
	}
	m.now = sorted
	return columns
}

// running reports whether names are the numbers from 0 or 1 on, which tools write for unnamed rows.
func running(names []string) bool {
	return slices.Equal(names, fromZero(len(names))) || slices.Equal(names, fromOne(len(names)))
}
