package summary_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/study/summary"
)

// rows returns long rows of a study, and the numbers by method, n and metric.
func rows() (string, map[string][]float64) {
	rng := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString("id,truth,guess,truth_class,guess_class,method,n,metric,wrong,of,value,lower,upper,status,code,reason\n")
	all := make(map[string][]float64)
	id := 0
	for _, n := range []int{1000, 100} { // not in order
		for _, method := range []string{"pc", "ges"} {
			for k := range 9 {
				id++
				if method == "ges" && n == 100 && k < 2 { // before it was known which metrics apply
					fmt.Fprintf(&b, "%d,t,g,,,%s,%d,,,,,,,error,missing-file,g\n", id, method, n)
					continue
				}
				for _, metric := range []string{"zl-sd", "shd"} {
					if metric == "shd" && k == 8 {
						fmt.Fprintf(&b, "%d,t,g,dag,pag,%s,%d,shd,,,,,,ok,undefined-value,0/0\n", id, method, n)
						continue
					}
					x := float64(rng.IntN(50)) / 50
					fmt.Fprintf(&b, "%d,t,g,dag,dag,%s,%d,%s,1,2,%v,,,ok,,\n", id, method, n, metric, x)
					key := fmt.Sprint(metric, " ", method, " ", n)
					all[key] = append(all[key], x)
				}
			}
		}
	}
	return b.String(), all
}

// An exact value is its own lower and upper bound.
func TestBoundsOfExactValues(t *testing.T) {
	const text = "id,truth,guess,truth_class,guess_class,metric,wrong,of,value,lower,upper,status,code,reason\n" +
		"1,t,g,dag,cpdag,sid,,,,0.25,0.75,ok,undefined-value,bounds\n" +
		"2,t,g,dag,dag,sid,1,4,0.25,,,ok,,\n" +
		"3,t,g,dag,,sid,,,,,,error,edge-kind,g\n"
	for value, want := range map[string]float64{"lower": 0.25, "upper": 0.5, "value": 0.25} {
		g := groups(t, text, summary.Query{Value: value})
		line, values := g.Lines()[0], 2
		if value == "value" {
			values = 1
		}
		if line.Mean != want || line.Values != values || line.Pairs != 3 {
			t.Errorf("%s: the mean of %d values of %d pairs is %v, want %v of %d", value, line.Values, line.Pairs, line.Mean, want, values)
		}
	}
}

func groups(t *testing.T, text string, q summary.Query) *summary.Groups {
	t.Helper()
	g, err := summary.New(q)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Read(table(text)); err != nil {
		t.Fatal(err)
	}
	g.Sort()
	return g
}

// The statistics are those of the numbers of each group, and every pair is counted once.
func TestGroupsByDefinition(t *testing.T) {
	text, all := rows()
	g := groups(t, text, summary.Query{By: []string{"method", "n"}, Seed: 3})
	var order []string
	pairs := 0
	for _, l := range g.Lines() {
		key := l.Metric + " " + strings.Join(l.Key, " ")
		order = append(order, key)
		x := all[key]
		if l.Values != len(x) || l.Mean != stats.Mean(x) || l.Median != stats.Quantile(x, 0.5) || l.Q25 != stats.Quantile(x, 0.25) || l.Max != slices.Max(x) {
			t.Errorf("%s: %+v of %v", key, l, x)
		}
		if !(l.Lower < l.Mean && l.Mean < l.Upper && l.Lower >= l.Min && l.Upper <= l.Max) {
			t.Errorf("%s: the interval is %v to %v, the mean %v", key, l.Lower, l.Upper, l.Mean)
		}
		missing := 0
		for _, r := range l.Missing {
			missing += r.Pairs
		}
		if l.Pairs != 9 || missing != l.Pairs-l.Values {
			t.Errorf("%s: %d pairs, %d values, missing %v", key, l.Pairs, l.Values, l.Missing)
		}
		if l.Metric == "zl-sd" {
			pairs += l.Pairs
		}
	}
	if pairs != g.Pairs || g.Pairs != 36 {
		t.Errorf("%d pairs in groups, %d in all", pairs, g.Pairs)
	}
	// Methods as they occur, sizes by number.
	want := []string{"zl-sd pc 100", "zl-sd pc 1000", "zl-sd ges 100", "zl-sd ges 1000", "shd pc 100", "shd pc 1000", "shd ges 100", "shd ges 1000"}
	if !slices.Equal(order, want) {
		t.Errorf("the order is %q", order)
	}
	last := g.Lines()[6] // shd ges 100
	if last.Missing.String() != "2 missing-file, 1 undefined-value" {
		t.Errorf("missing: %v", last.Missing)
	}
}

