package format

import (
	"encoding/json"
	"encoding/xml"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

var tetradJSONFormat = Format{
	Name:       "tetrad-json",
	Doc:        "the JSON of Tetrad, read only",
	Extensions: []string{".json"},
	Recipes: []Recipe{
		{"Tetrad", "File, Save Graph, JSON"},
	},
	Asks:   []string{"class"},
	Silent: "the class",
	Holds:  Holds{Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true},
	Sniff: sniffJSON(func(keys map[string]string) bool {
		return hasKeys(keys, "edgesSet") || strings.HasPrefix(keys["graph"], "{") && hasKeys(topKeys([]byte(keys["graph"])), "edgesSet")
	}),
	Read: readTetradJSON,
}

var tetradXMLFormat = Format{
	Name:       "tetrad-xml",
	Doc:        "the XML of Tetrad, read only",
	Extensions: []string{".xml"},
	Recipes: []Recipe{
		{"Tetrad", "File, Save Graph, XML"},
	},
	Asks:   []string{"class"},
	Silent: "the class",
	Holds:  Holds{Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true},
	Sniff:  sniffXML("graph", "variables"),
	Read:   readTetradXML,
}

// A tetradNode is a node of Tetrad's JSON.
type tetradNode struct {
	Name *string         `json:"name"`
	Type json.RawMessage `json:"nodeType"`
}

// A tetradEdge is an edge of Tetrad's JSON.
type tetradEdge struct {
	Node1     tetradNode `json:"node1"`
	Node2     tetradNode `json:"node2"`
	Endpoint1 string     `json:"endpoint1"`
	Endpoint2 string     `json:"endpoint2"`
	at        int
}

// A tetradTriple is a triple of Tetrad's JSON, y in the middle.
type tetradTriple struct {
	X, Y, Z tetradNode
	list    int // of tetradLists
	at      int
}

// A tetradJSON is a graph that is read from Tetrad's JSON. Its keys stand in any order,
// and most of them repeat what others say.
type tetradJSON struct {
	*jsonReader
	tetradReader
	listed     bool // the nodes were met
	rawEdges   []tetradEdge
	rawTriples []tetradTriple
}

func readTetradJSON(in *Input, o Options) (*Document, error) {
	j, err := newJSONReader(in)
	if err != nil {
		return nil, err
	}
	r := &tetradJSON{jsonReader: j, tetradReader: tetradReader{builder: newBuilder(in.Name), text: j.scanner}}
	if err := j.object(r.key); err != nil {
		return nil, err
	}
	if err := j.end(); err != nil {
		return nil, err
	}
	if !r.listed {
		return nil, in.refuse("the JSON has no list of nodes", "")
	}
	for _, e := range r.rawEdges {
		if err := r.addEdge(e); err != nil {
			return nil, err
		}
	}
	for _, t := range r.rawTriples {
		if err := r.addTriple(t); err != nil {
			return nil, err
		}
	}
	return r.finish(o)
}

// key reads a key of the graph, which may stand inside one called graph.
func (r *tetradJSON) key(key string) error {
	switch key {
	case "graph":
		return r.object(r.key)
	case "nodes":
		r.listed = true
		return r.list(r.nextNode)
	case "edgesSet":
		return r.list(func() error {
			e := tetradEdge{at: r.at()}
			err := r.value(&e, "an edge with node1, node2, endpoint1 and endpoint2")
			r.rawEdges = append(r.rawEdges, e)
			return err
		})
	case "ambiguousTriples", "underLineTriples", "dottedUnderLineTriples":
		list := map[string]int{"ambiguousTriples": 0, "underLineTriples": 1, "dottedUnderLineTriples": 2}[key]
		return r.list(func() error {
			t := tetradTriple{list: list, at: r.at()}
			err := r.value(&t, "a triple with x, y and z")
			r.rawTriples = append(r.rawTriples, t)
			return err
		})
	}
	return r.skip()
}

func (r *tetradJSON) nextNode() error {
	at := r.at()
	var n tetradNode
	if err := r.value(&n, "a node with name"); err != nil {
		return err
	}
	if n.Name == nil {
		return r.fault(at, []byte("node"), "a node with name")
	}
	if _, twice := r.index[*n.Name]; twice {
		return r.fault(at, []byte(*n.Name+" "), "each name once")
	}
	r.node([]byte(*n.Name))
	// The type is a word, or in older files a number.
	switch kind := strings.Join(strings.Fields(string(n.Type)), ""); kind {
	case `"LATENT"`, `"SELECTION"`, `{"ordinal":1}`, `{"ordinal":2}`:
		r.latent = append(r.latent, *n.Name)
	}
	return nil
}

// find returns the node that is called so.
func (r *tetradJSON) find(n tetradNode, at int) (graph.Node, error) {
	name := ""
	if n.Name != nil {
		name = *n.Name
	}
	v, known := r.index[name]
	if !known {
		return 0, r.fault(at, []byte(name+" "), "a name of the list nodes")
	}
	return v, nil
}

func (r *tetradJSON) addEdge(e tetradEdge) error {
	marks := map[string]graph.Mark{"TAIL": graph.Tail, "ARROW": graph.Arrow, "CIRCLE": graph.Circle}
	x, err := r.find(e.Node1, e.at)
	if err != nil {
		return err
	}
	y, err := r.find(e.Node2, e.at)
	if err != nil {
		return err
	}
	if e.Endpoint1 == "NULL" && e.Endpoint2 == "NULL" {
		return nil // of a bootstrap, where no edge was the most frequent
	}
	edge := graph.Edge{X: x, Y: y, AtX: marks[e.Endpoint1], AtY: marks[e.Endpoint2]}
	if edge.Has(graph.None) {
		return r.fault(e.at, []byte(e.Endpoint1+" "+e.Endpoint2), "TAIL, ARROW or CIRCLE at both ends")
	}
	r.edge(edge, r.place(e.at))
	return nil
}

func (r *tetradJSON) addTriple(t tetradTriple) error {
	var nodes [3]graph.Node
	for i, n := range []tetradNode{t.X, t.Y, t.Z} {
		v, err := r.find(n, t.at)
		if err != nil {
			return err
		}
		nodes[i] = v
	}
	r.addListed(nodes, t.list, t.at)
	return nil
}

// tetradXMLLists has the lists of triples by the names of their elements in lower case.
// Tetrad writes other names than it reads.
var tetradXMLLists = map[string]int{"ambiguities": 0, "underlines": 1, "dottedunderlines": 2}

func readTetradXML(in *Input, o Options) (*Document, error) {
	x, err := newXMLReader(in)
	if err != nil {
		return nil, err
	}
	r := &tetradReader{builder: newBuilder(in.Name), text: x.scanner}
	if _, err := x.root("graph"); err != nil {
		return nil, err
	}
	err = x.children(func(e xml.StartElement, _ int) error {
		name := strings.ToLower(e.Name.Local)
		list, triples := tetradXMLLists[name]
		if name != "variables" && name != "edges" && !triples {
			return x.skip()
		}
		return x.children(func(_ xml.StartElement, at int) error {
			text, err := x.text()
			if err != nil {
				return err
			}
			text = strings.TrimSpace(text)
			switch {
			case triples:
				return r.listed([]byte("<"+text+">"), at, list)
			case name == "edges":
				return r.edgeLine([]byte(text), at)
			}
			return r.newNode(text, at)
		})
	})
	if err == nil {
		err = x.end()
	}
	if err != nil {
		return nil, err
	}
	return r.finish(o)
}
