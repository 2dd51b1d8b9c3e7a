package format

import (
	"bufio"
	"cmp"
	"fmt"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/try"
)

var caugiFormat = Format{
	Name:       "caugi",
	Doc:        "the JSON of caugi",
	Extensions: []string{".json"},
	recipes: []recipe{
		{tool: "caugi", save: "write_caugi(cg, \"g.caugi.json\")"},
	},
	Capabilities: Capabilities{
		Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
		Name: utf8.ValidString,
	},
	sniff: sniffJSON(func(keys map[string]string) bool { return keys["format"] == `"caugi"` }),
	read:  readCaugi,
	write: writeCaugi,
}

// readCaugi reads the value of the key graph, which has the names and edges like our JSON.
func readCaugi(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &jsonGraph{builder: newBuilder(in.name), jsonReader: newJSONReader(in), maxLag: -1}
	class, graphs := "", 0
	r.whole(func(key string) {
		if key != "graph" {
			r.skip()
			return
		}
		graphs++
		r.object(func(key string) {
			switch key {
			case "class":
				r.value(&class, "a class in quotes")
			case "nodes", "edges":
				r.key(key)
			default:
				r.skip()
			}
		})
	})
	if graphs == 0 {
		return nil, in.refuse("the JSON has no key graph", "")
	}
	d = r.static(o)
	d.Class, _ = kind.Parse(class) // other classes of caugi are ignored
	return d, nil
}

func writeCaugi(w *bufio.Writer, d *Document, _ Options) error {
	class := cmp.Or(caugiWords[d.Class], "UNKNOWN")
	fmt.Fprintf(w, "{\n\"format\": \"caugi\",\n\"version\": \"1.0.0\",\n\"graph\": {\n  \"class\": %s", jsonText(class))
	writeList(w, "nodes", d.Graph.Names().List())
	type edge struct {
		From string `json:"from"`
		To   string `json:"to"`
		Edge string `json:"edge"`
	}
	var edges []edge
	for e := range d.Graph.Edges() {
		e = drawn(e)
		if e.AtX == graph.Circle && e.AtY == graph.Tail {
			e = e.Flip() // caugi has only --o
		}
		edges = append(edges, edge{d.Graph.Name(e.X), d.Graph.Name(e.Y), e.Arrow()})
	}
	writeList(w, "edges", edges)
	w.WriteString("\n}\n}\n")
	return nil
}
