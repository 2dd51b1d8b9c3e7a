package paint

import (
	"errors"
	"fmt"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// outlines converts text to paths, with the built-in fonts or that of the options. A character that no font has becomes
// a box with its code.
type outlines struct {
	regular, bold stack
	other         *face // or nil
}

func newOutlines(font []byte) (*outlines, error) {
	out := &outlines{regular: newStack(regular()), bold: newStack(bold())}
	if len(font) > 0 {
		f, err := sfnt.Parse(font)
		if err != nil {
			return nil, errors.New("draw: the font cannot be read: expected a TrueType or OpenType file")
		}
		out.other = newFace(f)
	}
	return out, nil
}

// A place is a character and its position on the base line, in points from the start of the text.
type place struct {
	rune
	x     float64
	own   bool  // the first font has it
	face  *face // nil if no font has it
	glyph sfnt.GlyphIndex
}

// places returns the characters of t from left to right, and the width of all.
func (o *outlines) places(t canvas.Text) ([]place, float64) {
	fonts := o.regular
	if t.Bold {
		fonts = o.bold
	}
	var list []place
	x := 0.
	for _, r := range visual(canvas.Clean(t.String)) {
		f, glyph, width := fonts.find(r)
		at := place{rune: r, x: x, own: f == fonts[0], face: f, glyph: glyph}
		if f == nil && o.other != nil {
			if i, ok := o.other.glyph(r); ok {
				// The layout reserved the width of a box, so a wider glyph may touch others.
				at.face, at.glyph = o.other, i
				at.x += float64((canvas.BoxWidth - o.other.advance(i)) / 2 * t.Size)
			}
		}
		list = append(list, at)
		x += float64(width * t.Size)
	}
	return list, x
}

// text returns the paths to fill.
func (o *outlines) text(t canvas.Text) []canvas.Path {
	list, width := o.places(t)
	var paths []canvas.Path
	for _, at := range list {
		paths = append(paths, o.character(t, at, at.x-float64(t.Anchor*width))...)
	}
	return paths
}

// character returns the paths of one character at distance x from the point of t.
func (o *outlines) character(t canvas.Text, at place, x float64) []canvas.Path {
	if at.face == nil {
		return o.box(t, at.rune, x)
	}
	return []canvas.Path{turn(t, at.face.outline(at.glyph, t.Size, x, 0))}
}

// box returns a frame with the digits of a character's code in two lines.
func (o *outlines) box(t canvas.Text, r rune, x float64) []canvas.Path {
	em := t.Size
	digits := fmt.Sprintf("%04X", r)
	half := (len(digits) + 1) / 2
	frame := canvas.Rectangle(x+0.06*em, -0.76*em, 0.88*em, 0.92*em)
	inner := canvas.Rectangle(x+0.11*em, -0.71*em, 0.78*em, 0.82*em)
	// The inner rectangle has the opposite direction, so that it is a hole.
	for i, j := 0, 3; i < j; i, j = i+1, j-1 {
		inner[i].P, inner[j].P = inner[j].P, inner[i].P
	}
	paths := []canvas.Path{turn(t, append(frame, inner...))}
	size := 0.36 * em
	for line, part := range []string{digits[:half], digits[half:]} {
		at := x + em/2 - canvas.TextWidth(part, size, false)/2
		for _, d := range part {
			f, i, width := o.regular.find(d)
			paths = append(paths, turn(t, f.outline(i, size, at, (-0.36+0.36*float64(line))*em)))
			at += width * size
		}
	}
	return paths
}

// turn moves a path from the origin to the position of t, and rotates it if t is rotated.
func turn(t canvas.Text, p canvas.Path) canvas.Path {
	for i := range p {
		for j, q := range p[i].P {
			if t.Turned {
				q = layout.Point{X: q.Y, Y: -q.X}
			}
			p[i].P[j] = layout.Point{X: t.X + q.X, Y: t.Y + q.Y}
		}
	}
	return p
}

// outline returns the outline of a glyph that begins at (x, y).
func (f *face) outline(i sfnt.GlyphIndex, size, x, y float64) canvas.Path {
	const fine = 64 // units of the font program are given in 1/64 at this size
	segments, err := f.LoadGlyph(&f.buffer, i, fixed.Int26_6(f.UnitsPerEm())*fine, nil)
	if err != nil {
		return nil
	}
	scale := size / float64(f.UnitsPerEm()) / fine
	at := func(p fixed.Point26_6) layout.Point {
		return layout.Point{X: x + float64(float64(p.X)*scale), Y: y + float64(float64(p.Y)*scale)}
	}
	var out canvas.Path
	var last layout.Point
	for k, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if k > 0 {
				out.Close()
			}
			last = at(s.Args[0])
			out.Move(last.X, last.Y)
		case sfnt.SegmentOpLineTo:
			last = at(s.Args[0])
			out.Line(last.X, last.Y)
		case sfnt.SegmentOpQuadTo:
			c, end := at(s.Args[0]), at(s.Args[1])
			out = append(out, canvas.Step{Kind: 'C', P: [3]layout.Point{last.Towards(c, 2./3), end.Towards(c, 2./3), end}})
			last = end
		case sfnt.SegmentOpCubeTo:
			last = at(s.Args[2])
			out = append(out, canvas.Step{Kind: 'C', P: [3]layout.Point{at(s.Args[0]), at(s.Args[1]), last}})
		}
	}
	if len(out) > 0 {
		out.Close()
	}
	return out
}
