package store

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/plain"
)

// A Row is the value of one metric for one pair.
type Row struct {
	ID, Truth, Guess string

	// The classes that the graphs were compared as, empty if unknown.
	TruthClass, GuessClass string

	More         []string // values of the source's columns
	Metric       string   // empty if a pair failed before its metrics were known
	Wrong, Of    float64  // NaN if the metric does not count
	Value        float64  // NaN if there is none
	Lower, Upper float64  // the range of the value, over an equivalence class or over readings; NaN if there is none
	Status       string
	Reason       Reason  // why there is no value, or why it is biased
	Seconds      float64 // time of the metric, without reading; NaN if unknown
}

// A Reason says why there is no value. The zero Reason is none.
type Reason struct {
	Code string // for programs, one of the constants or a code of a class
	Text string // a sentence
}

// String returns the code and the sentence, or nothing for the zero Reason.
func (r Reason) String() string {
	if r == (Reason{}) {
		return ""
	}
	return r.Code + ": " + r.Text
}

// The two values of Status.
const (
	OK    = "ok"
	Error = "error"
)

// The codes of reasons that are not codes of a class.
const (
	Missing     = "missing-file"
	Unreadable  = "unreadable-file"
	Syntax      = "syntax"
	Ask         = "ambiguous-file"
	Unknown     = "unknown-format"
	Nodes       = "nodes-differ"
	NoMetric    = "metric-not-defined" // for graphs of these classes
	Undefined   = "undefined-value"    // such as 0/0
	EmptySample = "empty-sample"       // the value is biased towards 0
	Small       = "too-small"
	NotDrawn    = "not-drawn" // random graphs that cannot be drawn
	TooLong     = "too-long"  // the comparison would take hours
	TimedOut    = "timeout"   // the comparison took longer than allowed
	Crash       = "crash"     // a bug in sepdist
	Other       = "other"
)

// otherCodes are the codes that are not codes of a class.
var otherCodes = []string{Missing, Unreadable, Syntax, Ask, Unknown, Nodes, NoMetric, Undefined, EmptySample, Small, NotDrawn, TooLong, TimedOut, Crash, Other}

// Blank returns a row without numbers.
func Blank() Row {
	nan := math.NaN()
	return Row{Wrong: nan, Of: nan, Value: nan, Lower: nan, Upper: nan, Seconds: nan}
}

// Failure returns the first row that says why a pair could not be compared, or nil if it was
// compared: a metric that is not defined for the classes is no failure if another one is.
func Failure(pair []Row) *Row {
	var first *Row
	measured := false
	for i := range pair {
		switch r := &pair[i]; {
		case r.Status == OK:
			measured = true
		case r.Reason.Code != NoMetric:
			return r
		case first == nil:
			first = r
		}
	}
	if measured {
		return nil
	}
	return first
}

// A Column is a text or a number of every row.
type Column struct {
	Name   string
	Text   func(*Row) *string  // nil for a number
	Number func(*Row) *float64 // nil for a text
	given  bool                // a text of the source, which JSON has as a number if it is one
	fixed  bool                // a number with nine decimals
}

// Seconds is the name of the column of times, which is optional.
const Seconds = "seconds"

// The columns of long rows. Those of the source come before the metric.
var (
	leading = []Column{
		{Name: "id", Text: func(r *Row) *string { return &r.ID }},
		{Name: "truth", Text: func(r *Row) *string { return &r.Truth }},
		{Name: "guess", Text: func(r *Row) *string { return &r.Guess }},
		{Name: "truth_class", Text: func(r *Row) *string { return &r.TruthClass }},
		{Name: "guess_class", Text: func(r *Row) *string { return &r.GuessClass }},
	}
	measured = []Column{
		{Name: "metric", Text: func(r *Row) *string { return &r.Metric }},
		{Name: "wrong", Number: func(r *Row) *float64 { return &r.Wrong }},
		{Name: "of", Number: func(r *Row) *float64 { return &r.Of }},
		{Name: "value", Number: func(r *Row) *float64 { return &r.Value }},
		{Name: "lower", Number: func(r *Row) *float64 { return &r.Lower }},
		{Name: "upper", Number: func(r *Row) *float64 { return &r.Upper }},
	}
	trailing = []Column{
		{Name: "status", Text: func(r *Row) *string { return &r.Status }},
		{Name: "code", Text: func(r *Row) *string { return &r.Reason.Code }},
		{Name: "reason", Text: func(r *Row) *string { return &r.Reason.Text }},
	}
	seconds = Column{Name: Seconds, Number: func(r *Row) *float64 { return &r.Seconds }, fixed: true}
)

