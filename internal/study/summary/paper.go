package summary

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/table"
)

// Markdown writes a table of groups by metrics, and the differences if they are asked for.
func (g *Groups) Markdown(w io.Writer) error { return g.each(w, (*table.Table).Markdown) }

// LaTeX writes the same for LaTeX with the package booktabs.
func (g *Groups) LaTeX(w io.Writer) error { return g.each(w, (*table.Table).LaTeX) }

// each writes the tables, and below each of them how the numbers were made.
func (g *Groups) each(w io.Writer, write func(*table.Table, io.Writer) error) error {
	t := g.paper()
	text := "mean ± half of the " + g.Method()
	if g.uneven() {
		text += "; the groups have different numbers of values, so that none is marked as the best"
	}
	t.Notes = append([]string{text}, g.gaps()...)
	if note := g.outcome.Note(); note != "" {
		t.Notes = append(t.Notes, note)
	}
	if err := write(t, w); err != nil || g.Paired == "" {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	t = g.differenceTable(g.Differences(), "", digits)
	t.Head[len(t.Head)-1] = "sign test p"
	t.Notes = []string{"mean difference over the cases (" + g.caseText() + ") that both have values for, with a 95 % bootstrap interval from lower to upper; two-sided sign test without ties"}
	return write(t, w)
}

// gaps returns how many pairs of each group have no value of a metric, and why.
func (g *Groups) gaps() (lines []string) {
	for _, l := range g.Lines() {
		if l.Values < l.Pairs {
			name := strings.Join(append([]string{l.Metric}, l.Key...), ", ")
			lines = append(lines, fmt.Sprintf("%s: %d of %d pairs without a value (%s)", name, l.Pairs-l.Values, l.Pairs, l.Missing))
		}
	}
	return lines
}

// paper returns a row for each group and a column for each metric: the mean ± half the width of its
// interval. The best mean among groups that differ in the first column only is in bold.
func (g *Groups) paper() *table.Table {
	t := &table.Table{Head: slices.Clone(g.By)}
	for _, name := range g.Metrics {
		t.Head = append(t.Head, name+" "+map[bool]string{false: "↓", true: "↑"}[isScore(name)])
	}
	lines := g.Lines()
	at := func(k, i int) Line { return lines[k*len(g.List)+i] }
	for i, group := range g.List {
		row := slices.Clone(group.Key)
		for k := range g.Metrics {
			l := at(k, i)
			cell := digits(l.Mean)
			if !math.IsNaN(l.Lower) {
				cell += " ± " + digits((l.Upper-l.Lower)/2)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Best = func(row, column int) bool {
		k := column - len(g.By)
		if k < 0 || len(g.By) == 0 {
			return false
		}
		mine, worse := at(k, row), 0
		for i, other := range g.List {
			if !slices.Equal(other.Key[1:], mine.Key[1:]) {
				continue
			}
			l := at(k, i)
			switch better := l.Mean < mine.Mean; {
			case l.Values != mine.Values || math.IsNaN(mine.Mean):
				return false
			case l.Mean == mine.Mean:
			case better != isScore(mine.Metric):
				return false
			default:
				worse++
			}
		}
		return worse > 0
	}
	return t
}

// uneven reports whether groups have different numbers of values.
func (g *Groups) uneven() bool {
	for k := range g.Metrics {
		for _, group := range g.List {
			if len(group.numbers(k)) != len(g.List[0].numbers(k)) {
				return true
			}
		}
	}
	return false
}

func isScore(metric string) bool {
	m, err := distance.Find(strings.TrimSpace(metric))
	return err == nil && m.Score
}
