package mec

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Meek returns the closure of a graph of arrows and lines under the rules of Meek,
// Causal inference and causal explanation with background knowledge (UAI 1995,
// 403–410):
//
//	R1  a --> b --- c, a and c apart:                                 b --> c
//	R2  a --> b --> c, a --- c:                                       a --> c
//	R3  a --- b, c --> b <-- d, c --- a --- d, c and d apart:         a --> b
//	R4  a --- b, d --> c --> b, d --- a --- c, d and b apart:         a --> b
//
// If the graph has a consistent extension, the arrows of the closure are just those
// that all its extensions share; R4 is needed for arrows that do not follow from
// colliders alone. If it has none, the closure says nothing. (In R4 some let the edge
// between a and c be an arrow; then R1 and R2 find the same.)
func Meek(pdag *graph.Graph) *graph.Graph {
	o := newOrientation(pdag)
	for len(o.arrows) > 0 {
		last := len(o.arrows) - 1
		e := o.arrows[last]
		o.arrows = o.arrows[:last]
		o.chains(e.from, e.to)
		o.triangles(e.from, e.to)
	}
	return o.graph()
}

// chains applies R1 and R2 where one of their arrows is x --> y.
func (o *orientation) chains(x, y graph.Node) {
	o.outer = append(o.outer[:0], o.list(y, line)...)
	for _, c := range o.outer {
		if !o.g.Adjacent(x, c) {
			o.turn(y, c)
		}
	}
	o.outer = o.common(o.outer[:0], x, line, y, child)
	for _, c := range o.outer {
		o.turn(x, c)
	}
	o.outer = o.common(o.outer[:0], x, parent, y, line)
	for _, w := range o.outer {
		o.turn(w, y)
	}
}

// triangles applies R3 and R4 where one of their arrows is x --> y and x --- a --- y.
func (o *orientation) triangles(x, y graph.Node) {
	o.outer = o.common(o.outer[:0], x, line, y, line)
	for _, a := range o.outer {
		// R3 with x as c, and R4 with x as c.
		if len(o.apart(x, a, y, parent)) > 0 || len(o.apart(y, a, x, parent)) > 0 {
			o.turn(a, y)
			continue
		}
		// R4 with x as d.
		for _, b := range o.apart(x, a, y, child) {
			o.turn(a, b)
		}
	}
}

// apart returns the nodes next to v, of the given kind, that have a line to a and are
// not adjacent to x.
func (o *orientation) apart(x, a, v graph.Node, k kind) []graph.Node {
	o.inner = o.common(o.inner[:0], a, line, v, k)
	return slices.DeleteFunc(o.inner, func(u graph.Node) bool { return u == x || o.g.Adjacent(u, x) })
}

// An orientation is a graph of arrows and lines in which lines become arrows.
type orientation struct {
	g *graph.Graph
	// The nodes next to v by kind: those of kind k are to[first[k][v]:first[k+1][v]].
	first [kinds + 1][]int32
	to    []graph.Node
	// A node u of g.Lines(v) has a slot for good: where it stands in to at first. at
	// says where the node of a slot stands now, slot whose place that is.
	at, slot     []int32
	arrows       []arrow // that may call for others
	outer, inner []graph.Node
}

// A kind says what a node is to a node next to it.
type kind int

const (
	parent kind = iota
	line
	child
	kinds
)

type arrow struct{ from, to graph.Node }

func newOrientation(g *graph.Graph) *orientation {
	n, ends := g.N(), 2*g.M()
	numbers := make([]int32, 3*n+1+2*ends)
	cut := func(k int) []int32 {
		part := numbers[:k:k]
		numbers = numbers[k:]
		return part
	}
	o := &orientation{g: g, to: make([]graph.Node, 0, ends), at: cut(ends), slot: cut(ends)}
	begin := cut(n + 1) // the children of a node end where the parents of the next begin
	o.first = [...][]int32{begin[:n], cut(n), cut(n), begin[1:]}
	for v := range graph.Node(n) {
		for k, list := range [...][]graph.Node{g.Parents(v), g.Lines(v), g.Children(v)} {
			o.to = append(o.to, list...)
			o.first[k+1][v] = int32(len(o.to))
		}
		for _, u := range g.Children(v) {
			if len(g.Lines(v)) > 0 || len(g.Lines(u)) > 0 {
				o.arrows = append(o.arrows, arrow{v, u})
			}
		}
	}
	for i := range o.at {
		o.at[i], o.slot[i] = int32(i), int32(i)
	}
	return o
}

// list returns the nodes that are of the kind to v.
func (o *orientation) list(v graph.Node, k kind) []graph.Node {
	return o.to[o.first[k][v]:o.first[k+1][v]]
}

// is reports whether u is of the kind to v.
func (o *orientation) is(v, u graph.Node, k kind) bool {
	if at, found := o.find(v, u); found {
		return o.first[k][v] <= at && at < o.first[k+1][v]
	}
	found := false
	switch k {
	case parent:
		_, found = slices.BinarySearch(o.g.Parents(v), u)
	case child:
		_, found = slices.BinarySearch(o.g.Children(v), u)
	}
	return found
}

// find returns where in to the node u of g.Lines(v) stands.
func (o *orientation) find(v, u graph.Node) (int32, bool) {
	i, found := slices.BinarySearch(o.g.Lines(v), u)
	if !found {
		return 0, false
	}
	return o.at[int(o.first[parent][v])+len(o.g.Parents(v))+i], true
}

// common appends the nodes that are of kind j to u and of kind k to v.
func (o *orientation) common(nodes []graph.Node, u graph.Node, j kind, v graph.Node, k kind) []graph.Node {
	few := o.list(u, j)
	if other := o.list(v, k); len(other) < len(few) {
		few, v, k = other, u, j
	}
	for _, w := range few {
		if o.is(v, w, k) {
			nodes = append(nodes, w)
		}
	}
	return nodes
}

// turn makes v --> u of v --- u.
func (o *orientation) turn(v, u graph.Node) {
	at, _ := o.find(v, u)
	o.first[child][v]--
	o.swap(at, o.first[child][v])
	at, _ = o.find(u, v)
	o.swap(at, o.first[line][u])
	o.first[line][u]++
	o.arrows = append(o.arrows, arrow{v, u})
}

// swap exchanges two nodes in to.
func (o *orientation) swap(i, j int32) {
	o.to[i], o.to[j] = o.to[j], o.to[i]
	o.slot[i], o.slot[j] = o.slot[j], o.slot[i]
	o.at[o.slot[i]], o.at[o.slot[j]] = i, j
}

// graph returns the graph as it is now.
func (o *orientation) graph() *graph.Graph {
	edges := make([]graph.Edge, 0, o.g.M())
	for v := range graph.Node(o.g.N()) {
		for _, u := range o.list(v, child) {
			edges = append(edges, graph.Directed(v, u))
		}
		for _, u := range o.list(v, line) {
			if v < u {
				edges = append(edges, graph.Line(v, u))
			}
		}
	}
	return o.g.With(edges)
}
