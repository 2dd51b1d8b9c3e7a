package draw

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// mermaidEnds has the marks in Mermaid at the right end of an edge, and at the left end of an edge with the same mark at
// both ends.
var (
	mermaidRight = [...]string{graph.Tail: "-", graph.Arrow: ">", graph.Circle: "o", graph.Conflict: "x"}
	mermaidLeft  = [...]string{graph.Tail: "", graph.Arrow: "<", graph.Circle: "o", graph.Conflict: "x"}
)

// writeMermaid writes a flowchart for Mermaid.
func writeMermaid(w io.Writer, f *Drawing) error {
	b := bufio.NewWriter(w)
	if f.Title != "" {
		fmt.Fprintf(b, "---\ntitle: %s\n---\n", mermaidTitle(f.Title))
	}
	b.WriteString("flowchart TD\n")
	for _, e := range f.legend {
		fmt.Fprintf(b, "  %%%% %s: %s\n", e.string, e.mermaid)
	}
	for _, note := range f.notes {
		fmt.Fprintf(b, "  %%%% %s\n", note)
	}
	for v, name := range f.names {
		fmt.Fprintf(b, "  n%d([\"%s\"])\n", v, mermaidText(name))
	}
	for _, e := range f.edges {
		e, arrow := mermaidArrow(e)
		fmt.Fprintf(b, "  n%d %s n%d\n", e.X, arrow, e.Y)
	}
	for i, k := range f.kinds {
		if k == single {
			continue
		}
		pen := kinds[k].pen
		fmt.Fprintf(b, "  linkStyle %d stroke:%s,stroke-width:%spx", i, pen.Hex(), canvas.Number(pen.Width))
		if len(pen.Dash) > 0 {
			var dash []string
			for _, d := range pen.Dash {
				dash = append(dash, canvas.Number(d))
			}
			fmt.Fprintf(b, ",stroke-dasharray:%s", strings.Join(dash, " "))
		}
		b.WriteString("\n")
	}
	return b.Flush()
}

// mermaidArrow returns an edge in Mermaid, and whether it is reversed. Mermaid shows a mark at the left end only if the
// right end has the same mark, and silently drops any other. Such an edge has a label with both marks.
func mermaidArrow(e graph.Edge) (graph.Edge, string) {
	if e.AtX != e.AtY && (e.AtY == graph.Tail || e.AtX == graph.Arrow) {
		e = e.Flip()
	}
	arrow := "--" + mermaidRight[e.AtY]
	switch e.AtX {
	case graph.Tail:
	case e.AtY:
		arrow = mermaidLeft[e.AtX] + arrow
	default:
		arrow += `|"` + mermaidText(e.Arrow()) + `"|`
	}
	return e, arrow
}

// mermaidText escapes a text inside quotes, which Mermaid reads as HTML and Markdown.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range canvas.Clean(s) {
		if strings.ContainsRune("\"#`<>&*_~\\[]{}()|$", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// mermaidTitle quotes a title for the YAML before the flowchart.
func mermaidTitle(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(canvas.Clean(s)) + `"`
}
