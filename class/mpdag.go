package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// A graph of directed and undirected edges is an MPDAG if it has no directed cycle, Meek's rules orient
// nothing more, and a DAG has its skeleton, its directed edges and its unshielded colliders (Meek, Causal
// inference and causal explanation with background knowledge, UAI 1995, 403–410). Given the first two, nodes
// connected by undirected edges have the same parents outside and no unshielded collider among them, and such
// a DAG exists if and only if the edges among them are chordal.
func checkMPDAG(_ context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	if bad := acyclic(g); bad != nil {
		return nil, bad
	}
	if bad := meekRule1(g); bad != nil {
		return nil, bad
	}
	closure := equiv.Meek(g)
	for v := range graph.Node(g.N()) {
		if len(g.UndirectedNeighbors(v)) == len(closure.UndirectedNeighbors(v)) {
			continue
		}
		for _, u := range g.UndirectedNeighbors(v) {
			if has(closure.Children(v), u) {
				return nil, compelled(g, v, u)
			}
		}
	}
	if dag, ok := equiv.Extend(g); ok {
		return dag, nil
	}
	_, chordless := equiv.Orient(buckets(g))
	if len(chordless) == 0 {
		return nil, fault(g, ErrExtension, nil, "no DAG has its skeleton, directed edges and unshielded colliders", "")
	}
	return nil, notChordal(g, chordless)
}

func compelled(g *graph.Graph, x, y graph.Node) *Error {
	return fault(g, ErrCompelled, []graph.Node{x, y},
		draw(g, graph.Undirected(x, y))+" has to be "+draw(g, graph.Directed(x, y))+" by Meek's rules",
		"orient it, or close the graph under the rules")
}

// buckets returns the edges of g between nodes that undirected edges connect, all as undirected edges.
func buckets(g *graph.Graph) *graph.Graph {
	var only []graph.Edge
	for e := range g.Edges() {
		if e.Undirected() {
			only = append(only, e)
		}
	}
	bucket, _ := g.With(only).Connected()
	var inside []graph.Edge
	for e := range g.Edges() {
		if bucket[e.X] == bucket[e.Y] {
			inside = append(inside, graph.Undirected(e.X, e.Y))
		}
	}
	return g.With(inside)
}
