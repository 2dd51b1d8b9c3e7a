package format_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
)

// ours puts keys behind those that our JSON begins with.
func ours(keys string) string { return `{"format": "sepdist", "version": 1, ` + "\n" + keys + "}" }

func TestReadJSON(t *testing.T) {
	checkReadings(t, format.Options{}, []reading{
		{ours(`"nodes": ["a", "b\n"], "edges": [{"from": "b\n", "edge": "o->", "to": "a"}], "meta": {"x": [1]}`), "a <-o b\n"},
		{ours(`"edges": [{"from": "a", "edge": "---", "to": "b"}, {"from": "b", "edge": "x-x", "to": "c"}], "nodes": ["a", "b", "c"],` +
			`"triples": [{"status": "ambiguous", "nodes": ["a", "b", "c"]}]`), "a --- b; b x-x c; ambiguous a b c"},
		{ours(`"max_lag": 2, "nodes": ["a", "b"], "edges": [{"from": "a", "lag": 1, "edge": "-->", "to": "b"}]`), "b(t) <-- a(t-1); a(t)"},
		{ours(`"nodes": [], "edges": []`), ""},

		{ours(`"nodes": ["a", "a"], "edges": []`), `g:2:16: unexpected "a ", expected each name once`},
		{ours(`"nodes": ["a"], "edges": [{"from": "a", "edge": "->", "to": "b"}]`), `g:2:27: unexpected "-> ", expected an edge such as -->`},
		{ours(`"nodes": ["a"], "edges": [{"from": "a", "edge": "-->", "to": "b"}]`), `g:2:27: unexpected "b ", expected a name of the list nodes`},
		{ours(`"nodes": ["a"], "edges": [{"from": "a", "edge": "-->", "to": "a"}]`),
			`g:2:27: unexpected "a --> a", expected an edge between two nodes, not a self-loop (--drop-self-loops drops it)`},
		{ours(`"nodes": ["a"], "edges": [], "color": 1`), `g:2:39: unexpected "color", expected format, version, class, nodes, edges, triples, max_lag or meta as a key`},
		{ours(`"nodes": ["a"], "edges": [{"from": "a", "weight": 1}]`),
			`g:2:27: unexpected "{\"from\": \"a\", \"weight\": 1}]}", expected an edge such as {"from": "X", "edge": "-->", "to": "Y"}`},
		{ours(`"nodes": ["a"]`), "g: the JSON has no key edges"},
		{ours(`"nodes": ["a"], "edges": []`) + " 1", `g:2:30: unexpected "1", expected the end of the text`},
		{ours(`"nodes": ["a"], "edges": [`), `g:2:27: unexpected "}", expected ]`},
		{ours(`"nodes": ["a", 1], "edges": []`), `g:2:16: unexpected "1], \"edges\": []}", expected a name in quotes`},
		{strings.Replace(ours(`"nodes": ["a"], "edges": []`), "1", "2", 1), `g:1:34: unexpected "2", expected version 1`},
		{`{"format": "sepdist", "version": 1, "nodes": {}, "edges": []}`, `g:1:46: unexpected "{}, \"edges\": []}", expected a list`},
	})
	checkReadings(t, format.Options{}, []reading{
		{`{"format": "caugi", "version": "1.0", "graph": {"class": "DAG", "nodes": ["X", "Y"], "edges": [{"from": "X", "to": "Y", "edge": "-->"}]}, "meta": {}}`, "X --> Y"},
		{`{"format": "caugi"}`, "g: the JSON has no key graph"},
		{`{"edgesSet": [{"node1": {"name": "X"}, "node2": {"name": "Y"}, "endpoint1": "CIRCLE", "endpoint2": "ARROW"}], "nodes": [{"name": "Y"}, {"name": "X"}]}`, "Y <-o X"},
		{`{"graph": {"edgesSet": [{"node1": {"name": "X"}, "node2": {"name": "Y"}, "endpoint1": "STAR", "endpoint2": "ARROW"}], "nodes": [{"name": "X"}, {"name": "Y"}]}}`,
			`g:1:25: unexpected "STAR ARROW", expected TAIL, ARROW or CIRCLE at both ends`},
		{`<graph><variables><variable>X</variable><variable>Y</variable><variable>Z</variable></variables><edges><edge>X --&gt; Y [X --&gt; Y]:1.0; pd pl</edge>` +
			`<edge>Y o-o Z</edge></edges><ambiguities><ambiguities>X, Y, Z</ambiguities></ambiguities><dottedUnderlines/></graph>`, "X --> Y; Y o-o Z; ambiguous X Y Z"},
		{`<graph><variables><variable>X</variable></variables><edges><edge>X --&gt; Y</edge></edges></graph>`,
			`g:1:60: unexpected "X --> Y", expected an edge such as --> between two nodes of the list`},
	})
}

