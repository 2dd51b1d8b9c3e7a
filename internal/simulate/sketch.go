package simulate

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// A sketch is a graph that is being changed.
type sketch struct {
	stream
	ctx        context.Context // of the call
	kind       class.Kind
	bidirected float64 // probability of a new edge to be bidirected

	names    *graph.Names
	edges    []graph.Edge
	order    *order                // of its directed edges; nil if they may form cycles
	adjacent map[[2]graph.Node]int // number of edges of a pair
	touched  map[[2]graph.Node]bool
}

func newSketch(ctx context.Context, g *graph.Graph, kind class.Kind, c Changes) *sketch {
	s := &sketch{
		ctx: ctx, stream: newStream(c.Seed), kind: kind, bidirected: c.Bidirected,
		names: g.Names(), edges: g.EdgeList(),
		adjacent: make(map[[2]graph.Node]int, g.M()), touched: make(map[[2]graph.Node]bool),
	}
	if !kind.MayBeCyclic() {
		s.order = newOrder(g)
	}
	for _, e := range s.edges {
		s.adjacent[pairOf(e)]++
	}
	return s
}

func (s *sketch) graph() *graph.Graph { return graph.MustNew(s.names, s.edges) }

func pairOf(e graph.Edge) [2]graph.Node { return [2]graph.Node{min(e.X, e.Y), max(e.X, e.Y)} }

// remove removes an edge.
func (s *sketch) remove() bool {
	return s.anEdge(func(i int) bool {
		e := s.edges[i]
		s.cut(i)
		if s.fits() {
			s.adjacent[pairOf(e)]--
			return true
		}
		s.putBack(e, i)
		return false
	})
}

// reverse reverses a directed edge.
func (s *sketch) reverse() bool {
	return s.anEdge(func(i int) bool {
		e := s.edges[i]
		turned := graph.Edge{X: e.X, Y: e.Y, AtX: e.AtY, AtY: e.AtX}
		if !e.Directed() || s.adjacent[pairOf(e)] > 1 && slices.Contains(s.edges, turned) {
			return false
		}
		s.cut(i)
		if s.try(turned) {
			return true
		}
		s.putBack(e, i)
		return false
	})
}

// add joins two nodes by a directed edge or a bidirected edge.
func (s *sketch) add() bool {
	pairs := newLottery(s.stream, pairsOf(s.names.Len()), 1)
	for number, ok := pairs.draw(); ok && s.ctx.Err() == nil; number, ok = pairs.draw() {
		i, j := pair(number)
		x, y := graph.Node(i), graph.Node(j)
		p := [2]graph.Node{x, y}
		if s.adjacent[p] > 0 || s.touched[p] {
			continue
		}
		if s.chance(0.5) {
			x, y = y, x
		}
		ways := []graph.Edge{graph.Directed(x, y), graph.Directed(y, x)}
		if s.bidirected > 0 && s.chance(s.bidirected) {
			ways = []graph.Edge{graph.Bidirected(x, y)}
		}
		if slices.ContainsFunc(ways, s.try) {
			s.adjacent[p]++
			s.touched[p] = true
			return true
		}
	}
	return false
}

// anEdge calls change with the edges whose pair was not changed before, in random order, until
// it returns true. If it returns false, it must leave the edges as they were.
func (s *sketch) anEdge(change func(i int) bool) bool {
	numbers := newLottery(s.stream, uint64(len(s.edges)), 1)
	for number, ok := numbers.draw(); ok && s.ctx.Err() == nil; number, ok = numbers.draw() {
		p := pairOf(s.edges[number])
		if !s.touched[p] && change(int(number)) {
			s.touched[p] = true
			return true
		}
	}
	return false
}

// try adds e if the graph stays in its class.
func (s *sketch) try(e graph.Edge) bool {
	if e.AtX == graph.Arrow && e.AtY == graph.Tail {
		e = e.Flip()
	}
	if e.Directed() && s.order != nil && !s.order.allows(e.X, e.Y) {
		return false
	}
	s.put(e)
	if s.fits() {
		return true
	}
	s.cut(len(s.edges) - 1)
	return false
}

// fits reports whether the graph, which has no new cycle, is of its class.
func (s *sketch) fits() bool {
	member := s.kind.Member()
	if !member.Latent() || member.Bows() { // any acyclic graph is of the class
		return true
	}
	_, err := class.Check(s.ctx, s.graph(), member)
	return err == nil
}

// put adds e as the last edge.
func (s *sketch) put(e graph.Edge) {
	s.edges = append(s.edges, e)
	if from, to, ok := ends(e); ok && s.order != nil {
		s.order.add(from, to)
	}
}

// cut removes the edge at i; the last edge takes its place.
func (s *sketch) cut(i int) {
	e, last := s.edges[i], len(s.edges)-1
	s.edges[i] = s.edges[last]
	s.edges = s.edges[:last]
	if from, to, ok := ends(e); ok && s.order != nil {
		s.order.drop(from, to)
	}
}

// putBack undoes the cut of e at i.
func (s *sketch) putBack(e graph.Edge, i int) {
	if from, to, ok := ends(e); ok && s.order != nil {
		s.order.allows(from, to) // an edge tried since may have moved them
	}
	s.put(e)
	last := len(s.edges) - 1
	s.edges[i], s.edges[last] = s.edges[last], s.edges[i]
}

// ends returns the tail and the head of a directed edge.
func ends(e graph.Edge) (from, to graph.Node, directed bool) {
	if e.AtX == graph.Arrow {
		e = e.Flip()
	}
	return e.X, e.Y, e.Directed()
}
