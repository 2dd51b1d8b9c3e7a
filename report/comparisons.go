package report

import (
	"encoding/csv"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/table"
)

// Comparisons compare one truth with several guesses. A single comparison is written as by its own
// methods.
type Comparisons []*Comparison

// JSON writes an object for one comparison, and a list for several.
func (l Comparisons) JSON(w io.Writer) error {
	if len(l) == 1 {
		return l[0].JSON(w)
	}
	list := make([]any, len(l))
	for i, c := range l {
		list[i] = c.document()
	}
	return indented(w, list)
}

// CSV writes a row for each guess and metric.
func (l Comparisons) CSV(w io.Writer) error {
	if len(l) == 1 {
		return l[0].CSV(w)
	}
	rows := [][]string{append([]string{"guess"}, columns...)}
	for _, c := range l {
		for _, row := range c.rows()[1:] {
			rows = append(rows, append([]string{plain.Cell(c.Guess.Name)}, row[:len(columns)]...))
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// Text writes a table of metrics by guesses, distances apart from scores.
func (l Comparisons) Text(w io.Writer) error {
	if len(l) == 1 {
		return l[0].Text(w)
	}
	b := table.NewPage(w)
	rows := [][]string{{"truth", l[0].Truth.Name, l[0].Truth.Summary()}}
	for _, c := range l {
		rows = append(rows, []string{"guess", c.Guess.Name, c.Guess.Summary()})
	}
	b.Rows(rows)
	for i, name := range l.names() {
		for _, line := range l[i].remarks(name, name) {
			b.Line("%s", line)
		}
	}
	best, gaps := false, false
	for _, scores := range []bool{false, true} {
		t := l.table(func(m *distance.Metric) bool { return m.Score == scores })
		if len(t.Rows) == 0 {
			continue
		}
		b.WriteByte('\n')
		b.Line("%s", map[bool]string{false: "distances: lower is better", true: "scores: higher is better"}[scores])
		for i, row := range t.Rows {
			for j := range row {
				gaps = gaps || row[j] == noValue
				if t.Best(i, j) {
					row[j] += " *"
					best = true
				}
			}
		}
		t.Write(b)
	}
	b.WriteByte('\n')
	if best {
		b.Line("* best value of the metric")
	}
	switch tied := l.tied(); len(tied) {
	case 0:
	case len(l.metrics()):
		b.Line("all guesses tie by every metric")
	default:
		b.Line("all guesses tie: %s", strings.Join(tied, ", "))
	}
	if gaps {
		b.Line(missing)
	}
	b.Line("to see counts and notes, compare the truth with one guess")
	return b.Flush(w)
}

// Markdown writes a table of metrics by guesses, the best values in bold.
func (l Comparisons) Markdown(w io.Writer) error {
	if len(l) == 1 {
		return l[0].Markdown(w)
	}
	return l.all().Markdown(w)
}

// LaTeX writes a table of metrics by guesses for LaTeX with the package booktabs, the best values in
// bold.
func (l Comparisons) LaTeX(w io.Writer) error {
	if len(l) == 1 {
		return l[0].LaTeX(w)
	}
	return l.all().LaTeX(w)
}

// Table returns the names of the columns and a row for each metric, and which of these cells are best
// values.
func (l Comparisons) Table() (rows [][]string, best [][]bool) {
	t := l.all()
	rows, best = [][]string{t.Head}, [][]bool{make([]bool, len(t.Head))}
	for i, row := range t.Rows {
		marks := make([]bool, len(row))
		for j := range row {
			marks[j] = t.Best(i, j)
		}
		rows, best = append(rows, row), append(best, marks)
	}
	return rows, best
}

// all returns the table of all metrics. An arrow at each points to the better values.
func (l Comparisons) all() *table.Table {
	t := l.table(func(*distance.Metric) bool { return true })
	for i, name := range l.names() {
		t.Notes = append(t.Notes, l[i].remarks(name, name)...)
	}
	if slices.ContainsFunc(t.Rows, func(row []string) bool { return slices.Contains(row, noValue) }) {
		t.Notes = append(t.Notes, missing)
	}
	for _, row := range t.Rows {
		if m, err := distance.Find(row[0]); err == nil {
			row[0] += " " + arrow(m)
		}
	}
	return t
}

// noValue is the cell of a metric without a value.
const (
	noValue = "–"
	missing = noValue + " the metric is not defined for the guess, or has no value"
)

// arrow points to the better values of a metric.
func arrow(m *distance.Metric) string {
	if m.Score {
		return "↑"
	}
	return "↓"
}

// table returns a row for each wanted metric, and a column for each guess.
func (l Comparisons) table(wanted func(m *distance.Metric) bool) *table.Table {
	t := &table.Table{Head: append([]string{"metric"}, l.names()...)}
	var best [][]bool
	for _, m := range l.metrics() {
		if !wanted(m) {
			continue
		}
		results, values := l.results(m)
		row, marks := []string{m.Name}, []bool{false}
		for _, r := range results {
			cell := noValue
			if r != nil && (r.Defined() || r.Lower != nil) {
				cell = valueText(r)
			}
			row = append(row, cell)
			marks = append(marks, r != nil && r.Defined() && !tie(values) && r.Value == bestOf(m, values))
		}
		t.Rows, best = append(t.Rows, row), append(best, marks)
	}
	t.Best = func(row, column int) bool { return best[row][column] }
	return t
}

// metrics returns the metrics that at least one guess has a result for.
func (l Comparisons) metrics() (list []*distance.Metric) {
	for _, c := range l {
		for _, e := range c.Results {
			if !slices.Contains(list, e.Metric) {
				list = append(list, e.Metric)
			}
		}
	}
	return list
}

// results returns the result of each guess, or nil, and the values of those that have one.
func (l Comparisons) results(m *distance.Metric) (list []*distance.Result, values []float64) {
	for _, c := range l {
		var r *distance.Result
		if k := slices.IndexFunc(c.Results, func(e Entry) bool { return e.Metric == m }); k >= 0 {
			r = &c.Results[k].Result
		}
		if list = append(list, r); r != nil && r.Defined() {
			values = append(values, r.Value)
		}
	}
	return list, values
}

// bestOf returns the best value of a metric.
func bestOf(m *distance.Metric, values []float64) float64 {
	if m.Score {
		return slices.Max(values)
	}
	return slices.Min(values)
}

// tie reports whether all values are equal.
func tie(values []float64) bool { return slices.Min(values) == slices.Max(values) }

// tied returns the metrics by which all guesses have the same value.
func (l Comparisons) tied() (names []string) {
	for _, m := range l.metrics() {
		if _, values := l.results(m); len(values) == len(l) && tie(values) {
			names = append(names, m.Name)
		}
	}
	return names
}

// names returns the names of the guesses without the folder and the extension that all share.
func (l Comparisons) names() []string {
	names := make([]string, len(l))
	same := true
	for i, c := range l {
		names[i] = c.Guess.Name
		same = same && path.Ext(names[i]) == path.Ext(names[0])
	}
	folder := names[0][:strings.LastIndexByte(names[0], '/')+1]
	for _, name := range names {
		for !strings.HasPrefix(name, folder) {
			folder = folder[:strings.LastIndexByte(folder[:len(folder)-1], '/')+1]
		}
	}
	short := make([]string, len(names))
	for i, name := range names {
		short[i] = name[len(folder):]
		if same {
			short[i] = strings.TrimSuffix(short[i], path.Ext(name))
		}
		if short[i] == "" {
			return names
		}
	}
	return short
}

// LaTeX writes the comparison for LaTeX with the package booktabs.
func (c *Comparison) LaTeX(w io.Writer) error { return c.table().LaTeX(w) }

// Markdown writes the comparison as a Markdown table.
func (c *Comparison) Markdown(w io.Writer) error { return c.table().Markdown(w) }

// table returns the results for a paper. An arrow at each metric points to the better values.
func (c *Comparison) table() *table.Table {
	t := &table.Table{Head: c.head(), Notes: slices.Concat(c.remarks("guess", "note"), c.Legend(), c.notes())}
	for i := range c.Results {
		row := c.row(&c.Results[i])
		row[0] += " " + arrow(c.Results[i].Metric)
		t.Rows = append(t.Rows, row)
	}
	for _, s := range c.Skipped {
		row := make([]string, len(t.Head))
		row[0], row[1], row[len(row)-1] = s.Metric.Name, noValue, "not defined"
		t.Rows = append(t.Rows, row)
	}
	return t
}
