package graphtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// Arrows returns the drawn graph: "a --> b <-> c; d". Edges, paths and single nodes are separated
// by semicolons or newlines; "ambiguous a b c" is a triple. Nodes are in the order of their first
// occurrence, or of a list before a colon: "c b a: a --> b; b --> c". It reads the output of
// String.
func Arrows(t testing.TB, drawing string) *graph.Graph {
	t.Helper()
	g, err := parse(drawing)
	if err != nil {
		t.Fatalf("%v in the drawing %q", err, drawing)
	}
	return g
}

// Node returns the node called name.
func Node(t testing.TB, g *graph.Graph, name string) graph.Node {
	t.Helper()
	v, ok := g.Node(name)
	if !ok {
		t.Fatalf("no node %q in %v", name, g)
	}
	return v
}

// Set returns the set of the named nodes, separated by blanks.
func Set(t testing.TB, g *graph.Graph, names string) graph.Set {
	t.Helper()
	var s graph.Set
	for _, name := range strings.Fields(names) {
		s.Add(Node(t, g, name))
	}
	return s
}

// Names returns the names of the nodes of s, for messages.
func Names(g *graph.Graph, s graph.Set) string {
	var names []string
	for v := range s.All() {
		names = append(names, g.Name(v))
	}
	return "{" + strings.Join(names, " ") + "}"
}

// A drawing is a graph that is being read.
type drawing struct {
	names   []string
	nodes   map[string]graph.Node
	edges   []graph.Edge
	triples []graph.Triple
}

// newDrawing reads the list of nodes before a colon, if there is one, and returns the rest of the text.
func newDrawing(text string) (*drawing, string) {
	d := &drawing{nodes: make(map[string]graph.Node)}
	list, rest, ok := strings.Cut(text, ":")
	if !ok {
		return d, text
	}
	for _, name := range strings.Fields(list) {
		d.node(name)
	}
	return d, rest
}

func parse(text string) (*graph.Graph, error) {
	d, text := newDrawing(text)
	for item := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if err := d.item(strings.Fields(item)); err != nil {
			return nil, err
		}
	}
	return graph.New(d.names, d.edges, d.triples...)
}

func (d *drawing) node(name string) graph.Node {
	v, ok := d.nodes[name]
	if !ok {
		v = graph.Node(len(d.names))
		d.nodes[name] = v
		d.names = append(d.names, name)
	}
	return v
}

// item reads a triple, or a path of alternating nodes and arrows.
func (d *drawing) item(words []string) error {
	if len(words) == 4 {
		if status, ok := triples[words[0]]; ok {
			d.triples = append(d.triples, graph.Triple{
				A: d.node(words[1]), B: d.node(words[2]), C: d.node(words[3]), Status: status,
			})
			return nil
		}
	}
	for i, word := range words {
		if i%2 == 0 {
			d.node(word)
			continue
		}
		if i+1 == len(words) {
			return fmt.Errorf("no node after %q", word)
		}
		e, err := edge(word)
		if err != nil {
			return err
		}
		e.X, e.Y = d.node(words[i-1]), d.node(words[i+1])
		d.edges = append(d.edges, e)
	}
	return nil
}

var triples = map[string]graph.Status{
	"ambiguous": graph.Ambiguous, "collider": graph.Collider, "noncollider": graph.NonCollider,
}

func edge(arrow string) (graph.Edge, error) {
	x, y, ok := graph.ParseMarks([]byte(arrow))
	if !ok {
		return graph.Edge{}, fmt.Errorf("%q is no arrow", arrow)
	}
	return graph.Edge{AtX: x, AtY: y}, nil
}
