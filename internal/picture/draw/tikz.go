package draw

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// tikzTips has the marks as tips of the library arrows.meta.
var tikzTips = [...]string{graph.Tail: "", graph.Arrow: "Stealth[]", graph.Circle: "Circle[open]", graph.Conflict: "Rays[n=4]"}

// writeTikZ writes a picture for LaTeX, with nodes and edges at the same positions as in other formats.
func writeTikZ(w io.Writer, f *Drawing) error {
	if f.place == nil {
		return fmt.Errorf("draw: %d nodes and %d edges are shown as a matrix, which tikz cannot hold: use svg, png or pdf, or the view nodes", len(f.names), len(f.edges))
	}
	b := bufio.NewWriter(w)
	b.WriteString("% Needs \\usepackage{tikz} and \\usetikzlibrary{arrows.meta}.\n")
	if !f.latin() {
		b.WriteString("% Names with other than Latin letters need XeLaTeX or LuaLaTeX and a font that has them.\n")
	}
	var used [allKinds]bool
	for _, k := range f.kinds {
		used[k] = true
	}
	for k, style := range kinds[:allKinds] {
		if used[k] || len(f.legend) > 0 && k != int(single) {
			fmt.Fprintf(b, "\\definecolor{sepdist-%s}{HTML}{%06X}\n", style.name, uint32(style.pen.Colour))
		}
	}
	b.WriteString("\\begin{tikzpicture}[x=1pt, y=-1pt, font=\\sffamily\\small,\n" +
		"  sepdist node/.style={draw, rounded corners=" + canvas.Number(layout.Box{Size: layout.Size{W: 24, H: 24}}.Radius()) + "pt, inner sep=0pt, align=center}")
	for k, style := range kinds[:allKinds] {
		if used[k] || len(f.legend) > 0 && k != int(single) {
			fmt.Fprintf(b, ",\n  sepdist %s/.style={draw=sepdist-%[1]s, line width=%spt%s}", style.name, canvas.Number(style.pen.Width), tikzDash(style.pen.Dash))
		}
	}
	b.WriteString("]\n")
	if f.Title != "" {
		fmt.Fprintf(b, "  \\node[anchor=south west, inner sep=0pt, font=\\sffamily\\bfseries] at (0,-8) {%s};\n", tikzText(f.Title))
	}
	for v, box := range f.place.Nodes {
		var lines []string
		for _, line := range f.labels[v] {
			lines = append(lines, tikzText(line))
		}
		fmt.Fprintf(b, "  \\node[sepdist node, minimum width=%spt, minimum height=%spt] at (%s) {%s};\n",
			canvas.Number(box.W), canvas.Number(box.H), tikzPoint(box.Point), strings.Join(lines, `\\`))
	}
	for i, r := range f.place.Routes {
		fmt.Fprintf(b, "  \\draw[sepdist %s, {%s}-{%s}] %s;\n", kinds[f.kinds[i]].name, tikzTips[r.AtX], tikzTips[r.AtY], tikzCurve(r.Curve))
	}
	f.tikzLegend(b)
	b.WriteString("\\end{tikzpicture}\n")
	return b.Flush()
}

// latin reports whether pdfLaTeX supports all letters of the names.
func (f *Drawing) latin() bool {
	other := func(r rune) bool { return r > unicode.MaxLatin1 }
	return !slices.ContainsFunc(f.names, func(name string) bool { return strings.ContainsFunc(canvas.Clean(name), other) })
}

func (f *Drawing) tikzLegend(b *bufio.Writer) {
	y := f.place.H + 18
	for _, e := range f.legend {
		x := 0.
		for _, k := range e.kinds {
			fmt.Fprintf(b, "  \\draw[sepdist %s, -{Stealth[]}] (%s,%s) -- (%s,%[3]s);\n", kinds[k].name, canvas.Number(x), canvas.Number(y), canvas.Number(x+sampleWidth))
			x += sampleWidth + sampleGap
		}
		fmt.Fprintf(b, "  \\node[anchor=west, inner sep=0pt, font=\\sffamily\\footnotesize] at (%s,%s) {%s};\n", canvas.Number(x), canvas.Number(y), tikzText(e.string))
		y += 13
	}
	for _, note := range f.notes {
		fmt.Fprintf(b, "  \\node[anchor=west, inner sep=0pt, font=\\sffamily\\footnotesize] at (0,%s) {%s};\n", canvas.Number(y), tikzText(note))
		y += 13
	}
}

func tikzPoint(p layout.Point) string { return canvas.Number(p.X) + "," + canvas.Number(p.Y) }

func tikzCurve(c layout.Curve) string {
	s := "(" + tikzPoint(c[0]) + ")"
	for i := 1; i+2 < len(c); i += 3 {
		s += fmt.Sprintf(" .. controls (%s) and (%s) .. (%s)", tikzPoint(c[i]), tikzPoint(c[i+1]), tikzPoint(c[i+2]))
	}
	return s
}

func tikzDash(dash []float64) string {
	if len(dash) == 0 {
		return ""
	}
	s := ", dash pattern="
	for i, d := range dash {
		s += map[bool]string{true: "on ", false: " off "}[i%2 == 0] + canvas.Number(d) + "pt"
		if i%2 == 1 && i+1 < len(dash) {
			s += " "
		}
	}
	return s
}

var tikzEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`, `_`, `\_`,
	`^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`, `"`, `\textquotedbl{}`,
)

// tikzText escapes characters with a meaning in LaTeX.
func tikzText(s string) string { return tikzEscapes.Replace(canvas.Clean(s)) }
