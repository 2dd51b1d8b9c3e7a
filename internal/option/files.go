//go:build !lean

package option

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/infile"
)

// readFile reads a CSV of old and new names. The first line may be the header old,new. A file
// without commas may have lines old=new.
func (r *renaming) readFile(file string) error {
	data, err := infile.ReadFile(file)
	if err != nil {
		return &FileError{advice.Errorf("%v: %w: expected OLD=NEW,... or a file", advice.Option("rename"), fileError(file, err))}
	}
	in := csv.NewReader(strings.NewReader(string(data)))
	in.TrimLeadingSpace = true
	if !strings.Contains(string(data), ",") {
		in.Comma = '='
	}
	const expected = "expected two names: old,new"
	return eachRecord(in, file, 2, expected, func(first bool, row []string, line int) error {
		if first && strings.EqualFold(row[0], "old") && strings.EqualFold(row[1], "new") {
			return nil
		}
		if row[0] == "" || row[1] == "" {
			return errors.New(expected)
		}
		return r.add(row[0], row[1])
	})
}

// parse reads a CSV file of x, y, weight.
func (w *weights) parse(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return fileError(file, err)
	}
	defer in.Close()
	return w.read(infile.Lines(in), file)
}

// read is parse for a file that is open. The first line may be a heading: it says weight, or w,
// where the numbers are.
func (w *weights) read(in io.Reader, file string) error {
	*w = make(weights)
	r := csv.NewReader(in)
	r.TrimLeadingSpace = true
	return eachRecord(r, file, 3, "expected three fields: x, y, weight", func(first bool, row []string, line int) error {
		number := strings.TrimSpace(row[2])
		if word := strings.ToLower(number); first && (word == "weight" || word == "w") {
			return nil
		}
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) || strings.ContainsAny(number, "_xX") { // 1_000 is a number only in Go
			_, column := r.FieldPos(2)
			return &columnError{column, fmt.Errorf("unexpected %q, expected a weight of 0 or more", number)}
		}
		return w.add(row[0], row[1], x)
	})
}

// parse reads a CSV file. Lines that begin with # are comments.
func (s *statements) parse(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return fileError(file, err)
	}
	defer in.Close()
	r := csv.NewReader(infile.Lines(in))
	r.TrimLeadingSpace, r.Comment = true, '#'
	*s = statements{}
	lines := map[string]int{} // where a statement was read first
	const expected = "expected x, y and then the nodes of the set"
	err = eachRecord(r, file, -1, expected, func(_ bool, row []string, line int) error {
		for i := range row {
			if row[i] = strings.TrimSpace(row[i]); row[i] == "" {
				return errors.New("a name is empty: " + expected)
			}
			if slices.Contains(row[:i], row[i]) {
				return fmt.Errorf("%q is in the statement twice", row[i])
			}
		}
		if len(row) < 2 {
			return errors.New("got one node: " + expected)
		}
		same := slices.Concat(slices.Sorted(slices.Values(row[:2])), slices.Sorted(slices.Values(row[2:])))
		key := strings.Join(same, "\x00")
		if first, twice := lines[key]; twice {
			return fmt.Errorf("duplicate statement (first at line %d)", first)
		}
		lines[key] = line
		*s = append(*s, row)
		return nil
	})
	if err == nil && len(*s) == 0 {
		return &FileError{fmt.Errorf("%s: the file has no statement", file)}
	}
	return err
}

// fileError puts what the system says about a file into the form of our errors.
func fileError(file string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return &FileError{fmt.Errorf("%s: %w", file, err)}
}

// A columnError is an error about a column of a line.
type columnError struct {
	column int
	error
}

// eachRecord calls f with the records of a CSV file. Errors name the file and the line.
func eachRecord(r *csv.Reader, file string, fields int, expected string, f func(first bool, row []string, line int) error) error {
	r.FieldsPerRecord = fields
	for first := true; ; first = false {
		row, err := r.Read()
		at, column, what, fault := infile.CSVFault(err)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, csv.ErrFieldCount):
			return &FileError{fmt.Errorf("%s:%d: %s", file, at, expected)}
		case fault:
			return &FileError{fmt.Errorf("%s:%d:%d: %s", file, at, column, what)}
		case err != nil:
			return fileError(file, err)
		}
		line, _ := r.FieldPos(0)
		err = f(first, row, line)
		var in *columnError
		switch {
		case errors.As(err, &in):
			return &FileError{fmt.Errorf("%s:%d:%d: %w", file, line, in.column, in.error)}
		case err != nil:
			return &FileError{fmt.Errorf("%s:%d: %w", file, line, err)}
		}
	}
}
