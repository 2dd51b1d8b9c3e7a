package format

import (
	"cmp"

	"github.com/sepdist/sepdist/graph"
)

// edgeType is the attribute of an edge with an arrow, in formats that only have directed and undirected
// edges. caugi uses this name in GraphML.
const edgeType = "edge_type"

// A looseEdge is an edge of such a format.
type looseEdge struct {
	source, target string
	directed       bool
	arrow          string // the value of edge_type; may be empty
	at             int
}

// wantEdgeType is expected instead of another value.
const wantEdgeType = edgeType + " as an arrow such as --> or <->"

// edgeWords are the values of edge_type that are words.
var edgeWords = map[string]string{"directed": "-->", "undirected": "---", "bidirected": "<->"}

// marks returns the marks at source and target.
func (e looseEdge) marks() (source, target graph.Mark, ok bool) {
	usual := "---"
	if e.directed {
		usual = "-->"
	}
	arrow := cmp.Or(e.arrow, usual)
	return graph.ParseMarks([]byte(cmp.Or(edgeWords[arrow], arrow)))
}

// addLoose adds edges between the nodes with the given IDs.
func (b *builder) addLoose(s *scanner, ids map[string]graph.Node, edges []looseEdge) {
	b.loose = true
	for _, e := range edges {
		find := func(id string) graph.Node {
			v, known := ids[id]
			if !known {
				s.fail(e.at, []byte(id), "the ID of a node")
			}
			return v
		}
		x, y := find(e.source), find(e.target)
		atX, atY, ok := e.marks()
		if !ok {
			s.fail(e.at, []byte(e.arrow), wantEdgeType)
		}
		if e.arrow != "" {
			b.firm.Add(graph.Node(len(b.edges)))
		}
		b.edge(graph.Edge{X: x, Y: y, AtX: atX, AtY: atY}, s.place(e.at))
	}
}

// plainArcs reports whether g has only directed edges and no cycle of two, so that edge_type can be
// omitted.
func plainArcs(g *graph.Graph) bool {
	for e := range g.Edges() {
		if !e.Directed() || e.AtY == graph.Arrow && has(g.Parents(e.X), e.Y) {
			return false
		}
	}
	return true
}
