package format_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
)

// graphML puts elements into a graph.
func graphML(inside string) string {
	return `<graphml><key id="d0" for="edge" attr.name="edge_type" attr.type="string"/><key id="d1" for="node" attr.name="name"/>` +
		`<graph edgedefault="directed">` + "\n" + inside + `</graph></graphml>`
}

func TestReadGraphML(t *testing.T) {
	const ab = `<node id="a"/><node id="b"/>`
	checkReadings(t, format.Options{}, []reading{
		{graphML(ab + `<edge source="a" target="b"/>`), "a --> b"},
		{graphML(ab + `<edge source="a" target="b" directed="false"/>`), "a --- b"},
		{graphML(ab + `<edge source="a" target="b"><data key="d0">o-&gt;</data></edge>`), "a o-> b"},
		{graphML(ab + `<edge source="a" target="b"><data key="d0">bidirected</data></edge><edge source="a" target="b"/>`), "a --> b; a <-> b"},
		{graphML(`<edge source="a" target="b"/>` + ab), "a --> b"},
		{graphML(`<node id="n0"><data key="d1">sea level</data></node><node id="n1"><data key="d1">x</data></node><edge source="n1" target="n0"/>`), "sea level <-- x"},
		{graphML(`<node id="a"><data key="d1">sea level</data></node>`), "a"},
		{`<?xml version="1.0"?><!-- c --><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected">` +
			`<node id="&lt;a&#10;"><port name="p"/></node><node id="b"/><edge source="b" target="&lt;a&#10;"/></graph></graphml>`, "<a\n --- b"},
		{"<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph edgedefault='directed'><node id='gr\xf6\xdfe'/></graph></graphml>", "größe"},

		{graphML(ab + `<edge source="a" target="b"/><edge source="b" target="a"/>`),
			"g: do a --> b and its reverse mean an undirected edge or a cycle of two? use --opposite-arcs undirected or cycle"},
		{graphML(ab + `<edge source="a" target="c"/>`), `g:2:29: unexpected "c", expected the ID of a node`},
		{graphML(`<node id="a"/><node id="a"/>`), `g:2:15: unexpected "node id a", expected an id of its own for each node`},
		{graphML(ab + `<edge source="a" target="b"><data key="d0">causes</data></edge>`), `g:2:29: unexpected "causes", expected edge_type as an arrow such as --> or <->`},
		{graphML(`<node id="a"><graph edgedefault="directed"/></node>`), `g:2:14: unexpected "<graph>", expected no graph inside a node`},
		{graphML(`<hyperedge/>`), `g:2:1: unexpected "<hyperedge>", expected edges between two nodes`},
		{`<graphml></graphml>`, `g: there is no <graph> in the GraphML`},
		{`<graphml><graph>`, `g:1:10: unexpected "edgedefault=", expected edgedefault as directed or undirected`},
		{`<graphml><graph edgedefault="directed"><node id="a">`, `g:1:53: unexpected end of text, expected the end of the outermost element`},
		{`<graphml><graph edgedefault="directed"><node id="a"></graph>`, `g:1:61: no XML: element <node> closed by </graph>`},
		{graphML("") + "<graphml/>", `g:2:19: unexpected "<graphml>", expected the end of the text`},
	})
}

// Entities are not expanded, and elements not followed without end.
func TestXMLBombs(t *testing.T) {
	const laughs = `<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><graphml><graph edgedefault="directed"><node id="&b;"/></graph></graphml>`
	for _, tt := range []reading{
		{laughs, "expected no entities of its own"},
		{strings.ReplaceAll(laughs, "<!ENTITY", "<!ELEMENT"), "invalid character entity"},
		{"<graphml>" + strings.Repeat("<a>", 100_000), "at most 200 elements inside each other"},
	} {
		_, err := format.Parse([]byte(tt.text), "g", format.Options{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

func FuzzGraphML(f *testing.F) {
	fuzz(f, format.Options{Format: "graphml", OppositeArcs: "cycle"}, append(sampleFiles(f, ".graphml"), graphML(`<node id="a"/>`))...)
}
