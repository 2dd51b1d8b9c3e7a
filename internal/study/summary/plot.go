package summary

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/study/store"
)

// The kinds of plots.
const (
	Lines   = "line"    // one for each group over x, with a band
	Boxes   = "box"     // one for each group and x
	Scatter = "scatter" // a point for each pair: one metric over another
	Paired  = "paired"  // a line for each case over the values of the column Paired
)

// A Plot says how groups are drawn. In Groups, the column X comes first among those of By.
type Plot struct {
	Title, Kind string
	X           string // the column of the x axis; empty: none
	Band        string // what lines and bands show; see Bands
	LogX, LogY  bool
}

// A Band is what a line and the band around it show.
type Band struct {
	Name string
	Line string // what the line shows
	Doc  string // what the band shows
	of   func(*Line, []float64) (y, low, high float64)
}

// Bands lists the bands.
var Bands = []Band{
	{"interval", "mean", "95 % bootstrap interval of the mean", func(l *Line, _ []float64) (y, low, high float64) { return l.Mean, l.Lower, l.Upper }},
	{"quartiles", "median", "quartiles", func(l *Line, _ []float64) (y, low, high float64) { return l.Median, l.Q25, l.Q75 }},
	{"stderr", "mean", "± one standard error of the mean", func(l *Line, x []float64) (y, low, high float64) {
		e := stats.Stderr(x)
		return l.Mean, l.Mean - e, l.Mean + e
	}},
	{"range", "median", "minimum to maximum", func(l *Line, _ []float64) (y, low, high float64) { return l.Median, l.Min, l.Max }},
	{"none", "mean", "", func(l *Line, _ []float64) (y, low, high float64) { return l.Mean, math.NaN(), math.NaN() }},
}

// Figure returns the chart of the groups.
func (g *Groups) Figure(p Plot) (chart.Figure, error) {
	if g.Pairs == 0 {
		return chart.Figure{}, fmt.Errorf("there are no rows to draw")
	}
	for k, metric := range g.Metrics {
		if !slices.ContainsFunc(g.List, func(group *Group) bool { return len(group.numbers(k)) > 0 }) {
			return chart.Figure{}, fmt.Errorf("no pair has a number for %s: the rows have %s", metric, g.List[0].Reasons[k])
		}
	}
	if len(g.Metrics) == 0 {
		return chart.Figure{}, fmt.Errorf("no pair has a number")
	}
	f := chart.Figure{Title: p.Title}
	switch p.Kind {
	case Lines:
		g.lines(&f, p)
	case Boxes:
		g.boxes(&f, p)
	case Scatter:
		if len(g.Metrics) != 2 {
			return f, fmt.Errorf("a scatter plot shows two metrics, and %d are named", len(g.Metrics))
		}
		g.scatter(&f, p)
	case Paired:
		g.paired(&f, p)
	default:
		return f, fmt.Errorf("unknown kind %q of plot: use line, box, scatter or paired", p.Kind)
	}
	f.Notes = append(f.Notes, g.missing()...)
	return f, nil
}

// ahead is the number of columns before those that distinguish series.
func (p Plot) ahead() int {
	if p.X == "" {
		return 0
	}
	return 1
}

// series returns the names of series, in order, and the groups of each.
func (g *Groups) series(p Plot) (names []string, of map[string][]*Group) {
	of = make(map[string][]*Group)
	for _, group := range g.List {
		name := strings.Join(group.Key[p.ahead():], ", ")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		of[name] = append(of[name], group)
	}
	// The order of the columns behind x, not that in which x lets them occur first.
	rest := &Groups{Query: Query{By: g.By[p.ahead():]}}
	for _, name := range names {
		rest.List = append(rest.List, &Group{Key: of[name][0].Key[p.ahead():]})
	}
	rest.Sort()
	for i, group := range rest.List {
		names[i] = strings.Join(group.Key, ", ")
	}
	return names, of
}

