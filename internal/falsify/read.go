package falsify

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/infile"
	"github.com/sepdist/sepdist/internal/npy"
	"github.com/sepdist/sepdist/internal/plain"
)

// Read reads the columns of a data set: CSV or text with tabs, semicolons or blanks between its
// cells, or arrays of NumPy in npy or npz.
func Read(in io.Reader, name string) (*Data, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	d := &Data{Name: name}
	switch {
	case bytes.HasPrefix(text, []byte(npy.Magic)):
		var a *npy.Array
		if a, err = openArray(bytes.NewReader(text)); err == nil {
			err = d.readArray(a)
		}
	case bytes.HasPrefix(text, []byte("PK\x03\x04")):
		err = d.readArrays(text)
	default:
		err = d.readText(text)
	}
	if err != nil {
		return nil, d.named(err)
	}
	return d, nil
}

// separatorOf returns what is between the cells of a line, or 0 for blanks.
func separatorOf(line string) rune {
	best, most := rune(0), 0
	for _, c := range "\t,;" {
		if n := strings.Count(line, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

// readText reads a table whose first line has the names of the columns.
func (d *Data) readText(text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("the file is empty: expected a line of names and then lines of values")
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return errors.New("the file is not text: expected CSV, TSV, Parquet, npy or npz")
	}
	next := lines(text)
	names, _, err := next()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(names, func(name string) bool { _, err := strconv.ParseFloat(strings.TrimSpace(name), 64); return err != nil }) {
		return fmt.Errorf("the first line has numbers only: expected the names of the columns, as in %q", "x,y,z")
	}
	d.Columns = make([]independence.Source, len(names))
	for i, name := range names {
		d.Columns[i] = independence.Source{Name: strings.TrimSpace(name), Texts: []string{}}
	}
	for {
		cells, line, err := next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(cells) != len(names) {
			return fmt.Errorf("line %d has %d cells, and the first line has %d: expected as many", line, len(cells), len(names))
		}
		for i, cell := range cells {
			d.Columns[i].Texts = append(d.Columns[i].Texts, cell)
		}
	}
}

// lines returns a function that returns the cells of the next line that is not empty, and its number.
// Cells are valid until the next call, their texts for good.
func lines(text []byte) func() (cells []string, line int, err error) {
	head, _, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte("\n"))
	comma := separatorOf(string(head))
	if comma != 0 && bytes.IndexByte(text, '"') >= 0 {
		r := csv.NewReader(bytes.NewReader(text))
		r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = comma, -1, comma != '\t'
		return func() ([]string, int, error) {
			cells, err := r.Read()
			if line, _, what, ok := infile.CSVFault(err); ok {
				return nil, 0, fmt.Errorf("line %d: %s", line, what)
			}
			line := 0
			if err == nil {
				line, _ = r.FieldPos(0)
			}
			return cells, line, err
		}
	}
	rest, at := string(text), 0 // without quotes, cells are parts of one text: half the time of package csv
	var cells []string
	return func() ([]string, int, error) {
		for rest != "" {
			var line string
			line, rest, _ = strings.Cut(rest, "\n")
			line = strings.TrimSuffix(line, "\r")
			if at++; line == "" {
				continue
			}
			if comma == 0 {
				if cells = strings.Fields(line); len(cells) > 0 {
					return cells, at, nil
				}
				continue
			}
			cells = cells[:0]
			for more := true; more; {
				var cell string
				cell, line, more = strings.Cut(line, string(comma))
				cells = append(cells, cell)
			}
			return cells, at, nil
		}
		return nil, 0, io.EOF
	}
}

func openArray(in io.Reader) (*npy.Array, error) { return npy.Open(bufio.NewReaderSize(in, 1<<17)) }

// readArray reads an array with a row for each row of data.
func (d *Data) readArray(a *npy.Array) error {
	if len(a.Shape) != 2 || a.Texts() {
		return fmt.Errorf("the array has the shape %v and the type %s: expected numbers in rows and columns", a.Shape, a.Descr)
	}
	rows, columns := a.Shape[0], a.Shape[1]
	if columns == 0 || rows == 0 {
		return fmt.Errorf("the array has the shape %v: expected rows and columns", a.Shape)
	}
	values := make([][]float64, columns)
	err := a.Parts(func(first int, data []byte, _ []int32) error {
		for i := 0; i*a.Size < len(data); i++ {
			column := a.Index(first + i)[1]
			values[column] = append(values[column], a.Number(data[i*a.Size:(i+1)*a.Size]))
		}
		return nil
	})
	if err != nil {
		return err
	}
	d.Columns, d.Unnamed = make([]independence.Source, columns), true
	for i := range d.Columns {
		d.Columns[i] = independence.Source{Name: strconv.Itoa(i), Numbers: values[i]}
	}
	return nil
}

// mostArrayBytes bounds what an array in a zip unpacks to.
const mostArrayBytes = 8 << 30

// readArrays reads a zip with one array of rows and columns and, perhaps, one of names.
func (d *Data) readArrays(text []byte) error {
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return errors.New("the zip is damaged or ends early")
	}
	var names []string
	found := ""
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return fmt.Errorf("%s is packed in a way that is not known: save it with numpy.savez", f.Name)
		}
		a, err := openArray(io.LimitReader(r, mostArrayBytes))
		switch {
		case err != nil:
		case len(a.Shape) == 1 && a.Texts():
			names, err = a.List()
		case len(a.Shape) == 2 && found != "":
			r.Close()
			return fmt.Errorf("the zip has two arrays of rows and columns, %s and %s: expected one", found, f.Name)
		case len(a.Shape) == 2:
			found = f.Name
			err = d.readArray(a)
		}
		r.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	switch {
	case found == "":
		return errors.New("the zip has no array of rows and columns: save it with numpy.savez(file, data=X, names=names)")
	case names == nil:
		return nil
	case len(names) != len(d.Columns):
		return fmt.Errorf("there are %d names for %d columns: expected as many", len(names), len(d.Columns))
	}
	d.Unnamed = false
	for i, name := range names {
		d.Columns[i].Name = name
	}
	return nil
}

