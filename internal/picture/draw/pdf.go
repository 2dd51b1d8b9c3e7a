package draw

import (
	"io"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
)

// paintPDF writes one page of the size of the picture, with the glyphs it uses as
// fonts, so that its text can be searched and copied. It goes to the library under
// gonum's canvas directly, since that canvas knows the Latin alphabet only and puts
// the time of day into the file.
func paintPDF(w io.Writer, p *picture, o Options) error {
	outlines, err := newOutlines(o)
	if err != nil {
		return err
	}
	const largest = 14400 // points, the most a page may have
	scale := min(1, largest/max(p.W, p.H))
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: p.W * scale, Ht: p.H * scale}})
	doc.SetCatalogSort(true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetProducer("sepdist", true)
	doc.SetTitle(clean(p.title), true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	doc.AddUTF8FontFromBytes(pdfFont, "", liberationsansregular.TTF)
	doc.AddUTF8FontFromBytes(pdfFont, "B", liberationsansbold.TTF)
	doc.TransformBegin()
	doc.TransformScaleXY(100*scale, 0, 0)
	c := pdf{doc, outlines}
	for _, s := range p.shapes {
		switch {
		case s.text != nil:
			c.text(*s.text)
		case len(s.path) > 0:
			c.path(s)
		}
	}
	doc.TransformEnd()
	return doc.Output(w)
}

const pdfFont = "sans"

type pdf struct {
	*fpdf.Fpdf
	outlines *outlines
}

func (c pdf) path(s shape) {
	mode := ""
	if s.fill != 0 {
		c.SetFillColor(s.fill.parts())
		mode = "F"
	}
	if s.pen.width > 0 {
		c.SetDrawColor(s.pen.parts())
		c.SetLineWidth(s.pen.width)
		c.SetDashPattern(s.pen.dash, 0)
		mode += "D"
	}
	for _, step := range s.path {
		p := step.p
		switch step.kind {
		case 'M':
			c.MoveTo(p[0].X, p[0].Y)
		case 'L':
			c.LineTo(p[0].X, p[0].Y)
		case 'C':
			c.CurveBezierCubicTo(p[0].X, p[0].Y, p[1].X, p[1].Y, p[2].X, p[2].Y)
		case 'Z':
			c.ClosePath()
		}
	}
	c.DrawPath(mode)
}

// text writes runs of characters that the built-in font has as text, and paints the
// others.
func (c pdf) text(t text) {
	style := ""
	if t.bold {
		style = "B"
	}
	c.SetFont(pdfFont, style, t.size)
	c.SetTextColor(t.parts())
	list, width := c.outlines.places(t)
	origin := t
	if t.turned {
		c.TransformBegin()
		defer c.TransformEnd()
		c.TransformRotate(90, t.X, t.Y)
		origin.turned = false
	}
	for i := 0; i < len(list); {
		x := list[i].x - float64(t.anchor*width)
		if !list[i].own {
			for _, glyph := range c.outlines.character(origin, list[i], x) {
				c.path(shape{path: glyph, fill: t.colour})
			}
			i++
			continue
		}
		run := ""
		for ; i < len(list) && list[i].own; i++ {
			run += string(list[i].rune)
		}
		c.Text(t.X+x, t.Y, run)
	}
}

func (c colour) parts() (r, g, b int) { return int(c >> 16), int(c >> 8 & 0xFF), int(c & 0xFF) }
