package msep

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// ManyAncestors is the number of ancestors above which one pair at a time is not worth it.
const ManyAncestors = 512

// An Ancestry is the arrows of a DAG, and which nodes many others lead to. It is read only;
// workers share it.
type Ancestry struct {
	arcs    *arcs[graph.Node]
	lineage *lineage[graph.Node]
	many    bitmap
}

// NewAncestry looks at g, a DAG with the given plan, in which more nodes than limit are many.
func NewAncestry(g *graph.Graph, p *Plan, limit int) *Ancestry {
	a := &Ancestry{arcs: newArcs[graph.Node](g.N()), many: make(bitmap, (g.N()+63)/64)}
	for v := range graph.Node(g.N()) {
		a.arcs.put(v, g.Parents(v), g.Children(v))
	}
	a.lineage = newLineage(a.arcs, slices.Values(p.node))
	most := make([]int32, g.N()) // no more nodes than that lead to a node, itself among them
	var seen Marks
	seen.Reset(g.N())
	var list []graph.Node
	for _, v := range p.node {
		most[v] = 1
		many := false
		for _, u := range a.arcs.parents(v) {
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
func (a *Ancestry) Parents(v graph.Node) []graph.Node { return a.arcs.parents(v) }

// Children returns the children of v.
func (a *Ancestry) Children(v graph.Node) []graph.Node { return a.arcs.children(v) }

// Many reports whether many nodes lead to v.
func (a *Ancestry) Many(v graph.Node) bool { return a.many.has(int32(v)) }

// Touch reads what Rise needs of the given nodes, so that it is in the cache when their turn comes. The
// number is of no use; without it the compiler would drop the reading.
func (a *Ancestry) Touch(nodes []graph.Node) graph.Node { return a.lineage.touch(nodes) }

// CloseAncestors marks the given nodes and their ancestors, and lists them in the memory of list. It reports
// whether they are not more than limit; else it ends early.
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
	for _, p := range a.arcs.parents(v) {
		list = a.closeAncestors(list, marks, limit, p)
	}
	return list
}
