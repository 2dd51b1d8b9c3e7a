package format

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

var gmlFormat = Format{
	Name:       "gml",
	Doc:        "Graph Modelling Language; edges other than arrows have an edge_type with an arrow such as o->",
	Extensions: []string{".gml"},
	Recipes: []Recipe{
		{"networkx", "networkx.write_gml(G, 'g.gml')"},
		{"igraph", "write_graph(g, \"g.gml\", format = \"gml\")"},
		{"DoWhy", "open('g.gml', 'w').write(data['gml_graph'])"},
	},
	Asks:   []string{"opposite-arcs"},
	Silent: "the class; marks other than arrows, unless edge_type tells",
	Holds: Holds{
		Edges: AllEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
		Name: func(name string) bool { return name != "" && isXML(name) },
	},
	Sniff: sniffGML,
	Read:  readGML,
	Write: writeGML,
}

func writeGML(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	w.WriteString("graph [\n  directed 1\n")
	typed := !plainArcs(g)
	if typed {
		w.WriteString("  multigraph 1\n") // a pair may have an arrow and an arc
	}
	for v := range graph.Node(g.N()) {
		fmt.Fprintf(w, "  node [\n    id %d\n    label \"%s\"\n  ]\n", v, escapeGML(g.Name(v)))
	}
	number := 0
	for e := range g.Edges() {
		e = drawn(e)
		fmt.Fprintf(w, "  edge [\n    source %d\n    target %d\n", e.X, e.Y)
		if typed {
			fmt.Fprintf(w, "    key %d\n    %s \"%s\"\n", number, edgeType, e.Arrow())
			number++
		}
		w.WriteString("  ]\n")
	}
	w.WriteString("]\n")
	return nil
}

// escapeGML writes all but plain ASCII as numbers, as networkx does.
func escapeGML(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '"' || r == '&' || r < ' ' || r > '~' {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
