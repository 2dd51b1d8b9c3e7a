package msep

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// The two ways to reach a node, as bits.
const (
	byTail = 1 << iota
	byHead
	listed // not a way: the node has been counted
)

// A Step is a state of a walk: where it is and how it got there.
type Step struct {
	At graph.Node
	by uint8
}

// An Oracle answers one separation query at a time. It keeps its scratch space and so serves one goroutine.
type Oracle struct {
	g     *graph.Graph
	seen  []uint8 // ways in which each node has been reached
	queue []Step  // all steps of the walk, in the order of their discovery
	from  []int32 // for each step the place in queue of the one before it
}

// New returns an oracle for g.
func New(g *graph.Graph) *Oracle {
	return &Oracle{g: g, seen: make([]uint8, g.N())}
}

// A rule states which turns a walk may take at v: through v as a non-collider, and at v as a collider.
type rule func(v graph.Node) (through, collider bool)

// walk goes from x as far as the rule allows, breadth first, until it reaches y (or everywhere, if y is not a
// node). It leaves its steps in o.queue. It visits each node at most twice: O(n+m).
func (o *Oracle) walk(x, y graph.Node, pass rule) {
	for _, s := range o.queue {
		o.seen[s.At] = 0
	}
	o.queue = append(o.queue[:0], Step{x, byTail})
	o.from = append(o.from[:0], -1)
	o.seen[x] = byTail
	for i := 0; i < len(o.queue); i++ {
		s := o.queue[i]
		if s.At == y {
			return
		}
		through, collider := pass(s.At)
		if through {
			o.push(i, o.g.Children(s.At), byHead)
			o.push(i, o.g.UndirectedNeighbors(s.At), byTail)
		}
		if s.by == byTail && through || s.by == byHead && collider {
			o.push(i, o.g.Parents(s.At), byTail)
			o.push(i, o.g.Siblings(s.At), byHead)
		}
	}
}

func (o *Oracle) push(from int, list []graph.Node, by uint8) {
	for _, v := range list {
		if o.seen[v]&by == 0 {
			o.seen[v] |= by
			o.queue = append(o.queue, Step{v, by})
			o.from = append(o.from, int32(from))
		}
	}
}

// reached returns the nodes of the last walk.
func (o *Oracle) reached() graph.Set {
	s := graph.NewSet(o.g.N())
	for _, st := range o.queue {
		s.Add(st.At)
	}
	return s
}

const nowhere graph.Node = -1

// Separated reports whether given m-separates x from y. It allocates nothing.
func (o *Oracle) Separated(x, y graph.Node, given graph.Set) bool {
	o.walk(x, y, open(given))
	return o.seen[y] == 0
}

// Reach returns the nodes that given does not m-separate from x, x among them.
func (o *Oracle) Reach(x graph.Node, given graph.Set) graph.Set {
	o.walk(x, nowhere, open(given))
	return o.reached().Minus(given)
}

// Tree returns the walks from x that are open given the set, as a tree: its steps, breadth first, and for each step the index
// of the one before it. They are valid until the next call.
func (o *Oracle) Tree(x graph.Node, given graph.Set) (steps []Step, from []int32) {
	o.walk(x, nowhere, open(given))
	return o.queue, o.from
}

func open(given graph.Set) rule {
	return func(v graph.Node) (bool, bool) {
		in := given.Has(v)
		return !in, in
	}
}

// Closure returns the nodes that a walk from x reaches inside within, given among
// them, where every collider lets it through and every other node of given stops it.
// This is REACHABLE of van der Zander and Liśkiewicz, Finding minimal d-separators in
// linear time and applications (UAI 2019, PMLR 115:637–647), on a set within that is
// closed under ancestors.
func (o *Oracle) Closure(x graph.Node, within, given graph.Set) graph.Set {
	o.walk(x, nowhere, func(v graph.Node) (bool, bool) {
		if !within.Has(v) {
			return false, false
		}
		in := given.Has(v)
		return !in, true
	})
	return o.reached().And(within)
}

// Blanket returns the Markov blanket of x among the nodes below observed: what the
// closure of x meets when all of them are given.
func (o *Oracle) Blanket(x graph.Node, observed int) graph.Set {
	o.walkBlanket(x, observed)
	return o.reached().And(graph.AllNodes(observed)).Without(x)
}

// AppendBlanket appends the blanket of x to list, in no particular order. Time and space depend on the blanket
// and the districts in it.
func (o *Oracle) AppendBlanket(list []graph.Node, x graph.Node, observed int) []graph.Node {
	o.walkBlanket(x, observed)
	for _, s := range o.queue {
		if v := s.At; v != x && int(v) < observed && o.seen[v]&listed == 0 {
			o.seen[v] |= listed
			list = append(list, v)
		}
	}
	return list
}

func (o *Oracle) walkBlanket(x graph.Node, observed int) {
	o.walk(x, nowhere, func(v graph.Node) (bool, bool) {
		return v == x || int(v) >= observed, true
	})
}

// Path returns a shortest path from x to y that is open given the set, edge by edge, each read in the
// direction of the path; or false if the set separates them. On the path each collider is given or has a given
// descendant.
func (o *Oracle) Path(x, y graph.Node, given graph.Set) ([]graph.Edge, bool) {
	above := o.g.Ancestors(given)
	o.walk(x, y, func(v graph.Node) (bool, bool) { return !given.Has(v), above.Has(v) })
	if o.seen[y] == 0 {
		return nil, false
	}
	// With ancestors of the set open as colliders, a shortest walk visits no node twice: instead of
	// returning it could have gone on at once.
	var path []graph.Edge
	at := slices.IndexFunc(o.queue, func(s Step) bool { return s.At == y })
	for o.from[at] >= 0 {
		s, before := o.queue[at], o.queue[o.from[at]]
		path = append(path, o.taken(before, s, given, above))
		at = int(o.from[at])
	}
	slices.Reverse(path)
	return path, true
}

// taken returns the edge by which a walk went from one step to the next.
func (o *Oracle) taken(from, to Step, given, above graph.Set) graph.Edge {
	mark := graph.Tail
	if to.by == byHead {
		mark = graph.Arrow
	}
	through, collider := !given.Has(from.At), above.Has(from.At)
	for _, e := range o.g.Between(from.At, to.At) {
		if e.AtY != mark {
			continue
		}
		if from.by == byTail || e.AtX == graph.Tail && through || e.AtX == graph.Arrow && collider {
			return e
		}
	}
	panic("msep: a step without an edge")
}
