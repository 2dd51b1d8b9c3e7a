package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Meek returns the closure of a graph of directed and undirected edges under the rules of Meek,
// Causal inference and causal explanation with background knowledge (UAI 1995,
// 403–410):
//
//	R1  a --> b --- c, a and c apart:                                 b --> c
//	R2  a --> b --> c, a --- c:                                       a --> c
//	R3  a --- b, c --> b <-- d, c --- a --- d, c and d apart:         a --> b
//	R4  a --- b, d --> c --> b, d --- a --- c, d and b apart:         a --> b
//
// If the graph has a consistent extension, the directed edges of the closure are those
// that all its extensions share; R4 is needed for directed edges that do not follow from
// colliders alone. Otherwise the closure has no meaning. (Some versions of R4 allow a directed
// edge between a and c; then R1 and R2 find the same.)
func Meek(pdag *graph.Graph) *graph.Graph {
	if len(pdag.Triples()) == 0 && isClosed(pdag) {
		return pdag
	}
	return meek(pdag)
}

func meek(pdag *graph.Graph) *graph.Graph {
	c := closure{g: pdag, relation: newRelation(pdag)}
	// In each rule a directed edge that points to a node with an undirected edge completes it.
	for v := range graph.Node(pdag.N()) {
		if len(pdag.UndirectedNeighbors(v)) == 0 {
			continue
		}
		for _, u := range pdag.Parents(v) {
			c.arrows = append(c.arrows, arrow{u, v})
		}
	}
	for len(c.arrows) > 0 {
		last := len(c.arrows) - 1
		e := c.arrows[last]
		c.arrows = c.arrows[:last]
		c.chains(e.from, e.to)
		c.triangles(e.from, e.to)
	}
	return c.graph()
}

// A closure is a graph while it is being closed.
type closure struct {
	g *graph.Graph
	relation
	arrows       []arrow // that may imply others
	outer, inner []graph.Node
}

type arrow struct{ from, to graph.Node }

// turn makes v --> u of v --- u.
func (c *closure) turn(v, u graph.Node) {
	c.relation.turn(v, u)
	c.arrows = append(c.arrows, arrow{v, u})
}

// chains applies R1 and R2 with x --> y as one of their directed edges.
func (c *closure) chains(x, y graph.Node) {
	c.outer = c.apart(c.outer[:0], y, line, x)
	for _, z := range c.outer {
		c.turn(y, z)
	}
	c.outer = c.common(c.outer[:0], x, line, y, child)
	for _, z := range c.outer {
		c.turn(x, z)
	}
	c.outer = c.common(c.outer[:0], x, parent, y, line)
	for _, w := range c.outer {
		c.turn(w, y)
	}
}

// triangles applies R3 with x as c, and R4 with x as d, where x --> y and x --- a --- y.
// R4 need not check the directed edge c --> b: it follows from d --> c by R1, and has been
// added by now if it ever will be.
func (c *closure) triangles(x, y graph.Node) {
	c.outer = c.common(c.outer[:0], x, line, y, line)
	if len(c.outer) == 0 {
		return
	}
	c.inner = c.apart(c.inner[:0], y, parent, x)
	parents := len(c.inner)
	c.inner = c.apart(c.inner, y, child, x)
	for _, a := range c.outer {
		toA := func(v graph.Node) bool { return c.is(v, line, a) }
		if slices.ContainsFunc(c.inner[:parents], toA) {
			c.turn(a, y)
		}
		for _, b := range c.inner[parents:] {
			if toA(b) {
				c.turn(a, b)
			}
		}
	}
}

// graph returns the graph as it is now.
func (c *closure) graph() *graph.Graph {
	edges := make([]graph.Edge, 0, c.g.M())
	for v := range graph.Node(c.g.N()) {
		c.outer = c.all(c.outer[:0], v, child)
		for _, u := range c.outer {
			edges = append(edges, graph.Directed(v, u))
		}
		c.outer = c.all(c.outer[:0], v, line)
		for _, u := range c.outer {
			if v < u {
				edges = append(edges, graph.Undirected(v, u))
			}
		}
	}
	return c.g.With(edges)
}
