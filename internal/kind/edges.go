package kind

import "github.com/sepdist/sepdist/graph"

// Edges is a set of types of edges.
type Edges uint8

// The types of edges.
const (
	Directed   Edges = 1 << iota // a --> b
	Bidirected                   // a <-> b
	Undirected                   // a --- b
	Circles                      // a circle at one end or both
	Conflicts                    // a x at one end or both
)

// Allowed returns the types of edges that graphs of a class may have, none if it is not stated.
func Allowed(k graph.Kind) Edges {
	if k == graph.Unstated {
		return 0
	}
	has := Directed
	if k.Latent() {
		has |= Bidirected
	}
	if k.Undirected() {
		has |= Undirected
	}
	if k.Circles() {
		has |= Circles
	}
	return has
}

// TypeOf returns the type of e.
func TypeOf(e graph.Edge) Edges {
	switch {
	case e.Has(graph.Conflict):
		return Conflicts
	case e.Has(graph.Circle):
		return Circles
	case e.Directed():
		return Directed
	case e.Bidirected():
		return Bidirected
	}
	return Undirected
}

// EdgesOf returns the types of the edges of g.
func EdgesOf(g *graph.Graph) Edges {
	var has Edges
	for v := range graph.Node(g.N()) {
		plain := len(g.Parents(v)) + len(g.Children(v))
		if plain > 0 {
			has |= Directed
		}
		if s := len(g.Siblings(v)); s > 0 {
			has |= Bidirected
			plain += s
		}
		if l := len(g.UndirectedNeighbors(v)); l > 0 {
			has |= Undirected
			plain += l
		}
		if plain < g.Degree(v) {
			for e := range g.EdgesAt(v) {
				has |= TypeOf(e)
			}
		}
	}
	return has
}
