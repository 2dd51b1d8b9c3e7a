package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// mostDots is how many dots a PNG may have.
const mostDots = 25e6

// paintPNG paints on gonum's canvas. Text is painted by its outlines, so that what
// the built-in font lacks can be painted too.
func paintPNG(w io.Writer, p *picture, o Options) error {
	dpi, err := resolution(p.Size, o.DPI)
	if err != nil {
		return err
	}
	outlines, err := newOutlines(o)
	if err != nil {
		return err
	}
	canvas := vgimg.NewWith(vgimg.UseWH(vg.Length(p.W), vg.Length(p.H)), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(paper))
	c := raster{canvas, p.H}
	for _, s := range p.shapes {
		if s.text != nil {
			canvas.SetColor(s.text.colour)
			for _, glyph := range outlines.text(*s.text) {
				canvas.Fill(c.path(glyph))
			}
			continue
		}
		if len(s.path) == 0 {
			continue
		}
		if s.fill != 0 {
			canvas.SetColor(s.fill)
			canvas.Fill(c.path(s.path))
		}
		if s.pen.width > 0 {
			var dash []vg.Length
			for _, d := range s.pen.dash {
				dash = append(dash, vg.Length(d))
			}
			canvas.SetColor(s.pen.colour)
			canvas.SetLineWidth(vg.Length(s.pen.width))
			canvas.SetLineDash(dash, 0)
			canvas.Stroke(c.path(s.path))
		}
	}
	return encode(w, canvas.Image())
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
		return 0, fmt.Errorf("draw: %d dots per inch: want %d to %d for this picture", dpi, MinDPI, most)
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
func (c raster) path(p path) vg.Path {
	at := func(q layout.Point) vg.Point { return vg.Point{X: vg.Length(q.X), Y: vg.Length(c.height - q.Y)} }
	var out vg.Path
	for _, s := range p {
		switch s.kind {
		case 'M':
			out.Move(at(s.p[0]))
		case 'L':
			out.Line(at(s.p[0]))
		case 'C':
			out.CubeTo(at(s.p[0]), at(s.p[1]), at(s.p[2]))
		case 'Z':
			out.Close()
		}
	}
	return out
}

// RGBA makes a colour one of image/color.
func (c colour) RGBA() (r, g, b, a uint32) {
	return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xFF}.RGBA()
}
