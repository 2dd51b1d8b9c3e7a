package batch

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/table"
)

// A Summary is what there is to say about the rows of a run. Wahl and Runge
// (Separation-based distance measures for causal graphs, section on invalid output graphs) ask
// to report the share of valid graphs beside the distances.
type Summary struct {
	Pairs       int             `json:"pairs"`
	Valid       int             `json:"valid"`       // pairs that were compared
	Conflicting int             `json:"conflicting"` // pairs with a graph that has an edge oriented both ways
	Invalid     int             `json:"invalid"`     // pairs that could not be compared for another reason
	Reasons     []ReasonCount   `json:"reasons"`     // of the pairs that are not valid, most first
	Metrics     []MetricSummary `json:"metrics"`     // over the rows that have a value
}

// A ReasonCount is a code and the number of pairs that have it.
type ReasonCount struct {
	Code  string `json:"code"`
	Pairs int    `json:"pairs"`
}

// A MetricSummary is what there is to say of the values of one metric.
type MetricSummary struct {
	Metric string  `json:"metric"`
	Values int     `json:"values"`
	Mean   float64 `json:"mean"`
	Stderr float64 `json:"stderr"` // of the mean; 0 for a single value
	Min    float64 `json:"min"`
	Q25    float64 `json:"q25"`
	Median float64 `json:"median"`
	Q75    float64 `json:"q75"`
	Max    float64 `json:"max"`

	m2    float64 // sum of the squared differences from the mean
	ranks [6]rank // below and above of the three quantiles
}

// Summarise reads the rows several times and keeps none of them.
func Summarise(rows io.ReadSeeker, form Form) (*Summary, error) {
	start, err := rows.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	s := &Summary{Reasons: []ReasonCount{}, Metrics: []MetricSummary{}}
	if err := eachPair(rows, form, func(pair []Row, _ *Reader) error { s.add(pair); return nil }); err != nil {
		return nil, err
	}
	SortReasons(s.Reasons)
	for i := range s.Metrics {
		s.Metrics[i].begin()
	}
	for level := range levels {
		if _, err := rows.Seek(start, io.SeekStart); err != nil {
			return nil, err
		}
		err := EachRow(rows, form, func(r *Row, _ []string) error {
			if r.Status == OK && !math.IsNaN(r.Value) {
				s.metric(r.Metric).look(r.Value, level)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for i := range s.Metrics {
			s.Metrics[i].narrow(level)
		}
	}
	for i := range s.Metrics {
		s.Metrics[i].end()
	}
	return s, nil
}

// add counts a pair.
func (s *Summary) add(pair []Row) {
	s.Pairs++
	for i := range pair {
		if r := &pair[i]; r.Status == OK && !math.IsNaN(r.Value) {
			s.metric(r.Metric).add(r.Value)
		}
	}
	failed := Failure(pair)
	if failed == nil {
		s.Valid++
		return
	}
	if failed.Code() == class.ErrConflict.Code {
		s.Conflicting++
	} else {
		s.Invalid++
	}
	s.Reasons = CountReason(s.Reasons, failed.Reason)
}

func (s *Summary) metric(name string) *MetricSummary {
	for i := range s.Metrics {
		if s.Metrics[i].Metric == name {
			return &s.Metrics[i]
		}
	}
	s.Metrics = append(s.Metrics, MetricSummary{Metric: name, Min: math.Inf(1), Max: math.Inf(-1)})
	return &s.Metrics[len(s.Metrics)-1]
}

// add takes a value into mean and variance (Welford, Note on a method for calculating
// corrected sums of squares and products, Technometrics 4:419–420).
func (m *MetricSummary) add(x float64) {
	m.Values++
	off := x - m.Mean
	m.Mean += off / float64(m.Values)
	m.m2 += off * (x - m.Mean)
	m.Min, m.Max = min(m.Min, x), max(m.Max, x)
}

// Quantiles are found without keeping the values: the bits of a number, read so that larger
// numbers have larger bits, are found sixteen at a time, each time by a count over all rows.
const levels = 4

// A rank is a place in the sorted values.
type rank struct {
	left  int64  // values before it among those that share its bits so far
	bits  uint64 // found so far
	count []int32
}

// sortable returns bits that rise with the number.
func sortable(x float64) uint64 {
	b := math.Float64bits(x)
	if b>>63 == 1 {
		return ^b
	}
	return b | 1<<63
}

func fromSortable(b uint64) float64 {
	if b>>63 == 1 {
		return math.Float64frombits(b &^ (1 << 63))
	}
	return math.Float64frombits(^b)
}

var quantiles = [3]float64{0.25, 0.5, 0.75}

func (m *MetricSummary) begin() {
	for i, q := range quantiles {
		below := int64(q * float64(m.Values-1))
		m.ranks[2*i].left = below
		m.ranks[2*i+1].left = min(below+1, int64(m.Values-1))
	}
}

func (m *MetricSummary) look(x float64, level int) {
	b := sortable(x)
	for i := range m.ranks {
		r := &m.ranks[i]
		if level > 0 && b>>(64-16*level) != r.bits {
			continue
		}
		if r.count == nil {
			r.count = make([]int32, 1<<16)
		}
		r.count[b>>(48-16*level)&0xffff]++
	}
}

func (m *MetricSummary) narrow(int) {
	for i := range m.ranks {
		r := &m.ranks[i]
		for next, n := range r.count {
			if int64(n) > r.left {
				r.bits = r.bits<<16 | uint64(next)
				break
			}
			r.left -= int64(n)
		}
		clear(r.count)
	}
}

// end interpolates between neighbours, as R and numpy do by default.
func (m *MetricSummary) end() {
	if m.Values > 1 {
		m.Stderr = math.Sqrt(m.m2 / float64(m.Values-1) / float64(m.Values))
	}
	for i, to := range []*float64{&m.Q25, &m.Median, &m.Q75} {
		at := quantiles[i] * float64(m.Values-1)
		lo, hi := fromSortable(m.ranks[2*i].bits), fromSortable(m.ranks[2*i+1].bits)
		*to = lo + (at-math.Floor(at))*(hi-lo)
	}
}

// Text writes the summary for people.
func (s *Summary) Text(w io.Writer) error {
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
