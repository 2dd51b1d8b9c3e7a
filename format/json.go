package format

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

// jsonVersion is the version of our JSON, which docs/schema describes.
const jsonVersion = 1

var jsonFormat = Format{
	Name:       "json",
	Doc:        "our JSON, with class, triples and lags; docs/schema/graph-v1.schema.json describes it",
	Extensions: []string{".json"},
	Recipes: []Recipe{
		{"sepdist", "sepdist convert g.txt g.json"},
	},
	Holds: Holds{
		Edges: AllEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true, Series: true,
		Name: utf8.ValidString,
	},
	Sniff: sniffJSON(func(keys map[string]string) bool { return keys["format"] == `"sepdist"` }),
	Read:  readJSON,
	Write: writeJSON,
}

// A jsonEdge is an edge as it stands in JSON. Of a series From is at Lag, To at t.
type jsonEdge struct {
	From string `json:"from"`
	Lag  int    `json:"lag,omitempty"`
	Edge string `json:"edge"`
	To   string `json:"to"`
}

// A jsonTriple is a triple as it stands in JSON.
type jsonTriple struct {
	Status string   `json:"status"`
	Nodes  []string `json:"nodes"`
	Lags   []int    `json:"lags,omitempty"`
}

// A jsonGraph is a graph that is read from our JSON. Keys may stand in any order.
type jsonGraph struct {
	*builder
	*jsonReader
	class        kind.Kind
	maxLag       int // -1: no series
	rawEdges     []jsonEdge
	rawEdgesAt   []int
	rawTriples   []jsonTriple
	rawTriplesAt []int
}

