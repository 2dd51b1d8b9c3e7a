package msep

import "github.com/sepdist/sepdist/graph"

// ManyAncestors is the number of ancestors above which one pair at a time is not worth it.
const ManyAncestors = 512

// An Ancestry is the arrows of a DAG, and which nodes many others lead to. It is read only;
// workers share it.
type Ancestry struct {
	parents, children arrows
	many              bitmap
}

// arrows are the parents of all nodes, or the children. In a large graph they are reached faster
// where they stand alone.
type arrows struct {
	at []int32
	to []graph.Node
}

func newArrows(g *graph.Graph, list func(graph.Node) []graph.Node) arrows {
	a := arrows{make([]int32, 1, g.N()+1), make([]graph.Node, 0, g.M())}
	for v := range graph.Node(g.N()) {
		a.to = append(a.to, list(v)...)
		a.at = append(a.at, int32(len(a.to)))
	}
	return a
}

func (a *arrows) of(v graph.Node) []graph.Node { return a.to[a.at[v]:a.at[v+1]] }

// NewAncestry looks at g, a DAG with the given plan, in which more nodes than limit are many.
func NewAncestry(g *graph.Graph, p *Plan, limit int) *Ancestry {
	a := &Ancestry{newArrows(g, g.Parents), newArrows(g, g.Children), make(bitmap, (g.N()+63)/64)}
	most := make([]int32, g.N()) // no more nodes than that lead to a node, itself among them
	var seen Marks
	seen.Reset(g.N())
	var list []graph.Node
	for _, v := range p.node {
		most[v] = 1
		many := false
		for _, u := range a.parents.of(v) {
			most[v] = min(most[v]+most[u], int32(limit)+1)
			many = many || a.Many(u)
		}
		if !many && int(most[v]) > limit {
			list, many = a.Rise(list, &seen, limit, v)
			many = !many
		}
		if many {
			a.many.set(int32(v))
		}
	}
	return a
}

// Parents returns the parents of v.
func (a *Ancestry) Parents(v graph.Node) []graph.Node { return a.parents.of(v) }

// Children returns the children of v.
func (a *Ancestry) Children(v graph.Node) []graph.Node { return a.children.of(v) }

// Many reports whether many nodes lead to v.
func (a *Ancestry) Many(v graph.Node) bool { return a.many.has(int32(v)) }

// Rise marks the given nodes and their ancestors, and lists them in the memory of list. It reports
// whether they are not more than limit; else it ends early.
func (a *Ancestry) Rise(list []graph.Node, marks *Marks, limit int, nodes ...graph.Node) ([]graph.Node, bool) {
	marks.Set(nodes)
	list = append(list[:0], nodes...)
	for i := 0; i < len(list); i++ {
		if len(list) > limit {
			return list, false
		}
		for _, p := range a.parents.of(list[i]) {
			if !marks.Has(p) {
				marks.Add(p)
				list = append(list, p)
			}
		}
	}
	return list, true
}
