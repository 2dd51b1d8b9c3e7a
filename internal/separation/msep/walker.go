package msep

import "github.com/sepdist/sepdist/graph"

// A Walker walks from one source at a time. In a large graph with few edges a walk comes to few
// nodes, and lanes that share no nodes save nothing. It serves one goroutine.
type Walker struct {
	plan   *Plan
	arcs   *arcs[int32]    // of the plan
	above  *lineage[int32] // of the plan, or nil where there are not only arrows
	seen   []uint8         // by position: how the walk came there, and whether it is given
	met    []int32         // positions with something in seen
	todo   []int32         // positions, twice, and one more for those met by a head
	within uint8           // what a node must have in seen for the walk to go there

	touched int32 // not used; without it the compiler would drop the calls of touch
	steps   int   // of all walks
	walks   int
}

// ahead is the number of nodes that are touched at once before their turn: processors read them at
// the same time.
const ahead = 64

// More that is noted of a node: it is in the set, it leads to a node that matters, the walk has gone
// from it to its children, and, for good, a walk that comes by a head goes on only if it is in the set.
// In a graph with few edges the last holds for about half of the nodes that a walk comes to, whose
// arcs it need not read.
const (
	given = listed << (1 + iota)
	above
	told
	childless
)

// Reset makes p the plan of the graph that is walked.
func (w *Walker) Reset(p *Plan) {
	w.met = w.met[:0]
	w.plan, w.arcs, w.above = p, nil, nil
	w.steps, w.walks = 0, 0
}

// Preferred reports whether the graph is so large, and walks so far were so short, that lanes would
// not be faster. A block of lanes takes the time of a few steps with every node.
func (w *Walker) Preferred() bool {
	const large, few, trial = 4096, 8, 16
	return len(w.plan.node) > large && w.steps/(w.walks+trial) <= few*w.plan.Steps()/Width
}

func (w *Walker) forget() {
	for _, p := range w.met {
		w.seen[p] &= childless
	}
	w.met = w.met[:0]
}

// start starts a walk.
func (w *Walker) start(within uint8) {
	if w.arcs == nil {
		w.arcs = w.plan.arcs()
		w.seen = resize(w.seen, len(w.plan.node))
		for p := range w.seen {
			w.seen[p] = 0
			if len(w.arcs.children(int32(p))) == 0 && !w.plan.across {
				w.seen[p] = childless
			}
		}
	}
	w.forget()
	w.within = within
}

// Reach walks from x, given a set, as far as it can.
func (w *Walker) Reach(x graph.Node, set []graph.Node) {
	w.start(0)
	w.walk(x, set)
}

// Touch reads what ReachAmong needs of the given nodes, so that it is in the cache when their turn comes.
func (w *Walker) Touch(nodes []graph.Node) {
	if w.above == nil {
		return
	}
	w.todo = w.todo[:0]
	for _, v := range nodes {
		w.todo = append(w.todo, w.plan.pos[v])
	}
	w.touched ^= w.above.touch(w.todo)
	for _, p := range w.todo {
		w.touched ^= w.arcs.touch(p)
	}
}

// ReachAmong walks from x, given a set, to those of the given nodes to which it can come. It
// leaves out what leads to none of all these nodes, as no open path goes there.
func (w *Walker) ReachAmong(x graph.Node, set, nodes []graph.Node) {
	w.start(above)
	if w.above == nil && !w.plan.across {
		w.above = w.plan.lineage()
	}
	w.todo = append(w.todo[:0], w.plan.pos[x])
	for _, list := range [][]graph.Node{set, nodes} {
		for _, v := range list {
			w.todo = append(w.todo, w.plan.pos[v])
		}
	}
	for len(w.todo) > 0 {
		p := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if w.seen[p]&above != 0 {
			continue
		}
		if w.above != nil {
			if list := w.above.of(p); len(list) > 0 {
				w.closeAncestors(list)
				continue
			}
		}
		w.closeAncestors([]int32{p})
		w.todo = append(w.todo, w.arcs.parents(p)...)
		if w.plan.across {
			w.todo = append(w.todo, w.plan.lines.of(p)...)
		}
	}
	w.walk(x, set)
}

// closeAncestors lets a walk go to the given positions.
func (w *Walker) closeAncestors(list []int32) {
	w.steps += len(list)
	for _, p := range list {
		if w.seen[p]&above == 0 {
			w.seen[p] |= above
			w.met = append(w.met, p)
		}
	}
}

// Reached reports whether the last walk came to v.
func (w *Walker) Reached(v graph.Node) bool { return w.seen[w.plan.pos[v]]&(byTail|byHead) != 0 }

// walk walks from x, given a set, until it can go no further.
func (w *Walker) walk(x graph.Node, set []graph.Node) {
	w.walks++
	for _, v := range set {
		p := w.plan.pos[v]
		w.met = append(w.met, p)
		w.seen[p] |= given
	}
	source := w.plan.pos[x]
	w.met = append(w.met, source)
	w.seen[source] |= byTail | listed
	w.todo = append(w.todo[:0], source<<1)
	touched := 0
	for at := 0; at < len(w.todo); at++ {
		if at == touched {
			touched = min(at+ahead, len(w.todo))
			for _, next := range w.todo[at:touched] {
				w.touched ^= w.arcs.touch(next >> 1)
			}
		}
		s := w.todo[at]
		p, head := s>>1, s&1 == 1
		in := w.seen[p]&given != 0
		if !in && w.seen[p]&told == 0 {
			w.seen[p] |= told
			w.meet(w.arcs.children(p), byHead)
		}
		if head == in {
			w.meet(w.arcs.parents(p), byTail)
		}
		if w.plan.across {
			if !in {
				w.meet(w.plan.lines.of(p), byTail)
			}
			if head == in {
				w.meet(w.plan.siblings.of(p), byHead)
			}
		}
	}
}

// meet goes to the given positions.
func (w *Walker) meet(list []int32, by uint8) {
	w.steps += len(list)
	for _, p := range list {
		seen := w.seen[p]
		if seen&by != 0 || seen&w.within != w.within {
			continue
		}
		if seen&^childless == 0 {
			w.met = append(w.met, p)
		}
		w.seen[p] = seen | by
		if by == byTail || seen&(childless|given) != childless {
			w.todo = append(w.todo, p<<1|int32(by>>1))
		}
	}
}

// Connected returns the number of nodes that [Walker.EachConnected] calls its function for.
func (w *Walker) Connected() int {
	count := 0
	if w.plan.observed < len(w.plan.node) {
		w.EachConnected(func(graph.Node) { count++ })
		return count
	}
	for _, p := range w.met {
		if w.seen[p]&(given|listed) == 0 {
			count++
		}
	}
	return count
}

// EachConnected calls f for every observed node that the last walk came to, other than its
// source and the nodes of the set.
func (w *Walker) EachConnected(f func(v graph.Node)) {
	for _, p := range w.met {
		if v := w.plan.node[p]; w.seen[p]&(given|listed) == 0 && int(v) < w.plan.observed {
			f(v)
		}
	}
}
