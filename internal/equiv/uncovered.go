package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// tails applies R8 to R10, which turn a o-> c into a --> c.
//
// R9 and R10 require uncovered possibly directed paths: no edge has an arrowhead at its first node or a
// tail at its second, and each node and the next but one are apart. A walk is sufficient: if a had an
// arrowhead, a <-> c, then the first step out of a would be directed, by R1 so would each step after it,
// and a would be an ancestor of c, whether or not the walk repeats a node.
//
// These rules do not change which steps are possible, so R9 is applied only once.
func (m *marking) tails() {
	s := newSteps(m)
	for c := range m.n() {
		if m.stopped() {
			return
		}
		s.rule9(c)
	}
	for changed := true; changed; {
		changed = false
		for c := range m.n() {
			if m.stopped() {
				return
			}
			changed = m.rule8(c) || changed
			changed = s.rule10(c) || changed
		}
	}
}

// undecided returns the ends at c of the edges a o-> c.
func (m *marking) undecided(c graph.Node) []end {
	var ends []end
	for e := range m.ends(c) {
		if m.is(e, graph.Arrow, graph.Circle) {
			ends = append(ends, e)
		}
	}
	return ends
}

// rule8: a --> b --> c or a --o b --> c, with a o-> c, becomes a --> c. After R6 there is no
// a --- b here. It reports whether it set a mark.
func (m *marking) rule8(c graph.Node) (changed bool) {
	for _, ca := range m.undecided(c) {
		for ab, cb := range m.common(m.to[ca], c) {
			if m.is(cb, graph.Arrow, graph.Tail) && m.mark[ab] == graph.Tail {
				m.set(m.twin[ca], graph.Tail)
				changed = true
				break
			}
		}
	}
	return changed
}

// steps searches backwards for the steps with which an uncovered possibly directed
// walk to certain nodes begins. A step is an end: from its node along its edge.
type steps struct {
	*marking
	search int32   // counts the searches
	found  []int32 // the search that found the step last
	queue  []end
	// The steps into a node v that the search has not found yet, as ends at v: rest from
	// first[v] to last[v]-1, if the search has reached v. Nearly all steps into v lead
	// to each step out of it, so this list soon becomes short.
	rest []end
	last []end
	seen []int32
}

func newSteps(m *marking) *steps {
	n := len(m.queued)
	return &steps{
		marking: m,
		found:   make([]int32, len(m.to)),
		rest:    make([]end, len(m.to)),
		last:    make([]end, n),
		seen:    make([]int32, n),
	}
}

// possible reports whether the step along e is possibly directed.
func (s *steps) possible(e end) bool {
	return s.mark[e] != graph.Arrow && s.mark[s.twin[e]] != graph.Tail
}

// leadTo finds the steps that begin a walk to one of the targets.
func (s *steps) leadTo(targets ...graph.Node) {
	s.search++
	s.queue = s.queue[:0]
	for _, t := range targets {
		for e := range s.ends(t) {
			if s.possible(s.twin[e]) {
				s.add(s.twin[e])
			}
		}
	}
	for i := 0; i < len(s.queue); i++ {
		s.before(s.queue[i])
	}
}

func (s *steps) add(e end) {
	if s.found[e] != s.search {
		s.found[e] = s.search
		s.queue = append(s.queue, e)
	}
}

// before adds the steps that may come before the step along e.
func (s *steps) before(e end) {
	v, next := s.at[e], s.to[e]
	if s.seen[v] != s.search {
		s.seen[v] = s.search
		s.last[v] = s.first[v]
		for f := range s.ends(v) {
			if s.possible(s.twin[f]) {
				s.rest[s.last[v]] = f
				s.last[v]++
			}
		}
	}
	left := slices.DeleteFunc(s.rest[s.first[v]:s.last[v]], func(f end) bool {
		if !s.apart(s.to[f], next) {
			return false
		}
		s.add(s.twin[f])
		return true
	})
	s.last[v] = s.first[v] + end(len(left))
}

// rule9: a o-> c with an uncovered possibly directed path a, b, ..., c and b, c apart
// becomes a --> c.
func (s *steps) rule9(c graph.Node) {
	undecided := s.undecided(c)
	if undecided == nil {
		return
	}
	s.leadTo(c)
	for _, ca := range undecided {
		for ab := range s.ends(s.to[ca]) {
			if s.found[ab] == s.search && s.apart(s.to[ab], c) {
				s.set(s.twin[ca], graph.Tail)
				break
			}
		}
	}
}

// rule10: a o-> c with b --> c <-- d and uncovered possibly directed paths from a to b and
// from a to d, whose first nodes after a are apart, becomes a --> c: one of the two paths
// leaves a by an arrow. It reports whether it set a mark.
func (s *steps) rule10(c graph.Node) (changed bool) {
	undecided := s.undecided(c)
	if undecided == nil {
		return false
	}
	var parents, firsts []graph.Node
	for e := range s.ends(c) {
		if s.is(e, graph.Arrow, graph.Tail) {
			parents = append(parents, s.to[e])
		}
	}
	s.leadTo(parents...)
	for _, ca := range undecided {
		firsts = firsts[:0]
		for e := range s.ends(s.to[ca]) {
			if s.found[e] == s.search {
				firsts = append(firsts, s.to[e])
			}
		}
		if s.anyApart(firsts) {
			s.set(s.twin[ca], graph.Tail)
			changed = true
		}
	}
	return changed
}
