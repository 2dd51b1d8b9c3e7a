package summary

import (
	"fmt"
	"io"
	"strconv"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/table"
)

// An Overall summarises all rows of a run. Wahl and Runge (Separation-based distance measures for
// causal graphs, section on invalid output graphs) ask to report the share of valid graphs beside
// the distances.
type Overall struct {
	Pairs       int             `json:"pairs"`
	Valid       int             `json:"valid"`       // pairs that were compared
	Conflicting int             `json:"conflicting"` // pairs with a graph that has an edge oriented both ways
	Invalid     int             `json:"invalid"`     // pairs that could not be compared for another reason
	Reasons     store.Reasons   `json:"reasons"`     // of the pairs that are not valid, most frequent first
	Metrics     []OverallMetric `json:"metrics"`     // over the rows that have a value
}

// An OverallMetric summarises the values of one metric.
type OverallMetric struct {
	Metric string  `json:"metric"`
	Values int     `json:"values"`
	Mean   float64 `json:"mean"`
	Stderr float64 `json:"stderr"` // of the mean; 0 for a single value
	Min    float64 `json:"min"`
	Q25    float64 `json:"q25"`
	Median float64 `json:"median"`
	Q75    float64 `json:"q75"`
	Max    float64 `json:"max"`
}

// Summarise returns the summary of all rows.
func Summarise(rows store.Table) (*Overall, error) {
	g, err := New(Query{})
	if err != nil {
		return nil, err
	}
	if err := g.Read(rows); err != nil {
		return nil, err
	}
	o := g.outcome
	o.Reasons.Sort()
	conflicting := o.Reasons.Pairs(class.ErrConflict.Code)
	s := &Overall{Pairs: o.Pairs, Valid: o.Pairs - o.Failed, Conflicting: conflicting, Invalid: o.Failed - conflicting,
		Reasons: append(store.Reasons{}, o.Reasons...), Metrics: []OverallMetric{}}
	for k, metric := range g.Metrics {
		x := g.List[0].numbers(k)
		if len(x) == 0 {
			continue
		}
		m := OverallMetric{Metric: metric, Values: len(x), Mean: stats.Mean(x)}
		if len(x) > 1 {
			m.Stderr = stats.Stderr(x)
		}
		q := stats.Quantiles(x, 0, 0.25, 0.5, 0.75, 1)
		m.Min, m.Q25, m.Median, m.Q75, m.Max = q[0], q[1], q[2], q[3], q[4]
		s.Metrics = append(s.Metrics, m)
	}
	return s, nil
}

// JSON writes the summary as an object.
func (s *Overall) JSON(w io.Writer) error { return writeJSON(w, s) }

// Text writes the summary for people.
func (s *Overall) Text(w io.Writer) error {
	share := func(n int) string { return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(max(s.Pairs, 1))) }
	b := table.NewPage(w)
	fmt.Fprintf(b, "pairs        %d\nvalid        %s\nconflicting  %s\ninvalid      %s\n", s.Pairs, share(s.Valid), share(s.Conflicting), share(s.Invalid))
	for _, r := range s.Reasons {
		b.Line("  %-26s %d", r.Code, r.Pairs)
	}
	if len(s.Metrics) > 0 {
		b.WriteByte('\n')
		t := table.Table{Head: []string{"metric", "values", "mean", "stderr", "min", "q25", "median", "q75", "max"}}
		for _, m := range s.Metrics {
			row := []string{m.Metric, strconv.Itoa(m.Values)}
			for _, x := range []float64{m.Mean, m.Stderr, m.Min, m.Q25, m.Median, m.Q75, m.Max} {
				row = append(row, strconv.FormatFloat(x, 'f', 6, 64))
			}
			t.Rows = append(t.Rows, row)
		}
		t.Write(b)
	}
	return b.Flush(w)
}
