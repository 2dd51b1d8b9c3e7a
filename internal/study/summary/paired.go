package summary

import (
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/table"
)

// A Difference compares two values of a column, such as two methods, by one metric on the cases
// that both have numbers for. A case is a truth, or a truth with values of the columns Match. One with
// several pairs counts once, with their mean.
type Difference struct {
	Metric string
	Key    []string // values of the other columns of the query
	A, B   string   // the two values of the column
	Cases  int
	Mean   float64 // of A minus B over the cases
	Lower  float64 // of the 95 % interval of the mean, by the bootstrap over cases
	Upper  float64
	Better int     // cases for which A is better than B
	Worse  int     // cases for which B is better than A
	P      float64 // two-sided sign test over the cases that are not tied; 1 if all are tied
}

// Differences returns the differences between all pairs of values of the column Paired.
func (g *Groups) Differences() (list []Difference) {
	at := slices.Index(g.By, g.Paired)
	for k, metric := range g.Metrics {
		for i, a := range g.List {
			for _, b := range g.List[i+1:] {
				if key := without(a.Key, at); slices.Equal(key, without(b.Key, at)) {
					list = append(list, g.difference(k, metric, key, a, b, at))
				}
			}
		}
	}
	return list
}

func (g *Groups) difference(k int, metric string, key []string, a, b *Group, at int) Difference {
	d := Difference{Metric: metric, Key: key, A: a.Key[at], B: b.Key[at]}
	first, second := a.byCase(k), b.byCase(k)
	var x []float64
	for _, name := range first.order {
		if _, both := second.mean[name]; both {
			x = append(x, first.mean[name]-second.mean[name])
		}
	}
	score := isScore(metric)
	for _, v := range x {
		switch {
		case v == 0:
		case v > 0 == score:
			d.Better++
		default:
			d.Worse++
		}
	}
	h := fnv.New64a()
	io.WriteString(h, strings.Join(append([]string{metric, d.A, d.B}, key...), "\x00"))
	interval := stats.Bootstrap(x, h.Sum64()^g.Seed)
	d.Cases, d.Mean, d.Lower, d.Upper, d.P = len(x), stats.Mean(x), interval.Lower, interval.Upper, stats.SignTest(d.Better, d.Worse)
	return d
}

// caseText says what a case is.
func (g *Groups) caseText() string {
	return strings.Join(append([]string{"truth"}, g.Match...), ", ")
}

// caseMeans are the means of a metric by case.
type caseMeans struct {
	order []string
	mean  map[string]float64
}

func (g *Group) byCase(k int) caseMeans {
	means := caseMeans{mean: make(map[string]float64)}
	count := make(map[string]float64)
	for i, x := range g.Values[k] {
		if math.IsNaN(x) {
			continue
		}
		name := g.cases[i]
		if count[name] == 0 {
			means.order = append(means.order, name)
		}
		count[name]++
		means.mean[name] += (x - means.mean[name]) / count[name]
	}
	return means
}

func without(list []string, i int) []string {
	return slices.Delete(slices.Clone(list), i, i+1)
}

// differenceTable returns the differences of a metric, or of all metrics in a column if it is empty.
func (g *Groups) differenceTable(list []Difference, metric string, write func(float64) string) *table.Table {
	t := &table.Table{Head: slices.Concat(without(g.By, slices.Index(g.By, g.Paired)), []string{g.Paired, "minus", "cases", "mean", "lower", "upper", "better", "worse", "sign_test_p"})}
	if metric == "" {
		t.Head = append([]string{"metric"}, t.Head...)
	}
	for _, d := range list {
		if metric != "" && metric != d.Metric {
			continue
		}
		row := slices.Concat(d.Key, []string{d.A, d.B, strconv.Itoa(d.Cases), write(d.Mean), write(d.Lower), write(d.Upper), strconv.Itoa(d.Better), strconv.Itoa(d.Worse), write(d.P)})
		if metric == "" {
			row = append([]string{d.Metric}, row...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// writeDifferences writes a table for each metric, for people.
func (g *Groups) writeDifferences(b *table.Page) {
	list := g.Differences()
	for _, metric := range g.Metrics {
		b.WriteByte('\n')
		b.Line("%s, differences on the same cases", metric)
		t := g.differenceTable(list, metric, digits)
		t.Head[len(t.Head)-1] = "sign test p"
		t.Write(b)
	}
	b.WriteByte('\n')
	b.Paragraph("mean: of the " + g.Paired + " minus the other over the cases (" + g.caseText() + ") that both have values for, with a 95 % bootstrap interval from lower to upper; better and worse: cases; sign test: two-sided, without ties.")
}

// differencesJSON returns the differences as they are written as JSON. Numbers that are not known
// are null.
func (g *Groups) differencesJSON() (list []any) {
	names := without(g.By, slices.Index(g.By, g.Paired))
	for _, d := range g.Differences() {
		list = append(list, map[string]any{
			"metric": d.Metric, "group": groupJSON(names, d.Key), "column": g.Paired, "a": d.A, "b": d.B, "cases": d.Cases, "mean": known(d.Mean),
			"mean_lower": known(d.Lower), "mean_upper": known(d.Upper), "better": d.Better, "worse": d.Worse, "sign_test_p": d.P,
		})
	}
	return list
}
