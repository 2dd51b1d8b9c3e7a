package msep

// arcs are the parents and children of all nodes of a graph, by node or by position. Those of a node
// with few of them stand side by side in half a cache line: in a large graph, in which a walk finds
// nothing in the cache, that is all that it waits for.
type arcs[T ~int32] struct {
	records []T // recordSize for each node: see put
	more    []T // lists of nodes with many
}

const recordSize = 8

// newArcs returns arcs of n nodes, which have none so far.
func newArcs[T ~int32](n int) *arcs[T] { return &arcs[T]{records: make([]T, n*recordSize)} }

// put makes these the parents and children of v.
func (a *arcs[T]) put(v T, parents, children []T) {
	r := a.records[int(v)*recordSize:][:recordSize]
	if len(parents)+len(children) < recordSize {
		r[0] = T(len(parents) | len(children)<<4)
		copy(r[1+copy(r[1:], parents):], children)
		return
	}
	at := len(a.more)
	a.more = append(append(a.more, parents...), children...)
	r[0], r[1], r[2], r[3] = -1, T(at), T(at+len(parents)), T(len(a.more))
}

// parents returns the parents of v.
func (a *arcs[T]) parents(v T) []T {
	r := a.records[int(v)*recordSize:][:recordSize]
	if k := r[0]; k >= 0 {
		return r[1 : 1+k&15]
	}
	return a.more[r[1]:r[2]]
}

// children returns the children of v.
func (a *arcs[T]) children(v T) []T {
	r := a.records[int(v)*recordSize:][:recordSize]
	if k := r[0]; k >= 0 {
		return r[1+k&15 : 1+k&15+k>>4]
	}
	return a.more[r[2]:r[3]]
}

// touch reads from the record of v, so that it is in the cache when its turn comes. Processors do
// not wait for that, as they do for a list which decides where a walk goes.
func (a *arcs[T]) touch(v T) T { return a.records[int(v)*recordSize] }
