package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// scalar finds the nearest separator of one pair at a time, as nearestLanes does for many, in graphs of every
// class. In a large graph with few edges a pair has few ancestors, and lanes that share no nodes save nothing.
// It has its own walk: that of [msep.Walker] takes 1.3 times as long for these short walks.
type scalar struct {
	g     *graph.Graph
	n     int          // observed nodes
	in    []bool       // A: the nodes anterior to x or y
	a     []graph.Node // the same as a list
	seen  []uint8      // ways in which a node of A was reached: byTail, byHead
	met   []graph.Node // nodes of A that were reached
	todo  []state
	given []bool // in Zx
	zx    []graph.Node
}

// A state is where a walk is, and whether it came by an arrowhead.
type state struct {
	at     graph.Node
	byHead bool
}

const (
	byTail = 1 << iota
	byHead
)

func (s *scalar) reset(g *graph.Graph, n int) {
	*s = scalar{
		g: g, n: n,
		in: resized(s.in, g.N()), seen: resized(s.seen, g.N()), given: resized(s.given, g.N()),
		a: s.a[:0], met: s.met[:0], todo: s.todo[:0], zx: s.zx[:0],
	}
}

// of returns the nearest separator of x and y until the next call. ok is false if no set separates them, and
// small is false if A is too large to be searched for one pair.
func (s *scalar) of(x, y graph.Node) (z []graph.Node, ok, small bool) {
	defer s.forget()
	if !s.anterior(x, y) {
		return nil, false, false
	}
	s.close(x, func(v graph.Node) bool { return v == x || v == y || int(v) >= s.n })
	if s.seen[y] != 0 {
		return nil, false, true
	}
	for _, v := range s.met {
		if v != x && int(v) < s.n {
			s.zx = append(s.zx, v)
			s.given[v] = true
		}
	}
	s.close(y, func(v graph.Node) bool { return !s.given[v] })
	z = s.zx[:0]
	for _, v := range s.zx {
		s.given[v] = false
		if s.seen[v] != 0 {
			z = append(z, v)
		}
	}
	return z, true, true
}

// anterior lists x, y and the nodes anterior to them, and reports whether they are not too many.
func (s *scalar) anterior(x, y graph.Node) bool {
	s.zx = s.zx[:0]
	s.a = append(s.a[:0], x, y)
	s.in[x], s.in[y] = true, true
	for i := 0; i < len(s.a); i++ {
		if len(s.a) > msep.ManyAncestors {
			return false
		}
		for _, list := range [][]graph.Node{s.g.Parents(s.a[i]), s.g.UndirectedNeighbors(s.a[i])} {
			for _, u := range list {
				if !s.in[u] {
					s.in[u] = true
					s.a = append(s.a, u)
				}
			}
		}
	}
	return true
}

// forget clears the marks of the pair.
func (s *scalar) forget() {
	for _, v := range s.a {
		s.in[v] = false
		s.seen[v] = 0
	}
	s.met = s.met[:0]
}

// close walks from x inside A. All colliders are open; through states which other nodes are.
func (s *scalar) close(x graph.Node, through func(graph.Node) bool) {
	for _, v := range s.met {
		s.seen[v] = 0
	}
	s.met = s.met[:0]
	s.meet([]graph.Node{x}, byTail)
	for len(s.todo) > 0 {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		open := through(at.at)
		if open {
			s.meet(s.g.Children(at.at), byHead)
			s.meet(s.g.UndirectedNeighbors(at.at), byTail)
		}
		if open || at.byHead {
			s.meet(s.g.Parents(at.at), byTail)
			s.meet(s.g.Siblings(at.at), byHead)
		}
	}
}

// meet goes to the nodes of the list that are in A.
func (s *scalar) meet(list []graph.Node, by uint8) {
	for _, v := range list {
		if s.in[v] && s.seen[v]&by == 0 {
			if s.seen[v] == 0 {
				s.met = append(s.met, v)
			}
			s.seen[v] |= by
			s.todo = append(s.todo, state{v, by == byHead})
		}
	}
}
