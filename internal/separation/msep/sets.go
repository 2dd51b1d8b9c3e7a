package msep

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Sets answer for one source and a block of sets at once: which nodes does each set not separate from the
// source? Every lane has the same source, and most nodes are in the sets of some lanes. So all lanes stay
// alive to the end and nearly all nodes are dirty in every round; hence a sweep visits all nodes and, unlike
// [Lanes], does not record which are dirty. They serve one goroutine.
type Sets struct {
	plan *Plan
	field
	was []Word // heads before a sweep
}

// Reset makes p the plan of the graph that is walked. All sets are empty.
func (s *Sets) Reset(p *Plan) {
	s.plan = p
	n := len(p.node)
	s.tail, s.head, s.out = resize(s.tail, n), resize(s.head, n), resize(s.out, n+1)
	s.given = resize(s.given, n)
	clear(s.given)
}

// Give makes lanes the lanes that have v in their set.
func (s *Sets) Give(lanes Word, v graph.Node) { s.given[s.plan.pos[v]] = lanes }

// Reached returns the lanes that reached v in the last run, without those that have v in their set.
func (s *Sets) Reached(v graph.Node) Word {
	p := s.plan.pos[v]
	t, h, g := &s.tail[p], &s.head[p], &s.given[p]
	return Word{
		(t[0] | h[0]) &^ g[0],
		(t[1] | h[1]) &^ g[1],
		(t[2] | h[2]) &^ g[2],
		(t[3] | h[3]) &^ g[3],
	}
}

// Reach starts all lanes at x, which must be in no set, and runs them to the end.
func (s *Sets) Reach(x graph.Node) {
	clear(s.tail)
	clear(s.head)
	s.tail[s.plan.pos[x]] = First(Width)
	last := int32(len(s.tail)) - 1
	if !s.plan.across {
		for {
			s.collectFromChildren(s.plan, last)
			if !s.collectFromParents(s.plan, last) {
				return
			}
		}
	}
	for changed := true; changed; {
		s.collectFromChildren(s.plan, last)
		learned := s.sideways()
		s.was = append(s.was[:0], s.head...)
		changed = s.collectFromParents(s.plan, last) || learned
		if s.plan.lastUndirected >= 0 { // undirected edges pass on what comes by a head
			changed = changed || !slices.Equal(s.was, s.head)
		}
	}
}

// sideways follows bidirected and undirected edges until nothing changes, and reports whether anything did.
// The words that nodes pass up must be up to date; they stay so.
func (s *Sets) sideways() (learned bool) {
	siblings, undirected := &s.plan.siblings, &s.plan.undirected
	for changed := true; changed; {
		changed = false
		for p := range int32(len(s.tail)) {
			head, tail := s.head[p], s.tail[p]
			head.gather(s.out, siblings.of(p))
			for _, q := range undirected.of(p) {
				pass := s.tail[q].Or(s.head[q]).Minus(s.given[q])
				tail.Add(&pass)
			}
			if head == s.head[p] && tail == s.tail[p] {
				continue
			}
			s.head[p], s.tail[p] = head, tail
			s.out[p] = tail.Minus(s.given[p]).Or(head.And(s.given[p]))
			changed, learned = true, true
		}
	}
	return learned
}
