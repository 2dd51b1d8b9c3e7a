package format

import (
	"encoding/json"
	"strconv"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/try"
)

var adjacencyFormat = Format{
	Name:       "adjacency",
	Doc:        "adjacency JSON of networkx, read only; edges other than arrows have an edge_type with an arrow such as o->",
	Extensions: []string{".json"},
	recipes: []recipe{
		{tool: "networkx", save: "json.dump(networkx.adjacency_data(G), open('g.json', 'w'))"},
	},
	Options:     []string{"directed", "opposite-arcs"},
	Unspecified: "the class; marks other than arrows, unless edge_type states them",
	Capabilities: Capabilities{
		Edges: allEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
	},
	sniff: sniffJSON(func(keys map[string]string) bool { return hasKeys(keys, "nodes", "adjacency") }),
	read:  readAdjacency,
}

// readAdjacency reads the list of neighbors of each node, in the order of the nodes. A graph without
// direction has each edge twice.
func readAdjacency(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &networkx{builder: newBuilder(in.name), jsonReader: newJSONReader(in), ids: make(map[string]graph.Node)}
	rows, after := 0, 0
	r.whole(func(key string) {
		if key != "adjacency" {
			r.key(key)
			return
		}
		after = r.at()
		r.list(func() {
			r.list(func() { r.neighbor(rows) })
			rows++
		})
	})
	if rows != len(r.inOrder) {
		r.fail(after, []byte("adjacency of "+strconv.Itoa(rows)+" nodes"), "one list for each of the "+strconv.Itoa(len(r.inOrder))+" nodes")
	}
	if r.directed == nil {
		r.directed = try.Get(askDirected(in.name, o))
	}
	met := make(map[[2]string]bool)
	var edges []looseEdge
	for _, e := range r.rawEdges {
		row, _ := strconv.Atoi(e.source)
		e.source, e.directed = r.inOrder[row], *r.directed
		if !e.directed && met[[2]string{e.target, e.source}] {
			continue
		}
		met[[2]string{e.source, e.target}] = true
		edges = append(edges, e)
	}
	r.addLoose(r.scanner, r.ids, edges)
	return r.document(o)
}

// neighbor reads an entry of a row of the list. The source of the edge is the number of the row.
func (r *networkx) neighbor(row int) {
	at := r.at()
	var e struct {
		ID    json.RawMessage `json:"id"`
		Arrow json.RawMessage `json:"edge_type"`
	}
	if r.value(&e, "a neighbor with id"); e.ID == nil {
		r.fail(at, []byte("neighbor"), "a neighbor with id")
	}
	r.rawEdges = append(r.rawEdges, looseEdge{source: strconv.Itoa(row), target: compactID(e.ID), arrow: arrowOf(e.Arrow), at: at})
}

var adjlistFormat = Format{
	Name:       "adjlist",
	Doc:        "adjacency lists of networkx, read only: a node and those that it has an edge to in each line, separated by blanks",
	Extensions: []string{".adjlist"},
	recipes: []recipe{
		{"networkx", "networkx.write_adjlist(G, 'g.adjlist')", advice.Textf("read with %v", advice.Option("directed"))},
	},
	Options:      []string{"directed", "opposite-arcs"},
	Unspecified:  "whether edges have a direction, the class",
	Capabilities: Capabilities{Edges: "--> ---", TwoCycles: true, Cycles: true, Isolated: true},
	read:         readAdjlist,
}

func readAdjlist(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	s, b := newScanner(in), newBuilder(in.name)
	directed := try.Get(askDirected(in.name, o))
	var edges []looseEdge
	source := "" // the first name of a line
	blank := func(c byte) bool { return c <= ' ' && c != '\n' }
	for s.skip(blank); s.next < len(s.data); s.skip(blank) {
		at := s.next
		switch s.data[at] {
		case '\n':
			s.next++
			source = ""
			continue
		case '#':
			s.next = lineEnd(s.data, at)
			continue
		}
		name := s.take(func(c byte) bool { return c > ' ' })
		if b.node(name); source == "" {
			source = string(name)
			continue
		}
		edges = append(edges, looseEdge{source: source, target: string(name), directed: *directed, at: at})
	}
	b.addLoose(s, b.index, edges)
	return b.document(o)
}
