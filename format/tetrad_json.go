package format

import (
	"encoding/json"
	"encoding/xml"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/try"
)

var tetradJSONFormat = Format{
	Name:       "tetrad-json",
	Doc:        "the JSON of Tetrad, read only",
	Extensions: []string{".json"},
	recipes: []recipe{
		{tool: "Tetrad", save: "File, Save Graph, JSON"},
	},
	Options:      []string{"class"},
	Unspecified:  "the class",
	Capabilities: Capabilities{Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true},
	sniff: sniffJSON(func(keys map[string]string) bool {
		return hasKeys(keys, "edgesSet") || strings.HasPrefix(keys["graph"], "{") && hasKeys(topKeys([]byte(keys["graph"])), "edgesSet")
	}),
	read: readTetradJSON,
}

var tetradXMLFormat = Format{
	Name:       "tetrad-xml",
	Doc:        "the XML of Tetrad, read only",
	Extensions: []string{".xml"},
	recipes: []recipe{
		{tool: "Tetrad", save: "File, Save Graph, XML"},
	},
	Options:      []string{"class"},
	Unspecified:  "the class",
	Capabilities: Capabilities{Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true},
	sniff:        sniffXML("graph", "variables"),
	read:         readTetradXML,
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

// A tetradJSON reads a graph from Tetrad's JSON. Its keys are in any order, and most of them are
// redundant.
type tetradJSON struct {
	*jsonReader
	tetradReader
	listed     bool // there is a list of nodes
	rawEdges   []tetradEdge
	rawTriples []tetradTriple
}

func readTetradJSON(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	j := newJSONReader(in)
	r := &tetradJSON{jsonReader: j, tetradReader: tetradReader{builder: newBuilder(in.name), text: j.scanner}}
	j.whole(r.key)
	if !r.listed {
		return nil, in.refuse("the JSON has no list of nodes", "")
	}
	for _, e := range r.rawEdges {
		r.addEdge(e)
	}
	for _, t := range r.rawTriples {
		r.addListed([3]graph.Node{r.find(t.X, t.at), r.find(t.Y, t.at), r.find(t.Z, t.at)}, t.list, t.at)
	}
	return r.finish(o)
}

// key reads a key of the graph, which may be the value of a key called graph.
func (r *tetradJSON) key(key string) {
	switch key {
	case "graph":
		r.object(r.key)
	case "nodes":
		r.listed = true
		r.list(r.nextNode)
	case "edgesSet":
		r.list(func() {
			e := tetradEdge{at: r.at()}
			r.value(&e, "an edge with node1, node2, endpoint1 and endpoint2")
			r.rawEdges = append(r.rawEdges, e)
		})
	case "ambiguousTriples", "underLineTriples", "dottedUnderLineTriples":
		list := map[string]int{"ambiguousTriples": 0, "underLineTriples": 1, "dottedUnderLineTriples": 2}[key]
		r.list(func() {
			t := tetradTriple{list: list, at: r.at()}
			r.value(&t, "a triple with x, y and z")
			r.rawTriples = append(r.rawTriples, t)
		})
	default:
		r.skip()
	}
}

func (r *tetradJSON) nextNode() {
	const want = "a node with name"
	at := r.at()
	var n tetradNode
	if r.value(&n, want); n.Name == nil {
		r.fail(at, []byte("node"), want)
	}
	if _, twice := r.index[*n.Name]; twice {
		r.fail(at, []byte(*n.Name+" "), "each name once")
	}
	r.node([]byte(*n.Name))
	// The type is a word, or in older files a number.
	switch kind := strings.Join(strings.Fields(string(n.Type)), ""); kind {
	case `"LATENT"`, `"SELECTION"`, `{"ordinal":1}`, `{"ordinal":2}`:
		r.latent = append(r.latent, *n.Name)
	}
}

// find returns the node with the name of n.
func (r *tetradJSON) find(n tetradNode, at int) graph.Node {
	name := ""
	if n.Name != nil {
		name = *n.Name
	}
	v, known := r.index[name]
	if !known {
		r.fail(at, []byte(name+" "), "a name of the list nodes")
	}
	return v
}

func (r *tetradJSON) addEdge(e tetradEdge) {
	marks := map[string]graph.Mark{"TAIL": graph.Tail, "ARROW": graph.Arrow, "CIRCLE": graph.Circle}
	edge := graph.Edge{X: r.find(e.Node1, e.at), Y: r.find(e.Node2, e.at), AtX: marks[e.Endpoint1], AtY: marks[e.Endpoint2]}
	if e.Endpoint1 == "NULL" && e.Endpoint2 == "NULL" {
		return // of a bootstrap, where no edge was the most frequent
	}
	if edge.Has(graph.None) {
		r.fail(e.at, []byte(e.Endpoint1+" "+e.Endpoint2), "TAIL, ARROW or CIRCLE at both ends")
	}
	r.edge(edge, r.place(e.at))
}

// tetradXMLLists are the lists of triples by the names of their elements, in lower case. Tetrad does not
// read the names that it writes.
var tetradXMLLists = map[string]int{"ambiguities": 0, "underlines": 1, "dottedunderlines": 2}

func readTetradXML(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	x := newXMLReader(in)
	r := &tetradReader{builder: newBuilder(in.name), text: x.scanner}
	x.whole("graph", func(e xml.StartElement, _ int) {
		name := strings.ToLower(e.Name.Local)
		list, triples := tetradXMLLists[name]
		if name != "variables" && name != "edges" && !triples {
			x.text()
			return
		}
		x.children(func(_ xml.StartElement, at int) {
			switch text := strings.TrimSpace(x.text()); {
			case triples:
				r.listed([]byte("<"+text+">"), at, list)
			case name == "edges":
				r.edgeLine([]byte(text), at)
			default:
				r.newNode(text, at)
			}
		})
	})
	return r.finish(o)
}
