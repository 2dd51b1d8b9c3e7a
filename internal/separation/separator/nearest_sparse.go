package separator

import (
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// scattered finds the nearest separators of pairs in a large DAG with few edges, where each x
// has few y. Most nodes have few ancestors there, and some have very many; hence
//
//	x and y have few     shallow does it
//	only x has few       the ancestors of many y are found in lanes; then shallow does it
//	x has many           see deepParent
//
// What it cannot do this way it leaves to others.
type scattered struct {
	g    *graph.Graph
	plan *msep.Plan
	few  shallow
	up   msep.Ascent // of many x or y
	upY  msep.Ascent // of y where up is that of x
	many []bool      // by node: it has many ancestors

	far      []Pair // where y has many ancestors
	emptying bool   // far
	rising   bool   // deep is emptied
	deep     []deepX
	lane     int // that deep needs

	seen  []int32 // nodes on the walk up at hand, by its number
	walk  int32
	todo  []graph.Node
	above []deepParent // of the x at hand

	laneOf map[graph.Node]int // lanes of upY
}

// A deepX is an x with many ancestors, and y to which it does not lead.
type deepX struct {
	x  graph.Node
	ys []graph.Node
}

// scarce reports whether a graph is large and has few edges: then the ancestors of most nodes
// are few.
func scarce(m Model) bool {
	const large, edges = 4096, 8 // edges a node
	g := m.Walk()
	return g.N() > large && g.M() < edges*g.N()
}

// manyAbove is the number of ancestors above which there are many.
const manyAbove = 512

// use makes m the graph, in which more ancestors than limit are many.
func (s *scattered) use(m Model, limit int) {
	s.g, s.plan = m.Walk(), m.Plan()
	n := s.g.N()
	s.few.use(s.g, limit)
	s.up.Use(s.plan)
	s.upY.Use(s.plan)
	s.many, s.seen, s.walk = resized(s.many, n), resized(s.seen, n), 0
	if s.laneOf == nil {
		s.laneOf = make(map[graph.Node]int)
	}
	most := s.seen // at first: no more nodes than that lead to a node, and itself
	for p := range n {
		v := s.plan.Node(p)
		most[v] = 1
		for _, u := range s.few.parents.of(v) {
			most[v] = min(most[v]+most[u], int32(limit)+1)
			s.many[v] = s.many[v] || s.many[u]
		}
		if !s.many[v] && int(most[v]) > limit {
			s.many[v] = !s.few.few(v)
		}
	}
	clear(most)
}

// forget drops all pairs that wait.
func (s *scattered) forget() {
	s.far, s.emptying = s.far[:0], false
	s.deep, s.lane, s.rising = s.deep[:0], 0, false
	clear(s.laneOf)
}

// ask takes the pairs of x and the given y. Here and later sets that are found are handed to
// found, which must copy them, and later pairs that must be done otherwise to other.
func (s *scattered) ask(x graph.Node, ys []graph.Node, found func(x, y graph.Node, z []graph.Node)) {
	parents, at := s.few.parents.of(x), s.plan.Position(x)
	var deep []graph.Node
	for _, y := range ys {
		before := s.plan.Position(y) < at // x does not lead to y
		switch {
		case len(parents) == 0 && before:
			found(x, y, nil)
		case s.many[x] && (before || !s.many[y]):
			deep = append(deep, y)
		case s.many[y]:
			s.far = append(s.far, Pair{x, y})
		default:
			found(x, y, s.few.find(x, y))
		}
	}
	if len(deep) > 0 {
		s.dive(x, deep)
	}
}

// dive puts x and some y to which it does not lead on the list.
func (s *scattered) dive(x graph.Node, ys []graph.Node) {
	s.deep = append(s.deep, deepX{x, ys})
	s.lane += len(s.few.parents.of(x))
}

// enoughFar reports whether there are pairs for workFar. They wait until they are many: the same
// y then comes more often, and its ancestors are found once.
func (s *scattered) enoughFar(all bool) bool {
	const much, little = 1 << 16, 2 * msep.Width
	s.emptying = len(s.far) >= much || s.emptying && len(s.far) >= little
	return s.emptying || all && len(s.far) > 0
}

// workFar finds the ancestors of up to a block of y, and with them the separators.
func (s *scattered) workFar(found func(x, y graph.Node, z []graph.Node), other func(Pair)) {
	slices.SortFunc(s.far, func(p, q Pair) int {
		if p.Y != q.Y {
			return int(q.Y - p.Y)
		}
		return int(q.X - p.X)
	})
	s.up.Start()
	lane, at := -1, len(s.far)
	for ; at > 0; at-- {
		y := s.far[at-1].Y
		if at == len(s.far) || y != s.far[at].Y {
			if lane == msep.Width-1 {
				break
			}
			lane++
			s.up.From(lane, y)
		}
	}
	s.up.Run()
	lane = -1
	for i := len(s.far) - 1; i >= at; i-- {
		x, y := s.far[i].X, s.far[i].Y
		if i == len(s.far)-1 || y != s.far[i+1].Y {
			lane++
		}
		leads := func(u graph.Node) bool { return u == y || s.up.Comes(lane, u) }
		switch {
		case !s.many[x]:
			if z, ok := s.few.findBelow(x, leads); ok {
				found(x, y, z)
			} else {
				other(s.far[i])
			}
		case slices.ContainsFunc(s.few.children.of(x), leads):
			other(s.far[i])
		default:
			s.dive(x, []graph.Node{y})
		}
	}
	s.far = s.far[:at]
}

// A deepParent is what there is to know of the parent p of an x with many ancestors.
//
// If x does not lead to y, Zx of nearestBundles is pa(x), and A0 is An(x). A node of An(x) that
// is no parent of x leads to some of them on ways without another one, and so it has a lane in
// common with each of those. Nodes that lead to the same p are of one part: they lead to a
// parent of p that is no parent of x, and all of these are joined. So there is at most one
// part for each parent; and that of p is that of q where a node leads to both.
//
//	u --> p --> x <-- q <-- u    one part, beside p and q
type deepParent struct {
	part   bool   // there is a part from which p is led to
	joined uint64 // parents, by number, with the same part
	beside uint64 // parents that are beside this part
}

// enoughDeep reports whether there are x for workDeep. They wait until they fill the lanes some
// times: see riseAll.
func (s *scattered) enoughDeep(all bool) bool {
	const much, little = 4 * msep.Width, msep.Width
	s.rising = s.lane >= much || s.rising && s.lane >= little
	return s.rising || all && len(s.deep) > 0
}

// workDeep finds separators for up to a block of parents of x with many ancestors. Each parent
// of x has a lane that goes up to the next parents of x.
func (s *scattered) workDeep(found func(x, y graph.Node, z []graph.Node), other func(Pair)) {
	s.up.Start()
	lane, at := 0, len(s.deep)
	for ; at > 0; at-- {
		parents := s.few.parents.of(s.deep[at-1].x)
		if len(parents) > msep.MaxGroup {
			continue
		}
		if lane+len(parents) > msep.Width {
			break
		}
		mine := msep.Span(lane, lane+len(parents))
		s.up.Group(lane, lane+len(parents))
		for _, p := range parents {
			s.up.Stop(mine, p)
			s.up.From(lane, p)
			lane++
		}
	}
	s.up.Run()
	s.riseAll(at)
	lane = 0
	for i := len(s.deep) - 1; i >= at; i-- {
		d := s.deep[i]
		parents := s.few.parents.of(d.x)
		s.lane -= len(parents)
		if len(parents) > msep.MaxGroup {
			for _, y := range d.ys {
				other(Pair{d.x, y})
			}
			continue
		}
		s.look(lane, parents)
		for _, y := range d.ys {
			which := s.touched(lane, parents, y)
			z := s.todo[:0]
			for ; which != 0; which &= which - 1 {
				z = append(z, parents[bits.TrailingZeros64(which)])
			}
			s.todo = z
			found(d.x, y, z)
		}
		lane += len(parents)
	}
	s.deep = s.deep[:at]
}

// riseAll finds the ancestors of the y of deep[at:] that have many, and of further ones before
// them, as many as there are lanes. Most of them are then known when their turn comes.
func (s *scattered) riseAll(at int) {
	known := true
	for _, d := range s.deep[at:] {
		for _, y := range d.ys {
			_, ok := s.laneOf[y]
			known = known && (ok || !s.many[y])
		}
	}
	if known {
		return
	}
	s.upY.Start()
	clear(s.laneOf)
	for i := len(s.deep) - 1; i >= 0 && len(s.laneOf) < msep.Width; i-- {
		for _, y := range s.deep[i].ys {
			if _, ok := s.laneOf[y]; !ok && s.many[y] && len(s.laneOf) < msep.Width {
				s.upY.From(len(s.laneOf), y)
				s.laneOf[y] = len(s.laneOf)
			}
		}
	}
	s.upY.Run()
}

// look finds out what there is to know of the parents of an x, whose lanes start at lane.
func (s *scattered) look(lane int, parents []graph.Node) {
	s.above = s.above[:0]
	for i, p := range parents {
		var d deepParent
		d.part = slices.ContainsFunc(s.few.parents.of(p), func(u graph.Node) bool { return !slices.Contains(parents, u) })
		for j := range parents {
			if s.up.Joined(lane+i, lane+j) {
				d.joined |= 1 << j
			}
		}
		s.above = append(s.above, d)
	}
	for changed := true; changed; { // joined to one that is joined
		changed = false
		for i := range s.above {
			before := s.above[i].joined
			for w := before; w != 0; w &= w - 1 {
				s.above[i].joined |= s.above[bits.TrailingZeros64(w)].joined
			}
			changed = changed || s.above[i].joined != before
		}
	}
	all := mask(len(parents))
	for j, p := range parents {
		// Of what p leads to, and itself, those with a part have it beside p.
		at := s.up.At(p)
		leads := at.Bits(lane)&all | 1<<j
		for i := range s.above {
			for w := s.above[i].joined & leads; w != 0; w &= w - 1 {
				if s.above[bits.TrailingZeros64(w)].part {
					s.above[i].beside |= 1 << j
				}
			}
		}
	}
}

func mask(n int) uint64 { return ^uint64(0) >> (64 - n) }

// touched returns which parents of x, by number, y touches or are beside a part that it touches.
// It walks up from y until it comes to An(x), or nothing is left to be known.
func (s *scattered) touched(lane int, parents []graph.Node, y graph.Node) (which uint64) {
	all := mask(len(parents))
	s.walk++
	// meet looks at a node and reports whether the walk goes on from there.
	meet := func(v graph.Node) bool {
		s.seen[v] = s.walk
		if i := slices.Index(parents, v); i >= 0 {
			which |= 1 << i
			return false
		}
		at := s.up.At(v)
		leads := at.Bits(lane) & all
		for w := leads; w != 0; w &= w - 1 {
			which |= s.above[bits.TrailingZeros64(w)].beside
		}
		return leads == 0
	}
	if !meet(y) {
		return which
	}
	if l, many := s.laneOf[y]; many {
		if which, all = s.exits(lane, parents, l, y); which&all == all {
			return which
		}
		s.walk++
	}
	todo := append(s.todo[:0], y)
	for len(todo) > 0 && which&all != all {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range s.few.parents.of(v) {
			if s.seen[p] != s.walk && meet(p) {
				todo = append(todo, p)
			}
		}
	}
	s.todo = todo
	return which
}

// exits looks from x for ways out of An(x) to y, which has many ancestors, found by lane l. It
// tells which parents of x are touched, or are beside a part with few nodes that is, and beside
// which there is a part with many nodes. From these ways to y are too many to be looked at, but a
// way up from y soon finds one.
func (s *scattered) exits(lane int, parents []graph.Node, l int, y graph.Node) (which, rest uint64) {
	all := mask(len(parents))
	out := func(u graph.Node) bool {
		for _, c := range s.few.children.of(u) {
			if c != y && !s.upY.Comes(l, c) || slices.Contains(parents, c) {
				continue
			}
			if at := s.up.At(c); at.Bits(lane)&all == 0 { // it is not x, which does not lead to y
				return true
			}
		}
		return false
	}
	done := uint64(0)
	for i, p := range parents {
		if out(p) {
			which |= 1 << i
		}
		d := s.above[i]
		if done>>i&1 == 1 || !d.part {
			continue
		}
		done |= d.joined
		todo := s.todo[:0]
		for w := d.joined; w != 0; w &= w - 1 {
			q := parents[bits.TrailingZeros64(w)]
			if s.many[q] {
				rest |= d.beside
			}
			todo = append(todo, q)
		}
		if rest&d.beside == d.beside {
			continue
		}
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, u := range s.few.parents.of(v) {
				if s.seen[u] == s.walk || slices.Contains(parents, u) {
					continue
				}
				s.seen[u] = s.walk
				if out(u) {
					which |= d.beside
					todo = todo[:0]
					break
				}
				todo = append(todo, u)
			}
		}
		s.todo = todo
	}
	return which, rest
}
