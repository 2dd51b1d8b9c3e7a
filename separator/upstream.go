package separator

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/msep"
)

// upstream answers for one x of a DAG, and all y that x does not lead to, which parents of
// x belong to the nearest separator of x and y. It spares the closures.
//
// If x does not lead to y, no child of x is among the ancestors of x and y, so the blanket
// of x there is pa(x). Let K be a component of the moral graph of An(x) without x and pa(x).
// What a walk up from y meets before pa(x) touches some of these components and no part of
// others; all ancestors of y that are not ancestors of x are on such a walk, since no path
// from them to y can come through pa(x). So y reaches just the parents of x that the walk up
// meets and those beside a component that it touches:
//
//	p --> u --> ... --> y            p is met
//	p --> k <-- ... <-- u --> ... y  p is beside the component of k, which u is part of
type upstream struct {
	g       *graph.Graph
	x       graph.Node
	below   []bool       // x leads to the node
	seen    []graph.Node // those that are marked in below
	above   []graph.Node // An(x) without x
	in      []bool       // those and x
	parent  []bool       // in pa(x)
	group   []int32      // of a node in above: one nearer to the one that stands for its component
	beside  []side       // which parents of x are beside which components
	touched []msep.Word  // by node that stands for a component: lanes that touch it
}

// A side says that a parent of x is beside the component of a node.
type side struct{ parent, of graph.Node }

// use makes g the DAG.
func (u *upstream) use(g *graph.Graph) {
	n := g.N()
	*u = upstream{
		g: g, x: -1,
		below: resized(u.below, n), in: resized(u.in, n), parent: resized(u.parent, n),
		group: resized(u.group, n), touched: resized(u.touched, n),
		seen: u.seen[:0], above: u.above[:0], beside: u.beside[:0],
	}
}

func resized[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// of makes x the node that is asked about.
func (u *upstream) of(x graph.Node) {
	if x == u.x {
		return
	}
	if u.x >= 0 {
		u.in[u.x] = false
		for _, p := range u.g.Parents(u.x) {
			u.parent[p] = false
		}
	}
	u.x = x
	u.walkDown()
	u.walkUp()
	for _, p := range u.g.Parents(x) {
		u.parent[p] = true
	}
	u.join()
}

// walkDown marks what x leads to.
func (u *upstream) walkDown() {
	for _, v := range u.seen {
		u.below[v] = false
	}
	u.seen = append(u.seen[:0], u.x)
	u.below[u.x] = true
	for i := 0; i < len(u.seen); i++ {
		for _, c := range u.g.Children(u.seen[i]) {
			if !u.below[c] {
				u.below[c] = true
				u.seen = append(u.seen, c)
			}
		}
	}
}

// walkUp lists what leads to x.
func (u *upstream) walkUp() {
	for _, v := range u.above {
		u.in[v] = false
	}
	u.above = u.above[:0]
	u.in[u.x] = true
	for v, i := u.x, 0; ; i++ {
		for _, p := range u.g.Parents(v) {
			if !u.in[p] {
				u.in[p] = true
				u.above = append(u.above, p)
			}
		}
		if i == len(u.above) {
			return
		}
		v = u.above[i]
	}
}

// join finds the components. A node and its parents are all adjacent to each other in the
// moral graph; those of them that are not parents of x are of one component, and those that
// are stand beside it.
func (u *upstream) join() {
	for _, v := range u.above {
		u.group[v] = int32(v)
	}
	u.beside = u.beside[:0]
	for _, v := range u.above {
		family := u.g.Parents(v)
		one := graph.Node(-1)
		if !u.parent[v] {
			one = v
		}
		for _, p := range family {
			if u.parent[p] {
				continue
			}
			if one < 0 {
				one = p
			} else {
				u.union(one, p)
			}
		}
		if one < 0 {
			continue
		}
		if u.parent[v] {
			u.beside = append(u.beside, side{v, one})
		}
		for _, p := range family {
			if u.parent[p] {
				u.beside = append(u.beside, side{p, one})
			}
		}
	}
	for i, s := range u.beside {
		u.beside[i].of = u.find(s.of)
	}
	slices.SortFunc(u.beside, func(a, b side) int {
		if a.parent != b.parent {
			return int(a.parent - b.parent)
		}
		return int(a.of - b.of)
	})
	u.beside = slices.Compact(u.beside)
}

func (u *upstream) find(v graph.Node) graph.Node {
	for u.group[v] != int32(v) {
		u.group[v] = u.group[u.group[v]]
		v = graph.Node(u.group[v])
	}
	return v
}

func (u *upstream) union(v, w graph.Node) {
	v, w = u.find(v), u.find(w)
	if v != w {
		u.group[max(v, w)] = int32(min(v, w))
	}
}

// choose leaves in z, which has all of pa(x) in the given lanes, what belongs to the nearest
// separator. The lanes have risen from their y.
func (u *upstream) choose(lanes msep.Word, risen *msep.Lanes, z *msep.Block) {
	for _, v := range u.above {
		if !u.parent[v] {
			if w := risen.Reached(v).And(lanes); !w.Empty() {
				k := u.find(v)
				u.touched[k] = u.touched[k].Or(w)
			}
		}
	}
	at := 0
	for _, p := range u.g.Parents(u.x) {
		reached := risen.Reached(p)
		for ; at < len(u.beside) && u.beside[at].parent == p; at++ {
			reached = reached.Or(u.touched[u.beside[at].of])
		}
		z.Words[p] = z.Words[p].Minus(lanes.Minus(reached))
	}
	for _, v := range u.above {
		u.touched[v] = msep.Word{}
	}
}
