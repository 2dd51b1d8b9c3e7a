package format

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// classEdges are the kinds of edges that classes have: all but conflicts.
const classEdges = "--> <-> --- o-> o-o o--"

var dotFormat = Format{
	Name:       "dot",
	Doc:        "the language of Graphviz; marks by dir, arrowhead and arrowtail, circles as odot",
	Extensions: []string{".dot", ".gv"},
	recipes: []recipe{
		{tool: "causal-learn", save: "GraphUtils.to_pydot(G).write_raw('g.dot')"},
		{tool: "Tetrad", save: "GraphSaveLoadUtils.graphToDot(graph)"},
		{tool: "networkx", save: "networkx.nx_pydot.write_dot(G, 'g.dot')"},
		{tool: "bnlearn", save: "write.dot(\"g.dot\", dag)"},
		{tool: "igraph", save: "write_graph(g, \"g.dot\", format = \"dot\")"},
		{tool: "lingam", save: "make_dot(model.adjacency_matrix_).save('g.dot')"},
		{tool: "pywhy-graphs", save: "pywhy_graphs.viz.draw(G).save('g.dot')"},
		{tool: "ananke", save: "G.draw().save('g.dot')"},
		{"pgmpy", "pdag.to_graphviz().write('g.dot')", advice.Textf("read with %v", advice.Option("opposite-arcs", "undirected"))},
	},
	Options:     []string{"opposite-arcs"},
	Unspecified: "the class",
	Capabilities: Capabilities{
		Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
		Name: func(name string) bool { return canQuote(name, true) },
	},
	sniff: begins(sniffDot),
	read:  readDot,
	write: writeDot,
}

// sniffDot reports whether the text begins like a graph in the DOT language.
func sniffDot(in *input) bool {
	r := &dotText{scanner: headScanner(in)}
	t := r.dot()
	if t.is("strict") {
		t = r.dot()
	}
	if !t.is("graph") && !t.is("digraph") {
		return false
	}
	if t = r.dot(); t.kind == dotID {
		t = r.dot()
	}
	return t.kind == '{'
}

// A dotStyle is the effect of attributes on the ends of an edge. None and 0 mean no effect.
type dotStyle struct {
	dir        byte
	head, tail graph.Mark
}

// The values of dir, by the ends that they decorate.
const (
	dirNone = 1 + iota
	dirForward
	dirBack
	dirBoth
)

// dotShapes are the marks for shapes of arrows. Other shapes, such as tee or box, have no common
// meaning.
var dotShapes = map[string]graph.Mark{
	"normal": graph.Arrow, "vee": graph.Arrow, "open": graph.Arrow, "empty": graph.Arrow, "onormal": graph.Arrow,
	"halfopen": graph.Arrow, "lnormal": graph.Arrow, "rnormal": graph.Arrow, "lvee": graph.Arrow, "rvee": graph.Arrow,
	"odot": graph.Circle, "dot": graph.Circle,
	"none": graph.Tail,
	"":     graph.None,
}

// set applies an attribute of an edge. It returns the expected value if the given one is wrong.
func (l *dotStyle) set(name, value string) (want string) {
	mark, known := dotShapes[value]
	switch name {
	case "dir":
		dir := slices.Index([]string{"", "none", "forward", "back", "both"}, value)
		if dir < 0 {
			return "dir as forward, back, both or none"
		}
		l.dir = byte(dir)
	case "arrowhead":
		l.head = mark
	case "arrowtail":
		l.tail = mark
	default:
		return ""
	}
	if name != "dir" && !known {
		return name + " as normal, odot or none"
	}
	return ""
}

// over applies the effects of m after those of l.
func (l *dotStyle) over(m dotStyle) {
	l.dir, l.head, l.tail = cmp.Or(m.dir, l.dir), cmp.Or(m.head, l.head), cmp.Or(m.tail, l.tail)
}

// marks returns the marks at both ends. An end that dir does not decorate has a tail, even if it has
// a shape.
func (l dotStyle) marks(directed bool) (tail, head graph.Mark) {
	usual := byte(dirNone)
	if directed {
		usual = dirForward
	}
	dir := cmp.Or(l.dir, usual)
	shape := func(m graph.Mark, decorated bool) graph.Mark {
		if !decorated {
			return graph.Tail
		}
		return cmp.Or(m, graph.Arrow)
	}
	return shape(l.tail, dir == dirBack || dir == dirBoth), shape(l.head, dir == dirForward || dir == dirBoth)
}

func writeDot(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	quoted := quoteNames(g, quoteDot)
	w.WriteString("digraph {\n")
	for _, name := range quoted {
		fmt.Fprintf(w, "  %s;\n", name)
	}
	for e := range g.Edges() {
		e = drawn(e)
		style := dotStyles[e.Arrow()]
		if e.Directed() && has(g.Parents(e.X), e.Y) {
			style = " [dir=forward]" // one of two opposite arcs, which are not an undirected edge
		}
		fmt.Fprintf(w, "  %s -> %s%s;\n", quoted[e.X], quoted[e.Y], style)
	}
	w.WriteString("}\n")
	return nil
}

var dotStyles = map[string]string{
	"-->": "",
	"<->": " [dir=both]",
	"---": " [dir=none]",
	"o->": " [dir=both, arrowtail=odot]",
	"o-o": " [dir=both, arrowtail=odot, arrowhead=odot]",
	"o--": " [dir=back, arrowtail=odot]",
}

// quoteDot returns a name as it is written in a text.
func quoteDot(name string) string {
	plain := name != "" && !isDigit(name[0])
	for i := range len(name) {
		plain = plain && isWord(name[i])
	}
	for _, keyword := range []string{"node", "edge", "graph", "digraph", "subgraph", "strict"} {
		plain = plain && !strings.EqualFold(name, keyword)
	}
	if plain && !bytes.ContainsRune([]byte(name), '\ufeff') {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
}
