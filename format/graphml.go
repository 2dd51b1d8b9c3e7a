package format

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

var graphmlFormat = Format{
	Name:       "graphml",
	Doc:        "GraphML; edges other than arrows have a key edge_type with an arrow such as o->",
	Extensions: []string{".graphml"},
	Recipes: []Recipe{
		{"networkx", "networkx.write_graphml(G, 'g.graphml')"},
		{"igraph", "write_graph(g, \"g.graphml\", format = \"graphml\")"},
		{"caugi", "write_graphml(cg, \"g.graphml\")"},
	},
	Asks:   []string{"opposite-arcs"},
	Silent: "the class; marks other than arrows, unless edge_type tells",
	Holds: Holds{
		Edges: AllEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
		Name: isXML,
	},
	Sniff: sniffXML("graphml", ""),
	Read:  readGraphML,
	Write: writeGraphML,
}

// A graphmlReader reads one graph.
type graphmlReader struct {
	*builder
	*xmlReader
	keys     map[string]string        // names by ID
	preset   string                   // of edge_type
	called   [2]map[graph.Node]string // what the keys name and label say
	rawEdges []looseEdge
	class    string
	graphs   int
}

func readGraphML(in *Input, o Options) (*Document, error) {
	x, err := newXMLReader(in)
	if err != nil {
		return nil, err
	}
	r := &graphmlReader{builder: newBuilder(in.Name), xmlReader: x, keys: make(map[string]string)}
	for i := range r.called {
		r.called[i] = make(map[graph.Node]string)
	}
	if _, err := x.root("graphml"); err != nil {
		return nil, err
	}
	if err := x.children(r.top); err != nil {
		return nil, err
	}
	if err := x.end(); err != nil {
		return nil, err
	}
	if r.graphs == 0 {
		return nil, in.refuse("there is no <graph> in the GraphML", "")
	}
	if err := r.addLoose(x.scanner, r.index, r.rawEdges); err != nil {
		return nil, err
	}
	r.rename()
	d, err := r.document(o)
	if err == nil {
		d.Class, _ = kind.Parse(r.class) // one of another program is none of ours
	}
	return d, err
}

// top reads an element of the outermost one.
func (r *graphmlReader) top(e xml.StartElement, at int) error {
	switch e.Name.Local {
	case "key":
		return r.key(e)
	case "graph":
		if r.graphs++; r.graphs > 1 {
			return r.fault(at, []byte("<graph>"), "one graph in the text")
		}
		preset, _ := attribute(e, "edgedefault")
		if preset != "directed" && preset != "undirected" {
			return r.fault(at, []byte("edgedefault="+preset), "edgedefault as directed or undirected")
		}
		return r.children(func(e xml.StartElement, at int) error { return r.element(e, at, preset == "directed") })
	}
	return r.skip()
}

// key reads what data may say.
func (r *graphmlReader) key(e xml.StartElement) error {
	id, _ := attribute(e, "id")
	name, _ := attribute(e, "attr.name")
	r.keys[id] = name
	return r.children(func(xml.StartElement, int) error {
		preset, err := r.text()
		if name == edgeType {
			r.preset = strings.TrimSpace(preset)
		}
		return err
	})
}

// data reads the values inside the present element.
func (r *graphmlReader) data(each func(name, value string)) error {
	return r.children(func(e xml.StartElement, at int) error {
		switch e.Name.Local {
		case "graph":
			return r.fault(at, []byte("<graph>"), "no graph inside a node")
		case "data":
			key, _ := attribute(e, "key")
			value, err := r.text()
			each(r.keys[key], value)
			return err
		}
		return r.skip()
	})
}

// element reads a node, an edge or what is said about the graph.
func (r *graphmlReader) element(e xml.StartElement, at int, directed bool) error {
	switch e.Name.Local {
	case "node":
		id, given := attribute(e, "id")
		if _, twice := r.index[id]; twice || !given {
			return r.fault(at, []byte("node id "+id), "an id of its own for each node")
		}
		v := r.node([]byte(id))
		return r.data(func(name, value string) {
			switch name {
			case "name":
				r.called[0][v] = value
			case "label":
				r.called[1][v] = value
			}
		})
	case "edge":
		edge := looseEdge{directed: directed, arrow: r.preset, at: at}
		edge.source, _ = attribute(e, "source")
		edge.target, _ = attribute(e, "target")
		if own, given := attribute(e, "directed"); given {
			edge.directed = own == "true" || own == "1"
		}
		err := r.data(func(name, value string) {
			if name == edgeType {
				edge.arrow = strings.TrimSpace(value)
			}
		})
		r.rawEdges = append(r.rawEdges, edge)
		return err
	case "data":
		key, _ := attribute(e, "key")
		value, err := r.text()
		if r.keys[key] == "graph_class" {
			r.class = strings.TrimSpace(value)
		}
		return err
	case "hyperedge":
		return r.fault(at, []byte("<hyperedge>"), "edges between two nodes")
	}
	return r.skip()
}

// rename gives the nodes the names in their data, where their IDs are only numbered:
// igraph writes n0, n1.
func (r *graphmlReader) rename() {
	for i, id := range r.names {
		if id != fmt.Sprintf("n%d", i) && !allNumbers([]string{id}) {
			return
		}
	}
	for _, called := range r.called {
		if list := namesFrom(len(r.names), called); list != nil {
			r.names = list
			return
		}
	}
}

func writeGraphML(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	w.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n")
	typed := !plainArcs(g)
	if typed {
		fmt.Fprintf(w, "  <key id=\"%s\" for=\"edge\" attr.name=\"%[1]s\" attr.type=\"string\"/>\n", edgeType)
	}
	if d.Class != kind.Unstated {
		w.WriteString("  <key id=\"graph_class\" for=\"graph\" attr.name=\"graph_class\" attr.type=\"string\"/>\n")
	}
	w.WriteString("  <graph edgedefault=\"directed\">\n")
	if d.Class != kind.Unstated {
		fmt.Fprintf(w, "    <data key=\"graph_class\">%s</data>\n", strings.ToUpper(d.Class.String()))
	}
	quoted := make([]string, g.N())
	for v := range quoted {
		quoted[v] = escapeXML(g.Name(graph.Node(v)))
		fmt.Fprintf(w, "    <node id=\"%s\"/>\n", quoted[v])
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
