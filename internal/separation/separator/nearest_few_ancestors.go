package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// fewAncestors finds the nearest separators of pairs of a DAG one at a time, by the way of
// grouped: it looks only at A0, that is at what leads to x and to those children of x that
// lead to y. It takes time by the size of A0, and so is for nodes with few ancestors.
type fewAncestors struct {
	parents, children arrows
	limit             int // more nodes in A0 than that are too many

	in    msep.Marks // in A0
	cut   msep.Marks // in Zx
	met   msep.Marks // in a part that y touches, or beside it
	home  msep.Marks // whose family, the node and its parents, was met
	above msep.Marks // leads to y

	a    []graph.Node // A0
	x    graph.Node   // whose ancestors are A0, or -1
	ups  []graph.Node // what leads to y
	via  []graph.Node
	z    []graph.Node
	cuts int // nodes of Zx that are not in z
	todo []graph.Node
}

// reset makes g the DAG. More ancestors than limit are many.
func (s *fewAncestors) reset(g *graph.Graph, limit int) {
	s.parents.reset(g, g.Parents)
	s.children.reset(g, g.Children)
	s.x, s.limit = -1, limit
	for _, marks := range []*msep.Marks{&s.in, &s.cut, &s.met, &s.home, &s.above} {
		marks.Reset(g.N())
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

// rise marks the given nodes and their ancestors, and lists them in the memory of list. It reports
// whether they are not too many.
func (s *fewAncestors) rise(list []graph.Node, marks *msep.Marks, nodes ...graph.Node) ([]graph.Node, bool) {
	marks.Set(nodes)
	list = append(list[:0], nodes...)
	for i := 0; i < len(list); i++ {
		if len(list) > s.limit {
			return list, false
		}
		for _, p := range s.parents.of(list[i]) {
			if !marks.Has(p) {
				marks.Add(p)
				list = append(list, p)
			}
		}
	}
	return list, true
}

// few reports whether few nodes lead to v.
func (s *fewAncestors) few(v graph.Node) (few bool) {
	s.ups, few = s.rise(s.ups, &s.above, v)
	return few
}

// find returns the nearest separator of x and y, to both of which few nodes lead, until the next
// call.
func (s *fewAncestors) find(x, y graph.Node) []graph.Node {
	s.ups, _ = s.rise(s.ups, &s.above, y)
	s.via = s.via[:0]
	if s.above.Has(x) {
		for _, c := range s.children.of(x) {
			if s.above.Has(c) {
				s.via = append(s.via, c)
			}
		}
	}
	s.lay(x) // which leads to y where there are such children, so that A0 has few nodes
	if s.in.Has(y) {
		s.meet(y)
	} else {
		for _, u := range s.ups {
			if s.cuts == 0 {
				break
			}
			if s.in.Has(u) {
				continue
			}
			for _, p := range s.parents.of(u) {
				if s.in.Has(p) {
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
			if !s.in.Has(c) && leads(c) {
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
		s.x = -1
		if s.a, few = s.rise(s.a, &s.in, append(s.via, x)...); !few {
			return false
		}
		if len(s.via) == 0 {
			s.x = x
		}
	}
	s.cuts = 0
	s.cut.Clear()
	s.met.Clear()
	s.home.Clear()
	s.cutOut(x, s.parents.of(x))
	s.cutOut(x, s.via)
	for _, c := range s.via {
		s.cutOut(x, s.parents.of(c))
	}
	return true
}

func (s *fewAncestors) cutOut(x graph.Node, nodes []graph.Node) {
	for _, v := range nodes {
		if v != x && !s.cut.Has(v) {
			s.cut.Add(v)
			s.cuts++
		}
	}
}

// meet comes to v. A cut node belongs to the separator.
func (s *fewAncestors) meet(v graph.Node) {
	if s.met.Has(v) {
		return
	}
	s.met.Add(v)
	if s.cut.Has(v) {
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
			if s.in.Has(c) {
				s.meetFamily(c)
			}
		}
	}
	return s.z
}

func (s *fewAncestors) meetFamily(v graph.Node) {
	if s.home.Has(v) {
		return
	}
	s.home.Add(v)
	s.meet(v)
	for _, p := range s.parents.of(v) {
		s.meet(p)
	}
}
