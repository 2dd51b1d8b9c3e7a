package format

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/try"
)

var graphmlFormat = Format{
	Name:       "graphml",
	Doc:        "GraphML; edges other than arrows have a key edge_type with an arrow such as o->",
	Extensions: []string{".graphml"},
	recipes: []recipe{
		{tool: "networkx", save: "networkx.write_graphml(G, 'g.graphml')"},
		{tool: "igraph", save: "write_graph(g, \"g.graphml\", format = \"graphml\")"},
		{tool: "caugi", save: "write_graphml(cg, \"g.graphml\")"},
	},
	Options:     []string{"opposite-arcs"},
	Unspecified: "the class; marks other than arrows, unless edge_type states them",
	Capabilities: Capabilities{
		Edges: allEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
		Name: isXML,
	},
	sniff: sniffXML("graphml", ""),
	read:  readGraphML,
	write: writeGraphML,
}

// A graphmlReader reads one graph.
type graphmlReader struct {
	*builder
	*xmlReader
	keys     map[string]string // names by ID
	preset   string            // of edge_type
	rawEdges []looseEdge
	class    string
	graphs   int
}

func readGraphML(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &graphmlReader{builder: newBuilder(in.name), xmlReader: newXMLReader(in), keys: make(map[string]string)}
	r.whole("graphml", r.top)
	if r.graphs == 0 {
		return nil, in.refuse("there is no <graph> in the GraphML", "")
	}
	r.addLoose(r.scanner, r.index, r.rawEdges)
	r.rename()
	if d, err = r.document(o); err == nil {
		d.Class, _ = kind.Parse(r.class) // classes of other programs are ignored
	}
	return d, err
}

// top reads an element of the outermost one.
func (r *graphmlReader) top(e xml.StartElement, at int) {
	switch e.Name.Local {
	case "key":
		r.key(e)
	case "graph":
		if r.graphs++; r.graphs > 1 {
			r.fail(at, []byte("<graph>"), "one graph in the text")
		}
		preset, _ := attribute(e, "edgedefault")
		if preset != "directed" && preset != "undirected" {
			r.fail(at, []byte("edgedefault="+preset), "edgedefault as directed or undirected")
		}
		r.children(func(e xml.StartElement, at int) { r.element(e, at, preset == "directed") })
	default:
		r.text()
	}
}

// key reads the declaration of a key.
func (r *graphmlReader) key(e xml.StartElement) {
	id, _ := attribute(e, "id")
	name, _ := attribute(e, "attr.name")
	r.keys[id] = name
	r.children(func(xml.StartElement, int) {
		if preset := r.text(); name == edgeType {
			r.preset = strings.TrimSpace(preset)
		}
	})
}

// datum returns the name and the value of data.
func (r *graphmlReader) datum(e xml.StartElement) (name, value string) {
	key, _ := attribute(e, "key")
	return r.keys[key], r.text()
}

// data reads the values inside the current element.
func (r *graphmlReader) data(each func(name, value string)) {
	r.children(func(e xml.StartElement, at int) {
		switch e.Name.Local {
		case "graph":
			r.fail(at, []byte("<graph>"), "no graph inside a node")
		case "data":
			each(r.datum(e))
		default:
			r.text()
		}
	})
}

// element reads a node, an edge or a value about the graph.
func (r *graphmlReader) element(e xml.StartElement, at int, directed bool) {
	switch e.Name.Local {
	case "node":
		id, given := attribute(e, "id")
		if _, twice := r.index[id]; twice || !given {
			r.fail(at, []byte("node id "+id), "an id of its own for each node")
		}
		v := r.node([]byte(id))
		r.data(func(name, value string) {
			if i := slices.Index([]string{"name", "label"}, name); i >= 0 {
				r.call(v, i, value)
			}
		})
	case "edge":
		edge := looseEdge{directed: directed, arrow: r.preset, at: at}
		edge.source, _ = attribute(e, "source")
		edge.target, _ = attribute(e, "target")
		if own, given := attribute(e, "directed"); given {
			edge.directed = own == "true" || own == "1"
		}
		r.data(func(name, value string) {
			if name == edgeType {
				edge.arrow = strings.TrimSpace(value)
			}
		})
		r.rawEdges = append(r.rawEdges, edge)
	case "data":
		if name, value := r.datum(e); name == "graph_class" {
			r.class = strings.TrimSpace(value)
		}
	case "hyperedge":
		r.fail(at, []byte("<hyperedge>"), "edges between two nodes")
	default:
		r.text()
	}
}

// rename renames the nodes by their data if all IDs are numbers, or n0, n1, ... as in files of igraph.
func (r *graphmlReader) rename() {
	for i, id := range r.names {
		if id != fmt.Sprintf("n%d", i) && !allNumbers([]string{id}) {
			return
		}
	}
	r.callAs()
}

func writeGraphML(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	w.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n")
	typed := !plainArcs(g)
	if typed {
		fmt.Fprintf(w, "  <key id=\"%s\" for=\"edge\" attr.name=\"%[1]s\" attr.type=\"string\"/>\n", edgeType)
	}
	if d.Class != graph.Unstated {
		w.WriteString("  <key id=\"graph_class\" for=\"graph\" attr.name=\"graph_class\" attr.type=\"string\"/>\n")
	}
	w.WriteString("  <graph edgedefault=\"directed\">\n")
	if d.Class != graph.Unstated {
		fmt.Fprintf(w, "    <data key=\"graph_class\">%s</data>\n", strings.ToUpper(d.Class.String()))
	}
	quoted := quoteNames(g, escapeXML)
	for _, name := range quoted {
		fmt.Fprintf(w, "    <node id=\"%s\"/>\n", name)
	}
	for e := range g.Edges() {
		e = drawn(e)
		fmt.Fprintf(w, "    <edge source=\"%s\" target=\"%s\"", quoted[e.X], quoted[e.Y])
		if typed {
			fmt.Fprintf(w, "><data key=\"%s\">%s</data></edge>\n", edgeType, escapeXML(e.Arrow()))
		} else {
			w.WriteString("/>\n")
		}
	}
	w.WriteString("  </graph>\n</graphml>\n")
	return nil
}
