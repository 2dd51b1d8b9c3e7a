package format_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
)

// The texts are as networkx 3.4, igraph 2.1 and DoWhy 0.12 write them.
func TestNetworkFormats(t *testing.T) {
	for _, tt := range []struct{ name, flags, text, want string }{
		{"networkx.gml", "", "graph [\n  directed 1\n  node [\n    id 0\n    label \"A\"\n  ]\n  node [\n    id 1\n    label \"B &#34;x&#34;\"\n  ]\n  node [\n    id 2\n    label \"C\"\n  ]\n  edge [\n    source 0\n    target 1\n    weight 0.5\n  ]\n  edge [\n    source 1\n    target 2\n    edge_type \"o-&#62;\"\n  ]\n]\n",
			"A\n\"B \\\"x\\\"\"\nC\nA --> \"B \\\"x\\\"\"\n\"B \\\"x\\\"\" o-> C\n"},
		{"igraph.gml", "", "Creator \"igraph version 0.10.15\"\nVersion 1\ngraph\n[\n  directed 1\n  node\n  [\n    id 0\n    name \"A\"\n  ]\n  node\n  [\n    id 1\n    name \"B\"\n  ]\n  edge\n  [\n    source 1\n    target 0\n  ]\n]\n",
			"A\nB\nB --> A\n"},
		{"dowhy.txt", "", `graph[directed 1 node[ id "Z" label "Z"] node[ id "U" label "Unobserved"] edge[source "Z" target "U"]]`, "Z\nUnobserved\nZ --> Unobserved\n"},
		{"dowhy.gml", "", `graph[directed 1node[ id "X0" label "X0"]node[ id "v0" label "v0"]edge[source "X0" target "v0"]]`, "X0\nv0\nX0 --> v0\n"},
		{"edges first.gml", "", `graph[directed 1edge[source 1target 2]node[id 1]node[id 2]]`, "1\n2\n1 --> 2\n"},
		{"undirected.gml", "", "# a comment\ngraph [ node [ id 1 ] node [ id 2 graphics [ x 1 y [ z 2 ] ] ] edge [ source 1 target 2 ] ]", "1\n2\n1 --- 2\n"},
		{"adjacency.json", "", `{"directed": true, "multigraph": false, "graph": [], "nodes": [{"id": "A"}, {"id": "B"}, {"id": "C"}], "adjacency": [[{"id": "B"}, {"id": "C", "edge_type": "<->"}], [], []]}`,
			"A\nB\nC\nA --> B\nA <-> C\n"},
		{"adjacency.json", "", `{"directed": false, "multigraph": false, "graph": [], "nodes": [{"id": 0}, {"id": 1}], "adjacency": [[{"id": 1}], [{"id": 0}]]}`, "0\n1\n0 --- 1\n"},
		{"g.adjlist", "directed=true", "#script.py\n# GMT Tue Nov 17\n#\nA B C\nB C\nC\nD\n", "A\nB\nC\nD\nA --> B\nA --> C\nB --> C\n"},
		{"arrows.txt", "", "a -> b\nb → c\nc <- d\nd -- e\ne ↔ f\n", "a\nb\nc\nd\ne\nf\na --> b\nb --> c\nd --> c\nd --- e\ne <-> f\n"},
	} {
		d, err := format.Read(strings.NewReader(tt.text), tt.name, flagged(t, tt.flags))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var b strings.Builder
		if _, err := format.Write(&b, d, "text", format.Options{}); err != nil {
			t.Fatal(err)
		}
		if b.String() != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, &b, tt.want)
		}
	}
	for text, want := range map[string]string{
		"graph [ node [ id 1 ] node [ id 1 ] ]":                           "an id of its own",
		"graph [ node [ id 1 ] edge [ source 1 target 2 ] ]":              "the ID of a node",
		"graph [ node [ id 1 ":                                            "expected ]",
		"graph [ node [ id \"1 ] ]":                                       "ends with a quote",
		"graph [ directed 1 ] graph [ directed 1 ]":                       "one graph",
		`{"directed": true, "nodes": [{"id": 1}], "adjacency": [[], []]}`: "one list for each of the 1 nodes",
	} {
		if _, err := format.Read(strings.NewReader(text), "g", format.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
