package batch

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/study/store"
)

// rowsOf returns the rows of an input, in place of those in list.
func (s *Settings) rowsOf(list []store.Row, in *pipeline.Input, rows []pipeline.Row, err error) []store.Row {
	if known, ok := in.Known.([]store.Row); ok {
		return append(list[:0], known...)
	}
	blank := store.Blank()
	blank.ID, blank.Truth, blank.Guess, blank.More, blank.Status, blank.Seconds = in.ID, in.Truth.Name, in.Guess.Name, in.More, store.OK, 0
	blank.TruthClass, blank.GuessClass = in.TruthClass.String(), in.GuessClass.String()
	list = list[:0]
	if err != nil {
		return s.failed(list, blank, err)
	}
	for i := range rows {
		r, row := &rows[i], blank
		row.Metric = r.Metric.Name
		if r.Err != nil {
			row.Status, row.Reason, row.Seconds = store.Error, reason(r.Err), r.Seconds
		} else {
			if row.Value = r.Result.Value; r.Result.Counted {
				row.Wrong, row.Of = r.Result.Count.Wrong, r.Result.Count.Of
			}
			row.Lower, row.Upper = r.Result.Range()
			row.Seconds = r.Seconds
			switch {
			case !r.Result.Defined():
				row.Reason = store.Reason{Code: store.Undefined, Text: plain.Text(r.Result.Why)}
			case r.Result.EmptySample != "":
				row.Reason = store.Reason{Code: store.EmptySample, Text: plain.Text(r.Result.EmptySample)}
			}
		}
		list = append(list, row)
	}
	return list
}

// failed returns the rows of a pair that has no numbers at all: one for each metric, where all
// metrics were asked for by name.
func (s *Settings) failed(list []store.Row, row store.Row, err error) []store.Row {
	row.Status, row.Reason = store.Error, reason(err)
	for _, name := range s.Metrics {
		m, err := distance.Find(name)
		if err != nil { // a group
			list = list[:0]
			break
		}
		if row.Metric = m.Name; !slices.ContainsFunc(list, func(r store.Row) bool { return r.Metric == m.Name }) {
			list = append(list, row)
		}
	}
	if len(list) == 0 {
		row.Metric = ""
		list = append(list, row)
	}
	return list
}
