package naive

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A rule reports whether a path that enters an inner node by the edge in may leave it by the edge
// out: in.Y and out.X are that node.
type rule func(in, out graph.Edge) bool

// Separated reports whether given m-separates x and y in a graph of directed edges,
// bidirected edges and undirected edges: every path between them is blocked. A path is open
// if each collider on it is an ancestor of given and no other inner node is in
// given (Richardson and Spirtes, Ancestral graph Markov models, Ann. Statist.
// 30:962–1030, section 3.4). A node of given is separated from every other node.
func Separated(g *graph.Graph, x, y graph.Node, given graph.Set) bool {
	return endsOf(g).separated(x, y, given)
}

func (es ends) separated(x, y graph.Node, given graph.Set) bool {
	return given.Has(x) || given.Has(y) || !es.somePath(x, y, es.open(given))
}

// Open reports whether given leaves the path open: its edges are consecutive in g, no node occurs
// twice, both ends are outside given, and every inner node is open.
func Open(g *graph.Graph, path []graph.Edge, given graph.Set) bool {
	if len(path) == 0 {
		return false
	}
	pass := endsOf(g).open(given)
	seen := graph.SetOf(path[0].X)
	for i, e := range path {
		if !slices.Contains(g.Between(e.X, e.Y), e) || seen.Has(e.Y) {
			return false
		}
		if i > 0 && (path[i-1].Y != e.X || !pass(path[i-1], e)) {
			return false
		}
		seen.Add(e.Y)
	}
	return !given.Has(path[0].X) && !given.Has(path[len(path)-1].Y)
}

// open is the rule of m-separation.
func (es ends) open(given graph.Set) rule {
	above := es.ancestors(given)
	return func(in, out graph.Edge) bool {
		if collides(in, out) {
			return above.Has(out.X)
		}
		return !given.Has(out.X)
	}
}

func collides(in, out graph.Edge) bool {
	return in.AtY == graph.Arrow && out.AtX == graph.Arrow
}

// paths calls yield with every path from x to y that passes each inner node, until yield returns
// false. A path visits no node twice. The slice is reused for the next path.
func (es ends) paths(x, y graph.Node, pass rule, yield func([]graph.Edge) bool) {
	var path []graph.Edge
	seen := graph.SetOf(x)
	var extend func(at graph.Node) bool
	extend = func(at graph.Node) bool {
		for _, e := range es {
			if e.X != at || seen.Has(e.Y) || len(path) > 0 && !pass(path[len(path)-1], e) {
				continue
			}
			path = append(path, e)
			if e.Y == y {
				if !yield(path) {
					return false
				}
			} else {
				seen.Add(e.Y)
				if !extend(e.Y) {
					return false
				}
				seen.Remove(e.Y)
			}
			path = path[:len(path)-1]
		}
		return true
	}
	if x != y {
		extend(x)
	}
}

// somePath reports whether a path from x to y passes each inner node.
func (es ends) somePath(x, y graph.Node, pass rule) (some bool) {
	es.paths(x, y, pass, func([]graph.Edge) bool {
		some = true
		return false
	})
	return some
}
