package naive

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// IsDAG reports whether g has only directed edges and no directed cycle.
func IsDAG(g *graph.Graph) bool { return only(g, graph.Edge.Directed) && acyclic(g) }

// IsCyclic reports whether g is a directed mixed graph: directed edges and bidirected edges.
func IsCyclic(g *graph.Graph) bool { return only(g, graph.Edge.Directed, graph.Edge.Bidirected) }

// IsADMG reports whether g is an acyclic directed mixed graph, bows allowed.
func IsADMG(g *graph.Graph) bool { return IsCyclic(g) && acyclic(g) }

// IsAncestral reports whether g is an ancestral graph: no node is anterior to its parents or
// siblings, and no arrowhead is at a node with an undirected edge (Richardson and Spirtes,
// Ancestral graph Markov models, section 3.1).
func IsAncestral(g *graph.Graph, lines bool) bool {
	if !simple(g) || !only(g, graph.Edge.Directed, graph.Edge.Bidirected, graph.Edge.Undirected) {
		return false
	}
	for v := range graph.Node(g.N()) {
		into := graph.NewSet(g.N())
		line := false
		for e := range g.EdgesAt(v) {
			if e.AtX == graph.Arrow {
				into.Add(e.Y)
			}
			line = line || e.Undirected()
		}
		if Anterior(g, into).Has(v) || line && (!lines || !into.Empty()) {
			return false
		}
	}
	return true
}

// IsMAG reports whether g is a maximal ancestral graph: ancestral, and some set
// separates each pair of nodes that are not adjacent.
func IsMAG(g *graph.Graph, lines bool) bool { return IsAncestral(g, lines) && IsMaximal(g) }

// IsMaximal reports whether some set m-separates each pair of nodes of g that are
// not adjacent.
func IsMaximal(g *graph.Graph) bool {
	for x, y := range pairs(g.N()) {
		if len(g.Between(x, y)) == 0 && Inseparable(g, x, y) {
			return false
		}
	}
	return true
}

// IsMPDAG reports whether g draws the DAGs of an equivalence class that have
// certain directed edges.
func IsMPDAG(g *graph.Graph) bool { return len(Members(g)) > 0 }

// IsCPDAG reports whether g draws an equivalence class of DAGs.
func IsCPDAG(g *graph.Graph) bool {
	members := Members(g)
	return len(members) > 0 && CPDAG(DAGs(members[0])).EqualByIndex(g)
}

// IsPAG reports whether g draws an equivalence class of MAGs, with undirected edges or without.
func IsPAG(g *graph.Graph, lines bool) bool { return len(MembersOfPAG(g, lines)) > 0 }

// only reports whether each edge of g is of one of the kinds.
func only(g *graph.Graph, kinds ...func(graph.Edge) bool) bool {
next:
	for e := range g.Edges() {
		for _, is := range kinds {
			if is(e) {
				continue next
			}
		}
		return false
	}
	return true
}

// simple reports whether no two nodes of g have two edges, and no mark is a
// conflict.
func simple(g *graph.Graph) bool {
	return !slices.ContainsFunc(g.EdgeList(), func(e graph.Edge) bool { return len(g.Between(e.X, e.Y)) > 1 || e.Has(graph.Conflict) })
}
