package paint

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"git.sr.ht/~sbinet/gg"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// mostDots is how many dots a PNG may have.
const mostDots = 25e6

// writePNG writes a PNG. Text is painted as outlines, so that characters that the built-in font lacks can be
// painted too.
func writePNG(w io.Writer, p *canvas.Picture, o Options) error {
	dpi, err := resolution(p.Size, o.DPI)
	if err != nil {
		return err
	}
	outlines, err := newOutlines(o.Font)
	if err != nil {
		return err
	}
	dots := func(points float64) float64 { return points / 72 * float64(dpi) }
	board := raster{gg.NewContext(int(dots(p.W)+0.5), int(dots(p.H)+0.5)), dots, p.H}
	board.InvertY() // a fraction of a dot is cut off at the top, not at the bottom
	board.SetLineCapButt()
	board.SetColor(rgba(canvas.Paper, 1))
	board.Clear()
	for _, s := range p.Shapes {
		if s.Text != nil {
			board.SetColor(rgba(s.Text.Colour, 1))
			for _, glyph := range outlines.text(*s.Text) {
				board.path(glyph)
				board.Fill()
			}
			continue
		}
		if len(s.Path) == 0 {
			continue
		}
		if s.Fill != 0 {
			board.SetColor(rgba(s.Fill, s.Opacity))
			board.path(s.Path)
			board.Fill()
		}
		if s.Pen.Width > 0 {
			var dash []float64
			for _, d := range s.Pen.Dash {
				dash = append(dash, dots(d))
			}
			board.SetColor(rgba(s.Pen.Colour, 1))
			board.SetLineWidth(dots(s.Pen.Width))
			board.SetDash(dash...)
			board.path(s.Path)
			board.Stroke()
		}
	}
	return encode(w, board.Image())
}

// resolution returns the dots per inch of a picture: those of the options, or 200, or fewer if the picture would
// be too large.
func resolution(s layout.Size, dpi int) (int, error) {
	most := int(min(math.Sqrt(mostDots/(s.W/72*s.H/72)), mostDots))
	switch {
	case most < MinDPI:
		return 0, fmt.Errorf("draw: a picture of %.0f × %.0f points is too large for PNG: use svg or pdf", s.W, s.H)
	case dpi == 0:
		return min(200, most), nil
	case dpi < MinDPI || dpi > most:
		return 0, fmt.Errorf("draw: %d dots per inch: expected %d to %d for this picture", dpi, MinDPI, most)
	}
	return dpi, nil
}

func encode(w io.Writer, img image.Image) error {
	if small, ok := fewColours(img); ok {
		return png.Encode(w, small)
	}
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	return fast.Encode(w, img)
}

// fewColours returns the image with a palette, if it has at most 256 colours. Such an image is smaller and is written
// several times as fast.
func fewColours(img image.Image) (small image.Image, ok bool) {
	from, ok := img.(*image.RGBA)
	if !ok {
		return nil, false
	}
	out := image.NewPaletted(from.Bounds(), nil)
	index := make(map[color.RGBA]uint8)
	var last color.RGBA // the zero value is transparent, which no pixel is
	var at uint8
	for i := range out.Pix {
		p := from.Pix[4*i : 4*i+4]
		if c := (color.RGBA{p[0], p[1], p[2], p[3]}); c != last {
			var seen bool
			if at, seen = index[c]; !seen {
				if len(index) == 256 {
					return nil, false
				}
				at = uint8(len(index))
				index[c] = at
				out.Palette = append(out.Palette, c)
			}
			last = c
		}
		out.Pix[i] = at
	}
	return out, true
}

type raster struct {
	*gg.Context
	dots   func(points float64) float64
	height float64 // in points
}

// path makes p the current path.
func (c raster) path(p canvas.Path) {
	for _, s := range p {
		var at [3]layout.Point
		for i, q := range s.P {
			at[i] = layout.Point{X: c.dots(q.X), Y: c.dots(c.height - q.Y)}
		}
		switch s.Kind {
		case 'M':
			c.MoveTo(at[0].X, at[0].Y)
		case 'L':
			c.LineTo(at[0].X, at[0].Y)
		case 'C':
			c.CubicTo(at[0].X, at[0].Y, at[1].X, at[1].Y, at[2].X, at[2].Y)
		case 'Z':
			c.ClosePath()
		}
	}
}

// rgba returns a colour for image/color; opacity 0 is 1.
func rgba(c canvas.Colour, opacity float64) color.Color {
	r, g, b := c.Parts()
	return color.NRGBA{uint8(r), uint8(g), uint8(b), uint8(math.Round(255 * cmp.Or(opacity, 1)))}
}
