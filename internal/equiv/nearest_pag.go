package equiv

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// NearestPAGs returns the PAGs on the skeleton of g whose marks differ from those of g in the
// fewest ends. If a limit is hit, others may be as near, or none was found. Valid reports
// whether a graph is a PAG.
//
// A PAG is determined by which unshielded triples collide and, if a discriminating path
// ends in b o-* c, by whether b collides on it: the rest follows by the rules (see [PAG]). So the
// search decides one triple after the other, then each such b. A mark that follows from the decisions
// is in every PAG of the branch, so the differences of these marks from g bound the branch from
// below. The allowed distance is 0 at first, then 1, and so on, until a PAG is found.
func NearestPAGs(ctx context.Context, g *graph.Graph, limits NearLimits, valid func(*graph.Graph) bool) Near {
	if corners(g) > maxCorners {
		return Near{}
	}
	m := blank(ctx, g)
	s := pagSearch{marking: m, g: g, valid: valid, steps: limits.Steps, stop: limits.Stop, nearestSet: newNearestSet(limits.Graphs), middle: make([][]int32, g.N())}
	for b := range m.n() {
		if m.stopped() {
			return Near{}
		}
		for e := range m.ends(b) {
			for f := e + 1; f < m.first[b+1]; f++ {
				if m.apart(m.to[e], m.to[f]) {
					s.middle[b] = append(s.middle[b], int32(len(s.triples)))
					s.triples = append(s.triples, pagTriple{e, f, graph.Ambiguous})
				}
			}
		}
	}
	s.taken = make([]bool, len(m.to))
	for ; s.Count == 0 && s.steps >= 0 && s.Changed <= len(m.to); s.Changed++ {
		s.search()
	}
	s.Changed--
	s.Whole = s.Count > 0 && s.steps >= 0
	return s.Near
}

// A pagTriple is an unshielded triple: its two ends in the middle.
type pagTriple struct {
	e, f   end
	status graph.Status
}

type pagSearch struct {
	*marking // its truth is the graph that the search starts from
	nearestSet
	g       *graph.Graph
	valid   func(*graph.Graph) bool
	steps   int // left
	stop    func() bool
	triples []pagTriple
	middle  [][]int32 // by node: the triples with the node in the middle
	taken   []bool    // for bound
}

// step counts a step of the search and reports whether it may be taken.
func (s *pagSearch) step() bool {
	if s.steps--; s.steps >= 0 && (s.stopped() || s.stop != nil && s.stop()) {
		s.steps = -1
	}
	return s.steps >= 0
}

// search decides the first open triple either way, and so on.
func (s *pagSearch) search() {
	if !s.step() {
		return
	}
	open := slices.IndexFunc(s.triples, func(t pagTriple) bool { return t.status == graph.Ambiguous })
	if open < 0 {
		s.finish()
		return
	}
	t := s.triples[open]
	first, second := graph.NonCollider, graph.Collider
	if s.truth[t.e] == graph.Arrow && s.truth[t.f] == graph.Arrow {
		first, second = second, first
	}
	marks, triples := slices.Clone(s.mark), slices.Clone(s.triples)
	for _, status := range []graph.Status{first, second} {
		s.triples[open].status = status
		s.touch(s.at[t.e])
		s.resettle(s.hold, s.rule2)
		if s.possible() {
			s.search()
		}
		copy(s.mark, marks)
		copy(s.triples, triples)
	}
}

// hold sets the marks that follow from the triples with b in the middle, and decides the triples that
// follow from marks:
//
//	collider       a *-> b <-* c
//	non-collider   a *-> b then b --> c
func (s *pagSearch) hold(b graph.Node) {
	for _, i := range s.middle[b] {
		t := &s.triples[i]
		if t.status == graph.Ambiguous {
			switch {
			case s.mark[t.e] == graph.Arrow && s.mark[t.f] == graph.Arrow:
				t.status = graph.Collider
			case s.mark[t.e] == graph.Tail || s.mark[t.f] == graph.Tail:
				t.status = graph.NonCollider
			}
		}
		switch t.status {
		case graph.Collider:
			s.set(t.e, graph.Arrow)
			s.set(t.f, graph.Arrow)
		case graph.NonCollider:
			s.leave(t.e, t.f)
			s.leave(t.f, t.e)
		}
	}
}

// leave directs the edge at f out of the middle if the edge at e points to the middle.
func (s *pagSearch) leave(e, f end) {
	if s.mark[e] == graph.Arrow && s.mark[f] == graph.Circle {
		s.set(f, graph.Tail)
		s.set(s.twin[f], graph.Arrow)
	}
}

// possible reports whether the triples are still as decided, and a PAG with the marks so far may be
// near enough. If a non-collider is drawn as a collider, at least one of its ends must change; such
// ends are counted once.
func (s *pagSearch) possible() bool {
	changed := 0
	for e, mark := range s.mark {
		s.taken[e] = mark != graph.Circle
		if mark != graph.Circle && mark != s.truth[e] {
			changed++
		}
	}
	for _, t := range s.triples {
		into, from := s.mark[t.e], s.mark[t.f]
		switch t.status {
		case graph.Collider:
			if into != graph.Arrow || from != graph.Arrow {
				return false
			}
		case graph.NonCollider:
			if into == graph.Arrow && from == graph.Arrow {
				return false
			}
			if !s.taken[t.e] && !s.taken[t.f] && s.truth[t.e] == graph.Arrow && s.truth[t.f] == graph.Arrow {
				s.taken[t.e], s.taken[t.f] = true, true
				changed++
			}
		}
	}
	return changed <= s.Changed
}

// finish applies the rules after all triples are decided. If a discriminating path leaves open whether
// a node collides, it tries both.
func (s *pagSearch) finish() {
	if !s.step() {
		return
	}
	marks := slices.Clone(s.mark)
	defer func() { copy(s.mark, marks) }()
	s.settle(s.rule1, s.rule2, s.rule3)
	if !s.possible() {
		return
	}
	for e := range newDiscriminator(s.marking).open() { // the first one
		settled := slices.Clone(s.mark)
		for _, mark := range []graph.Mark{graph.Arrow, graph.Tail} {
			s.set(e, mark)
			s.finish()
			copy(s.mark, settled)
		}
		return
	}
	if s.stopped() { // without having seen all paths
		return
	}
	s.rule5()
	s.settle(s.rule6, s.rule7)
	s.tails()
	s.resettle() // no rule is left
	changed := 0
	for e, mark := range s.mark {
		if mark != s.truth[e] {
			changed++
		}
	}
	if changed != s.Changed || !s.possible() {
		return
	}
	if pag := s.graph(s.g); s.valid(pag) {
		s.add(pag)
	}
}
