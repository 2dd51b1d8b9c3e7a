package adjustment

import "slices"

// A chordal graph of nodes 0 to k-1, given by the neighbors of each, can be oriented in many ways
// without directed cycles and unshielded colliders. Each has one source in each connected part.
// Given the source, the rest splits into parts that can be oriented independently, and whose nodes
// have the same parents outside their part (He, Jia and Yu, Counting and exploring sizes of Markov
// equivalence classes of directed acyclic graphs, JMLR 16:2589–2609).

// A part is a set of nodes that can be oriented independently, and their common parents outside.
// Both are in ascending order.
type part struct {
	nodes, outer []int32
	clique       bool // all nodes are adjacent to each other
}

// A rooter splits a chordal graph by a source.
type rooter struct {
	near [][]int32

	// A lexicographic breadth-first search: nodes that it cannot yet distinguish are next to each other in
	// order, as a class; classes are in the order in which they will be visited.
	order   []int32
	place   []int32 // of each node in order; none outside of the current part
	class   []int32 // of each node
	lo, hi  []int32 // where each class starts and ends
	moved   []int32 // nodes of each class that have moved to its front
	touched []int32 // classes with such nodes
	block   []int32 // of each node: 0, or the number of the block it was found in
}

const none = -1

func newRooter(near [][]int32) *rooter {
	r := &rooter{near: near, place: make([]int32, len(near)), class: make([]int32, len(near)), block: make([]int32, len(near))}
	for v := range r.place {
		r.place[v] = none
	}
	return r
}

// split returns the parts into which p splits with the given source. When the search reaches a
// class that is in no block yet, its nodes have the same visited neighbors: the class is a block,
// and its connected components are parts (Wienöbst, Bannach and Liśkiewicz, Polynomial-time
// algorithms for counting and sampling Markov equivalent DAGs, JMLR 24, no. 213, Algorithm 1).
func (r *rooter) split(p part, source int32) (parts []part) {
	if p.clique {
		return splitClique(p, source)
	}
	r.start(p, source)
	blocks := int32(1)
	r.block[source] = blocks
	for i, v := range r.order {
		if r.block[v] == 0 {
			blocks++
			class := r.order[i:r.hi[r.class[v]]]
			for _, u := range class {
				r.block[u] = blocks
			}
			parts = r.connected(parts, class, p.outer, int32(i))
		}
		r.lo[r.class[v]]++
		r.refine(v, int32(i))
	}
	for _, v := range p.nodes {
		r.place[v], r.block[v] = none, 0
	}
	return parts
}

// splitClique is split for a clique: the rest is one part, with one more parent.
func splitClique(p part, source int32) []part {
	if len(p.nodes) == 1 {
		return nil
	}
	rest := part{make([]int32, 0, len(p.nodes)-1), make([]int32, 0, len(p.outer)+1), true}
	for _, v := range p.nodes {
		if v != source {
			rest.nodes = append(rest.nodes, v)
		}
	}
	at, _ := slices.BinarySearch(p.outer, source)
	rest.outer = append(append(append(rest.outer, p.outer[:at]...), source), p.outer[at:]...)
	return []part{rest}
}

// start puts the source first and all others of p into one class behind it.
func (r *rooter) start(p part, source int32) {
	r.order = append(append(r.order[:0], source), p.nodes...)
	at := 1 + slices.Index(r.order[1:], source)
	r.order = slices.Delete(r.order, at, at+1)
	for i, v := range r.order {
		r.place[v], r.class[v] = int32(i), 1
	}
	r.class[source] = 0
	r.lo = append(r.lo[:0], 0, 1)
	r.hi = append(r.hi[:0], 1, int32(len(r.order)))
	r.moved = append(r.moved[:0], 0, 0)
}

// refine moves the neighbors of v, which is visited at position i, before the other nodes of each
// class, as a separate class.
func (r *rooter) refine(v, i int32) {
	for _, u := range r.near[v] {
		if r.place[u] <= i {
			continue // visited, or outside
		}
		c := r.class[u]
		if r.moved[c] == 0 {
			r.touched = append(r.touched, c)
		}
		to := r.lo[c] + r.moved[c]
		w, from := r.order[to], r.place[u]
		r.order[to], r.place[u] = u, to
		r.order[from], r.place[w] = w, from
		r.moved[c]++
	}
	for _, c := range r.touched {
		lo, mid := r.lo[c], r.lo[c]+r.moved[c]
		r.moved[c] = 0
		if mid == r.hi[c] {
			continue
		}
		r.lo[c] = mid
		r.lo, r.hi, r.moved = append(r.lo, lo), append(r.hi, mid), append(r.moved, 0)
		for _, u := range r.order[lo:mid] {
			r.class[u] = int32(len(r.lo) - 1)
		}
	}
	r.touched = r.touched[:0]
}

// connected appends the connected parts of a block. Their outer parents are those before the search
// and the neighbors that were visited before position i.
func (r *rooter) connected(parts []part, block, outer []int32, i int32) []part {
	number := r.block[block[0]]
	const taken = 1 << 30
	for _, v := range block {
		if r.block[v] != number {
			continue
		}
		nodes, inside := []int32{v}, 0
		r.block[v] |= taken
		for k := 0; k < len(nodes); k++ {
			for _, u := range r.near[nodes[k]] {
				if r.place[u] == none || r.block[u]&^taken != number {
					continue
				}
				inside++
				if r.block[u] == number {
					r.block[u] |= taken
					nodes = append(nodes, u)
				}
			}
		}
		parents := slices.Clone(outer)
		for _, u := range r.near[v] {
			if r.place[u] != none && r.place[u] < i {
				parents = append(parents, u)
			}
		}
		slices.Sort(nodes)
		slices.Sort(parents)
		parts = append(parts, part{nodes, parents, inside == len(nodes)*(len(nodes)-1)})
	}
	for _, v := range block {
		r.block[v] = number
	}
	return parts
}

// cliqueNumber returns the size of the largest clique of a connected graph. In a lexicographic
// search of a chordal graph, a node forms a clique with its earlier neighbors (Rose, Tarjan and
// Lueker, Algorithmic aspects of vertex elimination on graphs, SIAM J. Comput. 5:266–283).
func (r *rooter) cliqueNumber(whole part) int {
	r.split(whole, whole.nodes[0])
	when := make([]int, len(r.near))
	for i, v := range r.order {
		when[v] = i
	}
	most := 0
	for v, near := range r.near {
		before := 0
		for _, u := range near {
			if when[u] < when[v] {
				before++
			}
		}
		most = max(most, before)
	}
	return most + 1
}
