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

// inversions counts the pairs of numbers that are in descending order, with a tree of
// counts. (Barth, Jünger and Mutzel, Simple and efficient bilayer cross counting, GD
// 2002, LNCS 2528:130–141.)
func inversions(list []int, tree *[]int) int {
	if len(list) < 2 {
		return 0
	}
	leaves := 1
	for leaves <= slices.Max(list) {
		leaves *= 2
	}
	*tree = sized(*tree, 2*leaves)
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
