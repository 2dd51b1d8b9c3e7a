package batch

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"math"
	"slices"
)

// Wide writes long rows as one row for each pair, with a column for the value of each
// metric, and two more for the range of a metric that has one. It reads the rows twice.
func Wide(w io.Writer, rows io.ReadSeeker, form Form) error {
	var l wideLayout
	start, err := rows.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	err = eachPair(rows, form, func(pair []Row, in *Reader) error {
		for i := range pair {
			l.add(&pair[i])
		}
		l.layout = in.layout
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := rows.Seek(start, io.SeekStart); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if form != JSONL {
		head := l.cells([]Row{{}})
		for i := range head {
			head[i] = text("", head[i].key)
		}
		out.Write(form.line(nil, head))
	}
	var line []byte
	err = eachPair(rows, form, func(pair []Row, _ *Reader) error {
		line = form.line(line[:0], l.cells(pair))
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// A wideLayout says which columns wide rows have.
type wideLayout struct {
	layout
	metrics []string
	ranged  []bool // by metric: it has columns for its range
}

func (l *wideLayout) add(r *Row) {
	if r.Metric == "" {
		return
	}
	i := slices.Index(l.metrics, r.Metric)
	if i < 0 {
		i = len(l.metrics)
		l.metrics, l.ranged = append(l.metrics, r.Metric), append(l.ranged, false)
	}
	l.ranged[i] = l.ranged[i] || !math.IsNaN(r.Lower) || !math.IsNaN(r.Upper)
}

// cells returns the one row of a pair. It is an error if the pair could not be compared. Its reason is
// then why, else the first of a metric without a value, else the first. Its seconds are the sum.
func (l *wideLayout) cells(pair []Row) []cell {
	first := &pair[0]
	cells := []cell{text("id", first.ID), text("truth", first.Truth), text("guess", first.Guess),
		text("truth_class", first.TruthClass), text("guess_class", first.GuessClass)}
	cells = l.appendMore(cells, first)
	status, reason := OK, ""
	if bad := Failure(pair); bad != nil {
		status, reason = Error, bad.Reason
	}
	seconds, some := 0.0, ""
	for i := range pair {
		if r := &pair[i]; math.IsNaN(r.Value) {
			reason = cmp.Or(reason, r.Reason)
		} else {
			some = cmp.Or(some, r.Reason)
		}
		seconds += pair[i].Seconds
	}
	reason = cmp.Or(reason, some)
	for i, name := range l.metrics {
		none := Row{Value: math.NaN(), Lower: math.NaN(), Upper: math.NaN()}
		r := &none
		if k := slices.IndexFunc(pair, func(r Row) bool { return r.Metric == name }); k >= 0 {
			r = &pair[k]
		}
		if cells = append(cells, number(name, r.Value)); l.ranged[i] {
			cells = append(cells, number(name+"_lower", r.Lower), number(name+"_upper", r.Upper))
		}
	}
	cells = append(cells, text("status", status), text("reason", reason))
	if l.times {
		cells = append(cells, number(Seconds, seconds))
	}
	return cells
}

// Failure returns the first row that says why a pair could not be compared, or nil where it was:
// a metric that is not defined for graphs of these classes is no failure beside one that is.
func Failure(pair []Row) *Row {
	var first *Row
	measured := false
	for i := range pair {
		switch r := &pair[i]; {
		case r.Status == OK:
			measured = true
		case r.Code() != NoMetric:
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

// eachPair calls f with the rows of each pair.
func eachPair(r io.Reader, form Form, f func(pair []Row, in *Reader) error) error {
	in, err := NewReader(r, form)
	if err != nil {
		return err
	}
	var pair []Row
	for {
		row, err := in.Read()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(pair) > 0 && (err != nil || row.ID != pair[0].ID) {
			if err := f(pair, in); err != nil {
				return err
			}
			pair = pair[:0]
		}
		if err != nil {
			return nil
		}
		pair = append(pair, row)
	}
}

// EachRow calls f with every row, and with the names of the columns that come from the source.
func EachRow(r io.Reader, form Form, f func(r *Row, more []string) error) error {
	return eachPair(r, form, func(pair []Row, in *Reader) error {
		for i := range pair {
			if err := f(&pair[i], in.more); err != nil {
				return err
			}
		}
		return nil
	})
}
