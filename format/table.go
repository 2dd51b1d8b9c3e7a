package format

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// A table is a text whose lines are rows of cells, with or without a header and
// names of rows.
type table struct {
	in    *Input
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
func newTable(in *Input, data []byte) *table {
	t := &table{in: in, data: data}
	if !t.read() {
		return nil
	}
	if r := (&table{in: in, data: data, escapes: true}); bytes.Contains(data, []byte(`\"`)) && r.read() && r.sep == ' ' && r.square() {
		return r
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
			for quotes && t.quotes(t.data[start:end])%2 == 1 && end < len(t.data) {
				end = lineEnd(t.data, end+1)
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

// fields returns the fields of a row.
func (t *table) fields(start, end int) []field { return t.split(t.data[start:end], start) }

func (t *table) split(row []byte, at int) []field {
	var list []field
	for i := 0; ; {
		if t.sep == ' ' {
			for i < len(row) && isBlank(row[i]) {
				i++
			}
			if i == len(row) {
				return list
			}
		}
		f, next := t.field(row, i)
		f.at += at
		list = append(list, f)
		if next > len(row) {
			return list
		}
		i = next
	}
}

// blanks stand around a cell without being part of it. Others may be in names.
const blanks = " \t"

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// field returns the field of a row that begins at i, and where the next one begins:
// past the end of the row where there is none.
func (t *table) field(row []byte, i int) (field, int) {
	if i < len(row) && row[i] == '"' {
		if text, end, ok := t.unquote(row, i); ok {
			return field{text, true, i}, end + 1
		}
	}
	end := i
	for end < len(row) && row[end] != t.sep && (t.sep != ' ' || row[end] != '\t') {
		end++
	}
	return field{row[i:end], false, i}, end + 1
}

// unquote reads the quoted field at i. A separator or the end must follow it.
func (t *table) unquote(row []byte, i int) (text []byte, end int, ok bool) {
	from := i + 1
	for j := from; j < len(row); j++ {
		switch {
		case row[j] == '\\' && t.escapes && j+1 < len(row) && row[j+1] == '"':
			text = append(text, row[from:j]...)
			from = j + 1
			j++
		case row[j] == '"' && j+1 < len(row) && row[j+1] == '"':
			text = append(text, row[from:j+1]...)
			from = j + 2
			j++
		case row[j] == '"':
			text = append(text, row[from:j]...)
			j++
			return text, j, j == len(row) || row[j] == t.sep || t.sep == ' ' && row[j] == '\t'
		}
	}
	return nil, 0, false
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

// What a field may be.
const (
	noCell = iota
	emptyCell
	numberCell
	linkCell
)

// cellKind tells what a field can be in a matrix.
func cellKind(f field) int {
	text := bytes.Trim(f.text, blanks)
	if len(text) == 0 {
		return emptyCell
	}
	if link, _ := isLink(text); link {
		return linkCell
	}
	if _, ok := parseCell(text, true); ok || string(text) == "." {
		return numberCell
	}
	return noCell
}

// cellsOnly reports whether the fields are all numbers, or all links, as far as they
// are not empty.
func cellsOnly(row []field) bool {
	kind := emptyCell
	for _, f := range row {
		switch k := cellKind(f); {
		case k == noCell || k != emptyCell && kind != emptyCell && k != kind:
			return false
		case k != emptyCell:
			kind = k
		}
	}
	return true
}

// place returns where a byte of the text stands.
func (t *table) place(at int) Place {
	before := t.data[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	return Place{bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1}
}

func (t *table) unexpected(at int, token []byte, want string) error {
	p := t.place(at)
	return &ParseError{t.in.Name, p.Line, p.Col, string(token[:min(len(token), 200)]), want}
}

// names returns the names of the nodes, once those of the rows are known.
func (t *table) names(rows []string) ([]string, error) {
	var columns []string
	if t.header {
		for _, f := range t.first[len(t.first)-t.n:] {
			columns = append(columns, string(f.text))
		}
	}
	switch {
	case !t.rowNames || t.header && running(rows):
		return columns, nil
	case !t.header || running(columns):
		return rows, nil
	}
	for i, name := range rows {
		if name != columns[i] {
			return nil, t.in.refuse(fmt.Sprintf("row %d is called %s and column %[1]d %s", i+1, clipped(name), clipped(columns[i])),
				"rows and columns must be the same nodes in the same order")
		}
	}
	return columns, nil
}

// running reports whether names are numbers from 0 or 1 on, which tools put in place
// of names.
func running(names []string) bool {
	return slices.Equal(names, fromZero(len(names))) || slices.Equal(names, fromOne(len(names)))
}

// parseCell reads a number. With commas, 0,5 is one.
func parseCell(s []byte, commas bool) (float64, bool) {
	switch string(s) {
	case "TRUE", "True", "true":
		return 1, true
	case "FALSE", "False", "false":
		return 0, true
	case "NA", "NaN", "nan", "NAN", "<NA>":
		return nan, true
	}
	c := s[0]
	if c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') || len(s) > 100 || bytes.ContainsAny(s, "xXpP_iInN") {
		return 0, false
	}
	if isZero(s) {
		return 0, true
	}
	if commas && bytes.IndexByte(s, ',') >= 0 {
		s = bytes.Replace(s, []byte(","), []byte("."), 1)
	}
	x, err := strconv.ParseFloat(string(s), 64)
	return x, err == nil
}

// isZero reports whether s is 0.000e+00, the most frequent number that has more than
// a digit.
func isZero(s []byte) bool {
	for i, c := range s {
		switch {
		case c == 'e' && i > 0 && s[i-1] == '0':
			_, err := strconv.Atoi(string(s[i+1:]))
			return err == nil
		case c != '0' && (c != '.' || i == 0):
			return false
		}
	}
	return true
}
