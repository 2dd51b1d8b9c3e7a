package separator

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// fewAncestors finds the nearest separators of pairs of a DAG one at a time, in the way of grouped: it only
// visits A0, the ancestors of x and of those children of x that lead to y. Its time depends on the size of A0,
// so it is meant for nodes with few ancestors.
type fewAncestors struct {
	*msep.Ancestry
	limit int // of the number of nodes in A0

	in    msep.Marks // in A0
	cut   msep.Marks // in Zx
	met   msep.Marks // in a part that y touches, or adjacent to it
	home  msep.Marks // whose family, the node and its parents, was visited
	above msep.Marks // y and its ancestors

	a    []graph.Node // A0
	x    graph.Node   // whose ancestors are A0, or -1
	ups  []graph.Node // above as a list
	via  []graph.Node
	z    []graph.Node
	cuts int // nodes of Zx that are not in z
	todo []graph.Node
}

// reset makes a DAG of n nodes the graph. More ancestors than limit are many.
func (s *fewAncestors) reset(a *msep.Ancestry, n, limit int) {
	s.Ancestry, s.x, s.limit = a, -1, limit
	for _, marks := range []*msep.Marks{&s.in, &s.cut, &s.met, &s.home, &s.above} {
		marks.Reset(n)
	}
}

// find returns the nearest separator of x and y, which have few ancestors, until the next call.
func (s *fewAncestors) find(x, y graph.Node) []graph.Node {
	s.ups, _ = s.CloseAncestors(s.ups, &s.above, s.limit, y)
	s.via = s.via[:0]
	if s.above.Has(x) {
		for _, c := range s.Children(x) {
			if s.above.Has(c) {
				s.via = append(s.via, c)
			}
		}
	}
	s.lay(x) // this leads to y if there are such children, so that A0 has few nodes
	if s.in.Has(y) {
		s.meet(y)
	} else {
		for _, u := range s.ups {
			if s.cuts == 0 {
				break
			}
			if s.in.Has(u) && slices.ContainsFunc(s.Children(u), func(c graph.Node) bool { return s.above.Has(c) && !s.in.Has(c) }) {
				s.meet(u)
			}
		}
	}
	return s.spread()
}

// findBelow is find if y has many ancestors: leads reports whether a node is y or an ancestor of y. It returns
// false if A0 has too many nodes.
func (s *fewAncestors) findBelow(x graph.Node, leads func(graph.Node) bool) ([]graph.Node, bool) {
	s.via = s.via[:0]
	for _, c := range s.Children(x) {
		if leads(c) {
			s.via = append(s.via, c)
		}
	}
	if len(s.via) == 0 && len(s.Parents(x)) == 0 {
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
		for _, c := range s.Children(v) {
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
		if s.a, few = s.CloseAncestors(s.a, &s.in, s.limit, append(s.via, x)...); !few {
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
	s.cutOut(x, s.Parents(x))
	s.cutOut(x, s.via)
	for _, c := range s.via {
		s.cutOut(x, s.Parents(c))
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

// meet visits v. A node of Zx belongs to the separator.
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

// spread goes from all visited nodes to the families that they are in, and returns the separator.
func (s *fewAncestors) spread() []graph.Node {
	for len(s.todo) > 0 && s.cuts > 0 {
		v := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		s.meetFamily(v)
		for _, c := range s.Children(v) {
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
	for _, p := range s.Parents(v) {
		s.meet(p)
	}
}
