package batch

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Columns are those of a row, in their order. With times there is one more.
var Columns = []string{"id", "truth", "guess", "truth_class", "guess_class", "metric", "wrong", "of", "value", "status", "reason"}

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

	Metric    string  // empty where a pair failed before it was known which metrics apply
	Counted   bool    // the metric counts: Wrong and Of are set
	Wrong, Of float64 //
	Value     float64 // not a number where there is none
	Status    string
	Reason    string  // a code, a colon, a sentence; empty where all is well
	Seconds   float64 // what the metric took, reading excluded
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
	CSV   Form = "csv"
	JSONL Form = "jsonl"
)

// head returns the line above the rows, which may be empty.
func (f Form) head(times bool) []byte {
	if f != CSV {
		return nil
	}
	columns := Columns
	if times {
		columns = append(columns[:len(columns):len(columns)], Seconds)
	}
	return []byte(strings.Join(columns, ",") + "\n")
}

// append appends the row as a line.
func (f Form) append(b []byte, r *Row, times bool) []byte {
	wrong, of := r.Wrong, r.Of
	if !r.Counted {
		wrong, of = math.NaN(), math.NaN()
	}
	cells := [...]cell{
		text("id", r.ID), text("truth", r.Truth), text("guess", r.Guess),
		text("truth_class", r.TruthClass), text("guess_class", r.GuessClass), text("metric", r.Metric),
		number("wrong", wrong), number("of", of), number("value", r.Value),
		text("status", r.Status), text("reason", r.Reason), {Seconds, "", r.Seconds, decimals},
	}
	if times {
		return f.line(b, cells[:])
	}
	return f.line(b, cells[:len(cells)-1])
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
			b = append(append(append(b, '"'), c.key...), '"', ':')
		}
		switch {
		case c.is == aText && f == JSONL:
			b = appendString(b, c.text)
		case c.is == aText:
			b = appendField(b, c.text)
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

// appendField appends a field of CSV (RFC 4180), in quotes where it needs them.
func appendField(b []byte, s string) []byte {
	if s == "" || !strings.ContainsAny(s, ",\"\r\n") && s[0] != ' ' && s[0] != '\t' {
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
