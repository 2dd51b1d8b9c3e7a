package equiv

import (
	"context"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// InducingPaths yields an inducing path for each pair of nodes of an ancestral graph without
// undirected edges that are not adjacent though no set separates them (Richardson and Spirtes,
// Ancestral graph Markov models, Ann. Statist. 30:962–1030, section 4.2).
//
// All inner nodes are colliders and ancestors of x or y. The path is one of bidirected
// edges only. For if it began x --> c, then c would be an ancestor of y, and so would x;
// and the last inner node, which has no directed edge from y then and is no ancestor of y, would
// be one of x, hence of y. So the first inner node is a sibling of x and an ancestor of
// y, and the last one a sibling of y and an ancestor of x: few y are left to ask for.
// It stops where ctx is done.
func InducingPaths(ctx context.Context, g *graph.Graph) iter.Seq[[]graph.Edge] {
	return func(yield func([]graph.Edge) bool) {
		below, above, path := newFlood(g.N()), newFlood(g.N()), newFlood(g.N())
		for x := range graph.Node(g.N()) {
			if len(g.Siblings(x)) == 0 {
				continue
			}
			if ctx.Err() != nil {
				return
			}
			below.from(g.Children, g.Siblings(x)...)
			for _, y := range lastOf(g, above.from(g.Parents, x)) {
				if y <= x || !below.has(y) || g.Adjacent(x, y) {
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

// lastOf returns the siblings of the nodes above x, rising.
func lastOf(g *graph.Graph, above []graph.Node) []graph.Node {
	var last []graph.Node
	for _, v := range above[1:] {
		last = append(last, g.Siblings(v)...)
	}
	slices.Sort(last)
	return slices.Compact(last)
}

// A flood is a search from some nodes. It costs what it reaches, not what there is.
type flood struct {
	seen  []int32 // the number of the search that came here last
	came  []graph.Node
	count int32
	found []graph.Node
}

func newFlood(n int) *flood { return &flood{seen: make([]int32, n), came: make([]graph.Node, n)} }

// from returns the given nodes and all that next leads to from them, breadth first.
func (f *flood) from(next func(graph.Node) []graph.Node, nodes ...graph.Node) []graph.Node {
	f.count++
	f.found = f.found[:0]
	visit := func(v, from graph.Node) {
		if !f.has(v) {
			f.seen[v], f.came[v] = f.count, from
			f.found = append(f.found, v)
		}
	}
	for _, v := range nodes {
		visit(v, v)
	}
	for i := 0; i < len(f.found); i++ {
		for _, u := range next(f.found[i]) {
			visit(u, f.found[i])
		}
	}
	return f.found
}

// has reports whether the last search came to v.
func (f *flood) has(v graph.Node) bool { return f.seen[v] == f.count }

// to returns the bidirected edges by which the last search came to v.
func (f *flood) to(v graph.Node) []graph.Edge {
	var edges []graph.Edge
	for ; f.came[v] != v; v = f.came[v] {
		edges = append(edges, graph.Bidirected(f.came[v], v))
	}
	return edges
}