// setSeparator is between the nodes of a set in a cell.
const setSeparator = ";"

// ReadP reads p-values from a table with the columns x, y, given and p, where the nodes of a set
// have semicolons between them. A claim without a p-value is untested.
func ReadP(in io.Reader, name string) (*Data, error) {
	d, err := Read(in, name)
	if err != nil {
		return nil, err
	}
	var columns [4][]string
	for i, want := range []string{"x", "y", "given", "p"} {
		at := slices.IndexFunc(d.Columns, func(s independence.Source) bool { return s.Name == want })
		if at < 0 || d.Columns[at].Texts == nil {
			return nil, d.named(fmt.Errorf("there is no column %q: expected a table with the columns x, y, given and p", want))
		}
		columns[i] = d.Columns[at].Texts
	}
	values := new(PValues)
	for row := range columns[0] {
		p := math.NaN()
		if cell := strings.TrimSpace(columns[3][row]); cell != "" {
			if p, err = strconv.ParseFloat(cell, 64); err != nil || math.IsNaN(p) {
				return nil, d.named(fmt.Errorf("row %d: %q is not a p-value: expected a number from 0 to 1, or nothing", row+1, cell))
			}
		}
		var given []string
		if cell := plain.Uncell(columns[2][row]); cell != "" {
			given = strings.Split(cell, setSeparator)
		}
		if err := values.Add(plain.Uncell(columns[0][row]), plain.Uncell(columns[1][row]), given, p); err != nil {
			return nil, d.named(fmt.Errorf("row %d: %w", row+1, err))
		}
	}
	return &Data{Name: name, P: values}, nil
}
