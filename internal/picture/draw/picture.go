package draw

import (
	"math"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A picture is a list of shapes, painted one over the other. Lengths are points, y
// grows downwards. What may be hovered over or styled stands in a group.
type picture struct {
	layout.Size
	title  string // for readers that do not see
	shapes []shape
}

// A shape is a path, a text, or the beginning or end of a group.
type shape struct {
	path path
	fill colour
	pen  pen
	text *text

	group string // class of the group that begins here
	tip   string // what the group shows when it is hovered over
	end   bool   // of a group
}

// A pen draws lines; one without width draws none.
type pen struct {
	colour
	width float64
	dash  []float64
}

// A text is one line of text.
type text struct {
	layout.Point // of its base line
	string
	size   float64
	bold   bool
	anchor float64 // the share of its width that lies before its point
	turned bool    // reads upwards
	colour
}

// A colour is 0xRRGGBB. The zero value is no colour; black is ink.
type colour uint32

// A path is a list of steps.
type path []step

// A step goes to the last of its points: by a move, a line, a cubic curve; or closes
// the path.
type step struct {
	kind byte // M, L, C, Z as in SVG
	p    [3]layout.Point
}

func (p *path) move(x, y float64) { *p = append(*p, step{'M', [3]layout.Point{{X: x, Y: y}}}) }
func (p *path) line(x, y float64) { *p = append(*p, step{'L', [3]layout.Point{{X: x, Y: y}}}) }
func (p *path) close()            { *p = append(*p, step{kind: 'Z'}) }

// curve adds a chain of Bézier curves.
func (p *path) curve(c layout.Curve) {
	p.move(c[0].X, c[0].Y)
	for i := 1; i+2 < len(c); i += 3 {
		*p = append(*p, step{'C', [3]layout.Point{c[i], c[i+1], c[i+2]}})
	}
}

// polygon adds a closed path through the points.
func (p *path) polygon(points ...layout.Point) {
	for i, q := range points {
		if i == 0 {
			p.move(q.X, q.Y)
		} else {
			p.line(q.X, q.Y)
		}
	}
	p.close()
}

func line(x0, y0, x1, y1 float64) path {
	var p path
	p.move(x0, y0)
	p.line(x1, y1)
	return p
}

func rectangle(x, y, w, h float64) path {
	var p path
	p.polygon(layout.Point{X: x, Y: y}, layout.Point{X: x + w, Y: y}, layout.Point{X: x + w, Y: y + h}, layout.Point{X: x, Y: y + h})
	return p
}

// rounded returns a rectangle with round corners: a circle where r is half its sides.
func rounded(x, y, w, h, r float64) path {
	k := r * (1 - 4*(math.Sqrt2-1)/3) // where a quarter circle has its control points
	var p path
	corner := func(x0, y0, x1, y1, x2, y2, x3, y3 float64) {
		p.line(x0, y0)
		p = append(p, step{'C', [3]layout.Point{{X: x1, Y: y1}, {X: x2, Y: y2}, {X: x3, Y: y3}}})
	}
	p.move(x+r, y)
	corner(x+w-r, y, x+w-k, y, x+w, y+k, x+w, y+r)
	corner(x+w, y+h-r, x+w, y+h-k, x+w-k, y+h, x+w-r, y+h)
	corner(x+r, y+h, x+k, y+h, x, y+h-k, x, y+h-r)
	corner(x, y+r, x, y+k, x+k, y, x+r, y)
	p.close()
	return p
}

func circle(x, y, r float64) path { return rounded(x-r, y-r, 2*r, 2*r, r) }

// snap rounds all places to hundredths of a point, so that machines that round
// products and sums differently write the same. What lies in the middle of two goes
// up, and so does what lies there but for such a difference.
func (p *picture) snap() {
	p.W, p.H = snap(p.W), snap(p.H)
	for i, s := range p.shapes {
		for j := range s.path {
			for k, q := range s.path[j].p {
				s.path[j].p[k] = layout.Point{X: snap(q.X), Y: snap(q.Y)}
			}
		}
		if s.text != nil {
			p.shapes[i].text.Point = layout.Point{X: snap(s.text.X), Y: snap(s.text.Y)}
		}
	}
}

func snap(x float64) float64 { return math.Floor(x*100+0.5+1e-6) / 100 }

func (p *picture) begin(class, tip string) {
	p.shapes = append(p.shapes, shape{group: class, tip: tip})
}
func (p *picture) end() { p.shapes = append(p.shapes, shape{end: true}) }

// stroke draws a path with a pen, and fills it if fill is a colour.
func (p *picture) stroke(path path, pen pen, fill colour) {
	p.shapes = append(p.shapes, shape{path: path, pen: pen, fill: fill})
}

func (p *picture) fill(path path, fill colour) {
	p.shapes = append(p.shapes, shape{path: path, fill: fill})
}

func (p *picture) write(t text) {
	if t.string != "" {
		p.shapes = append(p.shapes, shape{text: &t})
	}
}
