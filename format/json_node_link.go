package format

import (
	"bufio"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
)

var nodeLinkFormat = Format{
	Name:       "node-link",
	Doc:        "node-link JSON of networkx; edges other than arrows have an edge_type with an arrow such as o->",
	Extensions: []string{".json"},
	recipes: []recipe{
		{tool: "networkx", save: "json.dump(networkx.node_link_data(G), open('g.json', 'w'))"},
	},
	Options:     []string{"directed", "opposite-arcs"},
	Unspecified: "the class; marks other than arrows, unless edge_type states them",
	Capabilities: Capabilities{
		Edges: allEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Series: true,
		Name: utf8.ValidString,
	},
	sniff: sniffJSON(func(keys map[string]string) bool {
		return hasKeys(keys, "nodes", "edges") || hasKeys(keys, "nodes", "links")
	}),
	read:  readNodeLink,
	write: writeNodeLink,
}

func writeNodeLink(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	typed := !plainArcs(g)
	bows := false
	ids := make([]string, g.N())
	for v := range ids {
		ids[v] = jsonText(g.Name(graph.Node(v)))
	}
	if s := d.Series; s != nil {
		for v, m := range s.At {
			ids[v] = jsonText([]any{s.Variables[m.Variable], -m.Lag})
		}
	}
	for e := range g.Edges() {
		bows = bows || e.Bidirected() && len(g.Between(e.X, e.Y)) > 1
	}
	fmt.Fprintf(w, "{\"directed\": true, \"multigraph\": %t, \"graph\": {}, \"nodes\": [", bows)
	listed := ids
	if s := d.Series; s != nil && s.unseenLag() {
		listed = append(slices.Clone(ids), jsonText([]any{s.Variables[0], -s.MaxLag}))
	}
	comma := ""
	for _, id := range listed {
		fmt.Fprintf(w, "%s\n{\"id\": %s}", comma, id)
		comma = ","
	}
	w.WriteString("],\n\"edges\": [")
	comma = ""
	for e := range g.Edges() {
		e = drawn(e)
		fmt.Fprintf(w, "%s\n{\"source\": %s, \"target\": %s", comma, ids[e.X], ids[e.Y])
		if typed {
			fmt.Fprintf(w, ", \"%s\": %s", edgeType, jsonText(e.Arrow()))
		}
		w.WriteByte('}')
		comma = ","
	}
	w.WriteString("]}\n")
	return nil
}
