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
	Failed       int         // pairs without any number
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
		if r.Metric == "" {
			s.Failed++
			return nil
		}
		i := slices.Index(s.Metrics, r.Metric)
		if i < 0 {
			i = len(s.Metrics)
			s.Metrics, s.Values = append(s.Metrics, r.Metric), append(s.Values, nil)
		}
		s.fill(i, count-1)
		s.Values[i] = append(s.Values[i], r.Value)
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

// Head is the line above the lines of CSV.
const Head = "truth,guess,metric,with,values,mean,stderr,min,q25,median,q75,max,pearson,spearman\n"

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
			field(stats.Quantile(x, 0.5)), field(stats.Quantile(x, 0.75)), field(stats.Quantile(x, 1)), "", "")
	}
	for i, m := range s.Metrics {
		for j := i + 1; j < len(s.Metrics); j++ {
			x, y := stats.Both(s.Values[i], s.Values[j])
			line(s.Truth, s.Guess, m, s.Metrics[j], fmt.Sprint(len(x)), "", "", "", "", "", "", "", field(stats.Pearson(x, y)), field(stats.Spearman(x, y)))
		}
	}
	return b
}
