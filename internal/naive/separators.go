package naive

import (
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Parents returns the parents of x and of y.
func Parents(g *graph.Graph, x, y graph.Node) graph.Set {
	return PossibleParents([]*graph.Graph{g}, x, y)
}

// AncestorsOf returns the nodes anterior to x or y, which are their ancestors if there are no
// undirected edges.
func AncestorsOf(g *graph.Graph, x, y graph.Node) graph.Set {
	return PossibleAncestors([]*graph.Graph{g}, x, y)
}

// PossibleParents returns the nodes that are a parent of x or of y in some graph of
// the class.
func PossibleParents(class []*graph.Graph, x, y graph.Node) graph.Set {
	var s graph.Set
	for _, g := range class {
		for e := range g.Edges() {
			for _, e := range []graph.Edge{e, e.Flip()} {
				if e.Directed() && e.AtY == graph.Arrow && (e.Y == x || e.Y == y) {
					s.Add(e.X)
				}
			}
		}
	}
	return s.Without(x, y)
}

// PossibleAncestors returns the nodes that are anterior to x or y in some graph of
// the class.
func PossibleAncestors(class []*graph.Graph, x, y graph.Node) graph.Set {
	var s graph.Set
	for _, g := range class {
		s = s.Union(Anterior(g, graph.SetOf(x, y)))
	}
	return s.Without(x, y)
}

// Nearest returns the minimal separator of x and y that is nearest to x, and whether
// there is one. Among the separators inside the nodes anterior to x and y, one is
// minimal if no other is part of it, and nearest if each path of the moral graph from
// some node to y that meets it meets every separator (Wahl and Runge,
// Separation-based distance measures for causal graphs).
func Nearest(g *graph.Graph, x, y graph.Node) (graph.Set, bool) {
	return NearestWithin(g, x, y, nil, graph.AllNodes(g.N()))
}

// NearestWithin is [Nearest] among the separators that have all of include and
// nothing outside of within. The moral graph is that of the nodes anterior to x, y
// and include.
func NearestWithin(g *graph.Graph, x, y graph.Node, include, within graph.Set) (graph.Set, bool) {
	keep := Anterior(g, graph.SetOf(x, y).Union(include))
	var separators []graph.Set
	for some := range Subsets(within.And(keep).Without(x, y).Minus(include)) {
		if s := some.Union(include); Separated(g, x, y, s) {
			separators = append(separators, s)
		}
	}
	paths := pathsTo(Moral(g, keep), x, y)
	var found []graph.Set
	for _, s := range separators {
		if minimal(s, separators) && nearest(s, separators, paths) {
			found = append(found, s)
		}
	}
	if len(found) > 1 {
		panic(fmt.Sprintf("naive: %v: two separators of %d and %d are minimal and nearest: %v, %v",
			g, x, y, found[0].Nodes(), found[1].Nodes()))
	}
	if len(found) == 0 {
		if len(separators) > 0 {
			panic(fmt.Sprintf("naive: %v: no separator of %d and %d is minimal and nearest", g, x, y))
		}
		return nil, false
	}
	return found[0], true
}

func minimal(s graph.Set, separators []graph.Set) bool {
	return !slices.ContainsFunc(separators, func(t graph.Set) bool { return t.Subset(s) && !s.Subset(t) })
}

func nearest(s graph.Set, separators, paths []graph.Set) bool {
	for _, p := range paths {
		misses := func(t graph.Set) bool { return p.And(t).Empty() }
		if !misses(s) && slices.ContainsFunc(separators, misses) {
			return false
		}
	}
	return true
}

// pathsTo returns the node sets of the paths of an undirected graph that end in y and
// begin anywhere but in x.
func pathsTo(near []graph.Set, x, y graph.Node) []graph.Set {
	var found []graph.Set
	have := make(map[uint64]bool)
	var extend func(v graph.Node, path graph.Set)
	extend = func(v graph.Node, path graph.Set) {
		if v != x && v != y && !have[path[0]] {
			have[path[0]] = true
			found = append(found, path)
		}
		for u := range near[v].Minus(path).All() {
			extend(u, path.Union(graph.SetOf(u)))
		}
	}
	extend(y, graph.SetOf(y))
	return found
}

// Moral returns for each node of keep its neighbours in the moral graph: those to
// which a path inside keep leads on which every inner node is a collider.
func Moral(g *graph.Graph, keep graph.Set) []graph.Set {
	es := endsOf(g)
	pass := func(in, out graph.Edge) bool { return collides(in, out) && keep.Has(out.X) }
	near := make([]graph.Set, g.N())
	for x, y := range ordered(g.N()) {
		if keep.Has(x) && keep.Has(y) && es.somePath(x, y, pass) {
			near[x].Add(y)
		}
	}
	return near
}

// Blanket returns the Markov blanket of x: the smallest set that separates x from every node
// outside of it. It panics if two sets are smallest.
func Blanket(s *Statements, x graph.Node) graph.Set {
	rest := graph.AllNodes(s.N()).Without(x)
	var least []graph.Set
	for b := range Subsets(rest) {
		if len(least) > 0 && b.Len() > least[0].Len() {
			break
		}
		leaves := func(y graph.Node) bool { return !s.Separated(x, y, b) }
		if !slices.ContainsFunc(rest.Minus(b).Nodes(), leaves) {
			least = append(least, b)
		}
	}
	if len(least) > 1 {
		panic(fmt.Sprintf("naive: two Markov blankets of %d: %v, %v", x, least[0].Nodes(), least[1].Nodes()))
	}
	return least[0]
}
