package layout

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// An ordering is the state of reduce: the blocks of each row from left to right.
type ordering struct {
	*layering
	lines [][]int // by row: the leads of its blocks
	work  int     // number of comparisons so far
	stale []bool  // by row: whether siftRows has to examine it
	gains gains
}

// reduce orders the rows so that few edges cross.
//
// Rows are ordered by the medians of their neighbors, downwards and upwards in turn, and
// sifted after each round. This is done twice, starting from the order in which a walk
// from the top reaches the vertices and from the opposite order. (Gansner, Koutsofios,
// North and Vo, section 3.) The best order is then perturbed at random and sifted again
// until the limit of work is reached. A result that is not worse replaces it.
func (s *layering) reduce() {
	const (
		rounds, patience = 24, 5
		allowed, rest    = 1_000_000, 400_000 // limits of work for the medians and for the perturbations
	)
	o := &ordering{layering: s}
	var best [][]int
	least := -1
	// keep saves the order if it is better than the best one, or as good and equal is set.
	keep := func(equal bool) (better bool) {
		count := o.crossings()
		better = least < 0 || count < least
		if better || equal && count == least {
			least, best = count, o.save()
		}
		return better
	}
	for _, backwards := range []bool{false, true} {
		o.lines = s.walk(backwards)
		o.settle()
		keep(false)
		for round, quiet := 0, 0; least > 0 && round < rounds && quiet < patience && o.work < allowed; round++ {
			o.medians(round%2 == 0)
			o.siftRows()
			quiet++
			if keep(false) {
				quiet = 0
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	o.work = 0
	for quiet := 0; least > 0 && o.work < rest && quiet < 50+2*len(s.vertices); quiet++ {
		o.restore(best)
		o.perturb(rng)
		o.siftRows()
		if keep(true) {
			quiet = 0
		}
		o.work += len(s.vertices)
	}
	s.rows, s.crossings = best, least
	s.mirror()
	for _, row := range s.rows {
		for i, v := range row {
			s.vertices[v].pos = i
		}
	}
}

// walk returns the rows in the order in which a depth-first search reaches the blocks.
// A tree has no crossings in this order.
func (s *layering) walk(backwards bool) [][]int {
	height := 0
	for _, v := range s.vertices {
		height = max(height, v.row+1)
	}
	lines := make([][]int, height)
	seen := make([]bool, len(s.vertices))
	todo := []int{0}
	push := func(list []int) { // the last one pushed is reached first
		from := len(todo)
		if todo = append(todo, list...); !backwards {
			slices.Reverse(todo[from:])
		}
	}
	// A walk that does not reach all nodes, since some long edges have no vertices, starts again at the next one.
	for _, start := range ascending(len(s.nodes), func(v int) int { return s.row[v] }) {
		todo = append(todo[:0], start)
		for len(todo) > 0 {
			v := s.first(todo[len(todo)-1])
			todo = todo[:len(todo)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			row := s.vertices[v].row
			lines[row] = append(lines[row], v)
			for _, m := range slices.Backward(s.blocks[v]) {
				push(s.vertices[m].up)
				push(s.vertices[m].down)
			}
		}
	}
	return lines
}

// first returns the lead of the block of v.
func (s *layering) first(v int) int {
	if v < len(s.nodes) {
		return s.lead[v]
	}
	return v
}

// settle numbers the vertices of every row. No row is stale afterwards.
func (o *ordering) settle() {
	o.stale = sized(o.stale, len(o.lines))
	clear(o.stale)
	for row := range o.lines {
		o.number(row)
	}
}

func (o *ordering) number(row int) {
	pos := 0
	for _, b := range o.lines[row] {
		for _, v := range o.blocks[b] {
			o.vertices[v].pos = pos
			pos++
		}
	}
}

// save returns the vertices of every row.
func (o *ordering) save() [][]int {
	rows := make([][]int, len(o.lines))
	for row, line := range o.lines {
		for _, b := range line {
			rows[row] = append(rows[row], o.blocks[b]...)
		}
	}
	return rows
}

// restore restores the order that save returned, including the directions of chains.
func (o *ordering) restore(rows [][]int) {
	for row, vertices := range rows {
		line := o.lines[row][:0]
		for i := 0; i < len(vertices); {
			lead := o.first(vertices[i])
			line = append(line, lead)
			i += copy(o.blocks[lead], vertices[i:])
		}
		o.lines[row] = line
	}
	o.settle()
}

// medians orders each row by the medians of its neighbors in the previous row, from the
// top or from the bottom. Blocks without such neighbors keep their places.
func (o *ordering) medians(downwards bool) {
	type placed struct {
		block  int
		median float64
	}
	var movable []placed
	var around []int
	for i := 1; i < len(o.lines); i++ {
		row := i
		if !downwards {
			row = len(o.lines) - 1 - i
		}
		line := o.lines[row]
		movable = movable[:0]
		var slots []int
		for slot, b := range line {
			around = o.positions(around[:0], o.blocks[b], downwards)
			if len(around) > 0 {
				movable = append(movable, placed{b, median(around)})
				slots = append(slots, slot)
			}
		}
		slices.SortStableFunc(movable, func(a, b placed) int { return cmp.Compare(a.median, b.median) })
		for k, slot := range slots {
			line[slot] = movable[k].block
		}
		o.number(row)
	}
	for row := range o.stale {
		o.stale[row] = true
	}
}

// positions returns the positions of the upper or lower neighbors of some vertices, ascending, in the memory of to, which
// is empty.
func (o *ordering) positions(to, vertices []int, upper bool) []int {
	for _, v := range vertices {
		list := o.vertices[v].down
		if upper {
			list = o.vertices[v].up
		}
		for _, u := range list {
			to = append(to, o.vertices[u].pos)
		}
	}
	slices.Sort(to)
	return to
}

// median returns the median of sorted numbers. For an even count it is a weighted mean of
// the two middle ones, nearer to the side on which the numbers are closer together.
func median(p []int) float64 {
	m := len(p) / 2
	switch {
	case len(p)%2 == 1:
		return float64(p[m])
	case len(p) == 2:
		return float64(p[0]+p[1]) / 2
	}
	left, right := float64(p[m-1]-p[0]), float64(p[len(p)-1]-p[m])
	if left+right == 0 {
		return float64(p[m-1]+p[m]) / 2
	}
	return (float64(p[m-1])*right + float64(p[m])*left) / (left + right)
}

// mirror reverses all rows if more neighbors in a row are then in the order of the
// nodes.
func (s *layering) mirror() {
	rising := 0
	for _, row := range s.rows {
		last := none
		for _, v := range row {
			if node := s.vertices[v].node; node != none {
				if last != none {
					rising += cmp.Compare(node, last)
				}
				last = node
			}
		}
	}
	if rising < 0 {
		for _, row := range s.rows {
			slices.Reverse(row)
		}
	}
}