// counted returns the name of a series with the number of pairs behind each of its points.
func (g *Groups) counted(name string, groups []*Group, each string) string {
	least, most := math.MaxInt, 0
	for k := range g.Metrics {
		for _, group := range groups {
			n := len(group.numbers(k))
			least, most = min(least, n), max(most, n)
		}
	}
	count := numeral.Count(most, "pair")
	if least < most {
		count = fmt.Sprintf("%d to %s", least, count)
	}
	if name == "" {
		return fmt.Sprintf("%s per %s", count, each)
	}
	return fmt.Sprintf("%s (%s per %s)", name, count, each)
}

func (g *Groups) lines(f *chart.Figure, p Plot) {
	band := Bands[0]
	for _, b := range Bands {
		if b.Name == p.Band {
			band = b
		}
	}
	if f.Band = "band: " + band.Doc; band.Name == "interval" {
		f.Band += fmt.Sprintf(" (%d resamples, seed %d)", stats.Resamples, g.Seed)
	}
	names, of := g.series(p)
	at, ticks := g.xAxis(p)
	for k, metric := range g.Metrics {
		panel := chart.Panel{X: p.X, Y: band.Line + " " + g.title(metric), LogX: p.LogX, LogY: p.LogY, Zero: !p.LogY, XTicks: ticks}
		for _, name := range names {
			s := chart.Series{Name: g.counted(name, of[name], "point")}
			for _, group := range of[name] {
				l := g.line(k, metric, group)
				y, low, high := band.of(&l, group.numbers(k))
				s.X, s.Y = append(s.X, at[group.Key[0]]), append(s.Y, y)
				s.Low, s.High = append(s.Low, low), append(s.High, high)
			}
			if band.Name == "none" {
				s.Low, s.High = nil, nil
			}
			panel.Series = append(panel.Series, s)
		}
		f.Panels = append(f.Panels, panel)
	}
}

// title returns the name of a metric on an axis.
func (g *Groups) title(metric string) string {
	if g.Value == "value" {
		return metric
	}
	return metric + ", " + g.Value
}

// xAxis returns the positions of the values of the x column, and the ticks of the axis if they are not
// round numbers: the values themselves if they are texts, or few numbers far apart.
func (g *Groups) xAxis(p Plot) (at map[string]float64, ticks []chart.Tick) {
	at = g.order(0)
	texts := false
	var list []chart.Tick
	for _, group := range g.List {
		name := group.Key[0]
		if _, err := strconv.ParseFloat(name, 64); err != nil {
			texts = true
		}
		if !slices.ContainsFunc(list, func(t chart.Tick) bool { return t.Name == name }) {
			list = append(list, chart.Tick{At: at[name], Name: name})
		}
	}
	if texts {
		return at, list
	}
	const most, apart = 8, 0.1 // of the axis
	place := func(x float64) float64 { return x }
	if p.LogX {
		place = math.Log
		list = slices.DeleteFunc(list, func(t chart.Tick) bool { return !(t.At > 0) })
	}
	if len(list) == 0 || len(list) > most {
		return at, nil
	}
	width := place(list[len(list)-1].At) - place(list[0].At)
	for i := 1; i < len(list); i++ {
		if place(list[i].At)-place(list[i-1].At) < apart*width {
			return at, nil
		}
	}
	return at, list
}

func (g *Groups) boxes(f *chart.Figure, p Plot) {
	names, of := g.series(p)
	for k, metric := range g.Metrics {
		panel := chart.Panel{X: p.X, Y: g.title(metric), LogY: p.LogY, Zero: !p.LogY}
		for _, group := range g.List {
			if p.X == "" {
				panel.Boxes = append(panel.Boxes, chart.Box{Name: strings.Join(group.Key, ", "), Values: group.numbers(k)})
			}
		}
		if p.X != "" {
			var xs []string
			for _, group := range g.List {
				if !slices.Contains(xs, group.Key[0]) {
					xs = append(xs, group.Key[0])
				}
			}
			for _, x := range xs {
				for _, name := range names {
					box := chart.Box{Name: x}
					if name != "" {
						box.Style = g.counted(name, of[name], "box")
					}
					for _, group := range of[name] {
						if group.Key[0] == x {
							box.Values = group.numbers(k)
						}
					}
					panel.Boxes = append(panel.Boxes, box)
				}
			}
		}
		f.Panels = append(f.Panels, panel)
	}
	f.Notes = append(f.Notes, "Box: median and quartiles; whiskers: the furthest values within 1.5 times the height of the box; circles: values beyond.")
	if p.X == "" || len(names) == 1 && names[0] == "" {
		f.Notes = append(f.Notes, g.counted("", g.List, "box")+".")
	}
}

