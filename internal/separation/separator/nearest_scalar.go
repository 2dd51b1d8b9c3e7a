package separator

import "github.com/sepdist/sepdist/graph"

// scalar finds the nearest separator of one pair at a time, as nearestLanes does for many, in graphs of every
// class. In a large graph with few edges a pair has few ancestors, and lanes that share no nodes save nothing.
// It has its own walk: that of [msep.Walker] takes 1.3 times as long for these short walks.
//
// An edge between x and y is ignored: the result is that of the graph without it.
type scalar struct {
	g     *graph.Graph
	n     int          // observed nodes
	limit int          // of the number of nodes in A
	x, y  graph.Node   // the pair
	in    []bool       // A: the nodes anterior to x or y
	a     []graph.Node // the same as a list
	seen  []uint8      // ways in which a node of A was reached: byTail, byHead
	met   []graph.Node // nodes of A that were reached
	todo  []state
	given []bool // in Zx
	zx    []graph.Node
}

// A state is the node of a walk, and whether it was entered by an arrowhead.
type state struct {
	at     graph.Node
	byHead bool
}

const (
	byTail = 1 << iota
	byHead
)

// NearestWithoutEdge returns a function that finds the nearest separator of x and y in g without the edges between
// them, if there is one. All nodes of g are observed. The function serves one goroutine.
func NearestWithoutEdge(g *graph.Graph) func(x, y graph.Node) (z []graph.Node, ok bool) {
	var one scalar
	one.reset(g, g.N(), g.N())
	return func(x, y graph.Node) ([]graph.Node, bool) {
		z, ok, _ := one.of(x, y)
		return z, ok
	}
}

func (s *scalar) reset(g *graph.Graph, n, limit int) {
	*s = scalar{
		g: g, n: n, limit: limit,
		in: resized(s.in, g.N()), seen: resized(s.seen, g.N()), given: resized(s.given, g.N()),
		a: s.a[:0], met: s.met[:0], todo: s.todo[:0], zx: s.zx[:0],
	}
}

// of returns the nearest separator of x and y until the next call. ok is false if no set separates them, and
// small is false if A is too large to be searched for one pair.
func (s *scalar) of(x, y graph.Node) (z []graph.Node, ok, small bool) {
	defer s.forget()
	s.x, s.y = x, y
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
		if len(s.a) > s.limit {
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
	s.meet(-1, []graph.Node{x}, byTail)
	for len(s.todo) > 0 {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		open, skip := through(at.at), graph.Node(-1)
		switch at.at {
		case s.x:
			skip = s.y
		case s.y:
			skip = s.x
		}
		if open {
			s.meet(skip, s.g.Children(at.at), byHead)
			s.meet(skip, s.g.UndirectedNeighbors(at.at), byTail)
		}
		if open || at.byHead {
			s.meet(skip, s.g.Parents(at.at), byTail)
			s.meet(skip, s.g.Siblings(at.at), byHead)
		}
	}
}

// meet goes to the nodes of the list that are in A, except skip.
func (s *scalar) meet(skip graph.Node, list []graph.Node, by uint8) {
	for _, v := range list {
		if s.in[v] && s.seen[v]&by == 0 && v != skip {
			if s.seen[v] == 0 {
				s.met = append(s.met, v)
			}
			s.seen[v] |= by
			s.todo = append(s.todo, state{v, by == byHead})
		}
	}
}
