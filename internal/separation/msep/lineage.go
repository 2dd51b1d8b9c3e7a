package msep

import "iter"

// A lineage lists, for nodes of a DAG to which few others lead, these and the node itself, by node or
// by position. In a large graph, in which nothing is in the cache, reading such a list takes a fraction of
// the time of following arrows.
type lineage[T ~int32] struct {
	at    []int32 // where in lists that of a node stands, or 0
	lists []T     // each with its length before it
}

const (
	longestList = 64 // longer lists are not kept,
	meanList    = 24 // nor more when they are that long on average,
	allLists    = 1 << 30
)

// newLineage lists the ancestors of the nodes, which come in an order in which every arrow points forward.
func newLineage[T ~int32](a *arcs[T], order iter.Seq[T]) *lineage[T] {
	n := len(a.records) / recordSize
	l := &lineage[T]{at: make([]int32, n), lists: make([]T, 1)}
	room := min(meanList*n, allLists)
	in := make(bitmap, (n+63)/64)
	var list []T
	for v := range order {
		list = append(list[:0], v)
		known := true
		for _, p := range a.parents(v) {
			above := l.of(p)
			if known = len(above) > 0; !known {
				break
			}
			for _, u := range above {
				if !in.has(int32(u)) {
					in.set(int32(u))
					list = append(list, u)
				}
			}
		}
		for _, u := range list {
			in[u>>6] = 0
		}
		if known && len(list) <= longestList && len(l.lists)+len(list) < room {
			l.at[v] = int32(len(l.lists))
			l.lists = append(append(l.lists, T(len(list))), list...)
		}
	}
	return l
}

// of returns v and its ancestors, v first, or nothing where they are not listed.
func (l *lineage[T]) of(v T) []T {
	at := l.at[v]
	if at == 0 {
		return nil
	}
	return l.lists[at+1:][:l.lists[at]]
}

// touch reads the beginnings of the lists of the given nodes, so that they are in the cache when their turn
// comes: all places first and then all lists, since processors read at the same time what does not
// depend on each other.
func (l *lineage[T]) touch(nodes []T) (sum T) {
	for _, v := range nodes {
		sum ^= T(l.at[v])
	}
	for _, v := range nodes {
		sum ^= l.lists[l.at[v]]
	}
	return sum
}
