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
	switch {
	case row < col:
		if len(l.above) == cap(l.above) {
			l.above = doubled(l.above)
		}
		l.above = append(l.above, entry{row, col, value})
	case row > col:
		if len(l.below) == cap(l.below) {
			l.below = doubled(l.below)
		}
		l.below = append(l.below, entry{col, row, value})
	default:
		l.loops = append(l.loops, entry{row, col, value})
	}
}

// doubled returns a list with twice the capacity. Append alone would copy long lists more often.
func doubled(list []entry) []entry { return slices.Grow(list, max(len(list), 16)) }

// transpose exchanges rows and columns.
func (l *layer) transpose() { l.above, l.below = l.below, l.above }

// entries yields the entries, first those above the diagonal, then those below and on it.
func (l *layer) entries(yield func(entry) bool) {
	for i, list := range [][]entry{l.above, l.below, l.loops} {
		for _, e := range list {
			if i == 1 { // below the diagonal, where rows and columns are stored the other way round
				e.row, e.col = e.col, e.row
			}
			if !yield(e) {
				return
			}
		}
	}
}

// sort prepares [layer.appendPairs] for a matrix with n rows. It returns an entry that occurs twice,
// if there is one. It takes O(n + entries).
func (l *layer) sort(n int) (again entry, twice bool) {
	for _, list := range []*[]entry{&l.above, &l.below, &l.loops} {
		if ascending(*list) {
			continue
		}
		*list = l.sorted(*list, n)
		for i := 1; i < len(*list); i++ {
			if e := (*list)[i]; !(*list)[i-1].before(e) {
				return e, true
			}
		}
	}
	return entry{}, false
}

// ascending reports whether a list is sorted by row, then column, and has no entry twice.
func ascending(list []entry) bool {
	for i := 1; i < len(list); i++ {
		if !list[i-1].before(list[i]) {
			return false
		}
	}
	return true
}

// sortRowByRow is sort for entries that were added row by row, each once: those above the diagonal
// are in order, and those below it are sorted by column.
func (l *layer) sortRowByRow(n int) { l.below = l.countingSort(l.below, n, false) }

// sorted returns a list sorted by row, then column.
func (l *layer) sorted(list []entry, n int) []entry {
	if !slices.IsSortedFunc(list, func(a, b entry) int { return int(a.col - b.col) }) {
		list = l.countingSort(list, n, true)
	}
	return l.countingSort(list, n, false)
}

// countingSort returns the list sorted by row or column. Entries of the same row or column keep their
// order. The result is in the memory of spare, and the list becomes the spare one.
func (l *layer) countingSort(list []entry, n int, byCol bool) []entry {
	key := func(e entry) int32 {
		if byCol {
			return e.col
		}
		return e.row
	}
	if cap(l.next) <= n {
		l.next = make([]int32, n+1)
	}
	next := l.next[:n+1] // by key: the place of the next entry
	clear(next)
	for _, e := range list {
		next[key(e)+1]++
	}
	for v := range n {
		next[v+1] += next[v]
	}
	if cap(l.spare) < len(list) {
		l.spare = make([]entry, cap(list))
	}
	result := l.spare[:len(list)]
	for _, e := range list {
		k := key(e)
		result[next[k]] = e
		next[k]++
	}
	l.spare = list
	return result
}

// appendPairs appends the pairs of nodes with entries to list, by the lower node, then the higher one.
func (l *layer) appendPairs(list []pair) []pair {
	above, below := l.above, l.below
	for len(above) > 0 && len(below) > 0 {
		a, b := above[0], below[0]
		switch {
		case a.before(b):
			list, above = append(list, pair{a.row, a.col, a.value, 0}), above[1:]
		case b.before(a):
			list, below = append(list, pair{b.row, b.col, 0, b.value}), below[1:]
		default:
			list, above, below = append(list, pair{a.row, a.col, a.value, b.value}), above[1:], below[1:]
		}
	}
	for _, a := range above {
		list = append(list, pair{a.row, a.col, a.value, 0})
	}
	for _, b := range below {
		list = append(list, pair{b.row, b.col, 0, b.value})
	}
	return list
}

// sortRows sorts the entries of an n × n matrix by row, then column.
func sortRows(list []entry, n int) { copy(list, new(layer).sorted(list, n)) }
