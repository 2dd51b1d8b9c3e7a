package draw

import (
	"math"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// The marks at the ends of edges, in points.
const (
	markGap     = 0.9 // from the border of the node
	arrowLength = 8.5
	arrowNotch  = 6.3 // where the line meets the arrow
	arrowWidth  = 3.3 // half of it
	circleSize  = 3.1 // radius
	crossAt     = 5.2 // from the border
	crossSize   = 3.3
)

// reach returns the distance from the node at which the line ends to make room for a mark.
func reach(m graph.Mark) float64 {
	switch m {
	case graph.Arrow:
		return markGap + arrowNotch
	case graph.Circle:
		return markGap + 2*circleSize
	}
	return 0
}

// paintEdge paints an edge with the given marks along a curve.
func paintEdge(p *canvas.Picture, atX, atY graph.Mark, c layout.Curve, pen canvas.Pen) {
	var line canvas.Path
	line.Curve(c.Trim(reach(atX), reach(atY)))
	p.Stroke(line, pen, 0)
	paintMark(p, atX, c.Reversed(), pen)
	paintMark(p, atY, c, pen)
}

// paintMark paints a mark at the end of a curve.
func paintMark(p *canvas.Picture, m graph.Mark, c layout.Curve, pen canvas.Pen) {
	// where returns the point of the curve at distance d from its end.
	where := func(d float64) layout.Point {
		t := c.Trim(0, d)
		return t[len(t)-1]
	}
	pen.Dash = nil
	switch m {
	case graph.Arrow:
		tip, base := where(markGap), where(markGap+arrowLength)
		along, across := unit(base, tip)
		at := func(back, aside float64) layout.Point {
			return layout.Point{X: tip.X - back*along.X + aside*across.X, Y: tip.Y - back*along.Y + aside*across.Y}
		}
		var head canvas.Path
		head.Polygon(tip, at(arrowLength, arrowWidth), at(arrowNotch, 0), at(arrowLength, -arrowWidth))
		p.Fill(head, pen.Colour)
	case graph.Circle:
		at := where(markGap + circleSize)
		pen.Width = max(pen.Width*0.8, 1.1)
		p.Stroke(canvas.Circle(at.X, at.Y, circleSize-pen.Width/2+0.4), pen, canvas.Paper)
	case graph.Conflict:
		at := where(crossAt)
		along, across := unit(where(crossAt+1), where(crossAt-1))
		var cross canvas.Path
		for _, s := range []float64{1, -1} {
			dx, dy := crossSize*(along.X+s*across.X)*0.75, crossSize*(along.Y+s*across.Y)*0.75
			cross.Move(at.X-dx, at.Y-dy)
			cross.Line(at.X+dx, at.Y+dy)
		}
		pen.Width = max(pen.Width, 1.3)
		p.Stroke(cross, pen, 0)
	}
}

// unit returns the unit vector from p to q and the one across it.
func unit(p, q layout.Point) (along, across layout.Point) {
	d := math.Hypot(q.X-p.X, q.Y-p.Y)
	if d == 0 {
		return layout.Point{Y: 1}, layout.Point{X: 1}
	}
	along = layout.Point{X: (q.X - p.X) / d, Y: (q.Y - p.Y) / d}
	return along, layout.Point{X: -along.Y, Y: along.X}
}
