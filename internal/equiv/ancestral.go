package equiv

import (
	"context"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// InducingPaths yields an inducing path for each pair x < y of nodes of an ancestral graph that are
// not adjacent though no set separates them: its nodes from y to x. A graph without one is maximal. The pairs
// ascend. It stops if ctx is done. [Inseparable] finds the same pairs in any graph, in 6 to 11 times the time.
//
// All inner nodes are colliders and ancestors of x or y (Richardson and Spirtes, Ancestral graph
// Markov models, Ann. Statist. 30:962–1030, section 4.2). The path is one of bidirected edges only.
// For if it began x --> c, then c would be an ancestor of y, and so would x. Then no directed edge would lead
// from y to the last inner node, which would be a sibling of y and so not an ancestor of it. It would be an
// ancestor of x, hence of y: a contradiction. So the first inner node is a sibling of x and an ancestor of y,
// and the last one a sibling of y and an ancestor of x:
//
//	x <-> c <-> ... <-> d <-> y     with     c --> ... --> y     and     d --> ... --> x
//
// Few candidates for y remain. Undirected edges do not matter: a node with an arrowhead has none.
func InducingPaths(ctx context.Context, g *graph.Graph) iter.Seq[[]graph.Node] {
	return func(yield func([]graph.Node) bool) {
		below, above, path := newNodeSearch(g.N()), newNodeSearch(g.N()), newNodeSearch(g.N())
		var ends []graph.Node
		for x := range graph.Node(g.N()) {
			if len(g.Siblings(x)) == 0 || len(g.Parents(x)) == 0 {
				continue
			}
			if ctx.Err() != nil {
				return
			}
			below.from(g.Children, g.Siblings(x)...)
			ends = ends[:0]
			for _, d := range above.from(g.Parents, x)[1:] {
				for _, y := range g.Siblings(d) {
					if y > x && below.has(y) {
						ends = append(ends, y)
					}
				}
			}
			slices.Sort(ends)
			ends = slices.Compact(ends)
			for _, y := range ends {
				if g.Adjacent(x, y) {
					continue
				}
				if ctx.Err() != nil {
					return
				}
				above.from(g.Parents, x, y)
				within := func(v graph.Node) []graph.Node {
					if above.has(v) {
						return g.Siblings(v)
					}
					return nil
				}
				if path.from(within, x); path.has(y) && !yield(path.to(y)) {
					return
				}
			}
		}
	}
}

// A nodeSearch is a breadth-first search. Its cost depends on the nodes it reaches, not on the size of the graph.
type nodeSearch struct {
	seen  []int32 // by node: the number of the last search that reached it
	came  []graph.Node
	count int32
	found []graph.Node
}

func newNodeSearch(n int) *nodeSearch {
	return &nodeSearch{seen: make([]int32, n), came: make([]graph.Node, n)}
}

// from returns the given nodes and all nodes that next leads to from them, breadth first. The caller may change the
// slice, which is valid until the next search.
func (f *nodeSearch) from(next func(graph.Node) []graph.Node, nodes ...graph.Node) []graph.Node {
	f.count++
	f.found = f.found[:0]
	for _, v := range nodes {
		f.visit(v, v)
	}
	for i := 0; i < len(f.found); i++ {
		v := f.found[i]
		for _, u := range next(v) {
			f.visit(u, v)
		}
	}
	return f.found
}

func (f *nodeSearch) visit(v, from graph.Node) {
	if f.seen[v] != f.count {
		f.seen[v], f.came[v] = f.count, from
		f.found = append(f.found, v)
	}
}

// has reports whether the last search reached v.
func (f *nodeSearch) has(v graph.Node) bool { return f.seen[v] == f.count }

// to returns the nodes from v back to where the search began.
func (f *nodeSearch) to(v graph.Node) []graph.Node {
	path := []graph.Node{v}
	for ; f.came[v] != v; v = f.came[v] {
		path = append(path, f.came[v])
	}
	return path
}
