package format

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/try"
)

var gmlFormat = Format{
	Name:       "gml",
	Doc:        "GML (Graph Modelling Language), read only; edges other than arrows have an edge_type with an arrow such as o->",
	Extensions: []string{".gml"},
	recipes: []recipe{
		{tool: "networkx", save: "networkx.write_gml(G, 'g.gml')"},
		{tool: "igraph", save: "write_graph(g, \"g.gml\", format = \"gml\")"},
		{tool: "DoWhy", save: "open('g.gml', 'w').write(gml_graph)"},
	},
	Options:     []string{"opposite-arcs"},
	Unspecified: "the class; marks other than arrows, unless edge_type states them",
	Capabilities: Capabilities{
		Edges: allEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
	},
	sniff: begins(func(in *input) bool { return isGML(in.head()) }),
	read:  readGML,
}

// isGML reports whether a text begins with a graph in GML, after comments and values such as Creator.
// A regular expression would add a tenth of a megabyte to the engine in browsers.
func isGML(head []byte) bool {
	for {
		head = bytes.TrimSpace(head)
		if len(head) > 0 && head[0] == '#' {
			_, head, _ = bytes.Cut(head, []byte("\n"))
			continue
		}
		n := bytes.IndexFunc(head, func(r rune) bool { return r == '[' || unicode.IsSpace(r) })
		if n < 0 {
			return false
		}
		key := string(head[:n])
		head = bytes.TrimSpace(head[n:])
		switch {
		case key == "graph":
			return bytes.HasPrefix(head, []byte("["))
		case !slices.Contains([]string{"creator", "version", "comment", "label"}, strings.ToLower(key)):
			return false
		}
		if bytes.HasPrefix(head, []byte(`"`)) {
			n = 1 + bytes.IndexByte(head[1:], '"')
			if n == 0 {
				return false
			}
			head = head[n+1:]
		} else if n = bytes.IndexFunc(head, unicode.IsSpace); n <= 0 || bytes.IndexByte(head[:n], '[') >= 0 {
			return false
		} else {
			head = head[n:]
		}
	}
}

// A gmlReader reads one graph. A text of GML is a list of keys and values; a value is a number, a
// string or a list in brackets.
type gmlReader struct {
	*builder
	*scanner
	directed bool
	ids      map[string]graph.Node
	rawEdges []looseEdge
	graphs   int
}

func readGML(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &gmlReader{builder: newBuilder(in.name), scanner: newScanner(in), ids: make(map[string]graph.Node)}
	r.list(false, func(key string, at int) {
		if key != "graph" {
			r.value()
			return
		}
		if r.graphs++; r.graphs > 1 {
			r.fail(at, []byte(key), "one graph in the text")
		}
		r.inside(r.graph)
	})
	if r.graphs == 0 {
		return nil, in.refuse("there is no graph in the GML", "")
	}
	for i := range r.rawEdges {
		r.rawEdges[i].directed = r.directed
	}
	r.addLoose(r.scanner, r.ids, r.rawEdges)
	r.callAs()
	return r.document(o)
}

// graph reads a key of the graph.
func (r *gmlReader) graph(key string, at int) {
	switch key {
	case "directed":
		r.directed = r.value() == "1"
	case "node":
		values := r.values()
		id, given := values["id"]
		if _, twice := r.ids[id]; twice || !given {
			r.fail(at, []byte("node id "+id), "an id of its own for each node")
		}
		v := r.node([]byte(id))
		r.ids[id] = v
		r.call(v, 0, values["label"])
		r.call(v, 1, values["name"])
	case "edge":
		values := r.values()
		r.rawEdges = append(r.rawEdges, looseEdge{source: values["source"], target: values["target"], arrow: values[edgeType], at: at})
	default:
		r.value()
	}
}

// values reads a list of keys with simple values.
func (r *gmlReader) values() map[string]string {
	values := make(map[string]string)
	r.inside(func(key string, _ int) { values[key] = r.value() })
	return values
}

// inside reads a list in brackets.
func (r *gmlReader) inside(each func(key string, at int)) {
	r.blanks()
	if !r.has("[") {
		r.fail(r.next, r.word(), "[")
	}
	r.next++
	r.list(true, each)
}

// list calls each for every key up to the end of the list. It has to read the value.
func (r *gmlReader) list(bracket bool, each func(key string, at int)) {
	for {
		r.blanks()
		switch {
		case r.next >= len(r.data) && !bracket:
			return
		case r.next >= len(r.data):
			r.fail(r.next, nil, "]")
		case r.has("]") && bracket:
			r.next++
			return
		}
		at := r.next
		key := r.word()
		if len(key) == 0 || key[0] == '"' || key[0] == '[' || key[0] == ']' {
			r.fail(at, key, "a key such as node or edge")
		}
		r.next += len(key)
		each(string(key), at)
	}
}

// value reads a value as text. A list has none.
func (r *gmlReader) value() string {
	r.blanks()
	at := r.next
	word := r.word()
	switch {
	case len(word) == 0 || word[0] == ']':
		r.fail(at, word, "a value")
	case word[0] == '[':
		r.inside(func(string, int) { r.value() })
		return ""
	}
	if digits := len(word) - len(bytes.TrimLeft(word, "0123456789")); digits > 0 && beginsKey(word[digits:]) { // DoWhy writes "directed 1node["
		word = word[:digits]
	}
	r.next += len(word)
	if word[0] == '"' {
		return unescapeGML(string(word[1 : len(word)-1]))
	}
	return string(word)
}

// unescapeGML replaces entities of ISO 8859-1, by name or number.
func unescapeGML(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "&")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, ended := strings.Cut(rest, ";")
		text := xml.HTMLEntity[name]
		if digits, number := strings.CutPrefix(name, "#"); number {
			base := 10
			if hex, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
				digits, base = hex, 16
			}
			if x, err := strconv.ParseUint(digits, base, 21); err == nil && x > 0 {
				text = string(rune(x))
			}
		}
		switch {
		case ended && name == "apos":
			text = "'"
		case !ended || text == "":
			text, after = "&", rest
		}
		b.WriteString(text)
		s = after
	}
}

// word returns the next bracket, string in quotes, or word, without reading it.
func (r *gmlReader) word() []byte {
	rest := r.data[r.next:]
	if len(rest) == 0 {
		return nil
	}
	switch rest[0] {
	case '[', ']':
		return rest[:1]
	case '"':
		if end := bytes.IndexByte(rest[1:], '"'); end >= 0 {
			return rest[:end+2]
		}
		r.fail(r.next, rest[:1], "a string that ends with a quote")
	}
	if i := bytes.IndexFunc(rest, func(c rune) bool { return c == '[' || c == ']' || c == '"' || c <= ' ' }); i >= 0 {
		return rest[:i]
	}
	return rest
}

// blanks steps over blanks and comments, which begin a line.
func (r *gmlReader) blanks() {
	for {
		r.skip(func(c byte) bool { return c <= ' ' })
		if !r.has("#") || r.next > 0 && r.data[r.next-1] != '\n' {
			return
		}
		r.next = lineEnd(r.data, r.next)
	}
}

// beginsKey reports whether s begins with a key such as node, and not with an exponent.
func beginsKey(s []byte) bool {
	return len(s) > 1 && s[0] >= 'a' && s[0] <= 'z' && s[1] >= 'a' && s[1] <= 'z'
}
