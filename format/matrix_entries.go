package format

import "slices"

// An entry is an element of a matrix that is not 0. Its value is a small integer, or weight or
// missing (see [matrix.number]), or a link (see [linkValue]).
type entry struct {
	row, col int32
	value    int16
}

// before reports whether the entry is before another one, row by row.
func (e entry) before(f entry) bool { return e.row < f.row || e.row == f.row && e.col < f.col }

// A layer collects the entries of one square matrix, in any order. It can be used again.
type layer struct {
	above []entry // above the diagonal
	below []entry // below it, with row and column exchanged
	loops []entry // on it

	spare []entry // for sort
	next  []int32
}

// A pair is what a matrix has in row lo, column hi (up) and in row hi, column lo (down), lo < hi.
// One of them is not 0.
type pair struct {
	lo, hi   int32
	up, down int16
}

func (l *layer) reset() { l.above, l.below, l.loops = l.above[:0], l.below[:0], l.loops[:0] }

func (l *layer) add(row, col int32, value int16) {
	to := &l.above
	if row >= col {
		to, row, col = &l.below, col, row
		if row == col {
			to = &l.loops
		}
	}
	if len(*to) == cap(*to) { // append alone would copy long lists more often
		*to = slices.Grow(*to, max(len(*to), 16))
	}
	*to = append(*to, entry{row, col, value})
}

// transpose exchanges rows and columns.
func (l *layer) transpose() { l.above, l.below = l.below, l.above }

// entries yields the entries, first those above the diagonal, then those below and on it.
func (l *layer) entries(yield func(entry) bool) {
	for _, e := range l.above {
		if !yield(e) {
			return
		}
	}
	for _, e := range l.below {
		if !yield(entry{e.col, e.row, e.value}) {
			return
		}
	}
	for _, e := range l.loops {
		if !yield(e) {
			return
		}
	}
}

// sort prepares [layer.pairs] for a matrix with n rows. It returns an entry that occurs twice, if
// there is one. It takes O(n + entries).
func (l *layer) sort(n int) (again entry, twice bool) {
	l.above, l.below, l.loops = l.sorted(l.above, n), l.sorted(l.below, n), l.sorted(l.loops, n)
	for _, list := range [][]entry{l.above, l.below, l.loops} {
		for i := 1; i < len(list); i++ {
			if list[i].row == list[i-1].row && list[i].col == list[i-1].col {
				return list[i], true
			}
		}
	}
	return entry{}, false
}

// sorted returns a list sorted by row, then column. Sources that go row by row already have the
// entries above the diagonal in this order, and those below it sorted by column.
func (l *layer) sorted(list []entry, n int) []entry {
	byRow, byCol := true, true
	for i := 1; i < len(list) && (byRow || byCol); i++ {
		byRow = byRow && !list[i].before(list[i-1])
		byCol = byCol && list[i-1].col <= list[i].col
	}
	if byRow {
		return list
	}
	if !byCol {
		list = l.countingSort(list, n, func(e *entry) int32 { return e.col })
	}
	return l.countingSort(list, n, func(e *entry) int32 { return e.row })
}

// countingSort returns the list sorted by a key below n. Entries with the same key keep their
// order. The result is in the memory of spare, and the list becomes the spare one.
func (l *layer) countingSort(list []entry, n int, key func(e *entry) int32) []entry {
	if cap(l.next) <= n {
		l.next = make([]int32, n+1)
	}
	next := l.next[:n+1] // by key: the place of the next entry
	clear(next)
	for i := range list {
		next[key(&list[i])+1]++
	}
	for v := range n {
		next[v+1] += next[v]
	}
	if cap(l.spare) < len(list) {
		l.spare = make([]entry, cap(list))
	}
	result := l.spare[:len(list)]
	for i := range list {
		k := key(&list[i])
		result[next[k]] = list[i]
		next[k]++
	}
	l.spare = list
	return result
}

// pairs yields the pairs of nodes with entries, by the lower node, then the higher one.
func (l *layer) pairs(yield func(pair) bool) {
	above, below := l.above, l.below
	for len(above)+len(below) > 0 {
		var p pair
		if len(above) == 0 || len(below) > 0 && below[0].before(above[0]) {
			p = pair{below[0].row, below[0].col, 0, below[0].value}
			below = below[1:]
		} else {
			p = pair{above[0].row, above[0].col, above[0].value, 0}
			above = above[1:]
			if len(below) > 0 && below[0].row == p.lo && below[0].col == p.hi {
				p.down = below[0].value
				below = below[1:]
			}
		}
		if !yield(p) {
			return
		}
	}
}

// sortRows sorts the entries of an n × n matrix by row, then column.
func sortRows(list []entry, n int) { copy(list, new(layer).sorted(list, n)) }
