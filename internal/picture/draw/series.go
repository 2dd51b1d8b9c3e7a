package draw

import (
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
	"github.com/sepdist/sepdist/internal/series"
)

// Series returns the drawing of a time series: of its links that end at t, and of their copies.
func Series(s *graph.Series, o Options) (*Drawing, error) {
	g, err := Moments(s, s.MaxLag())
	if err != nil {
		return nil, err
	}
	f := Graph(g, o)
	f.frame = &series.MomentIndex{Variables: s.Names()}
	f.title = numeral.Count(s.N(), "variable") + " and " + numeral.Count(s.M(), "link")
	return f, nil
}

// SeriesDifference is [Difference] for two time series. Their variables must have the same names.
func SeriesDifference(truth, guess *graph.Series, o Options) (*Drawing, error) {
	lags := max(truth.MaxLag(), guess.MaxLag())
	aligned, err := guess.Align(truth.Names())
	if err != nil {
		return nil, fmt.Errorf("draw: the guess: %w", err)
	}
	t, err := Moments(truth, lags)
	if err != nil {
		return nil, err
	}
	g, err := Moments(aligned, lags)
	if err != nil {
		return nil, err
	}
	f, err := Difference(t, g, o)
	if err == nil {
		f.frame = &series.MomentIndex{Variables: truth.Names()}
		f.title = numeral.Count(truth.N(), "variable") + " and " + numeral.Count(len(f.edges), "link")
	}
	return f, err
}

// maxMoments is the limit for the nodes of a drawn time series.
const maxMoments = 10_000

// Moments returns the graph of the moments up to a lag, with the links that end at t. It returns
// an error if there are too many to draw.
func Moments(s *graph.Series, lags int) (*graph.Graph, error) {
	if lags >= maxMoments/max(1, s.N()) {
		return nil, fmt.Errorf("%d variables with lags up to %d have more than %d moments, too many to draw: remove the links with long lags", s.N(), lags, maxMoments)
	}
	frame := series.MomentIndex{Variables: s.Names()}
	var names []string
	for v := range frame.Node(graph.LaggedNode{Lag: lags + 1}) {
		names = append(names, frame.Name(v))
	}
	var edges []graph.Edge
	for _, l := range s.Links() {
		edges = append(edges, graph.Edge{X: frame.Node(l.First()), Y: l.Y, AtX: l.AtX, AtY: l.AtY})
	}
	var triples []graph.Triple
	for _, t := range s.Triples() {
		if lags >= max(t.A.Lag, t.B.Lag, t.C.Lag) {
			triples = append(triples, graph.Triple{A: frame.Node(t.A), B: frame.Node(t.B), C: frame.Node(t.C), Status: t.Status})
		}
	}
	g, err := graph.New(names, edges, triples...)
	if err != nil {
		panic(err) // its links are those of a series
	}
	return g, nil
}

// Sizes of the grid of moments, in points.
const (
	momentRadius = 8.0
	columnGap    = 86.0
	rowGap       = 48.0
)

