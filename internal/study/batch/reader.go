package batch

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/internal/infile"
	"github.com/sepdist/sepdist/internal/jsonscan"
)

// A Reader reads rows back. Of a wide row it makes long ones.
type Reader struct {
	layout // what columns the rows have; of JSON lines, those that were read so far

	form  Form
	csv   *csv.Reader
	lines *bufio.Reader

	wide  []string // the columns of wide rows; nil where rows are long
	ahead []Row    // of a wide row
}

// errTorn is what a row is whose line does not end.
var errTorn = errors.New("the last line is incomplete")

// NewReader returns a reader of the rows in r, and reads the line above them.
func NewReader(r io.Reader, form Form) (*Reader, error) {
	in := &Reader{form: form}
	in.lines = bufio.NewReaderSize(infile.Lines(r), 1<<16)
	if form == JSONL {
		return in, nil
	}
	in.csv = csv.NewReader(in.lines)
	in.csv.ReuseRecord = true
	head, err := in.csv.Read()
	if err != nil {
		return nil, fmt.Errorf("no rows: %w", err)
	}
	for i := range head {
		form.uncell(&head[i])
	}
	if more, wide := isWide(head); wide {
		in.wide, in.more = slices.Clone(head), more
		return in, nil
	}
	if in.layout, err = parseHead(head); err != nil {
		return nil, err
	}
	return in, nil
}

// More returns the names of the columns that come from the source. Those of JSON lines are known
// from the rows that were read.
func (in *Reader) More() []string { return in.more }

// Times reports whether the rows have the column for times.
func (in *Reader) Times() bool { return in.times }

// Cells make rows of texts, one for each column.
type Cells struct{ layout }

// NewCells returns what makes long rows of cells in these columns.
func NewCells(columns []string) (*Cells, error) {
	l, err := parseHead(columns)
	return &Cells{l}, err
}

// More returns the names of the columns that come from the source.
func (c *Cells) More() []string { return c.more }

// Row returns the row of cells.
func (c *Cells) Row(cells []string) (Row, error) { return c.row(cells) }

// parseHead returns the layout of rows with these columns.
func parseHead(head []string) (l layout, err error) {
	rest := head[min(before, len(head)):]
	if i := slices.Index(rest, Columns[before]); i >= 0 {
		l.more = slices.Clone(rest[:i])
	}
	if len(head) > 0 {
		l.times = head[len(head)-1] == Seconds
	}
	if !slices.Equal(head, l.columns()) {
		return l, fmt.Errorf("the columns are %q, expected those of long rows: %q", head, Columns)
	}
	return l, nil
}

// Read returns the next row, or [io.EOF].
func (in *Reader) Read() (row Row, err error) {
	if len(in.ahead) > 0 {
		row, in.ahead = in.ahead[0], in.ahead[1:]
		return row, nil
	}
	if in.form == JSONL {
		return in.readJSON()
	}
	f, err := in.csv.Read()
	if err != nil {
		return Row{}, err
	}
	for i := range f {
		in.form.uncell(&f[i])
	}
	if in.wide != nil {
		if in.ahead, err = melt(in.wide, f, in.more); err != nil {
			return Row{}, err
		}
		return in.Read()
	}
	return in.row(f)
}

// row returns the row of cells in the order of the columns.
func (l *layout) row(f []string) (row Row, err error) {
	row = Row{ID: f[0], Truth: f[1], Guess: f[2], TruthClass: f[3], GuessClass: f[4]}
	if n := len(l.more); n > 0 {
		row.More = slices.Clone(f[before : before+n])
	}
	f = f[before+len(l.more):]
	row.Metric, row.Status, row.Reason = f[0], f[6], f[7]
	if row.Status != OK && row.Status != Error {
		return Row{}, fmt.Errorf("the status is %q, expected %s or %s", row.Status, OK, Error)
	}
	row.Counted = f[1] != ""
	for i, to := range []*float64{&row.Wrong, &row.Of, &row.Value, &row.Lower, &row.Upper} {
		if *to = math.NaN(); f[i+1] != "" {
			if *to, err = strconv.ParseFloat(f[i+1], 64); err != nil {
				return Row{}, errNumber(f[i+1])
			}
		}
	}
	if row.Seconds = math.NaN(); l.times && f[8] != "" {
		if row.Seconds, err = strconv.ParseFloat(f[8], 64); err != nil {
			return Row{}, errNumber(f[8])
		}
	}
	return row, nil
}

