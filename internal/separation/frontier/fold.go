package frontier

import (
	"maps"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// mostChoices is how many choices a group of several items may have.
const mostChoices = 24

// mostItems is how many items a group may have: the ways to decide them fit into a word.
const mostItems = 24

// fold makes groups: what hangs from an item as a tree joins it, and so do the items of a
// chain, as long as they do not have too many choices.
//
//	a -- b          e -- f
//	     |         /
//	c -- d -- g -- h            a, b, c and d; g; ...
func (s *search) fold() {
	graphs := [2]*graph.Graph{s.g, s.h}
	members := s.members
	choices := make([][]choice, s.n)
	for v := range choices {
		choices[v] = single(graphs, s.item(int32(v)))
	}
	// left are the neighbours of each group that it was not joined with.
	left := make([]map[int32]bool, s.n)
	for v, list := range s.neighbours {
		left[v] = make(map[int32]bool, len(list))
		for _, u := range list {
			left[v][u] = true
		}
	}
	join := func(v, u int32) bool { // v comes first, then u, whose number they keep
		if len(members[v])+len(members[u]) > mostItems {
			return false
		}
		list := append(append([]int32(nil), members[v]...), members[u]...)
		c, ok := choicesOf(graphs, s.itemsOf(list), mostChoices)
		if !ok {
			return false
		}
		members[u], choices[u], members[v] = list, c, nil
		delete(left[u], v)
		for w := range left[v] {
			if w != u {
				delete(left[w], v)
				left[w][u], left[u][w] = true, true
			}
		}
		left[v] = nil
		return true
	}
	queue := make([]int32, s.n)
	for v := range queue {
		queue[v] = int32(v)
	}
	again := slices.Clone(queue)
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		if members[v] != nil && len(left[v]) == 1 {
			if u := neighbours(left[v])[0]; join(v, u) {
				queue = append(queue, u)
			}
		}
	}
	for queue = again; len(queue) > 0; {
		v := queue[0]
		queue = queue[1:]
		if members[v] == nil || len(left[v]) != 2 {
			continue
		}
		for _, u := range neighbours(left[v]) {
			if len(left[u]) == 2 && join(v, u) {
				queue = append(queue, u)
				break
			}
		}
	}
	var kept [][]int32
	s.choices = s.choices[:0]
	for v, list := range members {
		if list != nil {
			kept = append(kept, list)
			s.choices = append(s.choices, choices[v])
		}
	}
	s.group(kept)
}

// neighbours returns the members of a set in order.
func neighbours(set map[int32]bool) []int32 {
	return slices.Sorted(maps.Keys(set))
}
