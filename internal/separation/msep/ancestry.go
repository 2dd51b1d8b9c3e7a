package msep

import "github.com/sepdist/sepdist/graph"

// ManyAncestors is the number of ancestors above which one pair at a time is not worth it.
const ManyAncestors = 512

// An Ancestry states which nodes of a DAG have many ancestors, and lists those of the others. It is read
// only; workers share it.
type Ancestry struct {
	*arcs
	lineage *lineage
	many    bitmap
}

// NewAncestry returns the ancestry of a DAG in which more ancestors than limit are many.
func NewAncestry(p *Plan, limit int) *Ancestry {
	n := p.N()
	a := &Ancestry{arcs: p.arcs(), lineage: p.lineage(), many: make(bitmap, (n+63)/64)}
	most := make([]int32, n) // by node: at least as many as its ancestors and itself
	var seen Marks
	seen.Reset(n)
	var list []graph.Node
	for _, v := range p.node {
		most[v] = 1
		many := false
		for _, u := range a.parents(v) {
			most[v] = min(most[v]+most[u], int32(limit)+1)
			many = many || a.Many(u)
		}
		if !many && int(most[v]) > limit {
			list, many = a.CloseAncestors(list, &seen, limit, v)
			many = !many
		}
		if many {
			a.many.set(int32(v))
		}
	}
	return a
}

// Parents returns the parents of v.
func (a *Ancestry) Parents(v graph.Node) []graph.Node { return a.parents(v) }

// Children returns the children of v.
func (a *Ancestry) Children(v graph.Node) []graph.Node { return a.children(v) }

// Many reports whether v has many ancestors.
func (a *Ancestry) Many(v graph.Node) bool { return a.many.has(int32(v)) }

// Touch reads what CloseAncestors needs of the given nodes, so that it is in the cache when it is needed. The
// result has no meaning; without it the compiler would drop the reading.
func (a *Ancestry) Touch(nodes []graph.Node) graph.Node { return a.lineage.touch(nodes) }

// CloseAncestors marks the given nodes and their ancestors, and lists them in the memory of list. If they are more
// than limit, it stops early and returns false.
func (a *Ancestry) CloseAncestors(list []graph.Node, marks *Marks, limit int, nodes ...graph.Node) ([]graph.Node, bool) {
	marks.Clear()
	list = list[:0]
	for _, v := range nodes {
		list = a.closeAncestors(list, marks, limit, v)
	}
	return list, len(list) <= limit
}

// closeAncestors does so with v.
func (a *Ancestry) closeAncestors(list []graph.Node, marks *Marks, limit int, v graph.Node) []graph.Node {
	if marks.Has(v) || len(list) > limit {
		return list
	}
	if above := a.lineage.of(v); len(above) > 0 {
		for _, u := range above {
			if !marks.Has(u) {
				marks.Add(u)
				list = append(list, u)
			}
		}
		return list
	}
	marks.Add(v)
	list = append(list, v)
	for _, p := range a.parents(v) {
		list = a.closeAncestors(list, marks, limit, p)
	}
	return list
}
