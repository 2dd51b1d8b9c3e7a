package graph

import (
	"fmt"
	"strconv"
	"strings"
)

// A NodeError reports that a graph has no node with a given name.
type NodeError struct {
	Name string
	Near []string // nodes with similar names; may be empty
}

func (e *NodeError) Error() string {
	text := "no node is named " + strconv.Quote(e.Name)
	if len(e.Near) > 0 {
		text += " (did you mean " + strings.Join(e.Near, " or ") + "?)"
	}
	return text
}

// A NodesError reports that two graphs have different nodes.
type NodesError struct {
	Missing []string // nodes of the first graph that the second does not have
	Extra   []string // nodes of the second graph that the first does not have
}

func (e *NodesError) Error() string {
	var parts []string
	if len(e.Missing) > 0 {
		parts = append(parts, "is missing "+nodeList(e.Missing))
	}
	if len(e.Extra) > 0 {
		parts = append(parts, "has extra "+nodeList(e.Extra))
	}
	return "the graph " + strings.Join(parts, " and ")
}

// nodeList lists the first three names and counts the rest: "nodes A, B, C and 2 more".
func nodeList(names []string) string {
	const most = 3
	quoted := make([]string, 0, most)
	for _, name := range names[:min(most, len(names))] {
		if name == "" || strings.ContainsAny(name, " \t\n\",") {
			name = strconv.Quote(name)
		}
		quoted = append(quoted, name)
	}
	list := strings.Join(quoted, ", ")
	if rest := len(names) - most; rest > 0 {
		list += fmt.Sprintf(" and %d more", rest)
	}
	if len(names) == 1 {
		return "node " + list
	}
	return "nodes " + list
}

// Align returns g with its nodes in the order of names, matched by name, or a
// [*NodesError] if g does not have exactly these nodes.
func (g *Graph) Align(names *Names) (*Graph, error) {
	if g.names == names {
		return g, nil
	}
	place := make([]Node, g.N())
	var differ NodesError
	same := true
	for v, name := range g.names.list {
		u, ok := Node(v), v < names.Len() && names.list[v] == name
		if !ok {
			u, ok = names.Node(name)
		}
		if !ok {
			differ.Extra = append(differ.Extra, name)
			continue
		}
		place[v] = u
		same = same && u == Node(v)
	}
	if g.N()-len(differ.Extra) < names.Len() {
		for _, name := range names.list {
			if _, ok := g.Node(name); !ok {
				differ.Missing = append(differ.Missing, name)
			}
		}
	}
	if differ.Missing != nil || differ.Extra != nil {
		return nil, &differ
	}
	if same {
		return g.named(names), nil
	}
	return g.renumber(names, place), nil
}

// Rename returns g with other names for its nodes, in their order.
func (g *Graph) Rename(names *Names) (*Graph, error) {
	if names.Len() != g.N() {
		return nil, fmt.Errorf("the graph has %d nodes, and there are %d names", g.N(), names.Len())
	}
	return g.named(names), nil
}

func (g *Graph) named(names *Names) *Graph {
	return &Graph{names: names, at: g.at, to: g.to, marks: g.marks, triples: g.triples}
}

// renumber returns g with node v as node place[v] of names.
func (g *Graph) renumber(names *Names, place []Node) *Graph {
	edges := g.EdgeList()
	for i, e := range edges {
		edges[i].X, edges[i].Y = place[e.X], place[e.Y]
	}
	triples := make([]Triple, len(g.triples))
	for i, t := range g.triples {
		triples[i] = Triple{place[t.A], place[t.B], place[t.C], t.Status}
	}
	return MustNew(names, edges, triples...)
}

// Induced returns the graph of the given nodes, in this order, with the edges and
// triples among them.
func (g *Graph) Induced(nodes []Node) *Graph {
	names, place := g.names.induced(nodes)
	var edges []Edge
	for _, v := range nodes {
		for e := range g.EdgesAt(v) {
			if e.X < e.Y && place[e.Y] != gone {
				edges = append(edges, Edge{place[e.X], place[e.Y], e.AtX, e.AtY})
			}
		}
	}
	var triples []Triple
	for _, t := range g.triples {
		if place[t.A] != gone && place[t.B] != gone && place[t.C] != gone {
			triples = append(triples, Triple{place[t.A], place[t.B], place[t.C], t.Status})
		}
	}
	return MustNew(names, edges, triples...)
}

// With returns the graph with the nodes of g and the given edges, without triples.
func (g *Graph) With(edges []Edge) *Graph { return MustNew(g.names, edges) }
