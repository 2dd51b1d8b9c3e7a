package class

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A graph is a CPDAG if and only if it is a chain graph with chordal components, contains no a --> b --- c
// with a and c not adjacent, and every directed edge is strongly protected (Andersson, Madigan and Perlman, A
// characterization of Markov equivalence classes for acyclic digraphs, Ann. Statist. 25:505–541, Theorem 4.1).
// Without such triples and without partially directed triangles the nodes of a component have the same
// parents, which excludes longer partially directed cycles and directed edges inside a component. O(n+m)
// without the last condition, for which the CPDAG of a member is computed.
func checkCPDAG(_ context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	if bad := acyclic(g); bad != nil {
		return nil, bad
	}
	if !sameParents(g) {
		return nil, brokenComponent(g)
	}
	dag, chordless := equiv.Orient(g)
	if dag == nil {
		return nil, notChordal(g, chordless)
	}
	if bad := unprotected(g, dag); bad != nil {
		return nil, bad
	}
	return dag, nil
}

// unprotected returns a directed edge of g that is not in the equivalence class of the DAG as a fault.
func unprotected(g, dag *graph.Graph) *Error {
	var small msep.Small
	if small.Reset(dag, g.N()) {
		may := small.PossibleParents()
		for v := range graph.Node(g.N()) {
			for _, u := range g.Children(v) {
				if may[v]>>u&1 == 1 {
					return reversible(g, v, u)
				}
			}
		}
		return nil
	}
	completed := equiv.CPDAG(dag)
	for v := range graph.Node(g.N()) {
		if slices.Equal(g.UndirectedNeighbors(v), completed.UndirectedNeighbors(v)) {
			continue
		}
		for _, u := range completed.UndirectedNeighbors(v) {
			if has(g.Children(v), u) {
				return reversible(g, v, u)
			}
		}
	}
	return nil
}

// sameParents reports whether nodes joined by an undirected edge have the same parents. Comparing equal lists
// costs no more than their directed edges, so this is O(n+m).
func sameParents(g *graph.Graph) bool {
	for b := range graph.Node(g.N()) {
		for _, c := range g.UndirectedNeighbors(b) {
			if b < c && !slices.Equal(g.Parents(b), g.Parents(c)) {
				return false
			}
		}
	}
	return true
}

// brokenComponent returns a violation of Meek's first rule or, if there is none, a partially directed
// triangle.
func brokenComponent(g *graph.Graph) *Error {
	if bad := meekRule1(g); bad != nil {
		return bad
	}
	a, b, c, _ := headAtUndirected(g, func(a, c graph.Node) bool { return !has(g.Parents(c), a) })
	cycle := []graph.Node{a, b, c}
	todo := ""
	if has(g.UndirectedNeighbors(c), a) {
		todo = "an MPDAG may have it, if the directed edge is background knowledge"
	}
	return fault(g, ErrPartiallyDirectedCycle, cycle, "partially directed cycle "+trail(g, closed(cycle), undirected), todo)
}

// meekRule1 returns a --> b --- c of g with a and c not adjacent as a fault, or nil.
func meekRule1(g *graph.Graph) *Error {
	a, b, c, found := headAtUndirected(g, func(a, c graph.Node) bool { return !g.Adjacent(a, c) })
	if !found {
		return nil
	}
	what := trail(g, []graph.Node{a, b, c}, directed) + " without an edge between " + g.Name(a) + " and " + g.Name(c)
	return fault(g, ErrMeekRule1, []graph.Node{a, b, c}, what,
		draw(g, graph.Undirected(b, c))+" has to be "+draw(g, graph.Directed(b, c))+" (Meek's rule 1)")
}

// headAtUndirected returns the first a --> b --- c of g for which is returns true.
func headAtUndirected(g *graph.Graph, is func(a, c graph.Node) bool) (a, b, c graph.Node, found bool) {
	for b := range graph.Node(g.N()) {
		for _, c := range g.UndirectedNeighbors(b) {
			for _, a := range g.Parents(b) {
				if is(a, c) {
					return a, b, c, true
				}
			}
		}
	}
	return 0, 0, 0, false
}

// notChordal returns a cycle without a chord as a fault.
func notChordal(g *graph.Graph, cycle []graph.Node) *Error {
	return fault(g, ErrChordless, cycle, "the cycle "+trail(g, closed(cycle), undirected)+" has no chord",
		"every orientation of it has a directed cycle or an additional unshielded collider")
}

func reversible(g *graph.Graph, x, y graph.Node) *Error {
	return fault(g, ErrReversible, []graph.Node{x, y},
		draw(g, graph.Directed(x, y))+" can be reversed to "+draw(g, graph.Directed(y, x))+" within the equivalence class",
		"a CPDAG has "+draw(g, graph.Undirected(x, y))+" here; a DAG or MPDAG can have the directed edge")
}
