package equiv

import (
	"context"
	"slices"
	"sync"

	"github.com/sepdist/sepdist/graph"
)

// Inseparable holds the pairs of nodes of a graph that no set separates. A graph in which all of them are
// adjacent is maximal.
//
// The graph has directed edges, bidirected edges, bows, and undirected edges at nodes without arrowheads.
// Directed cycles are read by sigma-separation. The acyclification (see [AcyclifyPairs]) may have n² edges;
// but the nodes of a strongly connected component have the same edges with an arrowhead at them there, and are
// joined to each other. So if no set separates a node from one of them by an arrowhead at both ends, none
// separates it from the others, and it is enough to store components.
type Inseparable struct {
	g *graph.Graph
	c *condensation

	heads [][2]graph.Node // components s, t: no node of s from one of t; each pair once
	tails [][2]graph.Node // node v, component s: v, a parent of what s is joined to, from no node of s

	index       func()   // computes the fields below
	beside      sublists // components, by component: heads
	above, into sublists // tails: nodes by component, components by node
}

// NewInseparable finds the pairs of g. It returns nil if ctx is done first.
func NewInseparable(ctx context.Context, g *graph.Graph) *Inseparable {
	return newInseparable(ctx, g, rowWords)
}

// newInseparable finds the pairs with rows of the given number of words.
func newInseparable(ctx context.Context, g *graph.Graph, words int) *Inseparable {
	p := &Inseparable{g: g, c: condense(g)}
	if !newDistricts(p).run(ctx, words) {
		return nil
	}
	p.index = sync.OnceFunc(func() {
		p.beside = newSublists(p.c.size(), func(add func(s, t graph.Node)) {
			for _, st := range p.heads {
				add(st[0], st[1])
				add(st[1], st[0])
			}
		})
		p.above = newSublists(p.c.size(), func(add func(s, v graph.Node)) {
			for _, vs := range p.tails {
				add(vs[1], vs[0])
			}
		})
		p.into = newSublists(g.N(), func(add func(v, s graph.Node)) {
			for _, vs := range p.tails {
				add(vs[0], vs[1])
			}
		})
	})
	return p
}

// Append appends the nodes that no set separates from x, adjacent ones among them. It is safe for concurrent
// use.
func (p *Inseparable) Append(nodes []graph.Node, x graph.Node) []graph.Node {
	p.index()
	s := p.c.of[x]
	for _, v := range p.c.members.list(s) {
		if v != x {
			nodes = append(nodes, v)
		}
	}
	for _, t := range p.beside.list(s) {
		nodes = append(nodes, p.c.members.list(t)...)
	}
	nodes = append(nodes, p.above.list(s)...)
	for _, t := range p.into.list(x) {
		nodes = append(nodes, p.c.members.list(t)...)
	}
	return append(nodes, p.g.UndirectedNeighbors(x)...)
}

// Count returns the number of ordered pairs of a source and a target that are not adjacent. Nil means all
// nodes.
func (p *Inseparable) Count(sources, targets graph.Set) int {
	is := func(set graph.Set, v graph.Node) int {
		if set == nil || set.Has(v) {
			return 1
		}
		return 0
	}
	count := 0
	from, to := make([]int, p.c.size()), make([]int, p.c.size()) // sources and targets of components
	for v, s := range p.c.of {
		source, target := is(sources, graph.Node(v)), is(targets, graph.Node(v))
		from[s] += source
		to[s] += target
		count -= source * target
	}
	for s := range from {
		count += from[s] * to[s]
	}
	for _, st := range p.heads {
		count += from[st[0]]*to[st[1]] + from[st[1]]*to[st[0]]
	}
	for _, vs := range p.tails {
		count += is(sources, vs[0])*to[vs[1]] + is(targets, vs[0])*from[vs[1]]
	}
	joined := newNodeSearch(p.g.N())
	for v := range graph.Node(p.g.N()) { // a bow or a 2-cycle is one pair
		if is(sources, v) == 0 {
			continue
		}
		joined.from(nothing, p.g.Parents(v)...)
		for _, list := range [][]graph.Node{p.g.Children(v), p.g.Siblings(v)} {
			for _, u := range list {
				joined.visit(u, v)
			}
		}
		for _, u := range joined.found {
			count -= is(targets, u)
		}
	}
	return count
}

func nothing(graph.Node) []graph.Node { return nil }

// Pairs returns the pairs x < y that are not adjacent, in ascending order.
func (p *Inseparable) Pairs() [][2]graph.Node {
	pairs := make([][2]graph.Node, 0, p.Count(nil, nil)/2)
	joined, after := newNodeSearch(p.g.N()), p.after()
	for x := range graph.Node(p.g.N()) {
		joined.from(nothing, p.g.Neighbors(x)...)
		for _, y := range after(x) {
			if !joined.has(y) {
				pairs = append(pairs, [2]graph.Node{x, y})
			}
		}
	}
	return pairs
}

// after returns a function that returns the nodes after x that are adjacent to it or that no set separates
// from it, in ascending order, until the next call.
func (p *Inseparable) after() func(x graph.Node) []graph.Node {
	var nodes []graph.Node
	return func(x graph.Node) []graph.Node {
		nodes = p.Append(nodes[:0], x)
		nodes = slices.DeleteFunc(nodes, func(y graph.Node) bool { return y < x })
		slices.Sort(nodes)
		return nodes
	}
}
