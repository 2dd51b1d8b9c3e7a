package separator

import "github.com/sepdist/sepdist/graph"

// fewAncestors finds the nearest separators of pairs of a DAG one at a time, by the way of
// grouped: it looks only at A0, that is at what leads to x and to those children of x that
// lead to y. It takes time by the size of A0, and so is for nodes with few ancestors.
type fewAncestors struct {
	parents, children arrows
	limit             int   // more nodes in A0 than that are too many
	now               int32 // the number of the search at hand, by which nodes are marked

	in    []int32 // in A0
	cut   []int32 // in Zx
	met   []int32 // in a part that y touches, or beside it
	home  []int32 // whose family, the node and its parents, was met
	above []int32 // leads to y

	a    []graph.Node // A0
	x    graph.Node   // whose ancestors are A0, or -1
	of   int32        // and by which number they are marked
	ups  []graph.Node // what leads to y
	via  []graph.Node
	z    []graph.Node
	cuts int // nodes of Zx that are not in z
	todo []graph.Node
}

// reset makes g the DAG. More ancestors than limit are many.
func (s *fewAncestors) reset(g *graph.Graph, limit int) {
	n := g.N()
	s.parents.reset(g, g.Parents)
	s.children.reset(g, g.Children)
	*s = fewAncestors{
		parents: s.parents, children: s.children, x: -1, limit: limit,
		in: resized(s.in, n), cut: resized(s.cut, n), met: resized(s.met, n), home: resized(s.home, n), above: resized(s.above, n),
		a: s.a[:0], ups: s.ups[:0], via: s.via[:0], z: s.z[:0], todo: s.todo[:0],
	}
}

// arrows are the parents of all nodes, or the children. In a large graph they are reached faster
// where they stand alone.
type arrows struct {
	at []int32
	to []graph.Node
}

func (a *arrows) reset(g *graph.Graph, list func(graph.Node) []graph.Node) {
	a.at, a.to = append(a.at[:0], 0), a.to[:0]
	for v := range graph.Node(g.N()) {
		a.to = append(a.to, list(v)...)
		a.at = append(a.at, int32(len(a.to)))
	}
}

func (a *arrows) of(v graph.Node) []graph.Node { return a.to[a.at[v]:a.at[v+1]] }

// rise appends the given nodes and their ancestors to list and marks them, and reports whether they
// are not too many.
func (s *fewAncestors) rise(list []graph.Node, marks []int32, mark int32, nodes ...graph.Node) ([]graph.Node, bool) {
	for _, v := range nodes {
		marks[v] = mark
		list = append(list, v)
	}
	for i := 0; i < len(list); i++ {
		if len(list) > s.limit {
			return list, false
		}
		for _, p := range s.parents.of(list[i]) {
			if marks[p] != mark {
				marks[p] = mark
				list = append(list, p)
			}
		}
	}
	return list, true
}

// few reports whether few nodes lead to v.
func (s *fewAncestors) few(v graph.Node) (few bool) {
	s.now++
	s.ups, few = s.rise(s.ups[:0], s.above, s.now, v)
	return few
}

// find returns the nearest separator of x and y, to both of which few nodes lead, until the next
// call.
func (s *fewAncestors) find(x, y graph.Node) []graph.Node {
	s.now++
	s.ups, _ = s.rise(s.ups[:0], s.above, s.now, y)
	s.via = s.via[:0]
	if s.above[x] == s.now {
		for _, c := range s.children.of(x) {
			if s.above[c] == s.now {
				s.via = append(s.via, c)
			}
		}
	}
	s.lay(x) // which leads to y where there are such children, so that A0 has few nodes
	if s.in[y] == s.of {
		s.meet(y)
	} else {
		for _, u := range s.ups {
			if s.cuts == 0 {
				break
			}
			if s.in[u] == s.of {
				continue
			}
			for _, p := range s.parents.of(u) {
				if s.in[p] == s.of {
					s.meet(p)
				}
			}
		}
	}
	return s.spread()
}

// findBelow is find where many nodes lead to y: leads says which do, and y itself. It says no
// where A0 has too many nodes.
func (s *fewAncestors) findBelow(x graph.Node, leads func(graph.Node) bool) ([]graph.Node, bool) {
	s.now++
	s.via = s.via[:0]
	for _, c := range s.children.of(x) {
		if leads(c) {
			s.via = append(s.via, c)
		}
	}
	if len(s.via) == 0 && len(s.parents.of(x)) == 0 {
		return nil, true
	}
	if !s.lay(x) {
		return nil, false
	}
	for _, v := range s.a { // y, with its many ancestors, is not among them
		if s.cuts == 0 {
			break
		}
		if v == x {
			continue
		}
		for _, c := range s.children.of(v) {
			if s.in[c] != s.of && leads(c) {
				s.meet(v)
				break
			}
		}
	}
	return s.spread(), true
}

// lay finds A0 and Zx, and reports whether A0 has few nodes.
func (s *fewAncestors) lay(x graph.Node) bool {
	s.z, s.todo = s.z[:0], s.todo[:0]
	if len(s.via) > 0 || s.x != x {
		var few bool
		s.x, s.of = -1, s.now
		if s.a, few = s.rise(s.a[:0], s.in, s.now, append(s.via, x)...); !few {
			return false
		}
		if len(s.via) == 0 {
			s.x = x
		}
	}
	s.cuts = 0
	s.cutOut(x, s.parents.of(x))
	s.cutOut(x, s.via)
	for _, c := range s.via {
		s.cutOut(x, s.parents.of(c))
	}
	return true
}

func (s *fewAncestors) cutOut(x graph.Node, nodes []graph.Node) {
	for _, v := range nodes {
		if v != x && s.cut[v] != s.now {
			s.cut[v] = s.now
			s.cuts++
		}
	}
}

// meet comes to v. A cut node belongs to the separator.
func (s *fewAncestors) meet(v graph.Node) {
	if s.met[v] == s.now {
		return
	}
	s.met[v] = s.now
	if s.cut[v] == s.now {
		s.z = append(s.z, v)
		s.cuts--
	} else {
		s.todo = append(s.todo, v)
	}
}

// spread goes from all nodes that are met to the families that they are in, and returns the
// separator.
func (s *fewAncestors) spread() []graph.Node {
	for len(s.todo) > 0 && s.cuts > 0 {
		v := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		s.meetFamily(v)
		for _, c := range s.children.of(v) {
			if s.in[c] == s.of {
				s.meetFamily(c)
			}
		}
	}
	return s.z
}

func (s *fewAncestors) meetFamily(v graph.Node) {
	if s.home[v] == s.now {
		return
	}
	s.home[v] = s.now
	s.meet(v)
	for _, p := range s.parents.of(v) {
		s.meet(p)
	}
}
