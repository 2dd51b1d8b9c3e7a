package paint

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// mostDots is how many dots a PNG may have.
const mostDots = 25e6

// writePNG paints on gonum's canvas. Text is painted by its outlines, so that what
// the built-in font does not have can be painted too.
func writePNG(w io.Writer, p *canvas.Picture, o Options) error {
	dpi, err := resolution(p.Size, o.DPI)
	if err != nil {
		return err
	}
	outlines, err := newOutlines(o.Font)
	if err != nil {
		return err
	}
	board := vgimg.NewWith(vgimg.UseWH(vg.Length(p.W), vg.Length(p.H)), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(rgba(canvas.Paper, 1)))
	c := raster{board, p.H}
	for _, s := range p.Shapes {
		if s.Text != nil {
			board.SetColor(rgba(s.Text.Colour, 1))
			for _, glyph := range outlines.text(*s.Text) {
				board.Fill(c.path(glyph))
			}
			continue
		}
		if len(s.Path) == 0 {
			continue
		}
		if s.Fill != 0 {
			board.SetColor(rgba(s.Fill, s.Opacity))
			board.Fill(c.path(s.Path))
		}
		if s.Pen.Width > 0 {
			var dash []vg.Length
			for _, d := range s.Pen.Dash {
				dash = append(dash, vg.Length(d))
			}
			board.SetColor(rgba(s.Pen.Colour, 1))
			board.SetLineWidth(vg.Length(s.Pen.Width))
			board.SetLineDash(dash, 0)
			board.Stroke(c.path(s.Path))
		}
	}
	return encode(w, board.Image())
}

// resolution returns the dots per inch for a picture: those asked for, or else 200 where it
// would not be too large.
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

// fewColours returns the image with a palette, if 256 colours do. Such an image is
// written several times as fast and is smaller.
func fewColours(img image.Image) (small image.Image, ok bool) {
	from, ok := img.(*image.RGBA)
	if !ok {
		return nil, false
	}
	out := image.NewPaletted(from.Bounds(), nil)
	index := make(map[color.RGBA]uint8)
	var last color.RGBA // the zero value is transparent and does not occur
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
	*vgimg.Canvas
	height float64
}

// path turns a path upside down, as gonum has it.
func (c raster) path(p canvas.Path) vg.Path {
	at := func(q layout.Point) vg.Point { return vg.Point{X: vg.Length(q.X), Y: vg.Length(c.height - q.Y)} }
	var out vg.Path
	for _, s := range p {
		switch s.Kind {
		case 'M':
			out.Move(at(s.P[0]))
		case 'L':
			out.Line(at(s.P[0]))
		case 'C':
			out.CubeTo(at(s.P[0]), at(s.P[1]), at(s.P[2]))
		case 'Z':
			out.Close()
		}
	}
	return out
}

// rgba returns a colour for image/color; opacity 0 is 1.
func rgba(c canvas.Colour, opacity float64) color.Color {
	if opacity == 0 {
		opacity = 1
	}
	r, g, b := c.Parts()
	return color.NRGBA{uint8(r), uint8(g), uint8(b), uint8(math.Round(255 * opacity))}
}