// An interval does not depend on which other groups there are.
func TestIntervalsStandAlone(t *testing.T) {
	text, _ := rows()
	some := groups(t, text, summary.Query{By: []string{"method", "n"}, Metrics: []string{"shd"}, Seed: 3}).Lines()
	var fewer strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, ",pc,") {
			fewer.WriteString(line)
		}
	}
	alone := groups(t, fewer.String(), summary.Query{By: []string{"method", "n"}, Metrics: []string{"shd"}, Seed: 3}).Lines()
	if fmt.Sprint(some[2:]) != fmt.Sprint(alone) {
		t.Errorf("%v and %v", some[2:], alone)
	}
}

// Text, CSV and JSON tell the same numbers, each mean with the number of values beside it.
// The method of the intervals is said as it was used: from [stats.Many] values on there is no
// bootstrap.
func TestMethodOfTheIntervals(t *testing.T) {
	const head = "id,truth,guess,truth_class,guess_class,method,metric,wrong,of,value,lower,upper,status,code,reason\n"
	several := func(method string, from, count int) string {
		var b strings.Builder
		for i := range count {
			fmt.Fprintf(&b, "%d,t,g,dag,dag,%s,shd,%d,2,%v,,,ok,,\n", from+i, method, i%3, float64(i%3)/2)
		}
		return b.String()
	}
	few, many := several("pc", 1, 5), several("ges", 6, stats.Many)
	for _, tt := range []struct{ rows, want string }{
		{few, "95 % interval of the mean: percentile bootstrap, 2000 resamples, seed 1"},
		{many, "95 % interval of the mean: mean ± 1.96 standard errors"},
		{few + many, "95 % interval of the mean: percentile bootstrap, 2000 resamples, seed 1; from 100000 values on mean ± 1.96 standard errors"},
	} {
		var b strings.Builder
		if err := groups(t, head+tt.rows, summary.Query{By: []string{"method"}, Seed: 1}).Text(&b); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.ReplaceAll(b.String(), "\n  ", " "), "\n"+tt.want+"\n") {
			t.Errorf("%s\nwant %s", b.String(), tt.want)
		}
	}
}

