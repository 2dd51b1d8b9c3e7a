package batch

import (
	"math"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/plain"
)

// rowsOf returns the rows of an input, in place of those in list.
func (s *Settings) rowsOf(list []Row, in *compare.Input, rows []compare.Row, err error) []Row {
	if known, ok := in.Known.([]Row); ok {
		return append(list[:0], known...)
	}
	blank := Row{ID: in.ID, Truth: in.Truth.Name, Guess: in.Guess.Name,
		TruthClass: in.TruthClass.String(), GuessClass: in.GuessClass.String(), More: in.More, Status: OK, Value: math.NaN(), Lower: math.NaN(), Upper: math.NaN()}
	list = list[:0]
	if err != nil {
		return s.failed(list, blank, err)
	}
	for i := range rows {
		r, row := &rows[i], blank
		row.Metric = r.Metric.Name
		if r.Err != nil {
			row.Status, row.Reason, row.Seconds = Error, reason(r.Err), r.Seconds
		} else {
			row.Counted, row.Wrong, row.Of, row.Value = r.Result.Counted, r.Result.Count.Wrong, r.Result.Count.Of, r.Result.Value
			row.Lower, row.Upper = r.Result.Range()
			row.Seconds = r.Seconds
			switch {
			case !r.Result.Defined():
				row.Reason = Undefined + ": " + plain.Text(r.Result.Why)
			case r.Result.EmptySample != "":
				row.Reason = EmptySample + ": " + plain.Text(r.Result.EmptySample)
			}
		}
		list = append(list, row)
	}
	return list
}

// failed returns the rows of a pair that has no numbers at all: one for each metric, where all
// metrics were asked for by name.
func (s *Settings) failed(list []Row, row Row, err error) []Row {
	row.Status, row.Reason = Error, reason(err)
	for _, name := range s.Metrics {
		m, err := distance.Find(name)
		if err != nil { // a group
			list = list[:0]
			break
		}
		if row.Metric = m.Name; !slices.ContainsFunc(list, func(r Row) bool { return r.Metric == m.Name }) {
			list = append(list, row)
		}
	}
	if len(list) == 0 {
		row.Metric = ""
		list = append(list, row)
	}
	return list
}
