package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/series"
)

// A Tested is a graph with the outcome of its test against data.
type Tested struct {
	Outcome *verdict.Falsification
	Graph   *graph.Graph
	Series  *graph.Series // of a time series; Graph is not used then
}

// How much of an outcome a report shows.
const (
	mostArcs   = 40  // rejected pairs in the picture
	mostDrawn  = 60  // nodes, before only those of rejected pairs and unsupported edges are drawn
	mostForest = 30  // claims in the forest plot
	mostRows   = 200 // claims in the table
	mostPoints = 400 // points of the quantile plot
)

// Falsify is a report on graphs that were tested against the same data.
type Falsify struct {
	Title  string
	Graphs []Tested
	Made   []Setting
}

//go:embed falsify.html
var falsifyText string

// WriteFalsify writes a report on tests of graphs against data.
func WriteFalsify(w io.Writer, p Falsify) error {
	v := falsifyView{Falsify: p, Style: template.CSS(style)}
	var all verdict.Falsifications
	for i := range p.Graphs {
		all = append(all, p.Graphs[i].Outcome)
		s, err := p.Graphs[i].view(fmt.Sprintf("graph-%d", i+1))
		if err != nil {
			return err
		}
		v.Views = append(v.Views, s)
	}
	if len(all) > 1 {
		v.Table = all.Table()
	}
	return execute(w, falsifyText, v)
}

type falsifyView struct {
	Falsify
	Style template.CSS
	Table [][]string // of several graphs, with a first row of names
	Views []testedView
}

// Number returns the number of the i-th row of the table, from 1.
func (falsifyView) Number(i int) int { return i + 1 }

// Pictures are the pictures of a test as SVG. Those without anything to show are empty.
type Pictures struct {
	Graph     template.HTML `json:"graph"`               // with rejected pairs and unsupported edges
	Forest    template.HTML `json:"forest,omitempty"`    // effects of rejected claims
	Histogram template.HTML `json:"histogram,omitempty"` // of the p-values
	Quantiles template.HTML `json:"quantiles,omitempty"` // of the p-values
	Relabeled template.HTML `json:"relabeled,omitempty"` // rejected claims of relabeled graphs
	Shown     string        `json:"shown,omitempty"`     // which part of the graph is drawn
}

// Draw returns the pictures.
func (t *Tested) Draw() (p Pictures, err error) {
	f := t.Outcome
	var graph *draw.Drawing
	if graph, p.Shown, err = t.drawing(); err != nil {
		return p, err
	}
	if p.Graph, err = svg(graph.Picture(), nil); err != nil {
		return p, err
	}
	if claims := f.RejectedClaims(); f.EffectName() != "" && len(claims) > 0 {
		if p.Forest, err = svg(t.forest(claims[:min(len(claims), mostForest)])); err != nil {
			return p, err
		}
	}
	if values := pValues(f); len(values) > 0 {
		d := chart.Distribution{Values: values, Bins: 20, Marker: math.NaN(), Unit: "p-values of the claims"}
		if p.Histogram, err = svg(chart.Histogram(d)); err != nil {
			return p, err
		}
		if p.Quantiles, err = svg(quantilePlot(values)); err != nil {
			return p, err
		}
	}
	if f.Permutations != nil {
		d := chart.Distribution{Step: 1, Marker: float64(f.Rejected), Name: "the graph", Unit: "rejected claims of relabeled graphs"}
		for _, count := range f.Permutations.Rejected {
			d.Values = append(d.Values, float64(count))
		}
		p.Relabeled, err = svg(chart.Histogram(d))
	}
	return p, err
}

// A testedView is the section of one graph.
type testedView struct {
	*verdict.Falsification
	Pictures
	ID       string
	Zoom     bool
	Effect   string // empty if there is none
	Rows     [][]string
	MoreRows int
	Weak     []weakEdge
	Untested int // edges
}

type weakEdge struct {
	Edge string
	Row  []string
}

func (t *Tested) view(id string) (v testedView, err error) {
	f := t.Outcome
	v = testedView{Falsification: f, ID: id, Effect: f.EffectName(), Zoom: t.Series == nil && t.Graph.N() > few}
	if v.Pictures, err = t.Draw(); err != nil {
		return v, err
	}
	claims := f.RejectedClaims()
	for _, c := range claims[:min(len(claims), mostRows)] {
		v.Rows = append(v.Rows, f.Row(c))
	}
	v.MoreRows = len(claims) - len(v.Rows)
	weak, untested := f.Unsupported()
	v.Untested = untested
	for _, e := range weak {
		v.Weak = append(v.Weak, weakEdge{e.Edge, f.Row(&e.TestedClaim)})
	}
	return v, nil
}

