package format_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
)

func TestReadGML(t *testing.T) {
	const ab = "node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] "
	checkReadings(t, format.Options{}, []reading{
		{"graph [ directed 1 " + ab + "edge [ source 0 target 1 ] ]", "a --> b"},
		{"graph [ " + ab + "edge [ source 1 target 0 ] directed 0 ]", "a --- b"},
		{"graph [ " + ab + "edge [ source 1 target 0 ] ]", "a --- b"},
		{"Creator \"igraph\"\nVersion 1\ngraph\n[\n directed 1\n node [ id 0 name \"x\" ] node [ id 1 name \"y\" ]\n edge [ source 0 target 1 ] ]", "x --> y"},
		{"graph[directed 1node[id \"y\" label \"y\"]edge[source \"x\" target \"y\"]node[ id \"x\" label \"x\"]]", "y <-- x"},
		{"# c\ngraph [ directed 1 node [ id 5 graphics [ x 1.5e3 y [ ] ] ] edge [ source 5 target -7 ] node [ id -7 ] ]", "5 --> -7"},
		{"graph [ directed 1 " + ab + "edge [ source 0 target 1 edge_type \"o->\" value 1edge_type 1 ] ]", `g:1:68: unexpected "1", expected edge_type as an arrow such as --> or <->`},
		{"graph [ directed 1 " + ab + "edge [ source 0 target 1 edge_type \"o->\" ] edge [ source 1 target 0 edge_type \"-->\" ] ]",
			`g:1:111: edge b --> a conflicts with a o-> b (first at 1:68)`},
		{"graph [ node [ id 0 label \"gr&#246;&#223;e &amp; &quot;\" ] ]", `größe & "`},

		{"graph [ directed 1 " + ab + "edge [ source 0 target 1 ] edge [ source 1 target 0 ] ]",
			"g: do a --> b and its reverse mean an undirected edge or a cycle of two? use option opposite-arcs=undirected or cycle"},
		{"graph [ " + ab + "edge [ source 0 target 2 ] ]", `g:1:57: unexpected "2", expected the ID of a node`},
		{"graph [ " + ab + "edge [ source 0 ] ]", `g:1:57: unexpected "edge", expected a source and a target in each edge`},
		{"graph [ node [ label \"a\" ] ]", `g:1:9: unexpected "node", expected an id in each node`},
		{"graph [ node [ id 0 ] node [ id 0 ] ]", `g:1:23: unexpected "node [ id 0 ]", expected an id of its own for each node`},
		{"graph [ node [ id 0 label \"a\" ] node [ id 1 label \"a\" ] ]", `g:1:33: unexpected "node [ label a ]", expected a label of its own for each node`},
		{"graph [ directed 2 ]", `g:1:18: unexpected "2", expected 0 or 1 after directed`},
		{"graph [ node [ id 0 ]", `g:1:22: unexpected end of text, expected a key`},
		{"graph [ a ]", `g:1:11: unexpected "]", expected a value for "a"`},
		{"graph [ ] graph [ ]", `g:1:11: unexpected "graph", expected one graph in the text`},
		{"graph [ a \"b ]", `g:1:11: unexpected "\"b ]", expected a closing "`},
	})
	deep := "graph [ " + strings.Repeat("a [ ", 1_000_000)
	if _, err := format.Parse([]byte(deep), "g", format.Options{}); err == nil || !strings.HasSuffix(err.Error(), "unexpected end of text, expected a closing ]") {
		t.Errorf("got %v", err)
	}
}

func FuzzGML(f *testing.F) {
	fuzz(f, format.Options{Format: "gml", OppositeArcs: "cycle"}, sampleFiles(f, ".gml")...)
}