func TestReadNetworkx(t *testing.T) {
	const abc = `"nodes": [{"id": "a"}, {"id": "b"}, {"id": 3}], `
	checkReadings(t, format.Options{}, []reading{
		{`{"directed": true, "multigraph": false, "graph": {}, ` + abc + `"links": [{"source": "a", "target": 3, "weight": 2}]}`, "a --> 3; b"},
		{`{"directed": false, ` + abc + `"edges": [{"source": "a", "target": "b", "edge_type": null}]}`, "a --- b; 3"},
		{`{"directed": true, ` + abc + `"edges": [{"source": "a", "target": "b", "edge_type": "<->", "key": 0}, {"source": "a", "target": "b"}]}`, "a --> b; a <-> b; 3"},
		{`{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": 1, "target": 0}]}`, "a <-- b"},
		{`{"directed": true, "nodes": [{"id": ["X", 0]}, {"id": ["X",-1]}, {"id": ["Y", 0]}], "edges": [{"source": ["X", -1], "target": ["Y", 0]}]}`, "Y(t) <-- X(t-1); X(t)"},

		{`{` + abc + `"edges": []}`, "g: do edges go from the first node to the second, or are they undirected? use --directed or --directed=false"},
		{`{"directed": true, ` + abc + `"edges": [{"source": "a", "target": "q"}]}`, `g:1:78: unexpected "\"q\"", expected the ID of a node`},
		{`{"directed": true, ` + abc + `"edges": [{"source": "a"}]}`, `g:1:78: unexpected "edge", expected an edge with source and target`},
		{`{"directed": true, "nodes": [{"id": 1}, {"id": "1"}], "edges": []}`, `g:1:41: unexpected "id \"1\"", expected an id of its own for each node`},
		{`{"directed": true, "nodes": [{"id": {}}], "edges": []}`, `g:1:30: unexpected "id {}", expected an id that is a string, a number or a list such as ["X", -1]`},
		{`{"directed": true, "nodes": [{"id": ["X", 0]}, {"id": "Y"}], "edges": []}`,
			`g: the id "Y" is not a list, but others are: expected ids such as ["X", -1] for all nodes of a time series`},
	})
}

// What is written is as the schema says.
func TestJSONSchema(t *testing.T) {
	data, err := os.ReadFile("../docs/schema/graph-v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	row, _ := format.Lookup("json")
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		d := &format.Document{Graph: heldGraph(rng, row.Capabilities), Class: []class.Kind{class.Unstated, class.PAG}[rng.IntN(2)]}
		if seed%2 == 0 {
			d = anySeries(rng, row.Capabilities)
		}
		var b bytes.Buffer
		if _, err := format.Write(&b, d, "json", format.Options{}); err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(b.Bytes(), &v); err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		if err := s.check(v, ""); err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
	}
}

// A schema is the part of JSON Schema that ours uses.
type schema struct {
	Type       string
	Const      any
	Enum       []any
	Required   []string
	Properties map[string]schema
	Items      *schema
	Pattern    string
	Minimum    *float64
	MinItems   int
}

