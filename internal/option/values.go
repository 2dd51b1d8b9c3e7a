package option

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
)

// A maxOrder is the highest order plus one.
type maxOrder int

func (m *maxOrder) kind() Type { return Int }

func (m *maxOrder) parse(text string) error {
	n, err := strconv.ParseInt(text, 0, strconv.IntSize)
	*m = maxOrder(min(n, math.MaxInt-1) + 1)
	return err
}

func (m *maxOrder) UnmarshalJSON(data []byte) error { return m.parse(string(data)) }

// maxSeconds is thirty years.
const maxSeconds = 1_000_000_000

// seconds sets the time after which a search stops. It starts when the option is parsed.
type seconds struct{ o *Options }

func (s *seconds) kind() Type { return Float }

func (s *seconds) parse(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return err
	case !(x > 0):
		return &Error{Value: text, Expected: "a positive number"}
	case x > maxSeconds:
		return &Error{Value: text, Range: fmt.Sprintf("use at most %d", maxSeconds)}
	}
	end := time.Now().Add(time.Duration(x * float64(time.Second)))
	s.o.Limits.Stop = func() bool { return time.Now().After(end) }
	return nil
}

func (s *seconds) UnmarshalJSON(data []byte) error { return s.parse(string(data)) }

// links are kinds of pairs of moments, separated by commas; in JSON they are a list.
type links string

func (l *links) kind() Type { return Names }

func (l *links) parse(text string) error {
	*l = links(text)
	return distance.SeriesParams{Links: text}.Check()
}

func (l *links) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return errSyntax
	}
	return l.parse(strings.Join(list, ","))
}

// A renaming maps old names of nodes to new ones.
type renaming map[string]string

func (r *renaming) kind() Type { return Mapping }

func (r *renaming) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, (*map[string]string)(r))
}

// parse adds the names of a list such as X1=a,X2=b, or those of a file.
func (r *renaming) parse(text string) error {
	if *r == nil {
		*r = make(renaming)
	}
	if !strings.Contains(text, "=") {
		return r.readFile(text)
	}
	for pair := range strings.SplitSeq(text, ",") {
		old, name, found := strings.Cut(pair, "=")
		if !found || old == "" || name == "" {
			return fmt.Errorf("%q is not of the form OLD=NEW (names with commas or = need a file)", pair)
		}
		if err := r.add(old, name); err != nil {
			return err
		}
	}
	return nil
}

func (r *renaming) add(old, name string) error {
	if before, twice := (*r)[old]; twice && before != name {
		return fmt.Errorf("%s is renamed to both %s and %s", old, before, name)
	}
	(*r)[old] = name
	return nil
}

// readFile reads a CSV of old and new names. The first line may be the header old,new. A file
// without commas may have lines old=new.
func (r *renaming) readFile(file string) error {
	data, err := os.ReadFile(file)
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

// weights are those of ordered pairs of nodes. In JSON they are rows [x, y, weight].
type weights map[[2]string]float64

func (w *weights) kind() Type { return PairTable }

func (w *weights) UnmarshalJSON(data []byte) error {
	var rows [][]json.RawMessage
	if err := json.Unmarshal(data, &rows); err != nil {
		return errSyntax
	}
	if len(rows) == 0 {
		return nil
	}
	*w = make(weights, len(rows))
	for _, row := range rows {
		var x, y string
		var weight float64
		if len(row) != 3 || json.Unmarshal(row[0], &x) != nil || json.Unmarshal(row[1], &y) != nil || json.Unmarshal(row[2], &weight) != nil {
			return errSyntax
		}
		if err := w.add(x, y, weight); err != nil {
			return err
		}
	}
	return nil
}

func (w *weights) add(x, y string, weight float64) error {
	if _, twice := (*w)[[2]string{x, y}]; twice {
		return fmt.Errorf("duplicate weight for %q and %q", x, y)
	}
	if !(weight >= 0) || math.IsInf(weight, 0) {
		return fmt.Errorf("unexpected weight %v for %q and %q, expected 0 or more", weight, x, y)
	}
	(*w)[[2]string{x, y}] = weight
	return nil
}

// parse reads a CSV file of x, y, weight.
func (w *weights) parse(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return fileError(file, err)
	}
	defer in.Close()
	return w.read(in, file)
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

// statements are rows of x, y and then the nodes of the set.
type statements [][]string

func (s *statements) kind() Type { return Statements }

func (s *statements) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, (*[][]string)(s)) }

// parse reads a CSV file. Lines that begin with # are comments.
func (s *statements) parse(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return fileError(file, err)
	}
	defer in.Close()
	r := csv.NewReader(in)
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

// A FileError reports what is wrong with a file that an option names.
type FileError struct{ err error }

func (e *FileError) Error() string { return e.err.Error() }
func (e *FileError) Unwrap() error { return e.err }

// fileError puts what the system says about a file into the form of our errors.
func fileError(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
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
		var at *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, csv.ErrFieldCount) && errors.As(err, &at):
			return &FileError{fmt.Errorf("%s:%d: %s", file, at.Line, expected)}
		case errors.As(err, &at):
			return &FileError{fmt.Errorf("%s:%d:%d: %w: %s", file, at.Line, at.Column, at.Err, expected)}
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
