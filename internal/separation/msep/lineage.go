package msep

import "github.com/sepdist/sepdist/graph"

// A lineage lists a node and its ancestors, for nodes of a DAG with few ancestors. In a large graph, where
// nothing is in the cache, reading such a list takes a fraction of the time of following directed edges.
type lineage struct {
	at    []int32      // by node: where its list begins in lists, or 0
	lists []graph.Node // each after its length
}

const (
	longestList = 64 // longer lists are not kept,
	meanList    = 24 // nor more when they are that long on average,
	allLists    = 1 << 30
)

// newLineage lists the ancestors of the nodes, which are in a topological order.
func newLineage(a *arcs, order []graph.Node) *lineage {
	n := len(a.records) / recordSize
	l := &lineage{at: make([]int32, n), lists: make([]graph.Node, 1)}
	room := min(meanList*n, allLists)
	in := make(bitmap, (n+63)/64)
	var list []graph.Node
	for _, v := range order {
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
			l.lists = append(append(l.lists, graph.Node(len(list))), list...)
		}
	}
	return l
}

// of returns v and its ancestors, v first, or nothing if they are not listed.
func (l *lineage) of(v graph.Node) []graph.Node {
	at := l.at[v]
	if at == 0 {
		return nil
	}
	return l.lists[at+1:][:l.lists[at]]
}

// touch reads the beginnings of the lists of the given nodes, so that they are in the cache when they are
// needed: first all places and then all lists, since a processor reads in parallel what does not depend on
// each other.
func (l *lineage) touch(nodes []graph.Node) (sum graph.Node) {
	for _, v := range nodes {
		sum ^= graph.Node(l.at[v])
	}
	for _, v := range nodes {
		sum ^= l.lists[l.at[v]]
	}
	return sum
}
