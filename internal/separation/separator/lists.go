package separator

import "slices"

// lists are short lists, cut from a few blocks of memory.
type lists[T any] struct {
	last  []T   // the current block
	held  int   // number of elements in earlier blocks
	full  [][]T // the earlier blocks
	spare [][]T // free blocks
}

// len returns the number of elements in the lists.
func (l *lists[T]) len() int { return l.held + len(l.last) }

// kept returns a copy of a list.
func (l *lists[T]) kept(list []T) []T {
	at := l.room(len(list))
	l.last = append(l.last, list...)
	return l.since(at)
}

// room makes room for a list of n elements in the current block, and returns where it begins. Existing lists are not
// moved: a larger block instead of the last one would need as many pages again, and a copy.
func (l *lists[T]) room(n int) (at int) {
	if cap(l.last)-len(l.last) >= n {
		return len(l.last)
	}
	const most = 1 << 14
	size := max(n, min(2*cap(l.last), most), 64)
	if cap(l.last) > 0 {
		l.full, l.held = append(l.full, l.last), l.held+len(l.last)
	}
	for i := len(l.spare) - 1; i >= 0; i-- {
		if block := l.spare[i]; cap(block) >= n {
			l.spare = slices.Delete(l.spare, i, i+1)
			l.last = block[:0]
			return 0
		}
	}
	l.last = make([]T, 0, size)
	return 0
}

// rewind makes all blocks free.
func (l *lists[T]) rewind() {
	l.spare = append(l.spare, l.full...)
	clear(l.full)
	l.full, l.held, l.last = l.full[:0], 0, l.last[:0]
}

// since returns what the current block has from at on.
func (l *lists[T]) since(at int) []T { return l.last[at:len(l.last):len(l.last)] }
