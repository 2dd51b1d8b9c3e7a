package summary

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/study/store"
)

// Cells groups the rows of an experiment by the cells of its grid.
func Cells(rows store.Table) (*Groups, error) {
	g, err := New(Query{By: []string{"truth", "guess"}})
	if err == nil {
		err = g.Read(rows)
	}
	if err == nil {
		g.fill()
	}
	return g, err
}

// Lost lists the repetitions of an experiment that were lost: a line for each cell and reason.
func (g *Groups) Lost() string {
	var b strings.Builder
	for _, cell := range g.List {
		var reasons []store.Reason
		for _, l := range cell.Lost {
			if slices.Contains(reasons, l.Reason) {
				continue
			}
			reasons = append(reasons, l.Reason)
			var ids []string
			for _, other := range cell.Lost {
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
			fmt.Fprintf(&b, "%s: lost %d of %d repetitions (no. %s): %s\n", strings.Join(cell.Key, ", "), len(ids), cell.Pairs, list, l.Reason)
		}
	}
	return b.String()
}

// Statistics writes CSV: for each cell of an experiment a line for each metric, and one for each two
// metrics with their correlations.
func (g *Groups) Statistics(w io.Writer) error {
	var b strings.Builder
	b.WriteString("truth,guess,metric,with,values,mean,stderr,min,q25,median,q75,max,pearson,spearman,lost,why\n")
	line := func(cell *Group, parts ...string) {
		b.WriteString(strings.Join(slices.Concat(cell.Key, parts), ",") + "\n")
	}
	for _, cell := range g.List {
		for k, metric := range g.Metrics {
			if cell.absent(k) {
				continue
			}
			x := cell.numbers(k)
			parts := []string{metric, "", fmt.Sprint(len(x)), number(stats.Mean(x)), number(stats.Stderr(x))}
			for _, q := range stats.Quantiles(x, 0, 0.25, 0.5, 0.75, 1) {
				parts = append(parts, number(q))
			}
			reasons := slices.Clone(cell.Reasons[k])
			slices.SortFunc(reasons, func(a, b store.ReasonCount) int { return strings.Compare(a.Code, b.Code) })
			line(cell, append(parts, "", "", fmt.Sprint(cell.Pairs-len(x)), reasons.Join("; "))...)
		}
		for i, one := range g.Metrics {
			for j := i + 1; j < len(g.Metrics); j++ {
				if cell.absent(i) || cell.absent(j) {
					continue
				}
				x, y := stats.Both(cell.Values[i], cell.Values[j])
				line(cell, one, g.Metrics[j], fmt.Sprint(len(x)), "", "", "", "", "", "", "", number(stats.Pearson(x, y)), number(stats.Spearman(x, y)), fmt.Sprint(cell.Pairs-len(x)), "")
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// absent reports whether no pair of the group has a row of a metric.
func (g *Group) absent(k int) bool { return g.Reasons[k].Pairs("no-row") == g.Pairs }