func (in *Reader) readJSON() (Row, error) {
	line, err := in.lines.ReadBytes('\n')
	if err == io.EOF && len(line) > 0 {
		return Row{}, errTorn
	}
	if err != nil {
		return Row{}, err
	}
	if bytes.Contains(line, []byte(`"metric":`)) {
		return in.parseJSON(line)
	}
	if in.ahead, err = in.meltJSON(line); err != nil {
		return Row{}, err
	}
	return in.Read()
}

// meltJSON returns the rows of a wide one.
func (in *Reader) meltJSON(line []byte) ([]Row, error) {
	var columns, cells []string
	s := jsonscan.Scanner{Data: line}
	ok := s.Object(func(key []byte) bool {
		raw, ok := s.Value()
		if !ok {
			return false
		}
		value, scalar := scalarText(raw)
		columns, cells = append(columns, string(key)), append(cells, value)
		return scalar
	}) && s.End()
	if !ok {
		return nil, fmt.Errorf("byte %d: expected an object of JSON", s.At+1)
	}
	more, wide := isWide(columns)
	if !wide {
		return nil, fmt.Errorf("the keys are %q, expected those of rows: %q", columns, Columns)
	}
	in.more = more
	return melt(columns, cells, more)
}

func errNumber(text string) error { return fmt.Errorf("unexpected %q, expected a number", text) }

// parseJSON returns the row in a line of JSON. Keys that no row has are columns of the source.
func (in *Reader) parseJSON(line []byte) (Row, error) {
	nan := math.NaN()
	row := Row{Wrong: nan, Of: nan, Value: nan, Lower: nan, Upper: nan, Seconds: nan}
	texts := map[string]*string{"id": &row.ID, "truth": &row.Truth, "guess": &row.Guess, "truth_class": &row.TruthClass,
		"guess_class": &row.GuessClass, "metric": &row.Metric, "status": &row.Status, "reason": &row.Reason}
	numbers := map[string]*float64{"wrong": &row.Wrong, "of": &row.Of, "value": &row.Value, "lower": &row.Lower, "upper": &row.Upper, Seconds: &row.Seconds}
	var fault error
	s := jsonscan.Scanner{Data: line}
	ok := s.Object(func(key []byte) bool {
		name := string(key)
		raw, ok := s.Value()
		if !ok {
			return false
		}
		if to := numbers[name]; to != nil {
			if in.times = in.times || name == Seconds; string(raw) == "null" {
				return true
			}
			if fault = json.Unmarshal(raw, to); name == "wrong" {
				row.Counted = true
			}
			return fault == nil
		}
		value, scalar := scalarText(raw)
		if !scalar {
			fault = fmt.Errorf("unexpected %s at the key %q, expected a text or a number", shortened(raw), name)
			return false
		}
		if to := texts[name]; to != nil {
			*to = value
			return true
		}
		i := slices.Index(in.more, name)
		if i < 0 {
			i = len(in.more)
			in.more = append(in.more, name)
		}
		for len(row.More) <= i {
			row.More = append(row.More, "")
		}
		row.More[i] = value
		return true
	}) && s.End()
	switch {
	case fault != nil:
		return Row{}, fault
	case !ok:
		return Row{}, fmt.Errorf("byte %d: expected an object of JSON", s.At+1)
	}
	return row, nil
}

// scalarText returns the text of a value of JSON that is no object or list. That of null is empty.
func scalarText(raw []byte) (string, bool) {
	switch raw[0] {
	case '{', '[':
		return "", false
	case '"':
		text, ok := (&jsonscan.Scanner{Data: raw}).String()
		return string(text), ok
	case 'n':
		return "", true
	}
	return string(raw), true
}

// shortened returns the beginning of a value of JSON, for messages.
func shortened(raw []byte) []byte { return raw[:min(len(raw), 20)] }
