package msep

import "github.com/sepdist/sepdist/graph"

// A Walker walks from one source at a time. In a large graph with few edges a walk reaches few nodes, so
// that [Lanes], which share the cost of common nodes, save nothing. It serves one goroutine.
type Walker struct {
	plan   *Plan
	arcs   *arcs        // of the plan
	above  *lineage     // of the plan; nil if there are other edges than directed ones
	seen   []uint8      // by node: bits that state how the walk reached it, and those below
	met    []graph.Node // nodes with bits in seen
	todo   []graph.Node
	steps  int // of all walks
	walks  int
	within uint8 // bits that a node must have for the walk to go there

	touched graph.Node // not used; without it the compiler would drop the calls of touch
}

// ahead is the number of nodes that are touched at once before they are needed.
const ahead = 64

// More bits of a node. In a graph with few edges about half of the nodes that a walk reaches are childless, and
// the walk need not read their arcs.
const (
	given     = listed << (1 + iota) // in the set
	above                            // the walk may go there
	told                             // the walk has gone on to its children
	childless                        // permanent: a walk that comes by a head goes on only if it is given
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

// start starts a walk.
func (w *Walker) start(within uint8) {
	if w.arcs == nil {
		w.arcs = w.plan.arcs()
		w.seen = resize(w.seen, len(w.plan.node))
		for v := range w.seen {
			w.seen[v] = 0
			if len(w.arcs.children(graph.Node(v))) == 0 && !w.plan.across {
				w.seen[v] = childless
			}
		}
	}
	for _, v := range w.met {
		w.seen[v] &= childless
	}
	w.met = w.met[:0]
	w.within = within
}

// Reach walks from x, given a set, as far as it can.
func (w *Walker) Reach(x graph.Node, set []graph.Node) {
	w.start(0)
	w.walk(x, set)
}

// Touch reads what ReachAmong needs of the given nodes, so that it is in the cache when it is needed.
func (w *Walker) Touch(nodes []graph.Node) {
	if w.above == nil {
		return
	}
	w.touched ^= w.above.touch(nodes)
	for _, v := range nodes {
		w.touched ^= w.arcs.touch(v)
	}
}

// ReachAmong walks from x, given a set, to the nodes it can reach among those given. It goes only to
// ancestors of x, the set and the nodes, since no open path leads elsewhere.
func (w *Walker) ReachAmong(x graph.Node, set, nodes []graph.Node) {
	w.start(above)
	if w.above == nil && !w.plan.across {
		w.above = w.plan.lineage()
	}
	w.todo = append(append(append(w.todo[:0], x), set...), nodes...)
	for len(w.todo) > 0 {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if w.seen[v]&above != 0 {
			continue
		}
		if w.above != nil {
			if list := w.above.of(v); len(list) > 0 {
				w.allow(list)
				continue
			}
		}
		w.allow([]graph.Node{v})
		w.todo = append(w.todo, w.arcs.parents(v)...)
		if w.plan.across {
			w.todo = append(w.todo, w.plan.g.UndirectedNeighbors(v)...)
		}
	}
	w.walk(x, set)
}

// allow lets a walk go to the given nodes.
func (w *Walker) allow(list []graph.Node) {
	w.steps += len(list)
	for _, v := range list {
		if w.seen[v]&above == 0 {
			w.seen[v] |= above
			w.met = append(w.met, v)
		}
	}
}

// Reached reports whether the last walk reached v.
func (w *Walker) Reached(v graph.Node) bool { return w.seen[v]&(byTail|byHead) != 0 }

// walk walks from x, given a set, until it can go no further. An entry of todo is twice a node, plus one if it
// was reached by a head.
func (w *Walker) walk(x graph.Node, set []graph.Node) {
	w.walks++
	for _, v := range set {
		w.met = append(w.met, v)
		w.seen[v] |= given
	}
	w.met = append(w.met, x)
	w.seen[x] |= byTail | listed
	w.todo = append(w.todo[:0], x<<1)
	touched := 0
	for at := 0; at < len(w.todo); at++ {
		if at == touched {
			touched = min(at+ahead, len(w.todo))
			for _, next := range w.todo[at:touched] {
				w.touched ^= w.arcs.touch(next >> 1)
			}
		}
		s := w.todo[at]
		v, head := s>>1, s&1 == 1
		in := w.seen[v]&given != 0
		up := head == in
		if !in && w.seen[v]&told == 0 {
			w.seen[v] |= told
			w.meet(w.arcs.children(v), byHead)
		}
		if up {
			w.meet(w.arcs.parents(v), byTail)
		}
		if w.plan.across {
			if !in {
				w.meet(w.plan.g.UndirectedNeighbors(v), byTail)
			}
			if up {
				w.meet(w.plan.g.Siblings(v), byHead)
			}
		}
	}
}

// meet goes to the given nodes.
func (w *Walker) meet(list []graph.Node, by uint8) {
	w.steps += len(list)
	for _, v := range list {
		seen := w.seen[v]
		if seen&by != 0 || seen&w.within != w.within {
			continue
		}
		if seen&^childless == 0 {
			w.met = append(w.met, v)
		}
		w.seen[v] = seen | by
		if by == byTail || seen&(childless|given) != childless {
			w.todo = append(w.todo, v<<1|graph.Node(by>>1))
		}
	}
}

// Connected returns the number of nodes that [Walker.EachConnected] calls its function for.
func (w *Walker) Connected() (count int) {
	if w.plan.observed < len(w.plan.node) {
		w.EachConnected(func(graph.Node) { count++ })
		return count
	}
	for _, v := range w.met {
		if w.seen[v]&(given|listed) == 0 {
			count++
		}
	}
	return count
}

// EachConnected calls f for every observed node that the last walk reached, other than its
// source and the nodes of the set.
func (w *Walker) EachConnected(f func(v graph.Node)) {
	for _, v := range w.met {
		if w.seen[v]&(given|listed) == 0 && int(v) < w.plan.observed {
			f(v)
		}
	}
}
