package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// fault returns the first node whose earlier neighbours are not pairwise adjacent, or
// none if the undirected edges are chordal. It is enough to look for the others among the
// neighbours of the latest one: as long as there was no fault, its earlier neighbours are
// pairwise adjacent.
func (s *search) fault() graph.Node {
	for _, v := range s.order {
		if s.weight[v] < 2 {
			continue
		}
		last := s.last(v)
		near := s.g.UndirectedNeighbors(last)
		for _, u := range s.g.UndirectedNeighbors(v) {
			if s.place[u] >= s.place[v] || u == last {
				continue
			}
			i, found := slices.BinarySearch(near, u)
			if !found {
				return v
			}
			near = near[i+1:]
		}
	}
	return none
}

// last returns the neighbour of v that was visited last before it, or none.
func (s *search) last(v graph.Node) graph.Node {
	last := graph.Node(none)
	for _, u := range s.g.UndirectedNeighbors(v) {
		if s.place[u] < s.place[v] && (last == none || s.place[u] > s.place[last]) {
			last = u
		}
	}
	return last
}

// chordless returns a cycle through v without a chord, where v is the first fault.
//
// The nodes before v are chordal, and with v they are not, since the search failed at v.
// So there is a chordless cycle that enters v from a, leaves it to b, and returns through
// nodes before v that are not neighbours of v. These are in one component of such nodes.
// Hence some component is adjacent to two neighbours a and b of v that are not adjacent to each
// other, and the shortest path between a and b through it closes such a cycle.
func (s *search) chordless(v graph.Node) []graph.Node {
	before := s.place[v]
	const away, beside = 0, -1 // components are numbered from 1
	part := make([]int32, s.g.N())
	for _, u := range s.g.UndirectedNeighbors(v) {
		part[u] = beside
	}
	count := int32(0)
	var todo, ends []graph.Node
	for _, root := range s.order[:before] {
		if part[root] != away {
			continue
		}
		count++
		part[root] = count
		todo, ends = append(todo[:0], root), ends[:0]
		for len(todo) > 0 {
			u := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, w := range s.g.UndirectedNeighbors(u) {
				switch {
				case s.place[w] >= before:
				case part[w] == away:
					part[w] = count
					todo = append(todo, w)
				case part[w] == beside:
					ends = append(ends, w)
				}
			}
		}
		if len(ends) == 0 {
			continue
		}
		// They are pairwise adjacent if all are adjacent to the latest.
		b := latest(ends, s.place)
		for _, a := range ends {
			if a != b && !s.joined(a, b) {
				return forward(append(s.through(a, b, part, count), v))
			}
		}
	}
	panic("equiv: no chordless cycle among undirected edges that are not chordal")
}

// joined reports whether there is an undirected edge between a and b.
func (s *search) joined(a, b graph.Node) bool {
	_, found := slices.BinarySearch(s.g.UndirectedNeighbors(a), b)
	return found
}

// through returns the shortest path from b back to a whose inner nodes are all of the given part.
func (s *search) through(a, b graph.Node, part []int32, number int32) []graph.Node {
	path := newNodeSearch(s.g.N())
	path.from(func(v graph.Node) []graph.Node {
		if v == a || part[v] == number {
			return s.g.UndirectedNeighbors(v)
		}
		return nil
	}, a)
	return path.to(b)
}

// forward returns the cycle from its lowest node on, followed by the lower one of its two
// neighbours.
func forward(cycle []graph.Node) []graph.Node {
	low := slices.Index(cycle, slices.Min(cycle))
	cycle = slices.Concat(cycle[low:], cycle[:low])
	if cycle[1] > cycle[len(cycle)-1] {
		slices.Reverse(cycle[1:])
	}
	return cycle
}
