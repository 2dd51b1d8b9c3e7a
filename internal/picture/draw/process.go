package draw

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A lagKind is the lag of a link, and its kind.
type lagKind struct {
	lag  int
	kind kind
}

// A processEdge is all links with the same marks between two variables.
type processEdge struct {
	graph.Edge
	lags []lagKind
}

// kind returns the kind of all links of e. Links of several kinds are drawn as an edge with different marks, and the colours
// of the lags show the kinds.
func (e *processEdge) kind() kind {
	if e.mixed() {
		return asTruth
	}
	return e.lags[0].kind
}

// mixed reports whether links are of different kinds, where all kinds that are right count as one.
func (e *processEdge) mixed() bool {
	first := e.lags[0].kind
	return slices.ContainsFunc(e.lags, func(l lagKind) bool { return l.kind != first && !(l.kind.right() && first.right()) })
}

func countMixed(edges []*processEdge) (n int) {
	for _, e := range edges {
		if e.mixed() {
			n++
		}
	}
	return n
}

// lagText returns the lags in words: "lag 1", "lags 0, 2".
func lagText(lags []lagKind) string {
	s := lagWord(lags)
	for i, l := range lags {
		if i > 0 {
			s += ", "
		}
		s += strconv.Itoa(l.lag)
	}
	return s
}

// process draws a node for each variable, with the lags of links beside them and those of links
// from a variable to itself in its node.
func (f *Drawing) process() *canvas.Picture {
	names := f.frame.Variables.List()
	edges, auto := f.processEdges()
	sizes := make([]layout.Size, len(names))
	for v, name := range names {
		w := max(canvas.TextWidth(canvas.Clean(name), nameSize, false), lagsWidth(auto[v]))
		h := lineHeight + 2*padY
		if len(auto[v]) > 0 {
			h += lineHeight
		}
		sizes[v] = layout.Size{W: max(canvas.Snap(1.04*w+2*padX), h), H: h}
	}
	place, at := placeProcess(sizes, edges)
	left, right := 0., place.W
	for _, b := range at {
		left, right = min(left, b.X-b.W/2), max(right, b.X+b.W/2)
	}
	entries := f.legend
	if mixed := countMixed(edges); mixed > 0 && len(entries) > 0 {
		entries = append(slices.Clip(entries), entry{kinds: []kind{asTruth}, string: fmt.Sprintf("different lags, in the colours above (%d)", mixed)})
	}
	legend := painted(entries)
	page := canvas.NewPage(f.Title, f.title, right-left, legend)
	p, origin := page.Body(layout.Size{W: right - left, H: place.H})
	origin.X -= left
	for i, r := range place.Routes {
		k := edges[i].kind()
		curve := shift(r.Curve, origin)
		p.Begin("edge "+kinds[k].name, fmt.Sprintf("%s %s %s at %s", names[r.X], r.Arrow(), names[r.Y], lagText(edges[i].lags)))
		paintEdge(p, r.AtX, r.AtY, curve, kinds[k].pen)
		p.End()
	}
	for i, e := range edges { // over all edges
		if e.labelled() {
			b := at[i]
			p.Begin("edge lags", fmt.Sprintf("%s %s %s at %s", names[e.X], e.Arrow(), names[e.Y], lagText(e.lags)))
			p.Fill(canvas.Rectangle(origin.X+b.X-b.W/2, origin.Y+b.Y-b.H/2, b.W, b.H), canvas.Paper)
			writeLags(p, layout.Point{X: origin.X + b.X, Y: origin.Y + b.Y}, e.lags)
			p.End()
		}
	}
	for v, box := range place.Nodes {
		box.X, box.Y = box.X+origin.X, box.Y+origin.Y
		tip := names[v]
		if len(auto[v]) > 0 {
			tip += ", auto links at " + lagText(auto[v])
		}
		p.Begin("node", tip)
		p.Stroke(canvas.Rounded(box.X-box.W/2, box.Y-box.H/2, box.W, box.H, box.Radius()), canvas.Pen{Colour: canvas.Ink, Width: 0.9}, canvas.Paper)
		at := layout.Point{X: box.X, Y: box.Y + nameSize*0.36}
		if len(auto[v]) > 0 {
			at.Y -= lineHeight / 2
			writeLags(p, layout.Point{X: box.X, Y: box.Y + lineHeight/2}, auto[v])
		}
		p.Write(canvas.Text{Point: at, String: canvas.Clean(names[v]), Size: nameSize, Anchor: 0.5, Colour: canvas.Ink})
		p.End()
	}
	return page.Finish(legend, f.notes)
}

// processEdges returns the links between variables, and the lags of those from a variable to
// itself.
func (f *Drawing) processEdges() (edges []*processEdge, auto [][]lagKind) {
	auto = make([][]lagKind, f.frame.Variables.Len())
	for i, e := range f.edges {
		x, y := f.frame.Moment(e.X), f.frame.Moment(e.Y)
		l := lagKind{max(x.Lag, y.Lag), f.kinds[i]}
		if x.Variable == y.Variable {
			auto[x.Variable] = append(auto[x.Variable], l)
			continue
		}
		e.X, e.Y = x.Variable, y.Variable
		if e.AtX == graph.Arrow && e.AtY != graph.Arrow || e.AtX == e.AtY && e.X > e.Y {
			e = e.Flip()
		}
		at := slices.IndexFunc(edges, func(p *processEdge) bool { return p.Edge == e })
		if at < 0 {
			at = len(edges)
			edges = append(edges, &processEdge{Edge: e})
		}
		edges[at].lags = append(edges[at].lags, l)
	}
	byLag := func(a, b lagKind) int { return a.lag - b.lag }
	for _, e := range edges {
		slices.SortStableFunc(e.lags, byLag)
	}
	for _, lags := range auto {
		slices.SortStableFunc(lags, byLag)
	}
	return edges, auto
}

// lagWord returns the word before lags.
func lagWord(lags []lagKind) string {
	if len(lags) == 1 {
		return "lag "
	}
	return "lags "
}

// lagsWidth returns the width of written lags.
func lagsWidth(lags []lagKind) float64 {
	return canvas.TextWidth(lagText(lags), canvas.SmallSize, false)
}

// writeLags writes lags in the colours of their kinds.
func writeLags(p *canvas.Picture, at layout.Point, lags []lagKind) {
	x := at.X - lagsWidth(lags)/2
	word := canvas.Text{Point: layout.Point{X: x, Y: at.Y + canvas.SmallSize*0.36}, String: lagWord(lags), Size: canvas.SmallSize, Colour: canvas.Grey}
	p.Write(word)
	x += canvas.TextWidth(word.String, canvas.SmallSize, false)
	for i, l := range lags {
		s := strconv.Itoa(l.lag)
		if i+1 < len(lags) {
			s += ", "
		}
		p.Write(canvas.Text{
			Point: layout.Point{X: x, Y: at.Y + canvas.SmallSize*0.36}, String: s, Size: canvas.SmallSize,
			Bold: l.kind > undetermined, Colour: kinds[l.kind].pen.Colour,
		})
		x += canvas.TextWidth(s, canvas.SmallSize, false)
	}
}
