package falsify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/independence"
)

// Data is what a graph is tested with: columns, a covariance matrix, or p-values.
type Data struct {
	Name    string
	Columns []independence.Source
	Options independence.Options // Method is the test

	// Unnamed says that the columns are the nodes, in their order.
	Unnamed bool

	// Rows is the number of rows of the data whose covariance matrix the columns are, and 0 if
	// they are data.
	Rows int

	// P holds p-values that were computed elsewhere. Nothing else is used then.
	P *PValues
}

// A tester tests claims.
type tester interface {
	Run(ctx context.Context, sets [][]int32, queries []independence.Query, workers int) ([]independence.Result, error)
}

// evidence is a tester for the columns of a frame, and what is known of the data.
type evidence struct {
	tester
	method                 string
	rows, dropped, ignored int
}

// prepare returns a tester for the columns of a frame.
func (d *Data) prepare(ctx context.Context, f *frame, workers int) (*evidence, error) {
	if d.P != nil {
		return &evidence{tester: &lookup{d.P, f.names()}, method: "custom"}, nil
	}
	columns := d.Columns
	if d.Unnamed {
		if len(columns) != len(f.variables) {
			return nil, d.named(fmt.Errorf("the array has %d columns without names, and the graph has %d nodes: expected a column for each node, in their order", len(columns), len(f.variables)))
		}
		columns = slices.Clone(columns)
		for i := range columns {
			columns[i].Name = f.variables[i]
		}
	}
	if d.Rows > 0 {
		return d.covariance(columns, f)
	}
	o := d.Options
	o.Ordered = f.lagged
	table, err := independence.NewTable(columns, f.variables, o)
	if err != nil {
		return nil, d.named(err)
	}
	e := &evidence{dropped: table.Dropped, ignored: table.Ignored}
	if f.lagged {
		if table, err = lag(table, f); err != nil {
			return nil, d.named(err)
		}
	}
	made, err := independence.New(ctx, table, o.Method, workers)
	if err != nil {
		return nil, d.named(err)
	}
	e.tester, e.method, e.rows = made, made.Method, made.Rows
	return e, nil
}

func (d *Data) named(err error) error {
	if d.Name == "" {
		return err
	}
	return advice.Errorf("%s: %w", d.Name, err)
}

// covariance prepares fisher-z for a covariance matrix.
func (d *Data) covariance(columns []independence.Source, f *frame) (*evidence, error) {
	if f.lagged {
		return nil, d.named(errors.New("a covariance matrix has no lags: test a time series with its data"))
	}
	if m := d.Options.Method; m != independence.Auto && m != independence.FisherZ {
		return nil, d.named(fmt.Errorf("%s needs the data: a covariance matrix is tested with fisher-z", m))
	}
	columns = withoutRowNames(columns)
	place := make(map[string]int, len(columns))
	for i, c := range columns {
		if c.Len() != len(columns) {
			return nil, d.named(fmt.Errorf("the covariance matrix has %d rows and %d columns: expected as many", c.Len(), len(columns)))
		}
		place[c.Name] = i
	}
	o := d.Options
	o.Method = independence.FisherZ
	o.DropMissing = false
	table, err := independence.NewTable(columns, f.variables, o)
	if err != nil {
		return nil, d.named(err)
	}
	cov := make([][]float64, len(table.Columns))
	for i, c := range table.Columns {
		for _, name := range f.variables {
			cov[i] = append(cov[i], c.Values[place[name]])
		}
	}
	made, err := independence.FromCovariance(f.variables, cov, d.Rows)
	if err != nil {
		return nil, d.named(err)
	}
	return &evidence{tester: made, method: made.Method, rows: d.Rows, ignored: table.Ignored}, nil
}

// withoutRowNames returns a matrix without a first column that repeats the names of the others.
func withoutRowNames(columns []independence.Source) []independence.Source {
	if len(columns) < 2 || len(columns[0].Texts) != len(columns)-1 {
		return columns
	}
	for i, name := range columns[0].Texts {
		if name != columns[i+1].Name {
			return columns
		}
	}
	return columns[1:]
}

// lag returns the table of the moments of a frame: column X at lag k is X shifted by k.
func lag(t *independence.Table, f *frame) (*independence.Table, error) {
	lagged := &independence.Table{Rows: t.Rows - f.earliest + f.latest, Dropped: t.Dropped, Ignored: t.Ignored}
	if lagged.Rows < 1 {
		return nil, fmt.Errorf("%d rows are too few for claims that span %d moments: expected more rows", t.Rows, f.earliest-f.latest+1)
	}
	names := f.names()
	for at := f.latest; at <= f.earliest; at++ {
		for _, c := range t.Columns {
			first := f.earliest - at
			shifted := independence.Column{Name: names[len(lagged.Columns)], Levels: c.Levels}
			if c.Categorical() {
				shifted.Codes = c.Codes[first : first+lagged.Rows]
			} else {
				shifted.Values = c.Values[first : first+lagged.Rows]
			}
			lagged.Columns = append(lagged.Columns, shifted)
		}
	}
	return lagged, nil
}

// PValues are p-values of claims by the names of their nodes.
type PValues struct{ p map[string]float64 }

// claimKey returns a claim as a text. The order of x and y and that of the set do not matter.
func claimKey(x, y string, given []string) string {
	given = slices.Sorted(slices.Values(given))
	return strings.Join(append([]string{min(x, y), max(x, y)}, given...), "\x00")
}

// Add adds a p-value. It is an error if it is not between 0 and 1, or if there is another one for
// the same claim. NaN is a claim that could not be tested.
func (v *PValues) Add(x, y string, given []string, p float64) error {
	if p < 0 || p > 1 {
		return fmt.Errorf("the p-value of %s and %s is %v: expected a number from 0 to 1", x, y, p)
	}
	if v.p == nil {
		v.p = make(map[string]float64)
	}
	key := claimKey(x, y, given)
	if old, twice := v.p[key]; twice && old != p && old == old {
		return fmt.Errorf("%s and %s given {%s} have two p-values, %v and %v: expected one", x, y, strings.Join(given, ", "), old, p)
	}
	v.p[key] = p
	return nil
}

// A lookup finds p-values in a list.
type lookup struct {
	values *PValues
	names  []string
}

func (l *lookup) Run(ctx context.Context, sets [][]int32, queries []independence.Query, _ int) ([]independence.Result, error) {
	results := make([]independence.Result, len(queries))
	absent, first := 0, ""
	for i, q := range queries {
		given := make([]string, len(sets[q.Set]))
		for k, v := range sets[q.Set] {
			given[k] = l.names[v]
		}
		p, ok := l.values.p[claimKey(l.names[q.X], l.names[q.Y], given)]
		switch {
		case !ok:
			if absent++; absent == 1 {
				first = fmt.Sprintf("%s and %s given {%s}", l.names[q.X], l.names[q.Y], strings.Join(given, ", "))
			}
		case p != p:
			results[i].Untested = independence.NoP
		default:
			results[i].P = p
		}
	}
	if absent > 0 {
		return nil, advice.Errorf("there is no p-value for %s (%d of %d claims): list the claims that need one with %v", first, absent, len(queries), advice.Option("list"))
	}
	return results, nil
}
