// Package independence tests conditional independence on data: are x and y independent given a
// set S of other columns?
//
// [NewTable] makes a [Table] of the columns of a data set, [New] prepares one of the [Methods] for
// it, and [Tester.Run] tests many claims at once. Claims with the same set share the work that
// depends on the set alone.
package independence

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
)

// A Source is a column as a file has it: texts or, if Texts is nil, numbers.
type Source struct {
	Name    string
	Numbers []float64 // NaN is missing
	Texts   []string
}

// Len returns the number of rows.
func (s *Source) Len() int { return max(len(s.Numbers), len(s.Texts)) }

// A Column is a column of a [Table]: continuous, or categorical if it has levels.
type Column struct {
	Name   string
	Values []float64 // of a continuous column
	Codes  []int32   // of a categorical column: the level of each row
	Levels int       // number of levels; 0 for a continuous column
}

// Categorical reports whether the column is categorical.
func (c *Column) Categorical() bool { return c.Levels > 0 }

// A Table is data without missing or infinite values.
type Table struct {
	Columns []Column
	Rows    int
	Dropped int // rows left out since they had missing values
	Ignored int // columns that were not asked for
}

// Options describe how [NewTable] reads columns.
type Options struct {
	Method      string   // the test that the table is for, or "auto"
	Categorical []string // columns of codes
	Continuous  []string // columns of measurements
	DropMissing bool     // leave rows with missing values out; otherwise they are an error
	Ordered     bool     // rows are moments of time, none of which can be left out
}

// fewValues is the number of values up to which whole numbers may be codes.
const fewValues = 10

// missing lists the texts of a missing value, as pandas reads them.
var missing = []string{"", "na", "n/a", "#n/a", "nan", "null", "none", "<na>"}

func isMissing(text string) bool {
	return len(text) <= 4 && slices.Contains(missing, strings.ToLower(text))
}

// NewTable returns the columns with the given names, in this order.
func NewTable(sources []Source, names []string, o Options) (*Table, error) {
	chosen, err := choose(sources, names)
	if err != nil {
		return nil, err
	}
	for _, list := range [][]string{o.Categorical, o.Continuous} {
		for _, name := range list {
			if !slices.ContainsFunc(sources, func(s Source) bool { return s.Name == name }) {
				return nil, fmt.Errorf("there is no column %q, which is listed as categorical or continuous: check its name", name)
			}
			if slices.Contains(o.Categorical, name) && slices.Contains(o.Continuous, name) {
				return nil, fmt.Errorf("column %q is listed as categorical and as continuous: use one of them", name)
			}
		}
	}
	columns := make([]parsed, len(chosen))
	rows := 0
	for i, s := range chosen {
		rows = s.Len()
		if columns[i], err = parse(s, o); err != nil {
			return nil, err
		}
	}
	if rows == 0 {
		return nil, fmt.Errorf("there are no rows of data: expected a row of names and then rows of values")
	}
	if err := askKinds(columns); err != nil {
		return nil, err
	}
	t := &Table{Ignored: len(sources) - len(chosen)}
	keep, err := complete(columns, rows, o)
	if err != nil {
		return nil, err
	}
	t.Rows = rows
	if keep != nil {
		t.Rows, t.Dropped = len(keep), rows-len(keep)
	}
	for i := range columns {
		t.Columns = append(t.Columns, columns[i].column(keep))
	}
	return t, nil
}

// choose returns the sources with the given names.
func choose(sources []Source, names []string) ([]*Source, error) {
	place := make(map[string]int, len(sources))
	for i, s := range sources {
		if first, twice := place[s.Name]; twice {
			return nil, fmt.Errorf("columns %d and %d have the same name %q: rename one", first+1, i+1, s.Name)
		}
		place[s.Name] = i
		if s.Len() != sources[0].Len() {
			return nil, fmt.Errorf("column %q has %d rows and column %q has %d: expected the same number", s.Name, s.Len(), sources[0].Name, sources[0].Len())
		}
	}
	var chosen []*Source
	var absent []string
	for _, name := range names {
		if i, ok := place[name]; ok {
			chosen = append(chosen, &sources[i])
		} else {
			absent = append(absent, strconv.Quote(name))
		}
	}
	if len(absent) > 0 {
		return nil, fmt.Errorf("there is no column for %s: expected one for every node%s", listing(absent), found(sources))
	}
	return chosen, nil
}

// listing joins at most ten words.
func listing(words []string) string {
	if len(words) > 10 {
		return strings.Join(words[:10], ", ") + fmt.Sprintf(" and %d more", len(words)-10)
	}
	return strings.Join(words, ", ")
}

func found(sources []Source) string {
	if len(sources) == 0 {
		return ", found no columns"
	}
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = strconv.Quote(s.Name)
	}
	return ", found " + listing(names)
}

// A parsed is a column whose kind is known, except for whole numbers with few values.
type parsed struct {
	name    string
	numbers []float64 // NaN is missing
	texts   []string  // of a categorical column
	gaps    []bool    // of a categorical column: where a value is missing
	unclear bool      // whole numbers with few values: codes, or measurements
	stated  bool      // the kind was stated
}

func (p *parsed) categorical() bool { return p.texts != nil }

func (p *parsed) gap(row int) bool {
	if p.categorical() {
		return p.gaps[row]
	}
	return math.IsNaN(p.numbers[row])
}

