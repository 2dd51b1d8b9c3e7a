package store

import (
	"bufio"
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
)

// A pivot joins the rows of a pair in one wide row, or takes a wide row apart.
type pivot struct {
	metrics []string
	rows    []Row // one for each metric
}

// row returns the row of a metric, which is blank if the pair has none.
func (p *pivot) row(metric string) *Row {
	i := slices.IndexFunc(p.rows, func(r Row) bool { return r.Metric == metric })
	if i < 0 {
		i = len(p.rows)
		p.rows = append(p.rows, Blank())
		p.rows[i].Metric = metric
	}
	return &p.rows[i]
}

// The columns of a metric in wide rows.
var parts = []struct {
	ending string
	number func(*Row) *float64
}{
	{"", func(r *Row) *float64 { return &r.Value }},
	{"_lower", func(r *Row) *float64 { return &r.Lower }},
	{"_upper", func(r *Row) *float64 { return &r.Upper }},
}

// column returns a column of wide rows, and adds its metric.
func (p *pivot) column(metric string, part int) Column {
	if !slices.Contains(p.metrics, metric) {
		p.metrics = append(p.metrics, metric)
	}
	return Column{Name: metric + parts[part].ending, Number: func(*Row) *float64 { return parts[part].number(p.row(metric)) }}
}

// metricColumn returns the metric and the part that a column of wide rows is about.
func metricColumn(name string) (metric string, part int, is bool) {
	for i, part := range parts {
		if metric, ok := strings.CutSuffix(name, part.ending); ok {
			if m, err := distance.Find(metric); err == nil && m.Name == metric {
				return metric, i, true
			}
		}
	}
	return "", 0, false
}

// isWide reports whether a table with these columns has wide rows.
func isWide(head []string) bool {
	return len(head) >= len(leading) && slices.Equal(head[:len(leading)], names(leading)) && !slices.Contains(head, "metric") && slices.Contains(head, "status")
}

// Wide writes one row for each pair, with a column for the value of each metric, and two more for
// the range of a metric that has one. It reads the rows twice.
func Wide(w io.Writer, form Form, rows Table) error {
	var l Layout
	var p pivot
	ranged := make(map[string]bool)
	for pair, err := range rows {
		if err != nil {
			return err
		}
		l = *pair.Layout
		for i := range pair.Rows {
			r := &pair.Rows[i]
			if r.Metric != "" && !slices.Contains(p.metrics, r.Metric) {
				p.metrics = append(p.metrics, r.Metric)
			}
			if !math.IsNaN(r.Lower) || !math.IsNaN(r.Upper) {
				ranged[r.Metric] = true
			}
		}
	}
	var middle []Column
	for _, metric := range p.metrics {
		middle = append(middle, p.column(metric, 0))
		if ranged[metric] {
			middle = append(middle, p.column(metric, 1), p.column(metric, 2))
		}
	}
	columns := l.columns(middle, Column{Name: Seconds, Number: seconds.Number})
	out := bufio.NewWriter(w)
	out.Write(form.Head(columns))
	var line []byte
	for pair, err := range rows {
		if err != nil {
			return err
		}
		p.rows = append(p.rows[:0], pair.Rows...)
		row := wideRow(pair.Rows)
		line = form.Append(line[:0], &row, columns)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// wideRow returns what the rows of a pair have in common. The status is error if the pair could not
// be compared, and the reason is why. Otherwise the reason is the first of a metric without a
// value, or the first one. The seconds are the sum.
func wideRow(pair []Row) Row {
	row := pair[0]
	row.Status, row.Reason, row.Seconds = OK, Reason{}, 0
	if bad := Failure(pair); bad != nil {
		row.Status, row.Reason = Error, bad.Reason
	}
	var some Reason
	for i := range pair {
		if r := &pair[i]; math.IsNaN(r.Value) {
			row.Reason = cmp.Or(row.Reason, r.Reason)
		} else {
			some = cmp.Or(some, r.Reason)
		}
		row.Seconds += pair[i].Seconds
	}
	row.Reason = cmp.Or(row.Reason, some)
	return row
}

// begin makes a blank row for each metric.
func (p *pivot) begin() {
	p.rows = p.rows[:0]
	for _, metric := range p.metrics {
		p.row(metric)
	}
}

// unpivot returns the long rows of a wide one.
func (p *pivot) unpivot(wide *Row) []Row {
	wide.Seconds = math.NaN() // of all metrics together
	if len(p.rows) == 0 {
		return []Row{*wide}
	}
	for i := range p.rows {
		r := *wide
		r.Metric, r.Value, r.Lower, r.Upper = p.rows[i].Metric, p.rows[i].Value, p.rows[i].Lower, p.rows[i].Upper
		p.rows[i] = r
	}
	if wide.Status == OK {
		shareReason(p.rows, wide.Reason)
	}
	return p.rows
}

// shareReason gives a reason to each row without a value. A wide row has one reason for all its
// metrics, that of the first one without a value; the classes tell whether another metric is not
// defined.
func shareReason(rows []Row, reason Reason) {
	var first *Row // without a value
	kept := reason == (Reason{})
	for i := range rows {
		r := &rows[i]
		r.Reason = Reason{}
		if !math.IsNaN(r.Value) {
			continue
		}
		first = cmp.Or(first, r)
		why := r.notDefined()
		switch {
		case why != nil && reason.Code != NoMetric:
			r.Status, r.Reason = Error, Reason{NoMetric, why.Error()}
		case why != nil:
			r.Status, r.Reason = Error, reason
		case reason.Code != NoMetric:
			r.Reason = reason
		}
		kept = kept || r.Reason == reason
	}
	if !kept && first != nil { // such as for a metric that is defined in one direction only
		if first.Reason = reason; reason.Code == NoMetric {
			first.Status = Error
		}
	}
}

// notDefined returns why the metric of the row is not defined for its classes, if they are known.
func (r *Row) notDefined() error {
	m, err := distance.Find(r.Metric)
	if err != nil {
		return nil
	}
	truth, _ := class.Parse(r.TruthClass)
	guess, _ := class.Parse(r.GuessClass)
	if truth == class.Unstated || guess == class.Unstated {
		return nil
	}
	return m.Defined(truth, guess)
}
