package experiment

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/stats"
)

// A Summary holds the numbers of one cell.
type Summary struct {
	Truth, Guess string
	Metrics      []string
	Values       [][]float64 // by metric, then by repetition; not a number where there is none
	Repetitions  int
	Lost         []Loss     // repetitions without any number, in their order
	why          [][]string // by metric: the codes of rows without a value
}

// A Loss is a repetition that could not be compared.
type Loss struct {
	ID     string
	Reason string // a code, a colon, a sentence
}

// Summarise reads rows, the pairs of one cell after another, and calls f for each cell. It
// holds one cell at a time.
func Summarise(rows io.Reader, form batch.Form, f func(*Summary) error) error {
	var s *Summary
	last, count := "", 0
	end := func() error {
		if s == nil {
			return nil
		}
		for i := range s.Values {
			s.fill(i, count)
		}
		s.Repetitions = count
		return f(s)
	}
	err := batch.EachRow(rows, form, func(r *batch.Row, _ []string) error {
		if s == nil || r.Truth != s.Truth || r.Guess != s.Guess {
			if err := end(); err != nil {
				return err
			}
			s, last, count = &Summary{Truth: r.Truth, Guess: r.Guess}, "", 0
		}
		if r.ID != last {
			last = r.ID
			count++
		}
		if r.Status == batch.Error && r.Code() != batch.NoMetric && (len(s.Lost) == 0 || s.Lost[len(s.Lost)-1].ID != r.ID) {
			s.Lost = append(s.Lost, Loss{r.ID, r.Reason})
		}
		if r.Metric == "" {
			return nil
		}
		i := slices.Index(s.Metrics, r.Metric)
		if i < 0 {
			i = len(s.Metrics)
			s.Metrics, s.Values, s.why = append(s.Metrics, r.Metric), append(s.Values, nil), append(s.why, nil)
		}
		s.fill(i, count-1)
		s.Values[i] = append(s.Values[i], r.Value)
		if math.IsNaN(r.Value) {
			s.why[i] = append(s.why[i], r.Code())
		}
		return nil
	})
	if err != nil {
		return err
	}
	return end()
}

// fill puts gaps where a metric has no row.
func (s *Summary) fill(i, count int) {
	for len(s.Values[i]) < count {
		s.Values[i] = append(s.Values[i], math.NaN())
	}
}

// reasons says why a metric has no value in some repetitions: "2 not-drawn; 1 undefined-value".
func (s *Summary) reasons(i int) string {
	codes := slices.Clone(s.why[i])
	for range s.Repetitions - len(s.Values[i]) {
		codes = append(codes, "no row")
	}
	slices.Sort(codes)
	var parts []string
	for lo := 0; lo < len(codes); {
		hi := lo
		for hi < len(codes) && codes[hi] == codes[lo] {
			hi++
		}
		parts = append(parts, fmt.Sprintf("%d %s", hi-lo, codes[lo]))
		lo = hi
	}
	return strings.Join(parts, "; ")
}

// Text says which repetitions were lost, and why: one line for each reason. It is empty where
// none was.
func (s *Summary) Text() string {
	var b strings.Builder
	var told []string
	for _, l := range s.Lost {
		if slices.Contains(told, l.Reason) {
			continue
		}
		told = append(told, l.Reason)
		var ids []string
		for _, other := range s.Lost {
			if other.Reason == l.Reason {
				_, repetition, _ := strings.Cut(other.ID, ".")
				ids = append(ids, repetition)
			}
		}
		const most = 10
		list := strings.Join(ids[:min(most, len(ids))], ", ")
		if len(ids) > most {
			list += ", ..."
		}
		fmt.Fprintf(&b, "%s, %s: lost %d of %d repetitions (no. %s): %s\n", s.Truth, s.Guess, len(ids), s.Repetitions, list, l.Reason)
	}
	return b.String()
}

// Head is the line above the lines of CSV.
const Head = "truth,guess,metric,with,values,mean,stderr,min,q25,median,q75,max,pearson,spearman,lost,why\n"

// CSV appends a line for each metric, and one for each two metrics with their correlations.
func (s *Summary) CSV(b []byte) []byte {
	field := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	line := func(parts ...string) { b = append(append(b, strings.Join(parts, ",")...), '\n') }
	for i, m := range s.Metrics {
		x, _ := stats.Both(s.Values[i], s.Values[i])
		line(s.Truth, s.Guess, m, "", fmt.Sprint(len(x)), field(stats.Mean(x)), field(stats.Stderr(x)), field(stats.Quantile(x, 0)), field(stats.Quantile(x, 0.25)),
			field(stats.Quantile(x, 0.5)), field(stats.Quantile(x, 0.75)), field(stats.Quantile(x, 1)), "", "", fmt.Sprint(s.Repetitions-len(x)), s.reasons(i))
	}
	for i, m := range s.Metrics {
		for j := i + 1; j < len(s.Metrics); j++ {
			x, y := stats.Both(s.Values[i], s.Values[j])
			line(s.Truth, s.Guess, m, s.Metrics[j], fmt.Sprint(len(x)), "", "", "", "", "", "", "", field(stats.Pearson(x, y)), field(stats.Spearman(x, y)), fmt.Sprint(s.Repetitions-len(x)), "")
		}
	}
	return b
}
