package canvas

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// fontFamily lists fonts with the widths of our table first, then any font without serifs.
const fontFamily = "Liberation Sans, Arial, Helvetica, sans-serif"

// SVG writes a self-contained picture, without style sheets, fonts or identifiers that could clash with another picture
// on the same page. Text stays text, so that it can be searched, and viewers find glyphs for all scripts.
func (p *Picture) SVG(w io.Writer) error {
	b := bufio.NewWriter(w)
	s := svg{Writer: b}
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %[1]s %[2]s" role="img" font-family="%s">`+"\n",
		Number(p.W), Number(p.H), fontFamily)
	if p.Title != "" {
		fmt.Fprintf(b, "<title>%s</title>\n", escaped(p.Title))
	}
	fmt.Fprintf(b, `<path d="%s" fill="%s"/>`+"\n", pathData(Rectangle(0, 0, p.W, p.H)), Paper.Hex())
	for _, shape := range p.Shapes {
		s.shape(shape)
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

type svg struct{ *bufio.Writer }

func (s svg) shape(x Shape) {
	switch {
	case x.End:
		s.WriteString("</g>\n")
	case x.Group != "":
		fmt.Fprintf(s, `<g class="%s">`, escaped(x.Group))
		if x.Tip != "" {
			fmt.Fprintf(s, "<title>%s</title>", escaped(x.Tip))
		}
		s.WriteString("\n")
	case x.Text != nil:
		s.text(*x.Text)
	default:
		s.path(x)
	}
}

func (s svg) path(x Shape) {
	fmt.Fprintf(s, `<path d="%s"`, pathData(x.Path))
	if x.Fill == 0 {
		s.WriteString(` fill="none"`)
	} else {
		fmt.Fprintf(s, ` fill="%s"`, x.Fill.Hex())
		if x.Opacity > 0 && x.Opacity < 1 {
			fmt.Fprintf(s, ` fill-opacity="%s"`, Number(x.Opacity))
		}
	}
	if x.Pen.Width > 0 {
		fmt.Fprintf(s, ` stroke="%s" stroke-width="%s"`, x.Pen.Hex(), Number(x.Pen.Width))
	}
	if len(x.Pen.Dash) > 0 {
		var dash []string
		for _, d := range x.Pen.Dash {
			dash = append(dash, Number(d))
		}
		fmt.Fprintf(s, ` stroke-dasharray="%s"`, strings.Join(dash, " "))
	}
	s.WriteString("/>\n")
}

func (s svg) text(t Text) {
	fmt.Fprintf(s, `<text x="%s" y="%s" font-size="%s" fill="%s"`, Number(t.X), Number(t.Y), Number(t.Size), t.Hex())
	if t.Bold {
		s.WriteString(` font-weight="bold"`)
	}
	if anchor := map[float64]string{0.5: "middle", 1: "end"}[t.Anchor]; anchor != "" {
		fmt.Fprintf(s, ` text-anchor="%s"`, anchor)
	}
	if t.Turned {
		fmt.Fprintf(s, ` transform="rotate(-90 %s %s)"`, Number(t.X), Number(t.Y))
	}
	// A viewer without these fonts fits its own font into the measured width, so that no name is wider than its node.
	if width, known := Measure(t.String, t.Size, t.Bold); known && width > 0 {
		fmt.Fprintf(s, ` textLength="%s" lengthAdjust="spacingAndGlyphs"`, Number(width))
	}
	if strings.TrimSpace(t.String) != t.String || strings.Contains(t.String, "  ") {
		s.WriteString(` xml:space="preserve"`)
	}
	fmt.Fprintf(s, ">%s</text>\n", escaped(t.String))
}

func pathData(p Path) string {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		if w, h, ok := p.rectangleAt(i); ok {
			fmt.Fprintf(&b, "M%s,%sh%sv%sh%sz", Number(p[i].P[0].X), Number(p[i].P[0].Y), Number(w), Number(h), Number(-w))
			i += 4
			continue
		}
		s := p[i]
		b.WriteByte(s.Kind)
		for j, q := range s.points() {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(Number(q.X) + "," + Number(q.Y))
		}
	}
	return b.String()
}

// rectangleAt reports whether step i begins a rectangle, and its size. A matrix can have many rectangles, and SVG has a
// short form for them.
func (p Path) rectangleAt(i int) (w, h float64, ok bool) {
	if i+5 > len(p) || p[i].Kind != 'M' || p[i+1].Kind != 'L' || p[i+2].Kind != 'L' || p[i+3].Kind != 'L' || p[i+4].Kind != 'Z' {
		return 0, 0, false
	}
	a, b, c, d := p[i].P[0], p[i+1].P[0], p[i+2].P[0], p[i+3].P[0]
	return b.X - a.X, c.Y - b.Y, a.Y == b.Y && b.X == c.X && c.Y == d.Y && d.X == a.X
}

// points returns the points that a step uses.
func (s Step) points() []layout.Point {
	switch s.Kind {
	case 'Z':
		return nil
	case 'C':
		return s.P[:]
	}
	return s.P[:1]
}

// Number formats x with at most two decimals.
func Number(x float64) string {
	x = Snap(x)
	if x == 0 {
		return "0" // and not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(Clean(s))) // a Builder returns no error
	return b.String()
}
