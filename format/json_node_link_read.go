package format

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/try"
)

// A networkx reads a graph from node-link JSON.
type networkx struct {
	*builder
	*jsonReader
	directed *bool
	ids      map[string]graph.Node // by the text of the ID in JSON
	inOrder  []string              // the IDs
	moments  []networkxMoment
	rawEdges []looseEdge
}

// A networkxMoment is an ID such as ["X", -1].
type networkxMoment struct {
	variable string
	lag      int
	list     bool // the ID is such a list
}

// A networkxNode is a node of the list.
type networkxNode struct {
	ID   json.RawMessage `json:"id"`
	Name json.RawMessage `json:"name"`
}

// A networkxEdge is an edge of a list.
type networkxEdge struct {
	Source json.RawMessage `json:"source"`
	Target json.RawMessage `json:"target"`
	Arrow  json.RawMessage `json:"edge_type"`
}

// arrowOf returns the value of edge_type as text, even if it is not a string.
func arrowOf(raw json.RawMessage) string {
	var text string
	if raw != nil && json.Unmarshal(raw, &text) != nil {
		return string(raw)
	}
	return text
}

func readNodeLink(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &networkx{builder: newBuilder(in.name), jsonReader: newJSONReader(in), ids: make(map[string]graph.Node)}
	r.whole(r.key)
	if r.directed == nil {
		r.directed = try.Get(askDirected(in.name, o))
	}
	r.positions()
	for i := range r.rawEdges {
		r.rawEdges[i].directed = *r.directed
	}
	r.addLoose(r.scanner, r.ids, r.rawEdges)
	if slices.ContainsFunc(r.moments, func(m networkxMoment) bool { return m.list }) {
		return r.series(o)
	}
	return r.document(o)
}

// askDirected returns whether the edges of a list have a direction, by the options.
func askDirected(file string, o Options) (*bool, error) {
	yes := true
	switch {
	case o.Directed != nil:
		return o.Directed, nil
	case o.Class != graph.Unstated && !o.Class.Undirected():
		return &yes, nil
	}
	return nil, &AmbiguityError{File: file, Option: "directed", Question: "do edges go from the first node to the second, or are they undirected?",
		Values: []string{"true", "false"}}
}

// key reads the value of a key of the outermost object.
func (r *networkx) key(key string) {
	switch key {
	case "directed":
		r.directed = new(bool)
		r.value(r.directed, "true or false")
	case "nodes":
		r.list(r.newNode)
	case "edges", "links":
		r.list(r.newEdge)
	default:
		r.skip()
	}
}

// newEdge reads an edge between the nodes with two IDs.
func (r *networkx) newEdge() {
	const want = "an edge with source and target"
	at := r.at()
	var e networkxEdge
	if r.value(&e, want); e.Source == nil || e.Target == nil {
		r.fail(at, []byte("edge"), want)
	}
	r.rawEdges = append(r.rawEdges, looseEdge{source: compactID(e.Source), target: compactID(e.Target), arrow: arrowOf(e.Arrow), at: at})
}

// newNode reads a node.
func (r *networkx) newNode() {
	at := r.at()
	var n networkxNode
	if r.value(&n, "a node with id"); n.ID == nil {
		n.ID = n.Name
	}
	name, moment, ok := networkxName(n.ID)
	if !ok {
		r.fail(at, []byte("id "+string(n.ID)), "an id that is a string, a number or a list such as [\"X\", -1]")
	}
	if _, twice := r.index[name]; twice {
		r.fail(at, []byte("id "+string(n.ID)), "an id of its own for each node")
	}
	id := compactID(n.ID)
	r.moments = append(r.moments, moment)
	r.inOrder = append(r.inOrder, id)
	r.ids[id] = r.node([]byte(name))
}

// networkxName returns the name of the node with an ID. A list is a variable and its time.
func networkxName(raw json.RawMessage) (name string, m networkxMoment, ok bool) {
	switch {
	case len(raw) == 0:
		return "", m, false
	case raw[0] == '"':
		return name, m, json.Unmarshal(raw, &name) == nil
	case raw[0] == '-' || isDigit(raw[0]):
		return string(raw), m, true
	case raw[0] != '[':
		return "", m, false
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || len(list) != 2 || len(list[0]) == 0 || list[0][0] == '[' {
		return "", m, false
	}
	if m.variable, _, ok = networkxName(list[0]); !ok {
		return "", m, false
	}
	lag, err := strconv.Atoi(string(list[1]))
	if err != nil || lag > 0 {
		return "", m, false
	}
	m.lag, m.list = -lag, true
	return fmt.Sprintf("%s(t-%d)", m.variable, m.lag), m, true
}

// compactID returns an ID as text, for a list without blanks.
func compactID(raw json.RawMessage) string {
	if raw[0] != '[' {
		return string(raw)
	}
	if _, m, ok := networkxName(raw); ok {
		return jsonText([]any{m.variable, -m.lag})
	}
	return string(raw)
}

// positions allows edges to refer to nodes by their number, as in networkx 1, unless some ID is a
// number.
func (r *networkx) positions() {
	if slices.ContainsFunc(r.inOrder, func(id string) bool { return id[0] == '-' || isDigit(id[0]) }) {
		return
	}
	for v := range r.names {
		r.ids[strconv.Itoa(v)] = graph.Node(v)
	}
}

// series returns the graph as a series: each node is a variable and its time.
func (r *networkx) series(o Options) (*Document, error) {
	names := make([]string, len(r.moments))
	maxLag := 0
	for v, m := range r.moments {
		if !m.list {
			return nil, &FileError{File: r.builder.file, Why: "the id " + clipped(r.names[v]) + " is not a list, but others are", Do: "expected ids such as [\"X\", -1] for all nodes of a time series"}
		}
		names[v], maxLag = m.variable, max(maxLag, m.lag)
	}
	variables, place := distinct(names)
	at := make([]graph.LaggedNode, len(names))
	for v, m := range r.moments {
		at[v] = graph.LaggedNode{Variable: place[v], Lag: m.lag}
	}
	static := try.Get(r.document(o))
	links, copies, err := atTimeT(static.Graph, at)
	if err != nil {
		return nil, &FileError{File: r.builder.file, Why: err.Error()}
	}
	d := try.Get(newSeriesIn(r.builder.file, variables, maxLag, links, nil))
	d.Notes = static.Notes
	d.noteCopies(copies)
	return d, nil
}
