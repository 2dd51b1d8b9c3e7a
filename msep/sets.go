package msep

import "github.com/sepdist/sepdist/graph"

// Sets answer from one source for a block of sets at once: which nodes does each set not
// separate from it? Every lane has the same source, and most nodes are in the sets of some
// lanes. All lanes so stay alive to the end and nearly all nodes have something to tell in
// every round; hence there is no account of who has, as [Lanes] keep it, and a sweep just
// goes over all nodes. They serve one goroutine.
type Sets struct {
	plan  *Plan
	spots []setsSpot // by position
}

// A setsSpot is what the lanes have at a node.
type setsSpot struct {
	tail, head Word // lanes that came by a tail, by a head
	given      Word // that have the node in their set
	tells      Word // what it tells in the sweep under way
}

// Use makes p the plan of the graph that is walked. All sets are empty.
func (s *Sets) Use(p *Plan) {
	s.plan = p
	n := len(p.node)
	if cap(s.spots) < n {
		s.spots = make([]setsSpot, n)
	}
	s.spots = s.spots[:n]
	clear(s.spots)
}

// Give makes lanes those that have v in their set.
func (s *Sets) Give(lanes Word, v graph.Node) { s.spots[s.plan.pos[v]].given = lanes }

// Reached returns the lanes that came to v in the last run, those with v in their set
// aside.
func (s *Sets) Reached(v graph.Node) Word {
	p := &s.spots[s.plan.pos[v]]
	return Word{
		(p.tail[0] | p.head[0]) &^ p.given[0],
		(p.tail[1] | p.head[1]) &^ p.given[1],
		(p.tail[2] | p.head[2]) &^ p.given[2],
		(p.tail[3] | p.head[3]) &^ p.given[3],
	}
}

// Reach lets all lanes start at x, which must be in no set, and runs them to the end.
func (s *Sets) Reach(x graph.Node) {
	for i := range s.spots {
		s.spots[i].tail, s.spots[i].head = Word{}, Word{}
	}
	s.spots[s.plan.pos[x]].tail = First(Width)
	for {
		s.up()
		learned := s.plan.across && s.sideways()
		if !s.down() && !learned {
			return
		}
	}
}

// up lets every node ask its children, the last first.
func (s *Sets) up() {
	children := &s.plan.children
	for p := len(s.spots) - 1; p >= 0; p-- {
		at := &s.spots[p]
		a0, a1, a2, a3 := at.tail[0], at.tail[1], at.tail[2], at.tail[3]
		for _, c := range children.to[children.at[p]:children.at[p+1]] {
			w := &s.spots[c].tells
			a0 |= w[0]
			a1 |= w[1]
			a2 |= w[2]
			a3 |= w[3]
		}
		at.tail[0], at.tail[1], at.tail[2], at.tail[3] = a0, a1, a2, a3
		// Where given the head counts, else the tail.
		h, g, w := &at.head, &at.given, &at.tells
		w[0] = a0 ^ (a0^h[0])&g[0]
		w[1] = a1 ^ (a1^h[1])&g[1]
		w[2] = a2 ^ (a2^h[2])&g[2]
		w[3] = a3 ^ (a3^h[3])&g[3]
	}
}

// down lets every node ask its parents, the first first, and reports whether one has
// something new to tell upwards or sideways: lanes that came by a head, and have it in
// their set; or any, where there may be lines.
func (s *Sets) down() bool {
	parents := &s.plan.parents
	news, any := uint64(0), uint64(0)
	if s.plan.lastLine >= 0 {
		any = ^any
	}
	for p := range s.spots {
		at := &s.spots[p]
		h0, h1, h2, h3 := at.head[0], at.head[1], at.head[2], at.head[3]
		a0, a1, a2, a3 := h0, h1, h2, h3
		for _, q := range parents.to[parents.at[p]:parents.at[p+1]] {
			w := &s.spots[q].tells
			a0 |= w[0]
			a1 |= w[1]
			a2 |= w[2]
			a3 |= w[3]
		}
		at.head[0], at.head[1], at.head[2], at.head[3] = a0, a1, a2, a3
		t, g, w := &at.tail, &at.given, &at.tells
		news |= a0&^h0&(g[0]|any) | a1&^h1&(g[1]|any) | a2&^h2&(g[2]|any) | a3&^h3&(g[3]|any)
		w[0] = (a0 | t[0]) &^ g[0]
		w[1] = (a1 | t[1]) &^ g[1]
		w[2] = (a2 | t[2]) &^ g[2]
		w[3] = (a3 | t[3]) &^ g[3]
	}
	return news != 0
}

// sideways follows bidirected edges and lines until nobody learns anything, and reports
// whether anybody did. The upward words must be up to date; they stay so.
func (s *Sets) sideways() (learned bool) {
	siblings, lines := &s.plan.siblings, &s.plan.lines
	for news := true; news; {
		news = false
		for p := range s.spots {
			at := &s.spots[p]
			head, tail := at.head, at.tail
			for _, q := range siblings.to[siblings.at[p]:siblings.at[p+1]] {
				head.add(&s.spots[q].tells)
			}
			if len(lines.to) > 0 {
				for _, q := range lines.to[lines.at[p]:lines.at[p+1]] {
					u := &s.spots[q]
					pass := u.tail.Or(u.head).Minus(u.given)
					tail.add(&pass)
				}
			}
			if head == at.head && tail == at.tail {
				continue
			}
			at.head, at.tail = head, tail
			at.tells = tail.Minus(at.given).Or(head.And(at.given))
			news, learned = true, true
		}
	}
	return learned
}