func (g *Groups) scatter(f *chart.Figure, p Plot) {
	panel := chart.Panel{X: g.title(g.Metrics[0]), Y: g.title(g.Metrics[1]), LogX: p.LogX, LogY: p.LogY}
	names, of := g.series(p)
	var allX, allY []float64
	for _, name := range names {
		var s chart.Series
		for _, group := range of[name] {
			x, y := stats.Both(group.Values[0], group.Values[1])
			s.X, s.Y = append(s.X, x...), append(s.Y, y...)
		}
		allX, allY = append(allX, s.X...), append(allY, s.Y...)
		if s.Dots = true; name != "" { // the only group needs no legend
			s.Name = fmt.Sprintf("%s (%s)", name, numeral.Count(len(s.X), "pair"))
		}
		panel.Series = append(panel.Series, s)
	}
	f.Panels = []chart.Panel{panel}
	note := fmt.Sprintf("One point per pair, %d in all.", len(allX))
	if r := stats.Spearman(allX, allY); !math.IsNaN(r) {
		note += fmt.Sprintf(" Spearman correlation: %.3f.", r)
	}
	f.Notes = append(f.Notes, note)
}

// paired draws a faint line for each case, from the value of one group to that of the next, and the means of the cases that
// all groups have.
func (g *Groups) paired(f *chart.Figure, p Plot) {
	for k, metric := range g.Metrics {
		panel := chart.Panel{X: g.By[0], Y: g.title(metric), LogY: p.LogY, Zero: !p.LogY}
		values := make([]caseMeans, len(g.List))
		for i, group := range g.List {
			panel.XTicks = append(panel.XTicks, chart.Tick{At: float64(i), Name: group.Key[0]})
			values[i] = group.byCase(k)
		}
		mean := chart.Series{Name: "mean"}
		sums, count := make([]float64, len(g.List)), 0
		for _, name := range values[0].order {
			s := chart.Series{Faint: true}
			for i := range values {
				if y, known := values[i].mean[name]; known {
					s.X, s.Y = append(s.X, float64(i)), append(s.Y, y)
				}
			}
			if len(s.X) < len(values) {
				continue
			}
			count++
			for i, y := range s.Y {
				sums[i] += y
			}
			panel.Series = append(panel.Series, s)
		}
		for i, sum := range sums {
			mean.X, mean.Y = append(mean.X, float64(i)), append(mean.Y, sum/float64(count))
		}
		panel.Series = append(panel.Series, mean)
		f.Panels = append(f.Panels, panel)
		note := fmt.Sprintf("A line for each of %s (%s) that all values of %s have.", numeral.Count(count, "case"), g.caseText(), g.By[0])
		if !slices.Contains(f.Notes, note) {
			f.Notes = append(f.Notes, note)
		}
	}
}

// missing says how many pairs are not in the chart, and why. Metrics that lack the same share a
// note.
func (g *Groups) missing() (notes []string) {
	of := make(map[string][]string)
	var order []string
	for k, metric := range g.Metrics {
		var all store.Reasons
		for _, group := range g.List {
			for _, r := range group.Reasons[k] {
				all.Add(r)
			}
		}
		if len(all) == 0 {
			continue
		}
		all.Sort()
		what := fmt.Sprintf("%d of %s (%s)", all.Pairs(""), numeral.Count(g.Pairs, "pair"), all)
		if of[what] == nil {
			order = append(order, what)
		}
		of[what] = append(of[what], metric)
	}
	for _, what := range order {
		notes = append(notes, fmt.Sprintf("No value of %s: %s.", strings.Join(of[what], ", "), what))
	}
	return notes
}
