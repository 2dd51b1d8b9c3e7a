package canvas

import (
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A Picture is a list of shapes, painted in order. Lengths are in points, and y grows downwards. Shapes with a tooltip or
// a class for style sheets are in groups.
type Picture struct {
	layout.Size
	Title  string // for screen readers
	Shapes []Shape
}

// A Shape is a path, a text, or the beginning or end of a group.
type Shape struct {
	Path    Path
	Fill    Colour
	Opacity float64 // of the fill; 0 is 1
	Pen     Pen
	Text    *Text

	Group string // class of the group that this shape begins
	Tip   string // tooltip of the group
	End   bool   // the end of a group
}

// A Pen draws lines. With width 0 it draws nothing.
type Pen struct {
	Colour
	Width float64
	Dash  []float64
}

// A Text is one line of text.
type Text struct {
	layout.Point // of its base line
	String       string
	Size         float64
	Bold         bool
	Anchor       float64 // position of Point in the text: 0 is its start, 0.5 its middle, 1 its end
	Turned       bool    // rotated by 90 degrees, to be read upwards
	Colour
}

// A Colour is 0xRRGGBB. The zero value is no colour; black is Ink.
type Colour uint32

// Parts returns red, green and blue, 0 to 255.
func (c Colour) Parts() (r, g, b int) { return int(c >> 16), int(c >> 8 & 0xFF), int(c & 0xFF) }

// Hex returns the colour as #rrggbb.
func (c Colour) Hex() string { return fmt.Sprintf("#%06x", uint32(c)) }

// A Path is a list of steps.
type Path []Step

// A Step moves to the last of its points, draws a line or a cubic curve to it, or closes the path.
type Step struct {
	Kind byte // M, L, C, Z as in SVG
	P    [3]layout.Point
}

func (p *Path) Move(x, y float64) { *p = append(*p, Step{'M', [3]layout.Point{{X: x, Y: y}}}) }
func (p *Path) Line(x, y float64) { *p = append(*p, Step{'L', [3]layout.Point{{X: x, Y: y}}}) }
func (p *Path) Close()            { *p = append(*p, Step{Kind: 'Z'}) }

// Curve adds a chain of Bézier curves.
func (p *Path) Curve(c layout.Curve) {
	p.Move(c[0].X, c[0].Y)
	for i := 1; i+2 < len(c); i += 3 {
		*p = append(*p, Step{'C', [3]layout.Point{c[i], c[i+1], c[i+2]}})
	}
}

// Polygon adds a closed path through the points.
func (p *Path) Polygon(points ...layout.Point) {
	for i, q := range points {
		if i == 0 {
			p.Move(q.X, q.Y)
		} else {
			p.Line(q.X, q.Y)
		}
	}
	p.Close()
}

func Line(x0, y0, x1, y1 float64) Path {
	var p Path
	p.Move(x0, y0)
	p.Line(x1, y1)
	return p
}

func Rectangle(x, y, w, h float64) Path {
	var p Path
	p.Polygon(layout.Point{X: x, Y: y}, layout.Point{X: x + w, Y: y}, layout.Point{X: x + w, Y: y + h}, layout.Point{X: x, Y: y + h})
	return p
}

// Rounded returns a rectangle with round corners. If r is half of both sides, it is a circle.
func Rounded(x, y, w, h, r float64) Path {
	k := r * (1 - 4*(math.Sqrt2-1)/3) // distance of the control points of a quarter circle from the corner
	var p Path
	corner := func(x0, y0, x1, y1, x2, y2, x3, y3 float64) {
		p.Line(x0, y0)
		p = append(p, Step{'C', [3]layout.Point{{X: x1, Y: y1}, {X: x2, Y: y2}, {X: x3, Y: y3}}})
	}
	p.Move(x+r, y)
	corner(x+w-r, y, x+w-k, y, x+w, y+k, x+w, y+r)
	corner(x+w, y+h-r, x+w, y+h-k, x+w-k, y+h, x+w-r, y+h)
	corner(x+r, y+h, x+k, y+h, x, y+h-k, x, y+h-r)
	corner(x, y+r, x, y+k, x+k, y, x+r, y)
	p.Close()
	return p
}

func Circle(x, y, r float64) Path { return Rounded(x-r, y-r, 2*r, 2*r, r) }

// Snap rounds all coordinates to hundredths of a point, so that processors with different rounding of products and
// sums write the same file. Values halfway between two hundredths, or nearly so, are rounded up.
func (p *Picture) Snap() {
	p.W, p.H = Snap(p.W), Snap(p.H)
	for i, s := range p.Shapes {
		for j := range s.Path {
			for k, q := range s.Path[j].P {
				s.Path[j].P[k] = layout.Point{X: Snap(q.X), Y: Snap(q.Y)}
			}
		}
		if s.Text != nil {
			p.Shapes[i].Text.Point = layout.Point{X: Snap(s.Text.X), Y: Snap(s.Text.Y)}
		}
	}
}

// Snap rounds one length.
func Snap(x float64) float64 { return math.Floor(x*100+0.5+1e-6) / 100 }

// Scale multiplies all lengths by a factor.
func (p *Picture) Scale(factor float64) {
	p.W, p.H = p.W*factor, p.H*factor
	for i := range p.Shapes {
		s := &p.Shapes[i]
		for j := range s.Path {
			for k, q := range s.Path[j].P {
				s.Path[j].P[k] = layout.Point{X: q.X * factor, Y: q.Y * factor}
			}
		}
		s.Pen.Width *= factor
		s.Pen.Dash = slices.Clone(s.Pen.Dash)
		for j := range s.Pen.Dash {
			s.Pen.Dash[j] *= factor
		}
		if t := s.Text; t != nil {
			t.X, t.Y, t.Size = t.X*factor, t.Y*factor, t.Size*factor
		}
	}
	p.Snap()
}

// Begin begins a group, End ends it.
func (p *Picture) Begin(class, tip string) {
	p.Shapes = append(p.Shapes, Shape{Group: class, Tip: tip})
}
func (p *Picture) End() { p.Shapes = append(p.Shapes, Shape{End: true}) }

// Stroke draws a path with a pen, and fills it if fill is a colour.
func (p *Picture) Stroke(path Path, pen Pen, fill Colour) {
	p.Shapes = append(p.Shapes, Shape{Path: path, Pen: pen, Fill: fill})
}

// Fill fills a path.
func (p *Picture) Fill(path Path, fill Colour) {
	p.Shapes = append(p.Shapes, Shape{Path: path, Fill: fill})
}

// Write adds a line of text.
func (p *Picture) Write(t Text) {
	if t.String != "" {
		p.Shapes = append(p.Shapes, Shape{Text: &t})
	}
}
