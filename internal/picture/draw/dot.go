package draw

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// dotArrows has the names of marks in Graphviz. It has no cross, so a bar means a conflict.
var dotArrows = [...]string{graph.Tail: "none", graph.Arrow: "normal", graph.Circle: "odot", graph.Conflict: "tee"}

// dotLines are the styles of the kinds. Graphviz has dashes and dots only; double lines are for different marks.
var dotLines = [allKinds]string{
	agreed: "solid", undetermined: "dashed", missing: "dashed", extra: "dotted", asTruth: "dashed", asGuess: "dotted",
}

// writeDOT writes a drawing for Graphviz. Its positions are those of our layout, for
// neato -n; other programs of Graphviz make their own.
func writeDOT(w io.Writer, f *Drawing) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph {\n")
	if label := f.dotLabel(); label != "" {
		fmt.Fprintf(b, "  graph [label=%s, labeljust=l];\n", label)
	}
	b.WriteString("  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=10.5, height=0.3, width=0.3, margin=\"0.1,0.05\"];\n")
	for v, name := range f.names {
		var attributes []string
		if label := dotText(name); label != dotID(name) {
			attributes = append(attributes, "label="+label)
		}
		if f.place != nil {
			box := f.place.Nodes[v]
			attributes = append(attributes, fmt.Sprintf(`pos="%s,%s"`, canvas.Number(box.X), canvas.Number(f.place.H-box.Y)),
				"width="+canvas.Number(box.W/72), "height="+canvas.Number(box.H/72))
		}
		fmt.Fprintf(b, "  %s%s;\n", dotID(name), dotList(attributes))
	}
	for i, e := range f.edges {
		if e.AtX == graph.Arrow && e.AtY != graph.Arrow {
			e = e.Flip() // so that the arrowhead is at the right
		}
		fmt.Fprintf(b, "  %s -> %s%s;\n", dotID(f.names[e.X]), dotID(f.names[e.Y]), dotList(dotEdge(e, f.kinds[i])))
	}
	b.WriteString("}\n")
	return b.Flush()
}

func dotEdge(e graph.Edge, k kind) []string {
	var attributes []string
	switch {
	case e.AtX == graph.Tail && e.AtY == graph.Tail:
		attributes = append(attributes, "dir=none")
	case e.AtX == graph.Tail:
		if e.AtY != graph.Arrow {
			attributes = append(attributes, "arrowhead="+dotArrows[e.AtY])
		}
	default:
		attributes = append(attributes, "dir=both", "arrowtail="+dotArrows[e.AtX], "arrowhead="+dotArrows[e.AtY])
	}
	if k == single {
		return attributes
	}
	ink := kinds[k].pen.Hex()
	if k == asTruth || k == asGuess {
		ink += ":invis:" + ink
	}
	attributes = append(attributes, fmt.Sprintf("color=%q", ink), "style="+dotLines[k])
	if !k.right() {
		attributes = append(attributes, "penwidth=1.5")
	}
	if k == extra || k == asGuess {
		attributes = append(attributes, "constraint=false") // the edges of the truth decide the ranks
	}
	return attributes
}

// dotLabel is the title with the legend under it.
func (f *Drawing) dotLabel() string {
	var lines []string
	if f.Title != "" {
		lines = append(lines, dotEscape(f.Title))
	}
	for _, e := range f.legend {
		lines = append(lines, dotEscape(e.string+": "+e.dot))
	}
	for _, note := range f.notes {
		lines = append(lines, dotEscape(note))
	}
	if len(lines) == 0 {
		return ""
	}
	return `"` + strings.Join(lines, `\l`) + `\l"`
}

func dotList(attributes []string) string {
	if len(attributes) == 0 {
		return ""
	}
	return " [" + strings.Join(attributes, ", ") + "]"
}

// dotID quotes a name so that it is an identifier: only quotes are escaped there.
func dotID(name string) string {
	name = canvas.Clean(name)
	id := strings.ReplaceAll(name, `"`, `\"`)
	if strings.HasSuffix(name, `\`) {
		id += " " // otherwise the final quote would be escaped
	}
	return `"` + id + `"`
}

// dotText quotes a text for a label, in which backslashes and HTML entities have a meaning.
func dotText(s string) string { return `"` + dotEscape(s) + `"` }

func dotEscape(s string) string {
	s = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(canvas.Clean(s))
	parts := strings.Split(s, "&")
	for i, part := range parts[1:] {
		if isEntity(part) {
			parts[i+1] = "amp;" + part
		}
	}
	return strings.Join(parts, "&")
}

// isEntity reports whether a text, which follows an &, makes it an HTML entity.
func isEntity(s string) bool {
	name, _, ended := strings.Cut(strings.TrimPrefix(s, "#"), ";")
	return ended && name != "" && strings.Trim(name, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
