package format

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/try"
)

// jsonVersion is the version of our JSON, which docs/schema describes.
const jsonVersion = 1

var jsonFormat = Format{
	Name:       "json",
	Doc:        "our JSON, with class, triples and lags; docs/schema/graph-v1.schema.json describes it",
	Extensions: []string{".json"},
	recipes: []recipe{
		{tool: "sepdist", save: "sepdist convert g.txt g.json"},
	},
	Capabilities: Capabilities{
		Edges: allEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true, Series: true,
		Name: utf8.ValidString,
	},
	sniff: sniffJSON(func(keys map[string]string) bool { return keys["format"] == `"sepdist"` }),
	read:  readJSON,
	write: writeJSON,
}

// A jsonEdge is an edge in JSON. In a series, From is at Lag and To at t.
type jsonEdge struct {
	From string `json:"from"`
	Lag  int    `json:"lag,omitempty"`
	Edge string `json:"edge"`
	To   string `json:"to"`
	at   int
}

// A jsonTriple is a triple in JSON.
type jsonTriple struct {
	Status string   `json:"status"`
	Nodes  []string `json:"nodes"`
	Lags   []int    `json:"lags,omitempty"`
	at     int
}

// A jsonGraph reads a graph from our JSON. Its keys may be in any order.
type jsonGraph struct {
	*builder
	*jsonReader
	class      graph.Kind
	maxLag     int // -1: not a series
	rawEdges   []jsonEdge
	rawTriples []jsonTriple
}

func readJSON(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &jsonGraph{builder: newBuilder(in.name), jsonReader: newJSONReader(in), maxLag: -1}
	if keys := in.jsonKeys(); keys["format"] != `"sepdist"` {
		has := "it has no keys"
		if len(keys) > 0 {
			has = "its keys are " + shown(strings.Join(slices.Sorted(maps.Keys(keys)), ", "))
		}
		return nil, &FileError{File: in.name, Why: "the layout of the JSON is unknown: " + has,
			use: advice.Textf(`ours has "format": "sepdist", and others are named by %v`, advice.Option("format"))}
	}
	for _, key := range []string{"version", "nodes", "edges"} {
		if !hasKeys(in.jsonKeys(), key) {
			return nil, in.refuse("the JSON has no key "+key, "")
		}
	}
	r.strict = true
	r.whole(r.key)
	if r.maxLag >= 0 {
		d = r.series()
	} else {
		d = r.static(o)
	}
	d.Class = r.class
	return d, nil
}

// key reads the value of a key of the outermost object.
func (r *jsonGraph) key(key string) {
	at := r.at()
	switch key {
	case "format", "meta":
		r.skip()
	case "version":
		var version int
		if r.value(&version, "a number"); version != jsonVersion {
			r.fail(at, fmt.Append(nil, version), fmt.Sprintf("version %d", jsonVersion))
		}
	case "class":
		var name string
		r.value(&name, "a class")
		var err error
		if r.class, err = kind.Parse(name); err != nil || r.class.String() != name {
			r.fail(at, []byte(name+" "), "a class such as dag")
		}
	case "nodes":
		r.list(r.newNode)
	case "edges":
		r.list(func() {
			e := jsonEdge{at: r.at()}
			r.value(&e, `an edge such as {"from": "X", "edge": "-->", "to": "Y"}`)
			r.rawEdges = append(r.rawEdges, e)
		})
	case "triples":
		r.list(func() {
			t := jsonTriple{at: r.at()}
			r.value(&t, `a triple such as {"status": "ambiguous", "nodes": ["X", "Y", "Z"]}`)
			r.rawTriples = append(r.rawTriples, t)
		})
	case "max_lag":
		if r.value(&r.maxLag, "a number"); r.maxLag < 0 {
			r.fail(at, fmt.Append(nil, r.maxLag), "a number from 0 on")
		}
	default:
		r.fail(at, []byte(key), "format, version, class, nodes, edges, triples, max_lag or meta as a key")
	}
}

func (r *jsonGraph) newNode() {
	at := r.at()
	var name string
	r.value(&name, "a name in quotes")
	if _, twice := r.index[name]; twice {
		r.fail(at, []byte(name+" "), "each name once")
	}
	r.node([]byte(name))
}

// ends returns an edge with its marks and nodes.
func (r *jsonGraph) ends(e jsonEdge) graph.Edge {
	left, right, ok := graph.ParseMarks([]byte(e.Edge))
	if !ok {
		r.fail(e.at, []byte(e.Edge+" "), wantEdge)
	}
	return graph.Edge{X: r.known(e.From, e.at), Y: r.known(e.To, e.at), AtX: left, AtY: right}
}

// known returns the node called name.
func (r *jsonGraph) known(name string, at int) graph.Node {
	v, ok := r.index[name]
	if !ok {
		r.fail(at, []byte(name+" "), "a name of the list nodes")
	}
	return v
}

// path returns the nodes of a triple and its status.
func (r *jsonGraph) path(p jsonTriple) graph.Triple {
	status, ok := statusOf([]byte(p.Status))
	if !ok {
		r.fail(p.at, []byte(p.Status+" "), "ambiguous, collider or noncollider")
	}
	if len(p.Nodes) != 3 || len(p.Lags) != 0 && (len(p.Lags) != 3 || r.maxLag < 0) {
		r.fail(p.at, []byte("triple"), "three nodes, and three lags or none")
	}
	return graph.Triple{A: r.known(p.Nodes[0], p.at), B: r.known(p.Nodes[1], p.at), C: r.known(p.Nodes[2], p.at), Status: status}
}

// static returns the graph of a text without lags.
func (r *jsonGraph) static(o Options) *Document {
	for _, raw := range r.rawEdges {
		e := r.ends(raw)
		if raw.Lag != 0 {
			r.fail(raw.at, []byte("lag"), "max_lag where an edge has a lag")
		}
		r.edge(e, r.place(raw.at))
	}
	for _, raw := range r.rawTriples {
		r.triple(r.path(raw), r.place(raw.at))
	}
	return try.Get(r.document(o))
}

// series returns the series of a text with lags.
func (r *jsonGraph) series() *Document {
	links := make([]graph.Link, len(r.rawEdges))
	for i, raw := range r.rawEdges {
		e := r.ends(raw)
		if raw.Lag < 0 || raw.Lag > r.maxLag {
			r.fail(raw.at, fmt.Append(nil, raw.Lag), fmt.Sprintf("a lag from 0 to %d", r.maxLag))
		}
		links[i] = graph.Link{X: e.X, Lag: raw.Lag, Y: e.Y, AtX: e.AtX, AtY: e.AtY}
	}
	triples := make([]graph.LaggedTriple, len(r.rawTriples))
	for i, raw := range r.rawTriples {
		t := r.path(raw)
		var lags [3]int
		copy(lags[:], raw.Lags)
		moment := func(v graph.Node, k int) graph.LaggedNode { return graph.LaggedNode{Variable: v, Lag: lags[k]} }
		triples[i] = graph.LaggedTriple{A: moment(t.A, 0), B: moment(t.B, 1), C: moment(t.C, 2), Status: t.Status}
	}
	return try.Get(newSeriesIn(r.builder.file, r.names, r.maxLag, links, triples))
}
