package batch

import (
	"bufio"
	"errors"
	"io"
	"math"
	"slices"
)

// Wide writes long rows as one row for each pair, with a column for the value of each
// metric. It reads the rows twice.
func Wide(w io.Writer, rows io.ReadSeeker, form Form) error {
	var metrics []string
	start, err := rows.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	times := false
	err = eachPair(rows, form, func(pair []Row, in *Reader) error {
		for i := range pair {
			if m := pair[i].Metric; m != "" && !slices.Contains(metrics, m) {
				metrics = append(metrics, m)
			}
		}
		times = times || in.Times
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := rows.Seek(start, io.SeekStart); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if form == CSV {
		out.Write(wideHead(metrics, times))
	}
	var line []byte
	err = eachPair(rows, form, func(pair []Row, _ *Reader) error {
		line = appendWide(line[:0], pair, metrics, form, times)
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// wideHead returns the line above wide rows.
func wideHead(metrics []string, times bool) []byte {
	cells := []cell{text("", "id"), text("", "truth"), text("", "guess"), text("", "truth_class"), text("", "guess_class")}
	for _, name := range metrics {
		cells = append(cells, text("", name))
	}
	cells = append(cells, text("", "status"), text("", "reason"))
	if times {
		cells = append(cells, text("", Seconds))
	}
	return CSV.line(nil, cells)
}

// appendWide appends the one row of a pair. Its status is that of its worst row, its reason
// the first there is, its seconds the sum.
func appendWide(b []byte, pair []Row, metrics []string, form Form, times bool) []byte {
	values := make([]float64, len(metrics))
	for i := range values {
		values[i] = math.NaN()
	}
	all := Row{ID: pair[0].ID, Truth: pair[0].Truth, Guess: pair[0].Guess, TruthClass: pair[0].TruthClass, GuessClass: pair[0].GuessClass, Status: OK}
	for _, r := range pair {
		if i := slices.Index(metrics, r.Metric); i >= 0 {
			values[i] = r.Value
		}
		if r.Status == Error {
			all.Status = Error
		}
		if all.Reason == "" {
			all.Reason = r.Reason
		}
		all.Seconds += r.Seconds
	}
	cells := []cell{text("id", all.ID), text("truth", all.Truth), text("guess", all.Guess),
		text("truth_class", all.TruthClass), text("guess_class", all.GuessClass)}
	for i, v := range values {
		cells = append(cells, number(metrics[i], v))
	}
	cells = append(cells, text("status", all.Status), text("reason", all.Reason))
	if times {
		cells = append(cells, number(Seconds, all.Seconds))
	}
	return form.line(b, cells)
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

// EachRow calls f with every row.
func EachRow(r io.Reader, form Form, f func(*Row) error) error {
	return eachPair(r, form, func(pair []Row, _ *Reader) error {
		for i := range pair {
			if err := f(&pair[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
