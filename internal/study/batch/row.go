package batch

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Columns are those of a row, in their order. With times there is one more.
var Columns = []string{"id", "truth", "guess", "metric", "wrong", "of", "value", "status", "reason"}

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
	Metric           string  // empty where a pair failed before it was known which metrics apply
	Counted          bool    // the metric counts: Wrong and Of are set
	Wrong, Of        float64 //
	Value            float64 // not a number where there is none
	Status           string
	Reason           string  // a code, a colon, a sentence; empty where all is well
	Seconds          float64 // what the metric took, reading excluded
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
	if f == JSONL {
		return r.appendJSON(b, times)
	}
	return r.appendCSV(b, times)
}

func (r *Row) appendCSV(b []byte, times bool) []byte {
	for _, s := range [...]string{r.ID, r.Truth, r.Guess, r.Metric} {
		b = append(appendField(b, s), ',')
	}
	if r.Counted {
		b = append(appendNumber(b, r.Wrong), ',')
		b = append(appendNumber(b, r.Of), ',')
	} else {
		b = append(b, ',', ',')
	}
	b = append(appendNumber(b, r.Value), ',')
	b = append(appendField(b, r.Status), ',')
	b = appendField(b, r.Reason)
	if times {
		b = append(b, ',')
		b = strconv.AppendFloat(b, r.Seconds, 'f', 9, 64)
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

func (r *Row) appendJSON(b []byte, times bool) []byte {
	b = append(b, '{')
	for _, f := range [...]struct{ key, text string }{{"id", r.ID}, {"truth", r.Truth}, {"guess", r.Guess}, {"metric", r.Metric}} {
		b = append(appendString(appendKey(b, f.key), f.text), ',')
	}
	for _, f := range [...]struct {
		key    string
		number float64
		is     bool
	}{{"wrong", r.Wrong, r.Counted}, {"of", r.Of, r.Counted}, {"value", r.Value, true}} {
		b = appendKey(b, f.key)
		if f.is && !math.IsNaN(f.number) {
			b = append(appendNumber(b, f.number), ',')
		} else {
			b = append(b, "null,"...)
		}
	}
	b = append(appendString(appendKey(b, "status"), r.Status), ',')
	b = appendString(appendKey(b, "reason"), r.Reason)
	if times {
		b = appendKey(append(b, ','), Seconds)
		b = strconv.AppendFloat(b, r.Seconds, 'f', 9, 64)
	}
	return append(b, '}', '\n')
}

func appendKey(b []byte, key string) []byte {
	b = append(b, '"')
	b = append(b, key...)
	return append(b, '"', ':')
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
