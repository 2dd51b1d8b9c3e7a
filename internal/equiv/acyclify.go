package equiv

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/graph"
)

// Acyclify returns a graph without directed cycles whose m-separations among the nodes
// of g are the sigma-separations of g (Bongers, Forré, Peters and Mooij, Foundations of
// structural causal models with cycles and latent variables, Ann. Statist.
// 49:2885–2915).
//
// Each strongly connected component of several nodes gets a latent node. The latent
// nodes come after those of g, in the order of the first nodes of their components.
// All edges into the component go into the latent node, which has a directed edge to each of
// its nodes; edges inside vanish, edges out of it stay:
//
//	a --> b, b --> c, c --> b, c --> d     becomes     a --> r, r --> b, r --> c, c --> d
//
// So the result has at most n+m edges; the graph of the paper, which [AcyclifyPairs]
// returns, may have n². If there are no cycles, it returns g itself.
func Acyclify(g *graph.Graph) *graph.Graph {
	root, latent := roots(g)
	if latent == 0 {
		return g
	}
	var edges []graph.Edge
	for v, r := range root {
		if v := graph.Node(v); r != v {
			edges = append(edges, graph.Directed(r, v))
		}
	}
	for e := range g.Edges() {
		if root[e.X] == root[e.Y] {
			continue
		}
		if e.AtX == graph.Arrow {
			e.X = root[e.X]
		}
		if e.AtY == graph.Arrow {
			e.Y = root[e.Y]
		}
		edges = append(edges, e.Canonical())
	}
	return graph.MustNew(withLatent(g.Names(), latent), distinct(edges))
}

// roots returns for each node where the edges into it go: to the latent node of its
// component, or to itself if it is not on a cycle; and the number of latent nodes.
func roots(g *graph.Graph) (root []graph.Node, latent int) {
	of, count := g.Components()
	size := make([]int, count)
	for _, c := range of {
		size[c]++
	}
	node := make([]graph.Node, count) // the latent node of a component; 0: none yet
	root = make([]graph.Node, g.N())
	for v, c := range of {
		root[v] = graph.Node(v)
		if size[c] == 1 {
			continue
		}
		if node[c] == 0 {
			node[c] = graph.Node(g.N() + latent)
			latent++
		}
		root[v] = node[c]
	}
	return root, latent
}

// distinct sorts the edges and removes duplicates.
func distinct(edges []graph.Edge) []graph.Edge {
	slices.SortFunc(edges, func(e, f graph.Edge) int {
		return cmp.Or(cmp.Compare(e.X, f.X), cmp.Compare(e.Y, f.Y), cmp.Compare(e.AtX, f.AtX), cmp.Compare(e.AtY, f.AtY))
	})
	return slices.Compact(edges)
}

// withLatent returns the names and count new ones.
func withLatent(names *graph.Names, count int) *graph.Names {
	list := slices.Clone(names.List())
	for i := 1; len(list) < names.Len()+count; i++ {
		name := "latent" + strconv.Itoa(i)
		if _, taken := names.Node(name); !taken {
			list = append(list, name)
		}
	}
	fresh, err := graph.NewNames(list)
	if err != nil {
		panic(err)
	}
	return fresh
}

// AcyclifyPairs returns the acyclification of g on its own nodes: a --> b if a is
// outside the strongly connected component of b and a parent of one of its nodes, and
// a <-> b if both are in one component or a bidirected edge joins their components. The result
// may have bows. It is the marginal of [Acyclify] without the latent nodes.
func AcyclifyPairs(g *graph.Graph) *graph.Graph {
	h := Acyclify(g)
	members := func(v graph.Node) []graph.Node {
		if int(v) < g.N() {
			return []graph.Node{v}
		}
		return h.Children(v)
	}
	var edges []graph.Edge
	for r := range graph.Node(h.N()) {
		for i, x := range members(r) {
			for _, y := range members(r)[:i] {
				edges = append(edges, graph.Bidirected(x, y))
			}
		}
	}
	for e := range h.Edges() {
		if int(e.Y) >= g.N() && e.AtY == graph.Tail {
			continue // from a latent node to its component
		}
		for _, x := range members(e.X) {
			for _, y := range members(e.Y) {
				edges = append(edges, graph.Edge{X: x, Y: y, AtX: e.AtX, AtY: e.AtY})
			}
		}
	}
	return g.With(edges)
}
