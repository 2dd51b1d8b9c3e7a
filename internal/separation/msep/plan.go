package msep

import (
	"sync"

	"github.com/sepdist/sepdist/graph"
)

// A Plan is a graph laid out for lanes: its nodes are renumbered so that every directed edge points to a
// higher position. Nodes after the last one that matters to a block of queries are never visited. A plan is
// read only; workers share it.
type Plan struct {
	g              *graph.Graph
	observed       int
	pos            []int32      // node to position
	node           []graph.Node // position to node
	parents        lists
	children       lists
	siblings       lists
	undirected     lists
	across         bool          // there are bidirected or undirected edges
	lastUndirected int32         // last position with an undirected edge, or -1
	density        int           // edges per node, plus one; see Lanes.overAll
	wideParents    func() *lists // as vector instructions read them
	wideChildren   func() *lists
	arcs           func() *arcs
	lineage        func() *lineage // ancestors of nodes that have few
	chain          []int32         // where the chain component of each position ends (see [Chains]); nil without undirected edges
}

// lists are lists of positions, one for each position, in ascending order.
type lists struct {
	at []int32
	to []int32
}

func (l *lists) of(p int32) []int32 { return l.to[l.at[p]:l.at[p+1]] }

// upTo returns the positions of p's list that are not after last.
func (l *lists) upTo(p, last int32) []int32 {
	list := l.to[l.at[p]:l.at[p+1]]
	for len(list) > 0 && list[len(list)-1] > last {
		list = list[:len(list)-1]
	}
	return list
}

// padded returns the lists filled up to a multiple of unit, and to one if they are empty, with the position after all
// others.
func (l *lists) padded(unit int) *lists {
	if unit == 1 {
		return l
	}
	n := int32(len(l.at)) - 1
	r := &lists{at: make([]int32, 1, len(l.at)), to: make([]int32, 0, len(l.to)+unit*int(n))}
	for p := range n {
		for r.to = append(r.to, l.of(p)...); len(r.to)%unit != 0 || len(r.to) == int(r.at[p]); {
			r.to = append(r.to, n)
		}
		r.at = append(r.at, int32(len(r.to)))
	}
	return r
}

// NewPlan lays out g, whose first nodes are observed and whose other nodes are latent. It panics if g has a
// directed cycle.
func NewPlan(g *graph.Graph, observed int) *Plan {
	order, cycle := g.Order()
	if cycle != nil {
		panic("msep: a plan of a cyclic graph")
	}
	return newPlan(g, observed, order)
}

// newPlan lays out g in the given order.
func newPlan(g *graph.Graph, observed int, order []graph.Node) *Plan {
	p := &Plan{g: g, observed: observed, node: order, pos: make([]int32, g.N())}
	for i, v := range order {
		p.pos[v] = int32(i)
	}
	// The lists are sorted, since each node is appended to the lists of its neighbours in the order
	// of positions.
	p.parents = p.collect(g.Children, g.Parents)
	p.children = p.collect(g.Parents, g.Children)
	p.siblings = p.collect(g.Siblings, g.Siblings)
	p.undirected = p.collect(g.UndirectedNeighbors, g.UndirectedNeighbors)
	p.across = len(p.siblings.to)+len(p.undirected.to) > 0
	p.density = 1 + g.M()/max(1, g.N())
	p.lastUndirected = -1
	for i := range p.node {
		if len(p.undirected.of(int32(i))) > 0 {
			p.lastUndirected = int32(i)
		}
	}
	p.wideParents = sync.OnceValue(func() *lists { return p.parents.padded(listUnit) })
	p.wideChildren = sync.OnceValue(func() *lists { return p.children.padded(listUnit) })
	p.arcs = sync.OnceValue(func() *arcs { return newArcs(g) })
	p.lineage = sync.OnceValue(func() *lineage { return newLineage(p.arcs(), order) })
	return p
}

// collect returns the lists of own by position; back returns the nodes whose own list contains a node.
func (p *Plan) collect(back, own func(graph.Node) []graph.Node) lists {
	n := len(p.node)
	l := lists{at: make([]int32, n+1)}
	for i, v := range p.node {
		l.at[i+1] = l.at[i] + int32(len(own(v)))
	}
	if l.at[n] == 0 {
		return l
	}
	l.to = make([]int32, l.at[n])
	next := make([]int32, n)
	copy(next, l.at)
	for i, v := range p.node {
		for _, u := range back(v) {
			q := p.pos[u]
			l.to[next[q]] = int32(i)
			next[q]++
		}
	}
	return l
}

// N returns the number of nodes, latent ones included.
func (p *Plan) N() int { return len(p.node) }

// Steps returns the number of nodes and edge ends, which is what a sweep visits.
func (p *Plan) Steps() int {
	return len(p.node) + len(p.parents.to) + len(p.siblings.to) + len(p.undirected.to)
}

// DAG reports whether the graph has directed edges only, and no latent node.
func (p *Plan) DAG() bool { return !p.across && p.observed == len(p.node) }

// Position returns the position of v in an order in which every directed edge points forward.
func (p *Plan) Position(v graph.Node) int { return int(p.pos[v]) }

// Node returns the node at a position of that order.
func (p *Plan) Node(position int) graph.Node { return p.node[position] }

// HasUndirected reports whether a graph of [Chains] has undirected edges.
func (p *Plan) HasUndirected() bool { return p.chain != nil }
