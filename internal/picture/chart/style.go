package chart

import (
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A lineStyle is how a series is drawn: a line of one colour and dash, with marks.
type lineStyle struct {
	pen     canvas.Pen
	shape   int
	opacity float64 // of marks; 0 is 1
}

// The colours can be distinguished by people with colour blindness (Okabe and Ito, Color universal design, 2008). Yellow
// is omitted because it is too light for lines. Brown is not from their palette.
var colours = []canvas.Colour{canvas.Blue, canvas.Vermilion, 0x009E73, 0xCC79A7, 0x56B4E9, 0xE69F00, canvas.Ink, 0x8C6D5A}

// Dashes and marks differ as well, for print in black and white.
var dashes = [][]float64{nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {4, 1.2}, {1, 2}, {10, 3}}

// styleOf returns the i-th style. The first 56 differ. Styles with the same colour have different marks.
func styleOf(i int) lineStyle {
	return lineStyle{pen: canvas.Pen{Colour: colours[i%len(colours)], Width: 1.3, Dash: dashes[i%len(dashes)]}, shape: (i + 3*(i/len(colours))) % len(colours)}
}

// mark draws the mark of a point.
func (l lineStyle) mark(p *canvas.Picture, at layout.Point) {
	const r = 2.0
	corner := func(dx, dy float64) layout.Point { return layout.Point{X: at.X + dx*r, Y: at.Y + dy*r} }
	outline := canvas.Pen{Colour: l.pen.Colour, Width: 0.9}
	var path canvas.Path
	switch l.shape {
	case 0:
		path = canvas.Circle(at.X, at.Y, r)
	case 1:
		path = canvas.Rectangle(at.X-0.9*r, at.Y-0.9*r, 1.8*r, 1.8*r)
	case 2:
		path.Polygon(corner(0, -1.25), corner(1.1, 0.8), corner(-1.1, 0.8))
	case 3:
		path.Polygon(corner(0, 1.25), corner(1.1, -0.8), corner(-1.1, -0.8))
	case 4:
		p.Stroke(canvas.Circle(at.X, at.Y, r), outline, canvas.Paper)
		return
	case 5:
		p.Stroke(canvas.Rectangle(at.X-0.9*r, at.Y-0.9*r, 1.8*r, 1.8*r), outline, canvas.Paper)
		return
	case 6:
		path = append(canvas.Line(at.X-r, at.Y-r, at.X+r, at.Y+r), canvas.Line(at.X-r, at.Y+r, at.X+r, at.Y-r)...)
		p.Stroke(path, outline, 0)
		return
	default:
		path.Polygon(corner(0, -1.3), corner(1.3, 0), corner(0, 1.3), corner(-1.3, 0))
	}
	p.Shapes = append(p.Shapes, canvas.Shape{Path: path, Fill: l.pen.Colour, Opacity: l.opacity})
}
