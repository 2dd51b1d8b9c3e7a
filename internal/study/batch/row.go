package batch

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/plain"
)

// Columns are those of a row, in their order. Those of the source stand before the metric; with
// times there is one more at the end.
var Columns = []string{"id", "truth", "guess", "truth_class", "guess_class", "metric", "wrong", "of", "value", "lower", "upper", "status", "reason"}

// before is the number of columns before those of the source.
const before = 5

// Seconds is the name of the column for times.
const Seconds = "seconds"

// The two values of Status.
const (
	OK    = "ok"
	Error = "error"
)

// A Row is what one metric says of one pair.
type Row struct {
	ID, Truth, Guess string

	// What the graphs were compared as; empty where that is not known.
	TruthClass, GuessClass string

	More         []string // values of the source's columns
	Metric       string   // empty where a pair failed before it was known which metrics apply
	Counted      bool     // the metric counts: Wrong and Of are set
	Wrong, Of    float64  //
	Value        float64  // not a number where there is none
	Lower, Upper float64  // the range of the value, over an equivalence class or over readings; not numbers where there is none
	Status       string
	Reason       string  // a code, a colon, a sentence: why there is no value, or why it is biased
	Seconds      float64 // what the metric took, reading excluded; not a number where that was not written
}

// Code returns the machine-readable part of the reason.
func (r *Row) Code() string {
	code, _, _ := strings.Cut(r.Reason, ":")
	return code
}

// A Form is a way to write rows, one line each.
type Form string

// The forms.
const (
	CSV    Form = "csv"     // no cell is a formula to a spreadsheet, see [plain.Cell]
	RawCSV Form = "raw-csv" // cells are as they are
	JSONL  Form = "jsonl"
)

// A layout says which columns rows have beyond the usual ones.
type layout struct {
	more  []string // those of the source
	times bool
}

// columns returns the names of all columns.
func (l layout) columns() []string {
	list := slices.Concat(Columns[:before], l.more, Columns[before:])
	if l.times {
		list = append(list, Seconds)
	}
	return list
}

// head returns the line above the rows, which may be empty.
func (f Form) head(l layout) []byte {
	if f == JSONL {
		return nil
	}
	var cells []cell
	for _, name := range l.columns() {
		cells = append(cells, text("", name))
	}
	return f.line(nil, cells)
}

// append appends the row as a line.
func (f Form) append(b []byte, r *Row, l layout) []byte {
	wrong, of := r.Wrong, r.Of
	if !r.Counted {
		wrong, of = math.NaN(), math.NaN()
	}
	var room [24]cell
	cells := append(room[:0], text("id", r.ID), text("truth", r.Truth), text("guess", r.Guess),
		text("truth_class", r.TruthClass), text("guess_class", r.GuessClass))
	cells = l.appendMore(cells, r)
	cells = append(cells, text("metric", r.Metric),
		number("wrong", wrong), number("of", of), number("value", r.Value), number("lower", r.Lower), number("upper", r.Upper),
		text("status", r.Status), text("reason", r.Reason))
	if l.times {
		cells = append(cells, cell{Seconds, "", r.Seconds, decimals})
	}
	return f.line(b, cells)
}

// appendMore appends the cells of the source's columns.
func (l layout) appendMore(cells []cell, r *Row) []cell {
	for i, name := range l.more {
		value := ""
		if i < len(r.More) {
			value = r.More[i]
		}
		cells = append(cells, cell{name, value, 0, given})
	}
	return cells
}

// A cell is one value of a line: a text, or a number, which is not a number where there is none.
type cell struct {
	key    string
	text   string
	number float64
	is     int8
}

const (
	aText    int8 = iota
	shortest      // a number in the fewest digits that give it back
	decimals      // a number with nine decimals
	given         // what a source says: a text, and in JSON a number where it reads as one
)

func text(key, s string) cell           { return cell{key, s, 0, aText} }
func number(key string, x float64) cell { return cell{key, "", x, shortest} }

// line appends the cells as a line.
func (f Form) line(b []byte, cells []cell) []byte {
	if f == JSONL {
		b = append(b, '{')
	}
	for i := range cells {
		c := &cells[i]
		if i > 0 {
			b = append(b, ',')
		}
		if f == JSONL {
			b = append(appendString(b, c.key), ':')
		}
		switch {
		case c.is == given && f == JSONL && isNumber(c.text):
			b = append(b, c.text...)
		case c.is == given && f == JSONL && c.text == "":
			b = append(b, "null"...)
		case (c.is == aText || c.is == given) && f == JSONL:
			b = appendString(b, c.text)
		case c.is == aText || c.is == given:
			b = appendField(b, f.cell(c.text))
		case c.is == decimals:
			b = strconv.AppendFloat(b, c.number, 'f', 9, 64)
		case math.IsNaN(c.number) && f == JSONL:
			b = append(b, "null"...)
		default:
			b = appendNumber(b, c.number)
		}
	}
	if f == JSONL {
		b = append(b, '}')
	}
	return append(b, '\n')
}

// cell returns a text as a cell.
func (f Form) cell(s string) string {
	if f == CSV {
		return plain.Cell(s)
	}
	return s
}

// uncell takes back what cell did, in place.
func (f Form) uncell(list ...*string) {
	for _, s := range list {
		if f == CSV {
			*s = plain.Uncell(*s)
		}
	}
}

// isNumber reports whether a text is a number of JSON: 007 and 1,5 are not.
func isNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	return json.Valid([]byte(s))
}

// appendField appends a field of CSV (RFC 4180), in quotes where it needs them.
func appendField(b []byte, s string) []byte {
	if s == "" || s[0] != ' ' && s[0] != '\t' && !needsQuotes(s) {
		return append(b, s...)
	}
	b = append(b, '"')
	for i := range len(s) {
		if s[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}

// needsQuotes reports whether a field of CSV has a byte that would end it.
func needsQuotes(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case ',', '"', '\r', '\n':
			return true
		}
	}
	return false
}

// appendNumber appends a number in the fewest digits that give it back, or nothing where
// there is none.
func appendNumber(b []byte, x float64) []byte {
	if math.IsNaN(x) {
		return b
	}
	if i := int64(x); float64(i) == x && math.Abs(x) < 1<<53 {
		return strconv.AppendInt(b, i, 10)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// appendString appends a string of JSON.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '"')
}

// AppendRows appends rows of the source as lines.
func (s *Settings) AppendRows(b []byte, rows []Row, src *compare.Source) []byte {
	layout := s.layout(src)
	for i := range rows {
		b = s.Form.append(b, &rows[i], layout)
	}
	return b
}
