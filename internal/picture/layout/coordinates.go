package layout

import (
	"cmp"
	"slices"
)

// coordinates sets the x of every vertex. Edges are as straight as possible, long
// edges are straight in their middle, and nodes are near the median of their
// neighbors.
//
// The method is that of Brandes and Köpf, Fast and simple horizontal coordinate
// assignment (GD 2001, LNCS 2265:31–44). Vertices are aligned in blocks to their
// upper or lower median neighbors, from the left or from the right, and x is the
// mean of the two middle values of the four results. Blocks are placed in their
// topological order. The paper uses classes of blocks, whose shifts its authors had
// to correct (Brandes, Walter and Zink, Erratum, arXiv:2008.01252).
func (s *layering) coordinates() {
	straight := s.conflicts()
	var results [4][]float64
	var lo, hi [4]float64
	narrow := 0
	for i := range results {
		a := &alignment{layering: s, below: i%2 == 1, right: i >= 2, barred: straight}
		results[i] = a.place()
		lo[i], hi[i] = s.extent(results[i])
		if hi[i]-lo[i] < hi[narrow]-lo[narrow] {
			narrow = i
		}
	}
	for i := range results {
		shift := lo[narrow] - lo[i]
		if i >= 2 {
			shift = hi[narrow] - hi[i]
		}
		for v := range results[i] {
			results[i][v] += shift
		}
	}
	for v := range s.vertices {
		four := [4]float64{results[0][v], results[1][v], results[2][v], results[3][v]}
		slices.Sort(four[:])
		s.vertices[v].x = (four[1] + four[2]) / 2
	}
}

// extent returns the left and the right border of all vertices.
func (s *layering) extent(x []float64) (lo, hi float64) {
	lo, hi = x[0]-s.vertices[0].w/2, x[0]+s.vertices[0].w/2
	for v := range x {
		lo = min(lo, x[v]-s.vertices[v].w/2)
		hi = max(hi, x[v]+s.vertices[v].w/2)
	}
	return lo, hi
}

// conflicts returns the segments, in both directions, that cross the middle part of a
// long edge. Vertices are not aligned along them, so that long edges stay straight.
func (s *layering) conflicts() map[[2]int]bool {
	barred := make(map[[2]int]bool)
	for r := 1; r < len(s.rows); r++ {
		lower := s.rows[r]
		k0, done := 0, 0
		for i, v := range lower {
			k1, inner := len(s.rows[r-1]), s.inner(v)
			if inner {
				k1 = s.vertices[s.vertices[v].up[0]].pos
			}
			if !inner && i < len(lower)-1 {
				continue
			}
			for ; done <= i; done++ {
				for _, u := range s.vertices[lower[done]].up {
					if k := s.vertices[u].pos; k < k0 || k > k1 {
						barred[[2]int{u, lower[done]}], barred[[2]int{lower[done], u}] = true, true
					}
				}
			}
			k0 = k1
		}
	}
	return barred
}

// inner reports whether v and the vertex above it both belong to a long edge and
// are not its ends.
func (s *layering) inner(v int) bool {
	return s.vertices[v].node == none && s.vertices[s.vertices[v].up[0]].node == none
}

// An alignment is one of the four ways to align vertices: to the neighbors above or
// below, starting from the left or from the right.
type alignment struct {
	*layering
	below, right bool
	barred       map[[2]int]bool
	root, next   []int // by vertex: the first vertex of its block, and the next one; the last is followed by the first
}

// place returns the x of every vertex.
func (a *alignment) place() []float64 {
	a.align()
	x := a.compact()
	if a.right {
		for v := range x {
			x[v] = -x[v]
		}
	}
	return x
}

// at returns the position of v in its row, counted from the side where a starts.
func (a *alignment) at(v int) int {
	pos := a.vertices[v].pos
	if a.right {
		return len(a.rows[a.vertices[v].row]) - 1 - pos
	}
	return pos
}

// order returns the vertices of a row from the side where a starts.
func (a *alignment) order(row int) []int {
	if !a.right {
		return a.rows[row]
	}
	line := slices.Clone(a.rows[row])
	slices.Reverse(line)
	return line
}

func (a *alignment) align() {
	a.root, a.next = make([]int, len(a.vertices)), make([]int, len(a.vertices))
	for v := range a.vertices {
		a.root[v], a.next[v] = v, v
	}
	var near []int
	for i := range a.rows {
		row := i
		if a.below {
			row = len(a.rows) - 1 - i
		}
		taken := -1
		for _, v := range a.order(row) {
			near = append(near[:0], a.vertices[v].up...)
			if a.below {
				near = append(near[:0], a.vertices[v].down...)
			}
			if len(near) == 0 {
				continue
			}
			slices.SortFunc(near, func(u, w int) int { return cmp.Compare(a.at(u), a.at(w)) })
			for _, m := range []int{(len(near) - 1) / 2, len(near) / 2} {
				u := near[m]
				if a.next[v] == v && a.at(u) > taken && !a.barred[[2]int{u, v}] {
					a.next[u], a.root[v], a.next[v] = v, a.root[u], a.root[u]
					taken = a.at(u)
				}
			}
		}
	}
}

// compact places the blocks side by side. First each block is as near to the side
// where a starts as the blocks before it allow. Then it moves as near to the blocks
// after it as possible.
func (a *alignment) compact() []float64 {
	type space struct {
		block int
		width float64
	}
	after := make([][]space, len(a.vertices)) // by root
	missing := make([]int, len(a.vertices))
	for row := range a.rows {
		line := a.order(row)
		for i := 1; i < len(line); i++ {
			u, v := a.root[line[i-1]], a.root[line[i]]
			after[u] = append(after[u], space{v, a.apart(line[i-1], line[i])})
			missing[v]++
		}
	}
	var order []int
	for v := range a.vertices {
		if a.root[v] == v && missing[v] == 0 {
			order = append(order, v)
		}
	}
	x := make([]float64, len(a.vertices))
	for i := 0; i < len(order); i++ {
		u := order[i]
		for _, s := range after[u] {
			x[s.block] = max(x[s.block], x[u]+s.width)
			if missing[s.block]--; missing[s.block] == 0 {
				order = append(order, s.block)
			}
		}
	}
	for _, u := range slices.Backward(order) {
		if len(after[u]) == 0 {
			continue
		}
		room := x[after[u][0].block] - after[u][0].width
		for _, s := range after[u] {
			room = min(room, x[s.block]-s.width)
		}
		x[u] = max(x[u], room)
	}
	for v := range x {
		x[v] = x[a.root[v]]
	}
	return x
}

// apart returns the least distance between the centers of two neighbors in a row.
func (s *layering) apart(u, v int) float64 {
	a, b := s.vertices[u], s.vertices[v]
	gap := s.o.NodeGap
	switch {
	case a.node == none && b.node == none:
		gap = s.o.EdgeGap
	case a.node == none || b.node == none:
		gap = (s.o.NodeGap + s.o.EdgeGap) / 2
	case s.lead[a.node] == s.lead[b.node]:
		gap = max(s.o.NodeGap, s.o.RankGap) // two marks must fit between them
	}
	return (a.w+b.w)/2 + gap
}
