package paint

import (
	"io"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"

	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// writePDF writes one page of the size of the picture. It embeds the glyphs in use as fonts, so that text can be searched
// and copied.
func writePDF(w io.Writer, p *canvas.Picture, o Options) error {
	outlines, err := newOutlines(o.Font)
	if err != nil {
		return err
	}
	const largest = 14400 // points, the largest page that PDF allows
	scale := min(1, largest/max(p.W, p.H))
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: p.W * scale, Ht: p.H * scale}})
	doc.SetCatalogSort(true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetProducer("sepdist", true)
	doc.SetTitle(canvas.Clean(p.Title), true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	doc.AddUTF8FontFromBytes(pdfFont, "", liberationsansregular.TTF)
	doc.AddUTF8FontFromBytes(pdfFont, "B", liberationsansbold.TTF)
	doc.TransformBegin()
	doc.TransformScaleXY(100*scale, 0, 0)
	c := pdf{doc, outlines}
	for _, s := range p.Shapes {
		switch {
		case s.Text != nil:
			c.text(*s.Text)
		case len(s.Path) > 0:
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

func (c pdf) path(s canvas.Shape) {
	mode := ""
	if s.Fill != 0 {
		c.SetFillColor(s.Fill.Parts())
		mode = "F"
	}
	if s.Pen.Width > 0 {
		c.SetDrawColor(s.Pen.Parts())
		c.SetLineWidth(s.Pen.Width)
		c.SetDashPattern(s.Pen.Dash, 0)
		mode += "D"
	}
	for _, step := range s.Path {
		p := step.P
		switch step.Kind {
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
	if s.Opacity > 0 {
		c.SetAlpha(s.Opacity, "Normal")
		defer c.SetAlpha(1, "Normal")
	}
	c.DrawPath(mode)
}

// text writes characters of the built-in font as text, and others as paths.
func (c pdf) text(t canvas.Text) {
	style := ""
	if t.Bold {
		style = "B"
	}
	c.SetFont(pdfFont, style, t.Size)
	c.SetTextColor(t.Parts())
	list, width := c.outlines.places(t)
	origin := t
	if t.Turned {
		c.TransformBegin()
		defer c.TransformEnd()
		c.TransformRotate(90, t.X, t.Y)
		origin.Turned = false
	}
	for i := 0; i < len(list); {
		x := list[i].x - float64(t.Anchor*width)
		if !list[i].own {
			for _, glyph := range c.outlines.character(origin, list[i], x) {
				c.path(canvas.Shape{Path: glyph, Fill: t.Colour})
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