// Columns are the names of the columns of a row without those of its source.
var Columns = names(Layout{}.Columns())

// FindColumn returns a column of every row by its name.
func FindColumn(name string) (Column, bool) { return Layout{Times: true}.Column(name) }

// A Layout describes the optional columns of rows.
type Layout struct {
	More  []string // columns of the source
	Times bool
}

// Column returns a column by its name.
func (l Layout) Column(name string) (Column, bool) {
	for _, c := range l.Columns() {
		if c.Name == name {
			return c, true
		}
	}
	return Column{}, false
}

// Columns returns all columns of long rows.
func (l Layout) Columns() []Column { return l.columns(measured, seconds) }

func (l Layout) columns(middle []Column, last Column) []Column {
	list := slices.Clone(leading)
	for i, name := range l.More {
		list = append(list, Column{Name: name, given: true, Text: func(r *Row) *string {
			for len(r.More) <= i {
				r.More = append(r.More, "")
			}
			return &r.More[i]
		}})
	}
	list = slices.Concat(list, middle, trailing)
	if l.Times {
		list = append(list, last)
	}
	return list
}

func names(columns []Column) (list []string) {
	for _, c := range columns {
		list = append(list, c.Name)
	}
	return list
}

// A Form is a way to write rows, one line each.
type Form string

// The forms.
const (
	CSV    Form = "csv"     // a cell that a spreadsheet would take for a formula is escaped, see [plain.Cell]
	RawCSV Form = "raw-csv" // cells are not escaped
	JSONL  Form = "jsonl"
)

// Head returns the header of rows, which is empty for JSON lines.
func (f Form) Head(columns []Column) (b []byte) {
	if f == JSONL {
		return nil
	}
	for i, c := range columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendField(b, f.Cell(c.Name))
	}
	return append(b, '\n')
}

// Append appends a row as a line.
func (f Form) Append(b []byte, r *Row, columns []Column) []byte {
	if f == JSONL {
		b = append(b, '{')
	}
	for i := range columns {
		c := &columns[i]
		if i > 0 {
			b = append(b, ',')
		}
		if f == JSONL {
			b = append(appendString(b, c.Name), ':')
		}
		if c.Text != nil {
			b = f.appendText(b, *c.Text(r), c.given)
			continue
		}
		switch x := *c.Number(r); {
		case c.fixed:
			b = strconv.AppendFloat(b, x, 'f', 9, 64)
		case math.IsNaN(x) && f == JSONL:
			b = append(b, "null"...)
		default:
			b = AppendNumber(b, x)
		}
	}
	if f == JSONL {
		b = append(b, '}')
	}
	return append(b, '\n')
}

func (f Form) appendText(b []byte, s string, given bool) []byte {
	switch {
	case f != JSONL:
		return AppendField(b, f.Cell(s))
	case given && s == "":
		return append(b, "null"...)
	case given && isNumber(s):
		return append(b, s...)
	}
	return appendString(b, s)
}

// Cell returns a text as a cell.
func (f Form) Cell(s string) string {
	if f == CSV {
		return plain.Cell(s)
	}
	return s
}

// isNumber reports whether a text is a number of JSON: 007 and 1,5 are not.
func isNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && json.Valid([]byte(s))
}

// AppendField appends a field of CSV (RFC 4180), quoted if necessary.
func AppendField(b []byte, s string) []byte {
	if s == "" || s[0] != ' ' && s[0] != '\t' && !strings.ContainsAny(s, ",\"\r\n") {
		return append(b, s...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(s, `"`, `""`)...), '"')
}

// AppendNumber appends a number in the fewest digits that identify it, or nothing for NaN.
func AppendNumber(b []byte, x float64) []byte {
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
