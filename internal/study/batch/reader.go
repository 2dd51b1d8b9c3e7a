package batch

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// A Reader reads rows back.
type Reader struct {
	Times bool // the rows have the column for times

	form  Form
	csv   *csv.Reader
	lines *bufio.Reader
}

// errTorn is what a row is whose line does not end.
var errTorn = errors.New("the last line is incomplete")

// NewReader returns a reader of the rows in r, and reads the line above them.
func NewReader(r io.Reader, form Form) (*Reader, error) {
	in := &Reader{form: form}
	in.lines = bufio.NewReaderSize(r, 1<<16)
	if form == JSONL {
		return in, nil
	}
	in.csv = csv.NewReader(in.lines)
	in.csv.ReuseRecord = true
	head, err := in.csv.Read()
	if err != nil {
		return nil, fmt.Errorf("no rows: %w", err)
	}
	switch {
	case slices.Equal(head, Columns):
	case len(head) == len(Columns)+1 && slices.Equal(head[:len(Columns)], Columns) && head[len(Columns)] == Seconds:
		in.Times = true
	default:
		return nil, fmt.Errorf("the columns are %q, expected those of long rows: %q", head, Columns)
	}
	return in, nil
}

// Read returns the next row, or [io.EOF].
func (in *Reader) Read() (row Row, err error) {
	if in.form == JSONL {
		return in.readJSON()
	}
	f, err := in.csv.Read()
	if err != nil {
		return Row{}, err
	}
	row = Row{ID: f[0], Truth: f[1], Guess: f[2], TruthClass: f[3], GuessClass: f[4], Metric: f[5], Status: f[9], Reason: f[10]}
	if row.Status != OK && row.Status != Error {
		return Row{}, fmt.Errorf("the status is %q, expected %s or %s", row.Status, OK, Error)
	}
	row.Counted = f[6] != ""
	for _, n := range []struct {
		to   *float64
		text string
	}{{&row.Wrong, f[6]}, {&row.Of, f[7]}, {&row.Value, f[8]}} {
		if *n.to = math.NaN(); n.text != "" {
			if *n.to, err = strconv.ParseFloat(n.text, 64); err != nil {
				return Row{}, fmt.Errorf("unexpected %q, expected a number", n.text)
			}
		}
	}
	if in.Times {
		if row.Seconds, err = strconv.ParseFloat(f[11], 64); err != nil {
			return Row{}, fmt.Errorf("unexpected %q, expected a number", f[11])
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
	var j struct {
		ID, Truth, Guess, Metric, Status, Reason string
		TruthClass                               string `json:"truth_class"`
		GuessClass                               string `json:"guess_class"`
		Wrong, Of, Value, Seconds                *float64
	}
	if err := json.Unmarshal(line, &j); err != nil {
		return Row{}, err
	}
	in.Times = in.Times || j.Seconds != nil
	number := func(p *float64) float64 {
		if p == nil {
			return math.NaN()
		}
		return *p
	}
	row := Row{ID: j.ID, Truth: j.Truth, Guess: j.Guess, TruthClass: j.TruthClass, GuessClass: j.GuessClass,
		Metric: j.Metric, Status: j.Status, Reason: j.Reason,
		Counted: j.Wrong != nil, Wrong: number(j.Wrong), Of: number(j.Of), Value: number(j.Value)}
	if j.Seconds != nil {
		row.Seconds = *j.Seconds
	}
	return row, nil
}
