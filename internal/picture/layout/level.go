package layout

import (
	"cmp"
	"slices"
)

// A choice is a way to draw pairs without a direction.
type choice struct {
	flat  bool // x <-> y in one row, if possible
	given bool // the others with the first node above the second, if possible; if false, see loosen
}

// choices lists the choices, the preferred ones first.
var choices = []choice{{flat: true}, {}, {given: true}}

// level decides for each pair without a direction which node is above, or that both are in one row. Pairs in one row
// do not increase the number of rows.
//
// Pairs in one row, called flat, form chains. Two nodes of a chain have an edge only if they are
// neighbors in it, so that a chain can be drawn as a line of nodes from left to right.
func (s *layering) level(c choice) {
	levels := s.locals(func(p *pair) bool { return p.pull == level })
	rest := s.locals(func(p *pair) bool { return p.pull == loose })
	joined := make(map[[2]int]bool, len(s.bundles))
	for _, a := range s.locals(func(*pair) bool { return true }) {
		joined[[2]int{a.from, a.to}] = true
		joined[[2]int{a.to, a.from}] = true
	}
	for _, a := range levels {
		if !c.flat || !s.flatten(a, joined) {
			rest = append(rest, a)
		}
	}
	if c.given {
		s.pointAll(rest)
	} else {
		s.loosen(rest)
	}
}

// flatten makes a flat if its nodes are ends of two chains without other edges between
// them, and the chains can be in one row.
func (s *layering) flatten(a arc, joined map[[2]int]bool) bool {
	l, r := s.lead[a.from], s.lead[a.to]
	left, right := s.chains[l], s.chains[r]
	if left[0] == a.from {
		slices.Reverse(left)
	}
	if right[len(right)-1] == a.to {
		slices.Reverse(right)
	}
	if left[len(left)-1] != a.from || right[0] != a.to {
		return false
	}
	for _, u := range left {
		for _, v := range right {
			if joined[[2]int{u, v}] && !(u == a.from && v == a.to) {
				return false
			}
		}
	}
	top, bottom := s.span()
	if max(top[l], top[r]) > min(bottom[l], bottom[r]) || s.leads(l, r) || s.leads(r, l) {
		return false
	}
	s.chains[l] = append(left, right...)
	for _, v := range right {
		s.lead[v] = l
	}
	s.flat = append(s.flat, a)
	return true
}

// span returns the first and the last possible row of each lead, if there are as few rows
// as the arcs allow.
func (s *layering) span() (top, bottom []int) {
	n := len(s.nodes)
	missing := make([]int, n)
	for _, a := range s.arcs {
		missing[s.lead[a.to]]++
	}
	var order []int
	for v, l := range s.lead {
		if v == l && missing[v] == 0 {
			order = append(order, v)
		}
	}
	top, bottom = make([]int, n), make([]int, n)
	height := 0
	for i := 0; i < len(order); i++ {
		for _, m := range s.chains[order[i]] {
			for _, c := range s.down[m] {
				l := s.lead[c]
				top[l] = max(top[l], top[order[i]]+1)
				if missing[l]--; missing[l] == 0 {
					order = append(order, l)
				}
			}
		}
		height = max(height, top[order[i]])
	}
	for _, v := range slices.Backward(order) {
		bottom[v] = height
		for _, m := range s.chains[v] {
			for _, c := range s.down[m] {
				bottom[v] = min(bottom[v], bottom[s.lead[c]]-1)
			}
		}
	}
	return top, bottom
}

// loosen directs the remaining pairs. A pair of two rows of the arcs goes down, and a pair
// inside a row goes away from the first node of that row. Neither makes a cycle.
func (s *layering) loosen(rest []arc) {
	top, _ := s.span()
	n := len(s.nodes)
	beside := make([][]int, n)
	for _, a := range rest {
		u, v := s.lead[a.from], s.lead[a.to]
		if top[u] == top[v] {
			beside[u] = append(beside[u], v)
			beside[v] = append(beside[v], u)
		}
	}
	steps := make([]int, n) // distance from the first node, counted from 1
	for v := range n {
		if steps[v] > 0 {
			continue
		}
		steps[v] = 1
		todo := []int{v}
		for i := 0; i < len(todo); i++ {
			for _, u := range beside[todo[i]] {
				if steps[u] == 0 {
					steps[u] = steps[todo[i]] + 1
					todo = append(todo, u)
				}
			}
		}
	}
	for _, a := range rest {
		u, v := s.lead[a.from], s.lead[a.to]
		if cmp.Or(cmp.Compare(top[u], top[v]), cmp.Compare(steps[u], steps[v]), cmp.Compare(u, v)) > 0 {
			a = a.flip()
		}
		s.point(a)
	}
}
