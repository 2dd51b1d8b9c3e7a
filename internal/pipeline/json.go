package pipeline

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/jsonscan"
)

// A jsonReader reads graphs such as
//
//	{"nodes": ["A", "B", "C"], "edges": [["A", "-->", "B"], ["B", "o->", "C"]], "class": "pag"}
//
// many times faster than encoding/json, for files with a hundred thousand of them. Package format reads all other
// objects.
type jsonReader struct {
	scan  jsonscan.Scanner
	class string // stated by the object

	list  []string
	last  *graph.Names // of the last graph: most have the same
	edges []graph.Edge
}

// read returns the graph, or false if the object has another form or is not a graph.
func (r *jsonReader) read(data []byte) (*graph.Graph, bool) {
	r.class, r.list, r.edges = "", r.list[:0], r.edges[:0]
	s := &r.scan
	*s = jsonscan.Scanner{Data: data}
	var nodes, edges bool
	ok := s.Object(func(key []byte) bool {
		switch string(key) {
		case "nodes":
			nodes = !nodes && s.Array(r.node)
			return nodes && r.name()
		case "edges":
			edges = nodes && !edges && s.Array(r.edge)
			return edges
		case "class":
			text, ok := s.String()
			r.class = string(text)
			return ok
		}
		return false
	}) && s.End() && nodes && edges
	if !ok {
		return nil, false
	}
	g, err := graph.NewWithNames(r.last, r.edges)
	return g, err == nil
}

func (r *jsonReader) node() bool {
	name, ok := r.scan.String()
	if i := len(r.list); ok && r.last != nil && i < r.last.Len() && string(name) == r.last.List()[i] {
		r.list = append(r.list, r.last.List()[i])
		return true
	}
	r.list = append(r.list, string(name))
	return ok
}

// name makes the list the names of the graph.
func (r *jsonReader) name() bool {
	if r.last != nil && slices.Equal(r.list, r.last.List()) {
		return true
	}
	ns, err := graph.NewNames(slices.Clone(r.list))
	r.last = ns
	return err == nil
}

// edge reads three strings.
func (r *jsonReader) edge() bool {
	var text [3][]byte
	if !r.scan.Strings(text[:]) {
		return false
	}
	x, known := r.last.Node(string(text[0]))
	y, both := r.last.Node(string(text[2]))
	atX, atY, drawn := graph.ParseMarks(text[1])
	r.edges = append(r.edges, graph.Edge{X: x, Y: y, AtX: atX, AtY: atY})
	return known && both && drawn
}