func readJSON(in *Input, o Options) (*Document, error) {
	j, err := newJSONReader(in)
	if err != nil {
		return nil, err
	}
	if keys := in.jsonKeys(); keys["format"] != `"sepdist"` {
		return nil, in.refuse("the JSON has no layout that is known: its keys are "+shown(strings.Join(sortedKeys(keys), ", ")),
			`ours has "format": "sepdist", and others are named by option format`)
	}
	for _, key := range []string{"version", "nodes", "edges"} {
		if !hasKeys(in.jsonKeys(), key) {
			return nil, in.refuse("the JSON has no key "+key, "")
		}
	}
	j.strict = true
	r := &jsonGraph{builder: newBuilder(in.Name), jsonReader: j, maxLag: -1}
	if err := r.object(r.key); err != nil {
		return nil, err
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	var d *Document
	if r.maxLag >= 0 {
		d, err = r.series()
	} else {
		d, err = r.static(o)
	}
	if err == nil {
		d.Class = r.class
	}
	return d, err
}

func sortedKeys(keys map[string]string) []string {
	list := make([]string, 0, len(keys))
	for key := range keys {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

// key reads the value of a key of the outermost object.
func (r *jsonGraph) key(key string) error {
	at := r.at()
	switch key {
	case "format", "meta":
		return r.skip()
	case "version":
		var version int
		if err := r.value(&version, "a number"); err != nil {
			return err
		}
		if version != jsonVersion {
			return r.fault(at, fmt.Append(nil, version), fmt.Sprintf("version %d", jsonVersion))
		}
	case "class":
		var name string
		err := r.value(&name, "a class")
		if err == nil {
			if r.class, err = kind.Parse(name); err != nil || r.class.String() != name {
				err = r.fault(at, []byte(name+" "), "a class such as dag")
			}
		}
		return err
	case "nodes":
		return r.list(r.newNode)
	case "edges":
		return r.list(func() error {
			var e jsonEdge
			r.rawEdgesAt = append(r.rawEdgesAt, r.at())
			err := r.value(&e, `an edge such as {"from": "X", "edge": "-->", "to": "Y"}`)
			r.rawEdges = append(r.rawEdges, e)
			return err
		})
	case "triples":
		return r.list(func() error {
			var t jsonTriple
			r.rawTriplesAt = append(r.rawTriplesAt, r.at())
			err := r.value(&t, `a triple such as {"status": "ambiguous", "nodes": ["X", "Y", "Z"]}`)
			r.rawTriples = append(r.rawTriples, t)
			return err
		})
	case "max_lag":
		if err := r.value(&r.maxLag, "a number"); err != nil {
			return err
		}
		if r.maxLag < 0 {
			return r.fault(at, fmt.Append(nil, r.maxLag), "a number from 0 on")
		}
	default:
		return r.fault(at, []byte(key), "format, version, class, nodes, edges, triples, max_lag or meta as a key")
	}
	return nil
}

func (r *jsonGraph) newNode() error {
	at := r.at()
	var name string
	if err := r.value(&name, "a name in quotes"); err != nil {
		return err
	}
	if _, twice := r.index[name]; twice {
		return r.fault(at, []byte(name+" "), "each name once")
	}
	r.node([]byte(name))
	return nil
}

// marks returns the marks of an edge, and its nodes.
func (r *jsonGraph) ends(i int) (graph.Edge, error) {
	e := r.rawEdges[i]
	left, right, ok := graph.ParseMarks([]byte(e.Edge))
	if !ok {
		return graph.Edge{}, r.fault(r.rawEdgesAt[i], []byte(e.Edge+" "), wantEdge)
	}
	x, err := r.known(e.From, r.rawEdgesAt[i])
	if err != nil {
		return graph.Edge{}, err
	}
	y, err := r.known(e.To, r.rawEdgesAt[i])
	return graph.Edge{X: x, Y: y, AtX: left, AtY: right}, err
}

// known returns the node called name.
func (r *jsonGraph) known(name string, at int) (graph.Node, error) {
	v, ok := r.index[name]
	if !ok {
		return 0, r.fault(at, []byte(name+" "), "a name of the list nodes")
	}
	return v, nil
}

// path returns the nodes of a triple and its status.
func (r *jsonGraph) path(i int) (t graph.Triple, err error) {
	p, at := r.rawTriples[i], r.rawTriplesAt[i]
	status, ok := statusOf([]byte(p.Status))
	if !ok {
		return t, r.fault(at, []byte(p.Status+" "), "ambiguous, collider or noncollider")
	}
	if len(p.Nodes) != 3 || len(p.Lags) != 0 && (len(p.Lags) != 3 || r.maxLag < 0) {
		return t, r.fault(at, []byte("triple"), "three nodes, and three lags or none")
	}
	t.Status = status
	for k, v := range []*graph.Node{&t.A, &t.B, &t.C} {
		if *v, err = r.known(p.Nodes[k], at); err != nil {
			return t, err
		}
	}
	return t, nil
}

// static returns the graph of a text without lags.
func (r *jsonGraph) static(o Options) (*Document, error) {
	for i := range r.rawEdges {
		e, err := r.ends(i)
		if err != nil {
			return nil, err
		}
		if r.rawEdges[i].Lag != 0 {
			return nil, r.fault(r.rawEdgesAt[i], []byte("lag"), "max_lag where an edge has a lag")
		}
		r.edge(e, r.place(r.rawEdgesAt[i]))
	}
	for i := range r.rawTriples {
		t, err := r.path(i)
		if err != nil {
			return nil, err
		}
		r.triple(t, r.place(r.rawTriplesAt[i]))
	}
	return r.document(o)
}

// series returns the series of a text with lags.
func (r *jsonGraph) series() (*Document, error) {
	links := make([]graph.Link, len(r.rawEdges))
	for i, raw := range r.rawEdges {
		e, err := r.ends(i)
		if err != nil {
			return nil, err
		}
		if raw.Lag < 0 || raw.Lag > r.maxLag {
			return nil, r.fault(r.rawEdgesAt[i], fmt.Append(nil, raw.Lag), fmt.Sprintf("a lag from 0 to %d", r.maxLag))
		}
		links[i] = graph.Link{X: e.X, Lag: raw.Lag, Y: e.Y, AtX: e.AtX, AtY: e.AtY}
	}
	triples := make([]graph.MomentTriple, len(r.rawTriples))
	for i, p := range r.rawTriples {
		t, err := r.path(i)
		if err != nil {
			return nil, err
		}
		var lags [3]int
		copy(lags[:], p.Lags)
		triples[i] = graph.MomentTriple{A: graph.Moment{Variable: t.A, Lag: lags[0]}, B: graph.Moment{Variable: t.B, Lag: lags[1]}, C: graph.Moment{Variable: t.C, Lag: lags[2]}, Status: t.Status}
	}
	d, err := NewSeries(r.names, r.maxLag, links, triples)
	if err != nil {
		return nil, &FileError{File: r.builder.file, Why: strings.TrimPrefix(err.Error(), "graph: ")}
	}
	return d, nil
}