func parse(s *Source, o Options) (parsed, error) {
	p := parsed{name: s.Name, stated: slices.Contains(o.Categorical, s.Name) || slices.Contains(o.Continuous, s.Name)}
	discrete := o.Method == ChiSquare || o.Method == GSquare
	if slices.Contains(o.Categorical, s.Name) {
		p.asTexts(s)
		return p, nil
	}
	bad := -1 // the first row that is not a number
	if p.numbers = s.Numbers; s.Texts != nil {
		p.numbers = make([]float64, len(s.Texts))
		some := false
		for row, text := range s.Texts {
			text = strings.TrimSpace(text)
			x, err := strconv.ParseFloat(text, 64)
			switch {
			case isMissing(text):
				x = math.NaN()
			case err != nil && math.IsInf(x, 0) || err == nil && math.IsNaN(x):
				return p, fmt.Errorf("column %q, row %d: %q is out of range: expected a finite number", s.Name, row+1, text)
			case err != nil:
				if bad < 0 {
					bad = row
				}
			default:
				some = true
			}
			p.numbers[row] = x
		}
		switch {
		case bad >= 0 && slices.Contains(o.Continuous, s.Name):
			return p, fmt.Errorf("column %q, row %d: %q is not a number: expected one, since the column is listed as continuous", s.Name, bad+1, s.Texts[bad])
		case bad >= 0 && some && !discrete:
			return p, advice.Errorf("column %q, row %d: %q is not a number, though other rows have numbers: correct it, or list the column under %v", s.Name, bad+1, s.Texts[bad], advice.Option("categorical"))
		case bad >= 0:
			p.asTexts(s)
			return p, nil
		}
	}
	for row, x := range p.numbers {
		if math.IsInf(x, 0) {
			return p, fmt.Errorf("column %q, row %d: an infinite value: expected a finite number", s.Name, row+1)
		}
	}
	if !p.stated {
		p.unclear = isWhole(p.numbers)
	}
	if p.unclear && discrete {
		p.unclear = false
		p.asTexts(s)
	} else if o.Method == FisherZ || o.Method == Rank {
		p.unclear = false
	}
	return p, nil
}

// asTexts makes the column categorical.
func (p *parsed) asTexts(s *Source) {
	p.texts, p.gaps = s.Texts, make([]bool, s.Len())
	if p.texts == nil {
		p.texts = make([]string, len(s.Numbers))
		for i, x := range s.Numbers {
			p.texts[i] = strconv.FormatFloat(x, 'g', -1, 64)
		}
	}
	for i, text := range p.texts {
		p.gaps[i] = isMissing(strings.TrimSpace(text))
	}
}

// isWhole reports whether numbers are whole, with two to ten values.
func isWhole(numbers []float64) bool {
	var seen []float64
	for _, x := range numbers {
		switch {
		case math.IsNaN(x) || slices.Contains(seen, x):
		case x != math.Trunc(x) || len(seen) == fewValues:
			return false
		default:
			seen = append(seen, x)
		}
	}
	return len(seen) > 1
}

// askKinds returns an error if the kind of a column matters and is not known.
func askKinds(columns []parsed) error {
	var unclear []string
	for i := range columns {
		if columns[i].unclear {
			unclear = append(unclear, columns[i].name)
		}
	}
	if len(unclear) == 0 {
		return nil
	}
	return advice.Errorf("whole numbers with at most %d values can be codes or measurements: list each such column under %v or %v (%s)",
		fewValues, advice.Option("categorical"), advice.Option("continuous"), strings.Join(unclear, ","))
}

// complete returns the rows without missing values, or nil if no row has one.
func complete(columns []parsed, rows int, o Options) (keep []int32, err error) {
	firstRow, firstColumn := rows, ""
	for i := range columns {
		p := &columns[i]
		for row := range firstRow {
			if p.gap(row) {
				firstRow, firstColumn = row, p.name
				break
			}
		}
	}
	if firstRow == rows {
		return nil, nil
	}
	keep = []int32{}
	for row := range rows {
		if !slices.ContainsFunc(columns, func(p parsed) bool { return p.gap(row) }) {
			keep = append(keep, int32(row))
		}
	}
	switch {
	case o.Ordered:
		return nil, fmt.Errorf("%d of %d rows have missing values, first row %d in column %q: rows of a time series cannot be left out, fill the gaps first", rows-len(keep), rows, firstRow+1, firstColumn)
	case !o.DropMissing:
		return nil, advice.Errorf("%d of %d rows have missing values, first row %d in column %q: use %v to leave these rows out",
			rows-len(keep), rows, firstRow+1, firstColumn, advice.Option("missing", "drop"))
	case len(keep) == 0:
		return nil, fmt.Errorf("all %d rows have missing values: no row is left to test with", rows)
	}
	return keep, nil
}

// column returns the kept rows, or all if keep is nil.
func (p *parsed) column(keep []int32) Column {
	c := Column{Name: p.name}
	if !p.categorical() {
		c.Values = kept(p.numbers, keep)
		return c
	}
	codes := make(map[string]int32)
	texts := kept(p.texts, keep)
	c.Codes = make([]int32, len(texts))
	for i, text := range texts {
		text = strings.TrimSpace(text)
		code, ok := codes[text]
		if !ok {
			code = int32(len(codes))
			codes[text] = code
		}
		c.Codes[i] = code
	}
	c.Levels = len(codes)
	return c
}

func kept[T any](all []T, rows []int32) []T {
	if rows == nil {
		return all
	}
	some := make([]T, len(rows))
	for i, row := range rows {
		some[i] = all[row]
	}
	return some
}
