package msep

import "github.com/sepdist/sepdist/graph"

// arcs are the parents and children of all nodes of a graph. If a node has few of them, they are next to
// each other in half a cache line: in a large graph, where nothing is in the cache, a walk waits for
// nothing else.
type arcs struct {
	records []graph.Node // recordSize for each node: see newArcs
	more    []graph.Node // lists of nodes with many
}

const recordSize = 8

// newArcs returns the arcs of g. A record is the two lengths in one number, then the parents and the children; if
// these are too many, it is -1 and where the lists begin and end in more.
func newArcs(g *graph.Graph) *arcs {
	a := &arcs{records: make([]graph.Node, g.N()*recordSize)}
	for v := range graph.Node(g.N()) {
		r, parents, children := a.record(v), g.Parents(v), g.Children(v)
		if len(parents)+len(children) < recordSize {
			r[0] = graph.Node(len(parents) | len(children)<<4)
			copy(r[1+copy(r[1:], parents):], children)
			continue
		}
		at := len(a.more)
		a.more = append(append(a.more, parents...), children...)
		r[0], r[1], r[2], r[3] = -1, graph.Node(at), graph.Node(at+len(parents)), graph.Node(len(a.more))
	}
	return a
}

func (a *arcs) record(v graph.Node) []graph.Node {
	return a.records[int(v)*recordSize:][:recordSize]
}

// parents returns the parents of v.
func (a *arcs) parents(v graph.Node) []graph.Node {
	r := a.record(v)
	if k := r[0]; k >= 0 {
		return r[1 : 1+k&15]
	}
	return a.more[r[1]:r[2]]
}

// children returns the children of v.
func (a *arcs) children(v graph.Node) []graph.Node {
	r := a.record(v)
	if k := r[0]; k >= 0 {
		return r[1+k&15 : 1+k&15+k>>4]
	}
	return a.more[r[2]:r[3]]
}

// touch reads from the record of v, so that it is in the cache when it is needed. The processor does not
// wait for it, as it does for a list that decides where a walk goes.
func (a *arcs) touch(v graph.Node) graph.Node { return a.records[int(v)*recordSize] }
