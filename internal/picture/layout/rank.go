package layout

import (
	"math"
	"slices"
)

// rank sets the row of every node, so that each arc goes down by at least one row and
// the sum of the lengths of all arcs is minimal.
//
// This is the network simplex of Gansner, Koutsofios, North and Vo, A technique for
// drawing directed graphs (IEEE Trans. Softw. Eng. 19:214–230), section 2. After each
// step, cut values are computed again from the leaves of the tree, in O(n).
func (s *layering) rank() {
	index := make([]int, len(s.nodes))
	n := 0
	for v, l := range s.lead {
		if v == l {
			index[v] = n
			n++
		}
	}
	t := &simplex{y: make([]int, n), stopped: s.o.stopped}
	for _, a := range s.arcs {
		t.arcs = append(t.arcs, [2]int{index[s.lead[a.from]], index[s.lead[a.to]]})
	}
	top, _ := s.span()
	for v, l := range s.lead {
		if v == l {
			t.y[index[v]] = top[v]
		}
	}
	t.solve()
	used := slices.Compact(slices.Sorted(slices.Values(t.y)))
	s.row = make([]int, len(s.nodes))
	for v := range s.row {
		s.row[v], _ = slices.BinarySearch(used, t.y[index[s.lead[v]]])
	}
}

type simplex struct {
	arcs   [][2]int
	y      []int
	inTree []bool // by arc
	tree   [][]int
	parent []int // by node: the arc to its parent, or none
	order  []int // the nodes of the tree, parents first
	first  []int // by node: its index in order
	size   []int // by node: the number of nodes of its subtree

	stopped func() bool
}

func (t *simplex) slack(i int) int { return t.y[t.arcs[i][1]] - t.y[t.arcs[i][0]] - 1 }

// solve replaces the tree by better ones. The number of steps is bounded, since a step
// may keep the sum of lengths. The rows are valid after every step.
func (t *simplex) solve() {
	if len(t.arcs) == 0 {
		return
	}
	t.tighten()
	for range 8 * (len(t.y) + len(t.arcs)) {
		if t.stopped() {
			return
		}
		t.hang()
		leave := t.leaving()
		if leave == none {
			return
		}
		t.exchange(leave)
	}
}

// tighten finds a spanning tree of arcs of length one. If there is none, it moves nodes
// to other rows.
func (t *simplex) tighten() {
	n := len(t.y)
	t.inTree = make([]bool, len(t.arcs))
	in := make([]bool, n)
	in[0] = true
	for size := 1; size < n && !t.stopped(); {
		grown := false
		best, least := none, math.MaxInt
		for i, a := range t.arcs {
			if in[a[0]] == in[a[1]] {
				continue
			}
			slack := t.slack(i)
			if slack == 0 {
				in[a[0]], in[a[1]], t.inTree[i] = true, true, true
				size++
				grown = true
			} else if slack < least {
				best, least = i, slack
			}
		}
		if grown {
			continue
		}
		if in[t.arcs[best][1]] {
			least = -least
		}
		for v := range n {
			if in[v] {
				t.y[v] += least
			}
		}
	}
}

// hang walks the tree from node 0 and records parents and subtrees.
func (t *simplex) hang() {
	n := len(t.y)
	if t.tree == nil {
		t.tree = make([][]int, n)
		t.parent, t.first, t.size = make([]int, n), make([]int, n), make([]int, n)
	}
	for v := range t.tree {
		t.tree[v] = t.tree[v][:0]
	}
	for i, a := range t.arcs {
		if t.inTree[i] {
			t.tree[a[0]] = append(t.tree[a[0]], i)
			t.tree[a[1]] = append(t.tree[a[1]], i)
		}
	}
	t.order = t.order[:0]
	t.parent[0] = none
	todo := []int{0}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		t.first[v] = len(t.order)
		t.order = append(t.order, v)
		for _, i := range t.tree[v] {
			if i != t.parent[v] {
				u := t.far(i, v)
				t.parent[u] = i
				todo = append(todo, u)
			}
		}
	}
	for _, v := range slices.Backward(t.order) {
		t.size[v] = 1
		for _, i := range t.tree[v] {
			if i != t.parent[v] {
				t.size[v] += t.size[t.far(i, v)]
			}
		}
	}
}

// far returns the other end of arc i.
func (t *simplex) far(i, v int) int { return t.arcs[i][0] + t.arcs[i][1] - v }

// below reports whether u is in the subtree of v.
func (t *simplex) below(u, v int) bool {
	return t.first[v] <= t.first[u] && t.first[u] < t.first[v]+t.size[v]
}

// leaving returns the node whose arc to its parent has the smallest cut value, or none
// if no cut value is negative. The cut value of an arc is the number of arcs between the
// two halves of the tree in its direction, minus the number in the opposite direction.
func (t *simplex) leaving() int {
	net := make([]int, len(t.y)) // number of arcs that leave the subtree, minus those that enter it
	for _, a := range t.arcs {
		net[a[0]]++
		net[a[1]]--
	}
	worst, least := none, 0
	for _, v := range slices.Backward(t.order) {
		i := t.parent[v]
		if i == none {
			continue
		}
		net[t.far(i, v)] += net[v]
		cut := net[v]
		if t.arcs[i][1] == v {
			cut = -cut
		}
		if cut < least {
			worst, least = v, cut
		}
	}
	return worst
}

// exchange replaces the arc between v and its parent by the shortest arc that joins the
// two halves of the tree in the opposite direction.
func (t *simplex) exchange(v int) {
	old := t.parent[v]
	rises := t.arcs[old][0] == v // the arc leads out of the subtree
	enter, least := none, math.MaxInt
	for i, a := range t.arcs {
		from, to := t.below(a[0], v), t.below(a[1], v)
		if from != to && to == rises && t.slack(i) < least {
			enter, least = i, t.slack(i)
		}
	}
	t.inTree[old], t.inTree[enter] = false, true
	if rises {
		least = -least
	}
	for _, u := range t.order[t.first[v] : t.first[v]+t.size[v]] {
		t.y[u] += least
	}
}
