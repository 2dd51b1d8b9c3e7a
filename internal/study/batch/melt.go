package batch

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
)

// The parts of a column of wide rows: what one metric says.
const (
	valueOf = iota
	lowerOf
	upperOf
)

// metricColumn returns the metric that a column of wide rows is about, and what it says of it.
func metricColumn(name string) (metric string, part int, is bool) {
	for part, ending := range []string{"", "_lower", "_upper"} {
		if metric, ok := strings.CutSuffix(name, ending); ok {
			if m, err := distance.Find(metric); err == nil && m.Name == metric {
				return metric, part, true
			}
		}
	}
	return "", 0, false
}

// isWide reports whether a table with these columns has wide rows, and which columns come from
// the source.
func isWide(head []string) (more []string, is bool) {
	if len(head) < before || !slices.Equal(head[:before], Columns[:before]) || slices.Contains(head, "metric") || !slices.Contains(head, "status") {
		return nil, false
	}
	for _, name := range head[before:] {
		if _, _, metric := metricColumn(name); !metric && !reserved(name) {
			more = append(more, name)
		}
	}
	return more, true
}

// melt makes long rows of a wide one, which is the text of each column; cells without a text are
// empty.
func melt(columns, cells, more []string) ([]Row, error) {
	nan := math.NaN()
	blank := Row{Wrong: nan, Of: nan, Value: nan, Lower: nan, Upper: nan, Seconds: nan, Status: OK}
	if len(more) > 0 {
		blank.More = make([]string, len(more))
	}
	texts := map[string]*string{"id": &blank.ID, "truth": &blank.Truth, "guess": &blank.Guess, "truth_class": &blank.TruthClass,
		"guess_class": &blank.GuessClass, "status": &blank.Status, "reason": &blank.Reason}
	for i, name := range columns {
		if to := texts[name]; to != nil {
			*to = cells[i]
		} else if k := slices.Index(more, name); k >= 0 {
			blank.More[k] = cells[i]
		}
	}
	var rows []Row
	for i, name := range columns {
		metric, part, is := metricColumn(name)
		if !is {
			continue
		}
		k := slices.IndexFunc(rows, func(r Row) bool { return r.Metric == metric })
		if k < 0 {
			k = len(rows)
			rows = append(rows, blank)
			rows[k].Metric = metric
		}
		if cells[i] == "" {
			continue
		}
		x, err := strconv.ParseFloat(cells[i], 64)
		if err != nil {
			return nil, errNumber(cells[i])
		}
		*[...]*float64{valueOf: &rows[k].Value, lowerOf: &rows[k].Lower, upperOf: &rows[k].Upper}[part] = x
	}
	if blank.Status == OK {
		shareReason(rows, blank.Reason)
	}
	if len(rows) == 0 {
		rows = append(rows, blank)
	}
	return rows, nil
}

// shareReason says of each row without a value why it has none. A wide row has one reason for all
// its metrics, that of the first one without a value; whether another metric is not defined is
// seen from the classes.
func shareReason(rows []Row, reason string) {
	var first *Row // without a value
	kept := reason == ""
	for i := range rows {
		r := &rows[i]
		r.Reason = ""
		if !math.IsNaN(r.Value) {
			continue
		}
		if first == nil {
			first = r
		}
		code, _, _ := strings.Cut(reason, ":")
		why := r.notDefined()
		switch {
		case why != nil && code != NoMetric:
			r.Status, r.Reason = Error, NoMetric+": "+why.Error()
		case why != nil:
			r.Status, r.Reason = Error, reason
		case code != NoMetric:
			r.Reason = reason
		}
		kept = kept || r.Reason == reason
	}
	if !kept && first != nil { // as of a metric that is defined in one direction only
		if first.Reason = reason; first.Code() == NoMetric {
			first.Status = Error
		}
	}
}

// notDefined says why the metric of the row is not defined for its classes, where they are known.
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
