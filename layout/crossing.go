package layout

import "slices"

// crossings counts the pairs of edges that cross between two rows.
func (o *ordering) crossings() int {
	total := 0
	var ends, tree []int
	for row := range len(o.lines) - 1 {
		ends = ends[:0]
		for _, b := range o.lines[row] {
			for _, v := range o.blocks[b] {
				from := len(ends)
				for _, u := range o.vertices[v].down {
					ends = append(ends, o.vertices[u].pos)
				}
				slices.Sort(ends[from:])
			}
		}
		total += inversions(ends, &tree)
	}
	return total
}

// inversions counts the pairs that stand in falling order, with a tree of counts.
// (Barth, Jünger and Mutzel, Simple and efficient bilayer cross counting, GD 2002,
// LNCS 2528:130–141.)
func inversions(list []int, tree *[]int) int {
	if len(list) < 2 {
		return 0
	}
	leaves := 1
	for leaves <= slices.Max(list) {
		leaves *= 2
	}
	*tree = slices.Grow((*tree)[:0], 2*leaves)[:2*leaves]
	counts := *tree
	clear(counts)
	total := 0
	for _, p := range list {
		for i := p + leaves; i >= 1; i /= 2 {
			counts[i]++
			if i%2 == 0 {
				total += counts[i+1]
			}
		}
	}
	return total
}

// transpose swaps neighbours in a row, and turns chains around, as long as that
// takes crossings away.
func (o *ordering) transpose() {
	const passes = 8
	for range passes {
		better := false
		for row := range o.lines {
			if o.swap(row) {
				better = true
			}
		}
		if !better {
			return
		}
	}
}

func (o *ordering) swap(row int) bool {
	line := o.lines[row]
	up, down := make([][]int, len(line)), make([][]int, len(line))
	for i, b := range line {
		up[i] = o.positions(nil, b, true)
		down[i] = o.positions(nil, b, false)
		slices.Sort(up[i])
		slices.Sort(down[i])
	}
	better := false
	for i := range len(line) - 1 {
		upNow, upThen := cross(up[i], up[i+1])
		downNow, downThen := cross(down[i], down[i+1])
		if upThen+downThen < upNow+downNow {
			line[i], line[i+1] = line[i+1], line[i]
			up[i], up[i+1] = up[i+1], up[i]
			down[i], down[i+1] = down[i+1], down[i]
			better = true
		}
	}
	for _, b := range line {
		if len(o.blocks[b]) > 1 && o.turn(b) {
			better = true
		}
	}
	o.number(row)
	return better
}

// turn reverses a chain where fewer edges of its nodes cross then.
func (o *ordering) turn(block int) bool {
	now, then := 0, 0
	nodes := o.blocks[block]
	around := func(v int, list []int) []int {
		p := make([]int, 0, len(list))
		for _, u := range list {
			p = append(p, o.vertices[u].pos)
		}
		slices.Sort(p)
		return p
	}
	for i, u := range nodes {
		for _, v := range nodes[i+1:] {
			a, b := cross(around(u, o.vertices[u].up), around(v, o.vertices[v].up))
			c, d := cross(around(u, o.vertices[u].down), around(v, o.vertices[v].down))
			now, then = now+a+c, then+b+d
		}
	}
	if then >= now {
		return false
	}
	slices.Reverse(nodes)
	return true
}

// cross counts the crossings of the edges of two neighbours, whose far ends stand
// at a and b: as they are, and if the two swap places.
func cross(a, b []int) (now, then int) {
	j := 0
	for _, p := range a { // b[:j] < p
		for j < len(b) && b[j] < p {
			j++
		}
		now += j
	}
	j = 0
	for _, p := range b {
		for j < len(a) && a[j] < p {
			j++
		}
		then += j
	}
	return now, then
}
