package draw

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// fontFamily names fonts of the same widths first, then whatever has no serifs.
const fontFamily = "Liberation Sans, Arial, Helvetica, sans-serif"

// paintSVG writes a picture that needs nothing outside itself: no style sheet, no
// font, no identifier that could clash with another picture in the same page. Text
// stays text, so that it can be searched and a viewer finds glyphs for all scripts.
func paintSVG(w io.Writer, p *picture, _ Options) error {
	b := bufio.NewWriter(w)
	s := svg{Writer: b}
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %[1]s %[2]s" role="img" font-family="%s" text-rendering="geometricPrecision">`+"\n",
		number(p.W), number(p.H), fontFamily)
	if p.title != "" {
		fmt.Fprintf(b, "<title>%s</title>\n", escaped(p.title))
	}
	fmt.Fprintf(b, `<path d="%s" fill="%s"/>`+"\n", pathData(rectangle(0, 0, p.W, p.H)), paper.hex())
	for _, shape := range p.shapes {
		s.shape(shape)
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

type svg struct{ *bufio.Writer }

func (s svg) shape(x shape) {
	switch {
	case x.end:
		s.WriteString("</g>\n")
	case x.group != "":
		fmt.Fprintf(s, `<g class="%s">`, escaped(x.group))
		if x.tip != "" {
			fmt.Fprintf(s, "<title>%s</title>", escaped(x.tip))
		}
		s.WriteString("\n")
	case x.text != nil:
		s.text(*x.text)
	default:
		s.path(x)
	}
}

func (s svg) path(x shape) {
	fmt.Fprintf(s, `<path d="%s"`, pathData(x.path))
	if x.fill == 0 {
		s.WriteString(` fill="none"`)
	} else {
		fmt.Fprintf(s, ` fill="%s"`, x.fill.hex())
	}
	if x.pen.width > 0 {
		fmt.Fprintf(s, ` stroke="%s" stroke-width="%s"`, x.pen.hex(), number(x.pen.width))
	}
	if len(x.pen.dash) > 0 {
		var dash []string
		for _, d := range x.pen.dash {
			dash = append(dash, number(d))
		}
		fmt.Fprintf(s, ` stroke-dasharray="%s"`, strings.Join(dash, " "))
	}
	s.WriteString("/>\n")
}

func (s svg) text(t text) {
	fmt.Fprintf(s, `<text x="%s" y="%s" font-size="%s" fill="%s"`, number(t.X), number(t.Y), number(t.size), t.hex())
	if t.bold {
		s.WriteString(` font-weight="bold"`)
	}
	if anchor := map[float64]string{0.5: "middle", 1: "end"}[t.anchor]; anchor != "" {
		fmt.Fprintf(s, ` text-anchor="%s"`, anchor)
	}
	if t.turned {
		fmt.Fprintf(s, ` transform="rotate(-90 %s %s)"`, number(t.X), number(t.Y))
	}
	// A viewer may have none of the fonts. What was measured is then what it fits
	// its own into, so that no name is wider than its node.
	if width, known := measure(t.string, t.size, t.bold); known && width > 0 {
		fmt.Fprintf(s, ` textLength="%s" lengthAdjust="spacingAndGlyphs"`, number(width))
	}
	if strings.TrimSpace(t.string) != t.string || strings.Contains(t.string, "  ") {
		s.WriteString(` xml:space="preserve"`)
	}
	fmt.Fprintf(s, ">%s</text>\n", escaped(t.string))
}

func pathData(p path) string {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		if w, h, ok := p.rectangleAt(i); ok {
			fmt.Fprintf(&b, "M%s,%sh%sv%sh%sz", number(p[i].p[0].X), number(p[i].p[0].Y), number(w), number(h), number(-w))
			i += 4
			continue
		}
		s := p[i]
		b.WriteByte(s.kind)
		for j, q := range s.points() {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(q.X) + "," + number(q.Y))
		}
	}
	return b.String()
}

// rectangleAt reports whether step i begins a rectangle, and how large it is. There
// can be many of them in a matrix, and they can be written shortly.
func (p path) rectangleAt(i int) (w, h float64, ok bool) {
	if i+5 > len(p) || p[i].kind != 'M' || p[i+1].kind != 'L' || p[i+2].kind != 'L' || p[i+3].kind != 'L' || p[i+4].kind != 'Z' {
		return 0, 0, false
	}
	a, b, c, d := p[i].p[0], p[i+1].p[0], p[i+2].p[0], p[i+3].p[0]
	return b.X - a.X, c.Y - b.Y, a.Y == b.Y && b.X == c.X && c.Y == d.Y && d.X == a.X
}

// points returns the points of a step that count.
func (s step) points() []layout.Point {
	switch s.kind {
	case 'Z':
		return nil
	case 'C':
		return s.p[:]
	}
	return s.p[:1]
}

// number writes x with at most two decimals.
func number(x float64) string {
	x = snap(x)
	if x == 0 {
		return "0" // and not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func (c colour) hex() string { return fmt.Sprintf("#%06x", uint32(c)) }

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(clean(s))) // a Builder returns no error
	return b.String()
}