// drawing returns the drawing of the graph, and what part of it is shown.
func (t *Tested) drawing() (drawing *draw.Drawing, shown string, err error) {
	f := t.Outcome
	place := func(x, y int32) draw.Pair { return draw.Pair{graph.Node(x), graph.Node(y)} }
	lags := 0
	if t.Series != nil {
		lags = t.lags()
		place = t.moments
	}
	var rejected, weak []draw.Pair
	seen := make(map[draw.Pair]bool) // claims of a time series can differ by their moment only
	for _, c := range f.RejectedClaims() {
		p := place(c.X, c.Y)
		if !seen[p] && len(rejected) < mostArcs {
			rejected = append(rejected, p)
		}
		seen[p] = true
	}
	if all := len(seen); all > len(rejected) {
		shown = fmt.Sprintf("The %d strongest of %d pairs with rejected claims. ", len(rejected), all)
	}
	edges, _ := f.Unsupported()
	for _, e := range edges {
		weak = append(weak, place(e.X, e.Y))
	}
	if t.Series != nil {
		drawing, err = draw.TestedSeries(t.Series, lags, rejected, weak, draw.Options{})
		return drawing, shown, err
	}
	g := t.Graph
	if g.N() > mostDrawn {
		set := graph.NewSet(g.N())
		for _, p := range slices.Concat(rejected, weak[:min(len(weak), mostArcs)]) {
			set.Add(p[0])
			set.Add(p[1])
		}
		nodes := set.Nodes()
		index := make(map[graph.Node]graph.Node, len(nodes))
		for i, v := range nodes {
			index[v] = graph.Node(i)
		}
		inside := func(list []draw.Pair) (kept []draw.Pair) {
			for _, p := range list {
				x, hasX := index[p[0]]
				y, hasY := index[p[1]]
				if hasX && hasY {
					kept = append(kept, draw.Pair{x, y})
				}
			}
			return kept
		}
		shown += fmt.Sprintf("%d of %d nodes: those of rejected claims and of edges without support", len(nodes), g.N())
		g, rejected, weak = g.Induced(nodes), inside(rejected), inside(weak)
	}
	return draw.Tested(g, rejected, weak, draw.Options{View: draw.Nodes}), shown, nil
}

// moment returns the variable and the lag of a column of the tests.
func (t *Tested) moment(column int32) graph.LaggedNode {
	name, lag, _ := graph.ParseMoment(t.Outcome.Names[column])
	v, _ := t.Series.Names().Node(name)
	return graph.LaggedNode{Variable: v, Lag: lag}
}

// moments returns two columns as nodes of [draw.Moments], shifted so that the later is at t.
func (t *Tested) moments(x, y int32) draw.Pair {
	a, b := t.moment(x), t.moment(y)
	first := min(a.Lag, b.Lag)
	frame := series.MomentIndex{Variables: t.Series.Names()}
	p := draw.Pair{frame.Node(a.Shift(-first)), frame.Node(b.Shift(-first))}
	return draw.Pair{min(p[0], p[1]), max(p[0], p[1])}
}

// lags returns the number of lags that links and rejected claims span.
func (t *Tested) lags() int {
	lags := t.Series.MaxLag()
	for _, c := range t.Outcome.RejectedClaims() {
		a, b := t.moment(c.X), t.moment(c.Y)
		lags = max(lags, a.Lag-b.Lag, b.Lag-a.Lag)
	}
	return lags
}

// forest draws the effects of claims with their intervals.
func (t *Tested) forest(claims []*verdict.TestedClaim) (*canvas.Picture, error) {
	f := t.Outcome
	list := make([]chart.Estimate, len(claims))
	unit := f.EffectName()
	for i, c := range claims {
		row := f.Row(c)
		list[i] = chart.Estimate{Name: row[0] + " and " + row[1], Value: c.Effect, Low: math.NaN(), High: math.NaN()}
		if row[2] != "" {
			list[i].Name += " given " + row[2]
		}
		if long := []rune(list[i].Name); len(long) > 60 {
			list[i].Name = string(long[:59]) + "…"
		}
		if low, high, ok := f.Interval(c); ok {
			list[i].Low, list[i].High = low, high
			unit = fmt.Sprintf("%s, with intervals of level %v", f.EffectName(), 1-f.Alpha)
		}
	}
	return chart.Forest("", unit, list)
}

// quantilePlot draws p-values, ascending, over those that are expected if the graph is true.
func quantilePlot(p []float64) (*canvas.Picture, error) {
	p = slices.Sorted(slices.Values(p))
	points := chart.Series{Dots: true}
	n := min(len(p), mostPoints)
	for k := range n {
		i := k * len(p) / n
		points.X = append(points.X, (float64(i)+0.5)/float64(len(p)))
		points.Y = append(points.Y, p[i])
	}
	return chart.Panels(chart.Figure{Panels: []chart.Panel{{X: "p-value expected if the graph is true", Y: "p-value", Unit: true, Series: []chart.Series{points}}}})
}

// pValues returns the p-values of the tested claims.
func pValues(f *verdict.Falsification) (list []float64) {
	for i := range f.Claims {
		if c := &f.Claims[i]; c.Untested == "" {
			list = append(list, c.P)
		}
	}
	return list
}