func (s schema) check(v any, at string) error {
	if s.Const != nil && s.Const != v {
		return fmt.Errorf("%s is %v, want %v", at, v, s.Const)
	}
	if s.Enum != nil {
		for _, e := range s.Enum {
			if e == v {
				return nil
			}
		}
		return fmt.Errorf("%s is %v, want one of %v", at, v, s.Enum)
	}
	switch s.Type {
	case "string":
		text, ok := v.(string)
		if !ok || s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(text) {
			return fmt.Errorf("%s is %v, want a string like %s", at, v, s.Pattern)
		}
	case "integer":
		if x, ok := v.(float64); !ok || x != float64(int(x)) || s.Minimum != nil && x < *s.Minimum {
			return fmt.Errorf("%s is %v, want an integer", at, v)
		}
	case "array":
		list, ok := v.([]any)
		if !ok || len(list) < s.MinItems {
			return fmt.Errorf("%s is %v, want a list", at, v)
		}
		for i, item := range list {
			if err := s.Items.check(item, fmt.Sprintf("%s/%d", at, i)); err != nil {
				return err
			}
		}
	case "object":
		object, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %v, want an object", at, v)
		}
		for _, key := range s.Required {
			if _, ok := object[key]; !ok {
				return fmt.Errorf("%s lacks %s", at, key)
			}
		}
		for key, item := range object {
			inner, known := s.Properties[key]
			if !known {
				return fmt.Errorf("%s has %s", at, key)
			}
			if err := inner.check(item, at+"/"+key); err != nil {
				return err
			}
		}
	}
	return nil
}

// The class is kept where a format can say it.
func TestClassIsKept(t *testing.T) {
	d, err := format.Parse([]byte("A --> B\nB o-> C"), "", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Class = class.PAG
	for _, name := range []string{"json", "graphml", "dagitty"} {
		var b bytes.Buffer
		if _, err := format.Write(&b, d, name, format.Options{}); err != nil {
			t.Fatal(err)
		}
		if again, err := format.Parse(b.Bytes(), "", format.Options{}); err != nil || again.Class != class.PAG {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzJSON(f *testing.F) {
	fuzz(f, format.Options{Format: "json"}, ours(`"nodes": ["a", "b"], "class": "pag", "edges": [{"from": "a", "edge": "o->", "to": "b"}]`),
		ours(`"max_lag": 2, "nodes": ["a", "b"], "edges": [{"from": "a", "lag": 1, "edge": "-->", "to": "b"}], "triples": [{"status": "ambiguous", "nodes": ["a", "b", "a"], "lags": [1, 0, 0]}]`))
}

func FuzzNodeLink(f *testing.F) {
	fuzz(f, format.Options{Directed: new(true), OppositeArcs: "cycle"}, append(sampleFiles(f, "nodelink.json"),
		`{"directed": true, "nodes": [{"id": ["X", 0]}, {"id": ["X",-1]}], "edges": [{"source": ["X", -1], "target": ["X", 0], "edge_type": "o->"}]}`)...)
}

func FuzzCaugi(f *testing.F) {
	fuzz(f, format.Options{Format: "caugi"}, `{"format": "caugi", "graph": {"class": "DAG", "nodes": ["X", "Y"], "edges": [{"from": "X", "to": "Y", "edge": "--o"}]}}`)
}

func FuzzTetradJSON(f *testing.F) {
	fuzz(f, format.Options{Format: "tetrad-json"},
		`{"edgesSet": [{"node1": {"name": "X"}, "node2": {"name": "Y"}, "endpoint1": "CIRCLE", "endpoint2": "ARROW"}], "nodes": [{"name": "Y"}, {"name": "X", "nodeType": "LATENT"}]}`)
}

func FuzzTetradXML(f *testing.F) {
	fuzz(f, format.Options{Format: "tetrad-xml"}, append(sampleFiles(f, "pag.xml"),
		`<graph><variables><variable>X</variable></variables><underlines><underline>X, X, X</underline></underlines></graph>`)...)
}

// JSON of networkx and of Cytoscape that is not node-link data.
func FuzzOtherJSON(f *testing.F) {
	fuzz(f, format.Options{Directed: new(true), OppositeArcs: "cycle"},
		`{"directed": true, "multigraph": false, "graph": [], "nodes": [{"id": "A"}, {"id": "B"}], "adjacency": [[{"id": "B", "edge_type": "o->"}], []]}`,
		`{"directed": true, "multigraph": true, "nodes": [{"id": 0}, {"id": 1}], "adjacency": [[{"key": 0, "id": 1}, {"key": 1, "id": 1}], []]}`,
		`{"data": [], "directed": true, "multigraph": false, "elements": {"nodes": [{"data": {"id": "0", "value": 0, "name": "0"}}, {"data": {"id": "1"}}], "edges": [{"data": {"source": "0", "target": "1"}}]}}`,
		`{"elements": {"nodes": [{"data": {"id": "a"}}], "edges": [{"data": {"source": "a", "target": "b", "interaction": "directed"}}]}}`)
}
