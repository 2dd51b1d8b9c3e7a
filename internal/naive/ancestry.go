package naive

import "github.com/sepdist/sepdist/graph"

// ends are the edges of a graph, each read from both of its nodes.
type ends []graph.Edge

func endsOf(g *graph.Graph) ends {
	es := make(ends, 0, 2*g.M())
	for e := range g.Edges() {
		es = append(es, e, e.Flip())
	}
	return es
}

// Ancestors returns of and every node with a directed path into it.
func Ancestors(g *graph.Graph, of graph.Set) graph.Set { return endsOf(g).ancestors(of) }

func (es ends) ancestors(of graph.Set) graph.Set {
	return es.spread(of, func(e graph.Edge) bool { return e.AtX == graph.Arrow && e.AtY == graph.Tail })
}

// Descendants returns of and every node to which it has a directed path.
func Descendants(g *graph.Graph, of graph.Set) graph.Set {
	return endsOf(g).descendants(of)
}

func (es ends) descendants(of graph.Set) graph.Set {
	return es.spread(of, func(e graph.Edge) bool { return e.AtX == graph.Tail && e.AtY == graph.Arrow })
}

// Anterior returns of and every node with a path of directed and undirected edges into it.
func Anterior(g *graph.Graph, of graph.Set) graph.Set {
	return endsOf(g).spread(of, func(e graph.Edge) bool {
		return (e.AtX == graph.Arrow || e.AtX == graph.Tail) && e.AtY == graph.Tail
	})
}

// spread adds to from the far end of every edge that step allows, read from the
// end that is in, until nothing is added.
func (es ends) spread(from graph.Set, step func(graph.Edge) bool) graph.Set {
	in := graph.NewSet(64).Union(from)
	for grown := true; grown; {
		grown = false
		for _, e := range es {
			if in.Has(e.X) && !in.Has(e.Y) && step(e) {
				in.Add(e.Y)
				grown = true
			}
		}
	}
	return in
}

// Strong returns the nodes that v reaches along directed edges and that reach v: its
// strongly connected component.
func Strong(g *graph.Graph, v graph.Node) graph.Set { return endsOf(g).strong(v) }

func (es ends) strong(v graph.Node) graph.Set {
	return es.ancestors(graph.SetOf(v)).And(es.descendants(graph.SetOf(v)))
}

// acyclic reports whether no directed edge leads from a node back to its ancestors.
func acyclic(g *graph.Graph) bool {
	es := endsOf(g)
	for v := range graph.Node(g.N()) {
		if es.strong(v).Len() > 1 {
			return false
		}
	}
	return true
}
