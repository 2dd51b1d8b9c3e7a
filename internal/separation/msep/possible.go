package msep

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A PathRule states which steps a possibly directed path may take. No edge has an arrowhead at its near end.
type PathRule struct {
	Up         bool // steps lead from the end of the path to its start
	Directed   bool // directed edges only
	Unshielded bool // no two nodes with one node between them are adjacent
}

// allows reports whether a step may go from e.X to e.Y.
func (r PathRule) allows(e graph.Edge) bool {
	if r.Up {
		e = e.Flip()
	}
	return e.AtX != graph.Arrow && (!r.Directed || e.Directed())
}

// PossiblePaths holds the steps of possibly directed paths in a graph. The state of a path is its last node or,
// if paths must be unshielded, its last edge. It is read only; workers share it.
type PossiblePaths struct {
	g     *graph.Graph
	rule  PathRule
	start []int32      // by node: the state of a path that starts there
	node  []graph.Node // by state
	steps lists        // by state
}

// NewPossiblePaths returns the paths of g. States are numbered in the given order of nodes, reversed for Up: the
// more edges point forward in it, the fewer sweeps a [Spread] needs.
func NewPossiblePaths(g *graph.Graph, rule PathRule, order func(v graph.Node) int) *PossiblePaths {
	n := graph.Node(g.N())
	p := &PossiblePaths{g: g, rule: rule, start: make([]int32, n)}
	nodes := make([]graph.Node, n)
	for v := range n {
		nodes[v] = v
	}
	slices.SortFunc(nodes, func(u, v graph.Node) int { return cmp.Compare(order(u), order(v)) })
	if rule.Up {
		slices.Reverse(nodes)
	}
	var last []graph.Node               // by state: the node before, or -1
	states := map[[2]graph.Node]int32{} // of edges
	for _, v := range nodes {
		for e := range g.EdgesAt(v) {
			if rule.Unshielded && rule.allows(e.Flip()) {
				states[[2]graph.Node{e.Y, v}] = int32(len(p.node))
				p.node, last = append(p.node, v), append(last, e.Y)
			}
		}
		p.start[v] = int32(len(p.node))
		p.node, last = append(p.node, v), append(last, -1)
	}
	p.steps.at = make([]int32, 1, len(p.node)+1)
	for s, v := range p.node {
		for e := range g.EdgesAt(v) {
			switch {
			case !rule.allows(e):
			case !rule.Unshielded:
				p.steps.to = append(p.steps.to, p.start[e.Y])
			case last[s] < 0 || e.Y != last[s] && !g.Adjacent(last[s], e.Y):
				p.steps.to = append(p.steps.to, states[[2]graph.Node{v, e.Y}])
			}
		}
		p.steps.at = append(p.steps.at, int32(len(p.steps.to)))
	}
	return p
}

// Steps returns the number of states and steps.
func (p *PossiblePaths) Steps() int { return len(p.node) + len(p.steps.to) }

// A PathSearch holds the nodes that paths from one node reach, nearest first.
type PathSearch struct {
	Order []graph.Node
	paths *PossiblePaths
	state []int32 // by node: the state in which it was first reached, or -1
	from  []int32 // by state: the state before it, or -1
	far   []int32 // by state: the number of edges of a shortest path
}

// Search follows shortest paths from x that avoid barred nodes.
func (p *PossiblePaths) Search(x graph.Node, barred func(graph.Node) bool) *PathSearch {
	states := int32(len(p.node))
	r := &PathSearch{paths: p, state: make([]int32, len(p.start)), from: make([]int32, states), far: make([]int32, states)}
	for v := range r.state {
		r.state[v] = -1
	}
	seen := make(bitmap, (states+63)/64)
	queue := []int32{p.start[x]}
	seen.set(p.start[x])
	r.from[p.start[x]] = -1
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		if v := p.node[s]; r.state[v] < 0 {
			r.state[v] = s
			r.Order = append(r.Order, v)
		}
		for _, q := range p.steps.of(s) {
			if v := p.node[q]; !seen.has(q) && v != x && !barred(v) {
				seen.set(q)
				r.from[q], r.far[q] = s, r.far[s]+1
				queue = append(queue, q)
			}
		}
	}
	return r
}

// Reached reports whether a path leads to v.
func (r *PathSearch) Reached(v graph.Node) bool { return r.state[v] >= 0 }

// Far returns the length of a shortest path to v, which must be reached.
func (r *PathSearch) Far(v graph.Node) int { return int(r.far[r.state[v]]) }

// Path returns a shortest path to v, in the direction of the path: to x if the rule is Up. It is nil if there is none.
func (r *PathSearch) Path(v graph.Node) []graph.Edge {
	if !r.Reached(v) {
		return nil
	}
	path := []graph.Edge{}
	for s := r.state[v]; r.from[s] >= 0; s = r.from[s] {
		between := r.paths.g.Between(r.paths.node[r.from[s]], r.paths.node[s])
		path = append(path, between[slices.IndexFunc(between, r.paths.rule.allows)])
	}
	if !r.paths.rule.Up {
		slices.Reverse(path)
		return path
	}
	for i, e := range path {
		path[i] = e.Flip()
	}
	return path
}

// A Spread follows possibly directed paths for many lanes at once. It keeps its scratch space and so serves one
// goroutine.
type Spread struct {
	at          []Word // by state
	dirty, used bitmap
}

// Run adds to the set of each lane the nodes that paths reach from it. If within is not nil, paths only go to nodes
// that it lists for their lane.
func (s *Spread) Run(p *PossiblePaths, b *Block, within []Word) {
	n := len(p.node)
	s.at = resize(s.at, n)
	s.dirty, s.used = resize(s.dirty, (n+63)/64), resize(s.used, (n+63)/64)
	for _, v := range b.Nodes {
		s.at[p.start[v]] = b.Words[v]
		s.dirty.set(p.start[v])
		s.used.set(p.start[v])
	}
	for s.sweep(p, within) {
	}
	for i, w := range s.used {
		for ; w != 0; w &= w - 1 {
			state := i<<6 + bits.TrailingZeros64(w)
			b.Add(s.at[state], p.node[state])
			s.at[state] = Word{}
		}
		s.used[i] = 0
	}
}

// sweep lets every dirty state take its steps, and reports whether some led backward.
func (s *Spread) sweep(p *PossiblePaths, within []Word) (again bool) {
	for i := range s.dirty {
		for s.dirty[i] != 0 {
			bit := bits.TrailingZeros64(s.dirty[i])
			s.dirty[i] &= s.dirty[i] - 1
			w := s.at[i<<6+bit]
			for _, q := range p.steps.of(int32(i<<6 + bit)) {
				d := w.Minus(s.at[q])
				if within != nil {
					d = d.And(within[p.node[q]])
				}
				if !d.Empty() {
					s.at[q].Add(&d)
					s.dirty.set(q)
					s.used.set(q)
					again = again || int(q>>6) < i
				}
			}
		}
	}
	return again
}
