package separator

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// sparse finds the nearest separators of pairs in a large DAG with few edges, where each x has few y. Most
// nodes have few ancestors there, and some have very many:
//
//	x and y have few     fewAncestors handles the pair at once
//	only x has few       lanes find the ancestors of many y; then fewAncestors handles the pair
//	x has many           the pair is left to others
type sparse struct {
	plan *msep.Plan
	few  fewAncestors

	close    []Pair // both have few ancestors
	far      []Pair // only y has many
	emptying bool   // far is being emptied
	nodes    []graph.Node
	touched  graph.Node // not used: see [msep.Ancestry.Touch]
}

// reset makes m the graph, with more ancestors than limit being many, as in a.
func (s *sparse) reset(m Model, a *msep.Ancestry, limit int) {
	s.plan = m.Plan()
	s.few.reset(a, m.Walk().N(), limit)
}

// forget drops all waiting pairs.
func (s *sparse) forget() { s.close, s.far, s.emptying = s.close[:0], s.far[:0], false }

// ask handles the pairs of x and the given y. Here and in work, sets are passed to found, which must copy
// them, and pairs for another engine to other.
func (s *sparse) ask(x graph.Node, ys msep.Pieces, found func(x, y graph.Node, z []graph.Node), other func(Pair)) {
	root, at := len(s.few.Parents(x)) == 0, s.plan.Position(x)
	for y := range ys.All {
		switch {
		case root && s.plan.Position(y) < at: // nothing leads to x, nor x to y
			found(x, y, nil)
		case s.few.Many(x):
			other(Pair{x, y})
		case s.few.Many(y):
			s.far = append(s.far, Pair{x, y})
		default:
			s.close = append(s.close, Pair{x, y})
		}
	}
}

// find finds the separators of close pairs. These wait until there are closePairs, so that the memory of their
// nodes can be read at once.
func (s *sparse) find(found func(x, y graph.Node, z []graph.Node)) {
	s.nodes = s.nodes[:0]
	for i, p := range s.close {
		if i == 0 || p.X != s.close[i-1].X {
			s.nodes = append(s.nodes, p.X)
		}
		s.nodes = append(s.nodes, p.Y)
	}
	s.touched ^= s.few.Touch(s.nodes)
	for _, p := range s.close {
		found(p.X, p.Y, s.few.find(p.X, p.Y))
	}
	s.close = s.close[:0]
}

// enough reports whether there are pairs for work. They wait until they are many: the same y then occurs more
// often, and its ancestors are found once.
func (s *sparse) enough(all bool) bool {
	s.emptying = len(s.far) >= manyFarPairs || s.emptying && len(s.far) >= fewFarPairs
	return s.emptying || all && len(s.far) > 0
}

// work finds the ancestors of up to a block of y, in the lanes of moral, and with them the separators.
func (s *sparse) work(moral *msep.Moral, found func(x, y graph.Node, z []graph.Node), other func(Pair)) {
	slices.SortFunc(s.far, func(p, q Pair) int {
		if p.Y != q.Y {
			return int(q.Y - p.Y)
		}
		return int(q.X - p.X)
	})
	var ys []graph.Node
	at := len(s.far)
	for ; at > 0; at-- {
		if y := s.far[at-1].Y; at == len(s.far) || y != s.far[at].Y {
			if len(ys) == msep.Width {
				break
			}
			ys = append(ys, y)
		}
	}
	for lane, y := range ys {
		moral.Include(lane, y)
	}
	moral.CloseAncestors()
	lane := 0
	for i := len(s.far) - 1; i >= at; i-- {
		x, y := s.far[i].X, s.far[i].Y
		if y != ys[lane] {
			lane++
		}
		if z, ok := s.few.findBelow(x, func(u graph.Node) bool { return moral.InSet(lane, u) }); ok {
			found(x, y, z)
		} else {
			other(s.far[i])
		}
	}
	s.far = s.far[:at]
}