func TestForms(t *testing.T) {
	text, _ := rows()
	g := groups(t, text, summary.Query{By: []string{"method", "n"}, Seed: 3})
	lines := g.Lines()
	var b bytes.Buffer
	if err := g.CSV(&b, false); err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(table) != len(lines)+1 {
		t.Fatal(len(table), err)
	}
	for i, l := range lines {
		row := table[i+1]
		mean, err := strconv.ParseFloat(row[5], 64)
		if err != nil || mean != l.Mean || row[4] != strconv.Itoa(l.Values) || row[0] != l.Metric {
			t.Errorf("row %q of %+v", row, l)
		}
	}
	b.Reset()
	if err := g.JSON(&b); err != nil {
		t.Fatal(err)
	}
	var j struct {
		Seed   uint64
		Groups []struct {
			Group          map[string]string
			Mean, Lower    float64
			Values, Failed int
			Reasons        store.Reasons
		}
	}
	if err := json.Unmarshal(b.Bytes(), &j); err != nil {
		t.Fatal(err)
	}
	for i, l := range lines {
		if e := j.Groups[i]; e.Mean != l.Mean || e.Values != l.Values || e.Group["n"] != l.Key[1] || e.Failed != l.Pairs-l.Values || len(e.Reasons) != len(l.Missing) {
			t.Errorf("%+v of %+v", e, l)
		}
	}
	b.Reset()
	if err := g.Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2000 resamples, seed 3", "3 (2 missing-file, 1\n", "36 pairs, 4 groups"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// What a chart shows are the statistics, at the places of x, and it says what is missing.
func TestFigures(t *testing.T) {
	text, all := rows()
	g := groups(t, text, summary.Query{By: []string{"n", "method"}, Metrics: []string{"zl-sd", "shd"}, Seed: 3})
	for _, band := range summary.Bands {
		f, err := g.Figure(summary.Plot{Kind: summary.Lines, X: "n", Band: band.Name})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Panels) != 2 || len(f.Panels[0].Series) != 2 || len(f.Notes) != 2 {
			t.Fatalf("%+v", f)
		}
		s := f.Panels[0].Series[1] // zl-sd of ges
		if !strings.HasPrefix(s.Name, "ges (6 to 9 pairs") || s.X[0] != 100 || s.X[1] != 1000 {
			t.Errorf("%s: %+v", band.Name, s)
		}
		x := all["zl-sd ges 100"]
		want := stats.Mean(x)
		if band.Line == "median" {
			want = stats.Quantile(x, 0.5)
		}
		if s.Y[0] != want {
			t.Errorf("%s: the line is at %v, want %v", band.Name, s.Y[0], want)
		}
		if band.Name != "none" && !(s.Low[0] <= want && want <= s.High[0]) {
			t.Errorf("%s: the band is %v to %v around %v", band.Name, s.Low[0], s.High[0], want)
		}
		if _, err := chart.Panels(f); err != nil {
			t.Error(err)
		}
	}
	f, err := g.Figure(summary.Plot{Kind: summary.Boxes, X: "n"})
	if err != nil || len(f.Panels[0].Boxes) != 4 || !slices.Equal(f.Panels[0].Boxes[1].Values, all["zl-sd ges 100"]) {
		t.Errorf("%+v, %v", f, err)
	}
	g = groups(t, text, summary.Query{By: []string{"method"}, Metrics: []string{"zl-sd", "shd"}})
	f, err = g.Figure(summary.Plot{Kind: summary.Scatter})
	if err != nil || len(f.Panels) != 1 || len(f.Panels[0].Series) != 2 {
		t.Fatalf("%+v, %v", f, err)
	}
	for i, s := range f.Panels[0].Series { // pairs that have both
		if n := []int{16, 14}[i]; len(s.X) != n || len(s.Y) != n || slices.ContainsFunc(s.Y, math.IsNaN) || !s.Dots {
			t.Errorf("%+v", s)
		}
	}
}

// Texts on the x axis stand side by side as they occur.
func TestTextsOnTheAxis(t *testing.T) {
	text, _ := rows()
	g := groups(t, text, summary.Query{By: []string{"method"}, Metrics: []string{"zl-sd"}})
	f, err := g.Figure(summary.Plot{Kind: summary.Lines, X: "method"})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Panels[0]; len(p.XTicks) != 2 || p.XTicks[0].Name != "pc" || p.XTicks[1].At != p.Series[0].X[1] {
		t.Errorf("%+v", p)
	}
}

func TestBadQueries(t *testing.T) {
	text, _ := rows()
	for _, tt := range []struct {
		q    summary.Query
		want string
	}{
		{summary.Query{Value: "status"}, `there is no column "status" of numbers: use one of value, lower`},
		{summary.Query{By: []string{"n", "n"}}, "named twice"},
		{summary.Query{By: []string{"methd"}}, `there is no column "methd": the rows have method, n, truth`},
	} {
		g, err := summary.New(tt.q)
		if err == nil {
			err = g.Read(table(text))
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.q, err, tt.want)
		}
	}
	g := groups(t, text, summary.Query{Metrics: []string{"sid"}})
	if _, err := g.Figure(summary.Plot{Kind: summary.Boxes}); err == nil || !strings.Contains(err.Error(), "no pair has a number for sid") {
		t.Errorf("%v", err)
	}
}

// table returns the rows of CSV.
func table(text string) store.Table {
	return store.Text(store.CSV, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil })
}
