package frontier

import (
	"cmp"
	"slices"
)

// simple offers the orders that need no search, each also turned round: that of the nodes
// as given, by their number of neighbours, leaves first, and depth first. Stars want the
// second, paths and trees the last two.
func (s *search) simple() {
	given := make([]int32, s.n)
	for v := range given {
		given[v] = int32(v)
	}
	byDegree := slices.Clone(given)
	slices.SortStableFunc(byDegree, func(u, v int32) int {
		return cmp.Compare(len(s.neighbours[u]), len(s.neighbours[v]))
	})
	for _, order := range [][]int32{given, byDegree, s.leavesFirst(byDegree), s.depthFirst(byDegree)} {
		s.keepBest(order, s.cost(order))
		slices.Reverse(order)
		s.keepBest(order, s.cost(order))
	}
}

// leavesFirst takes away one item after the other that has the fewest neighbours left.
func (s *search) leavesFirst(byDegree []int32) []int32 {
	left := make([]int, s.n)
	waiting := make([][]int32, s.n) // by the neighbours left; what is there no longer is passed over
	for _, v := range byDegree {
		left[v] = len(s.neighbours[v])
		waiting[left[v]] = append(waiting[left[v]], v)
	}
	const taken = -1
	order := make([]int32, 0, s.n)
	for fewest := 0; len(order) < s.n; {
		list := waiting[fewest]
		if len(list) == 0 {
			fewest++
			continue
		}
		v := list[0]
		waiting[fewest] = list[1:]
		if left[v] != fewest {
			continue
		}
		left[v] = taken
		order = append(order, v)
		for _, u := range s.neighbours[v] {
			if left[u] != taken {
				left[u]--
				waiting[left[u]] = append(waiting[left[u]], u)
				fewest = min(fewest, left[u])
			}
		}
	}
	return order
}

// depthFirst decides an item after all that hang from it, the largest branch first, so
// that on a tree of n items no more than log n wait for the rest of their branches.
func (s *search) depthFirst(byDegree []int32) []int32 {
	const none = -1
	parent := make([]int32, s.n)
	reached := make([]bool, s.n)
	size := make([]int32, s.n)
	branches := make([][]int32, s.n)
	next := make([]int, s.n)
	order := make([]int32, 0, s.n)
	var trunks []int32
	for i := range byDegree {
		trunk := byDegree[s.n-1-i] // those with the most neighbours first
		if reached[trunk] {
			continue
		}
		trunks = append(trunks, trunk)
		reached[trunk], parent[trunk] = true, none
		for v := trunk; v != none; {
			if next[v] == len(s.neighbours[v]) {
				size[v]++
				if p := parent[v]; p != none {
					size[p] += size[v]
					branches[p] = append(branches[p], v)
				}
				v = parent[v]
				continue
			}
			u := s.neighbours[v][next[v]]
			next[v]++
			if !reached[u] {
				reached[u], parent[u] = true, v
				v = u
			}
		}
	}
	for _, list := range branches {
		slices.SortStableFunc(list, func(u, v int32) int { return cmp.Compare(size[v], size[u]) })
	}
	clear(next)
	for _, trunk := range trunks {
		for v := trunk; v != none; {
			if next[v] == len(branches[v]) {
				order = append(order, v)
				v = parent[v]
				continue
			}
			next[v]++
			v = branches[v][next[v]-1]
		}
	}
	return order
}
