package draw

import (
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// nodes draws nodes and edges, the title above and the legend below.
func (f *Drawing) nodes() *canvas.Picture {
	legend := painted(f.legend)
	description := numeral.Count(len(f.names), "node") + " and " + numeral.Count(len(f.edges), "edge")
	page := canvas.NewPage(f.Title, description, f.place.W, legend)
	p, origin := page.Body(f.place.Size)
	for _, i := range f.byKind() {
		r, k := f.place.Routes[i], kinds[f.kinds[i]]
		class := "edge " + k.name
		if f.Classes {
			class += fmt.Sprintf(" e%d-%d", min(r.X, r.Y), max(r.X, r.Y))
		}
		p.Begin(class, f.tip(r.Edge, f.kinds[i]))
		paintEdge(p, r.AtX, r.AtY, shift(r.Curve, origin), k.pen)
		p.End()
	}
	for v, box := range f.place.Nodes {
		box.X, box.Y = box.X+origin.X, box.Y+origin.Y
		class := "node"
		if f.Classes {
			class += fmt.Sprintf(" n%d", v)
		}
		p.Begin(class, f.names[v])
		p.Stroke(canvas.Rounded(box.X-box.W/2, box.Y-box.H/2, box.W, box.H, box.Radius()), canvas.Pen{Colour: canvas.Ink, Width: 0.9}, canvas.Paper)
		lines := f.labels[v]
		for i, line := range lines {
			p.Write(canvas.Text{
				Point:  layout.Point{X: box.X, Y: box.Y + nameSize*0.36 + lineHeight*(float64(i)-float64(len(lines)-1)/2)},
				String: line, Size: nameSize, Anchor: 0.5, Colour: canvas.Ink,
			})
		}
		p.End()
	}
	return page.Finish(legend, f.notes)
}

// byKind returns the edges in the order in which they are painted.
func (f *Drawing) byKind() []int {
	order := make([]int, len(f.edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(f.kinds[i] - f.kinds[j]) })
	return order
}

func shift(c layout.Curve, d layout.Point) layout.Curve {
	out := make(layout.Curve, len(c))
	for i, q := range c {
		out[i] = layout.Point{X: q.X + d.X, Y: q.Y + d.Y}
	}
	return out
}

// tip returns the edge and its kind in words.
func (f *Drawing) tip(e graph.Edge, k kind) string {
	if k == rejected {
		return f.names[e.X] + " and " + f.names[e.Y] + ": a claim that a set separates them is rejected"
	}
	return f.names[e.X] + " " + e.Arrow() + " " + f.names[e.Y] + kinds[k].tip
}
