package store

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/internal/infile"
	"github.com/sepdist/sepdist/internal/jsonscan"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/plain"
)

// A Table is the rows of a study, pair by pair. Unless its text is a pipe it can be read several
// times. After an error it ends.
type Table iter.Seq2[Pair, error]

// A Pair has the rows of one pair, until the next one is read. The columns of JSON lines are those
// of the lines so far.
type Pair struct {
	Rows []Row
	*Layout
}

// Cells returns the names of the columns and the cells of the next line, or [io.EOF]. They are
// valid until the next call.
type Cells func() (names, cells []string, err error)

// Text returns the rows of a text. Wide rows become long ones.
func Text(form Form, open func() (io.ReadCloser, error)) Table {
	return FromCells(func() (Cells, io.Closer, error) {
		in, err := open()
		if err != nil {
			return nil, nil, err
		}
		if form == JSONL {
			return jsonCells(in), in, nil
		}
		return csvCells(in, form), in, nil
	})
}

// File returns the rows of a text file.
func File(path string, form Form) Table {
	return Text(form, func() (io.ReadCloser, error) {
		f, err := os.Open(path)
		return f, pipeline.FileError(path, err)
	})
}

// FromCells returns the rows of cells.
func FromCells(open func() (Cells, io.Closer, error)) Table {
	return func(yield func(Pair, error) bool) {
		next, file, err := open()
		if file != nil {
			defer file.Close()
		}
		if err != nil {
			yield(Pair{}, err)
			return
		}
		in := reader{next: next}
		var pair []Row
		for {
			rows, err := in.read()
			for i := range rows {
				if len(pair) > 0 && rows[i].ID != pair[0].ID {
					if !yield(Pair{pair, &in.layout}, nil) {
						return
					}
					pair = pair[:0]
				}
				pair = append(pair, rows[i])
			}
			switch {
			case err == nil:
				continue
			case !errors.Is(err, io.EOF):
				yield(Pair{}, err)
			case len(pair) > 0:
				yield(Pair{pair, &in.layout}, nil)
			}
			return
		}
	}
}

// With returns the rows with one more column.
func (t Table) With(name, value string) Table {
	return func(yield func(Pair, error) bool) {
		for pair, err := range t {
			if err == nil {
				l := Layout{append(slices.Clone(pair.More), name), pair.Times}
				pair.Layout = &l
				more, _ := l.Column(name)
				for i := range pair.Rows {
					*more.Text(&pair.Rows[i]) = value
				}
			}
			if !yield(pair, err) {
				return
			}
		}
	}
}

// csvCells reads CSV. The first line has the names.
func csvCells(r io.Reader, form Form) Cells {
	in := csv.NewReader(bufio.NewReaderSize(infile.Lines(r), 1<<16))
	in.ReuseRecord = true
	var names []string
	return func() ([]string, []string, error) {
		for {
			cells, err := in.Read()
			if err != nil {
				if line, column, what, ok := infile.CSVFault(err); ok {
					err = fmt.Errorf("line %d, column %d: %s", line, column, what)
				} else if names == nil {
					err = fmt.Errorf("no rows: %w", err)
				}
				return nil, nil, err
			}
			for i := range cells {
				if form == CSV {
					cells[i] = plain.Uncell(cells[i])
				}
			}
			if names != nil {
				return names, cells, nil
			}
			names = slices.Clone(cells)
			if err := CheckHead(names); err != nil {
				return nil, nil, err
			}
		}
	}
}

// CheckHead returns an error if a table with these columns does not have rows of a study.
func CheckHead(head []string) error {
	if isWide(head) {
		return nil
	}
	for _, name := range Columns {
		if !slices.Contains(head, name) {
			return fmt.Errorf("the columns are %q, expected those of long rows: %q", head, Columns)
		}
	}
	return nil
}

// errTorn reports a line without a line break.
var errTorn = errors.New("the last line is incomplete")

// jsonCells reads JSON lines.
func jsonCells(r io.Reader) Cells {
	in := bufio.NewReaderSize(infile.Lines(r), 1<<16)
	var names, cells []string
	return func() ([]string, []string, error) {
		line, err := in.ReadBytes('\n')
		if err == io.EOF && len(line) > 0 {
			err = errTorn
		}
		if err != nil {
			return nil, nil, err
		}
		names, cells = names[:0], cells[:0]
		var fault error
		s := jsonscan.Scanner{Data: line}
		ok := s.Object(func(key []byte) bool {
			raw, ok := s.Value()
			if !ok {
				return false
			}
			value, scalar := ScalarText(raw)
			if !scalar {
				fault = fmt.Errorf("unexpected %s at the key %q, expected a text or a number", raw[:min(len(raw), 20)], key)
			}
			if k := len(names); k < cap(names) && names[:k+1][k] == string(key) {
				names = names[:k+1] // as on the line before
			} else {
				names = append(names, string(key))
			}
			cells = append(cells, value)
			return scalar
		}) && s.End()
		switch {
		case fault != nil:
			return nil, nil, fault
		case !ok:
			return nil, nil, fmt.Errorf("byte %d: expected an object of JSON", s.At+1)
		case !slices.Contains(names, "metric") && !isWide(names):
			return nil, nil, fmt.Errorf("the keys are %q, expected those of rows: %q", names, Columns)
		}
		return names, cells, nil
	}
}

// ScalarText returns the text of a JSON value that is not an object or a list. The text of null is
// empty.
func ScalarText(raw []byte) (string, bool) {
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

// A reader makes rows of cells.
type reader struct {
	layout  Layout
	next    Cells
	names   []string // of the line before
	columns []Column // of these names
	wide    *pivot   // nil for long rows
	row     Row
}

// read returns the rows of the next line, until the next call.
func (in *reader) read() ([]Row, error) {
	names, cells, err := in.next()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(names, in.names) {
		in.plan(names)
	}
	in.row = Blank()
	if in.wide != nil {
		in.wide.begin()
		in.row.Status = OK
	}
	for i := range in.columns {
		c := &in.columns[i]
		if c.Text != nil {
			*c.Text(&in.row) = cells[i]
		} else if cells[i] != "" {
			if *c.Number(&in.row), err = strconv.ParseFloat(cells[i], 64); err != nil {
				return nil, fmt.Errorf("unexpected %q, expected a number", cells[i])
			}
		}
	}
	if s := in.row.Status; s != OK && s != Error {
		return nil, fmt.Errorf("the status is %q, expected %s or %s", s, OK, Error)
	}
	if in.wide != nil {
		return in.wide.unpivot(&in.row), nil
	}
	return []Row{in.row}, nil
}

// plan finds the columns for names.
func (in *reader) plan(names []string) {
	in.names = slices.Clone(names)
	in.wide = nil
	if isWide(names) {
		in.wide = new(pivot)
	}
	for _, name := range names {
		_, _, metric := metricColumn(name)
		if _, known := FindColumn(name); !known && !(metric && in.wide != nil) && !slices.Contains(in.layout.More, name) {
			in.layout.More = append(in.layout.More, name)
		}
		in.layout.Times = in.layout.Times || name == Seconds && in.wide == nil
	}
	known := Layout{More: in.layout.More, Times: true}
	in.columns = in.columns[:0]
	for _, name := range names {
		metric, part, is := metricColumn(name)
		if in.wide != nil && is && !slices.Contains(in.layout.More, name) {
			in.columns = append(in.columns, in.wide.column(metric, part))
			continue
		}
		c, _ := known.Column(name)
		in.columns = append(in.columns, c)
	}
}