// timeSeries draws variables as rows and time as columns, like tigramite: links that end at t in full colour, and
// their repetitions at earlier times faintly.
func (f *Drawing) timeSeries() *canvas.Picture {
	n := f.frame.Variables.Len()
	lags := len(f.names)/max(1, n) - 1
	at := func(m graph.LaggedNode) layout.Point {
		return layout.Point{X: columnGap * float64(lags-m.Lag), Y: rowGap * (float64(m.Variable) + 0.5)}
	}
	links := f.links(at)
	const beside = 2 * momentRadius // of names and times, from the centres of moments
	first, last := -beside, rowGap*float64(n)-4
	for i, r := range links {
		lo, hi := r.Curve.Hull()
		copies := lags - max(f.frame.Moment(f.edges[i].X).Lag, f.frame.Moment(f.edges[i].Y).Lag)
		first, last = min(first, lo.X-columnGap*float64(copies)-4), max(last, hi.Y)
	}
	left := canvas.Widest(f.frame.Variables.List(), canvas.Clean, nameSize)
	size := layout.Size{W: left - first + columnGap*float64(lags) + 3*momentRadius, H: last + 18}
	legend := painted(f.legend)
	page := canvas.NewPage(f.Title, f.title, size.W, legend)
	p, origin := page.Body(size)
	names := origin.X + left // where they end
	origin.X += left - first
	centre := func(m graph.LaggedNode) layout.Point {
		c := at(m)
		return layout.Point{X: origin.X + c.X, Y: origin.Y + c.Y}
	}
	for _, faint := range []bool{true, false} {
		for _, i := range f.byKind() {
			e := f.edges[i]
			first, last := 0, 0
			if faint {
				first, last = 1, lags-max(f.frame.Moment(e.X).Lag, f.frame.Moment(e.Y).Lag)
			}
			for earlier := first; earlier <= last; earlier++ {
				k := kinds[f.kinds[i]]
				pen, class := k.pen, "edge "+k.name
				if faint {
					pen.Colour, pen.Width, class = faded(pen.Colour), 0.8*pen.Width, class+" copy"
				}
				p.Begin(class, f.tip(e, f.kinds[i]))
				paintEdge(p, e.AtX, e.AtY, shift(links[i].Curve, layout.Point{X: origin.X - columnGap*float64(earlier), Y: origin.Y}), pen)
				p.End()
			}
		}
	}
	for v, name := range f.names {
		m := f.frame.Moment(graph.Node(v))
		at := centre(m)
		p.Begin("node", name)
		p.Stroke(canvas.Circle(at.X, at.Y, momentRadius), canvas.Pen{Colour: canvas.Ink, Width: 0.9}, canvas.Paper)
		p.End()
	}
	small := canvas.Text{Size: canvas.SmallSize, Colour: canvas.Grey, Anchor: 0.5}
	for lag := range lags + 1 {
		small.Point = layout.Point{X: centre(graph.LaggedNode{Lag: lag}).X, Y: origin.Y + last + 14}
		if small.String = "t"; lag > 0 {
			small.String = fmt.Sprintf("t − %d", lag)
		}
		p.Write(small)
	}
	for v, name := range f.frame.Variables.List() {
		p.Write(canvas.Text{
			Point:  layout.Point{X: names, Y: centre(graph.LaggedNode{Variable: graph.Node(v)}).Y + nameSize*0.36},
			String: canvas.Clean(name), Size: nameSize, Anchor: 1, Colour: canvas.Ink,
		})
	}
	return page.Finish(legend, f.notes)
}

// links returns the routes of the links that end at t, by edge.
func (f *Drawing) links(centre func(graph.LaggedNode) layout.Point) []layout.Route {
	l := &layout.Layout{Nodes: make([]layout.Box, len(f.names)), Routes: make([]layout.Route, len(f.edges))}
	for v := range l.Nodes {
		at := centre(f.frame.Moment(graph.Node(v)))
		l.Nodes[v] = layout.Box{Point: at, Size: layout.Size{W: 2 * momentRadius, H: 2 * momentRadius}}
	}
	for i, e := range f.edges {
		l.Routes[i] = layout.Route{Edge: e, Curve: f.link(i, l.Nodes[e.X].Point, l.Nodes[e.Y].Point)}
	}
	l.Spread(layout.Options{})
	return l.Routes
}

// link returns the curve of a link between two moments of the grid. It is straight unless it would pass over other
// moments, or there is another link between the two.
func (f *Drawing) link(i int, from, to layout.Point) layout.Curve {
	e := f.edges[i]
	x, y := f.frame.Moment(e.X), f.frame.Moment(e.Y)
	rows, columns := int(x.Variable-y.Variable), x.Lag-y.Lag
	bend := 0.0
	if gcd(rows, columns) > 1 {
		bend = 0.16
	}
	beside := 0 // links of the same moments before this one
	for _, other := range f.edges[:i] {
		if other.X == e.X && other.Y == e.Y || other.X == e.Y && other.Y == e.X {
			beside++
		}
	}
	if slices.ContainsFunc(f.edges[i+1:], func(o graph.Edge) bool { return o.X == e.X && o.Y == e.Y }) || beside > 0 {
		bend = max(bend, 0.12) * (1 - 2*float64(beside%2)) // one on either side
	}
	along, across := unit(from, to)
	far := math.Hypot(to.X-from.X, to.Y-from.Y)
	const most = rowGap/2 - 4 // it stays in its row
	out := min(max(far*bend, -most), most) * 4 / 3
	aside := func(share float64) layout.Point {
		return layout.Point{X: from.X + along.X*far*share - across.X*out, Y: from.Y + along.Y*far*share - across.Y*out}
	}
	near := min(1./3, rowGap/far) // a long link bends before it reaches the first moment beside it
	c := layout.Curve{from, aside(near), aside(1 - near), to}
	return c.Trim(momentRadius, momentRadius)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// faded returns a pale version of a colour.
func faded(c canvas.Colour) canvas.Colour {
	r, g, b := c.Parts()
	mix := func(part int) canvas.Colour { return canvas.Colour(255 - (255-part)*3/10) }
	return mix(r)<<16 | mix(g)<<8 | mix(b)
}
