package draw

import (
	"cmp"
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A cellStyle is the meaning of a cell of a matrix.
type cellStyle struct {
	canvas.Colour
	string
	kind kind // decides the shape
}

// The cells of a single graph differ by the marks of the edges.
var markStyles = []cellStyle{
	{Colour: canvas.Ink, string: "x --> y"},
	{Colour: canvas.Blue, string: "x <-> y"},
	{Colour: canvas.Faded, string: "x --- y"},
	{Colour: canvas.Vermilion, string: "with a circle"},
	{Colour: canvas.Violet, string: "with a conflict"},
}

func markStyle(e graph.Edge) int {
	switch {
	case e.Has(graph.Conflict):
		return 4
	case e.Has(graph.Circle):
		return 3
	case e.Undirected():
		return 2
	case e.Bidirected():
		return 1
	}
	return 0
}

// styles returns the styles of cells, and the style of each edge.
func (f *Drawing) styles() (styles []cellStyle, of []int) {
	of = make([]int, len(f.edges))
	if !f.difference {
		for i, e := range f.edges {
			of[i] = markStyle(e)
		}
		return markStyles, of
	}
	for k, style := range kinds[:allKinds] {
		styles = append(styles, cellStyle{Colour: style.pen.Colour, kind: kind(k)})
	}
	for i, k := range f.kinds {
		of[i] = int(k)
	}
	return styles, of
}

// matrixSide is the usual width of a matrix without names.
const matrixSide = 480.0

// matrix draws a dot for each edge x --> y in row x and column y. An edge that has
// the same mark at both ends has two dots.
func (f *Drawing) matrix() *canvas.Picture {
	side := cmp.Or(f.side, matrixSide)
	mostCells := int(side / shapeSize) // smaller cells cannot be distinguished
	order, sorted := f.order()
	names := make([]string, len(f.names))
	place := make([]int, len(f.names))
	for i, v := range order {
		names[i], place[v] = f.names[v], i
	}
	g := chart.NewGrid(names, mostCells, side, "from x", "to y")
	styles, of := f.styles()
	cells := make(map[[2]int][]int) // how many of each style
	for i, e := range f.edges {
		for _, d := range dots(e) {
			at := [2]int{place[d.X] / g.Each, place[d.Y] / g.Each}
			if cells[at] == nil {
				cells[at] = make([]int, len(styles))
			}
			cells[at][of[i]]++
		}
	}
	legend := painted(f.matrixLegend(styles, of, g.Cell >= shapeSize))
	page := canvas.NewPage(f.Title, "", g.Size().W, legend)
	p, corner := page.Body(g.Size())
	g.Paint(p, corner)
	end := g.Cell * float64(g.Cells)
	p.Stroke(canvas.Line(g.At.X, g.At.Y, g.At.X+end, g.At.Y+end), canvas.Pen{Colour: canvas.Pale, Width: 0.6}, 0)
	paths := make([]canvas.Path, len(styles))
	for r := range g.Cells {
		for c := range g.Cells {
			if counts := cells[[2]int{r, c}]; counts != nil {
				k := f.loudest(counts)
				paths[k] = append(paths[k], styles[k].dot(g.At.X+float64(c)*g.Cell, g.At.Y+float64(r)*g.Cell, g.Cell)...)
			}
		}
	}
	for k, path := range paths {
		if len(path) > 0 {
			p.Fill(path, styles[k].Colour)
		}
	}
	shown := "the most frequent kind"
	if f.difference {
		shown += ", with differences first"
	}
	notes := g.Note(shown)
	if sorted {
		notes = append(notes, "Nodes are ordered so that arrows"+map[bool]string{true: " of the truth"}[f.difference]+" point to later ones.")
	}
	return page.Finish(legend, append(notes, f.notes...))
}

// dots returns the ordered pairs at which an edge is shown.
func dots(e graph.Edge) []graph.Edge {
	if e.AtX == graph.Arrow && e.AtY != graph.Arrow {
		e = e.Flip()
	}
	if e.AtX == e.AtY {
		return []graph.Edge{e, e.Flip()}
	}
	return []graph.Edge{e}
}

// order returns the nodes in an order in which the arrows of the graph, or of the truth, point to later nodes. If there
// is a cycle, the order is unchanged.
func (f *Drawing) order() (order []graph.Node, sorted bool) {
	var arrows []graph.Edge
	for _, e := range f.parts[0] {
		if e.Directed() {
			arrows = append(arrows, e)
		}
	}
	g := graph.MustNew(graph.NumberedNames("", 0, len(f.names)), arrows)
	if order, cycle := g.Order(); cycle == nil {
		return order, true
	}
	return graph.AllNodes(len(f.names)).Nodes(), false
}

// loudest returns the style that a cell shows: the most frequent difference, or the most frequent style if there is none.
func (f *Drawing) loudest(counts []int) int {
	best := 0
	for k, n := range counts {
		quiet := f.difference && kind(best).right()
		if n > counts[best] || n > 0 && quiet {
			best = k
		}
	}
	return best
}

// shapeSize is the smallest size at which the shapes of cells can be distinguished.
const shapeSize = 4.0

// dot returns the mark of a cell. If cells are large enough, each kind of difference has its own shape, for readers
// who cannot distinguish the colours.
func (c cellStyle) dot(x, y, s float64) canvas.Path {
	if s < shapeSize {
		return canvas.Rectangle(x, y, s, s)
	}
	at := func(dx, dy float64) layout.Point { return layout.Point{X: x + dx*s, Y: y + dy*s} }
	var p canvas.Path
	switch c.kind {
	case undetermined:
		p = canvas.Rectangle(x+0.28*s, y+0.28*s, 0.44*s, 0.44*s)
	case missing: // a frame
		p = canvas.Rectangle(x+0.08*s, y+0.08*s, 0.84*s, 0.84*s)
		p.Polygon(at(0.28, 0.28), at(0.28, 0.72), at(0.72, 0.72), at(0.72, 0.28))
	case extra:
		p = canvas.Circle(x+s/2, y+s/2, 0.36*s)
	case asTruth:
		p.Polygon(at(0.08, 0.08), at(0.92, 0.08), at(0.08, 0.92))
	case asGuess:
		p.Polygon(at(0.92, 0.08), at(0.92, 0.92), at(0.08, 0.92))
	default:
		p = canvas.Rectangle(x+0.04*s, y+0.04*s, 0.92*s, 0.92*s)
	}
	return p
}

func (f *Drawing) matrixLegend(styles []cellStyle, of []int, shapes bool) []entry {
	if f.NoLegend {
		return nil
	}
	var entries []entry
	for _, e := range f.legend {
		patch := entry{string: e.string}
		for _, k := range e.kinds {
			c := styles[k]
			if !shapes {
				c.kind = single
			}
			patch.patches = append(patch.patches, c)
		}
		entries = append(entries, patch)
	}
	if f.difference {
		return entries
	}
	count := make([]int, len(styles))
	for _, c := range of {
		count[c]++
	}
	for i, c := range styles {
		if count[i] > 0 {
			entries = append(entries, entry{patches: []cellStyle{c}, string: fmt.Sprintf("%s (%d)", c.string, count[i])})
		}
	}
	return entries
}
