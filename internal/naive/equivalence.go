package naive

import (
	"iter"

	"github.com/sepdist/sepdist/graph"
)

// The kinds of edges a pair of adjacent nodes x, y can have.
var (
	arrows = []graph.Edge{{AtX: graph.Tail, AtY: graph.Arrow}, {AtX: graph.Arrow, AtY: graph.Tail}}
	mixed  = append(arrows[:2:2], graph.Edge{AtX: graph.Arrow, AtY: graph.Arrow})
	lined  = append(mixed[:3:3], graph.Edge{AtX: graph.Tail, AtY: graph.Tail})
)

// kinds are the edges that a MAG may have.
func kinds(lines bool) []graph.Edge {
	if lines {
		return lined
	}
	return mixed
}

// orientations yields the graphs in which each edge of g is replaced by one of the kinds that fit
// allows.
func orientations(g *graph.Graph, kinds []graph.Edge, fit func(drawn, as graph.Edge) bool) iter.Seq[*graph.Graph] {
	drawn := g.EdgeList()
	return func(yield func(*graph.Graph) bool) {
		edges := make([]graph.Edge, len(drawn))
		var choose func(i int) bool
		choose = func(i int) bool {
			if i == len(drawn) {
				return yield(g.With(edges))
			}
			for _, k := range kinds {
				as := graph.Edge{X: drawn[i].X, Y: drawn[i].Y, AtX: k.AtX, AtY: k.AtY}
				if !fit(drawn[i], as) {
					continue
				}
				edges[i] = as
				if !choose(i + 1) {
					return false
				}
			}
			return true
		}
		choose(0)
	}
}

// anyway allows every edge; the skeleton stays.
func anyway(_, _ graph.Edge) bool { return true }

// orients keeps directed edges and allows both directions for an undirected edge.
func orients(drawn, as graph.Edge) bool { return drawn.Undirected() || drawn == as }

// settles keeps marks and allows any mark for a circle.
func settles(drawn, as graph.Edge) bool {
	return (drawn.AtX == graph.Circle || drawn.AtX == as.AtX) && (drawn.AtY == graph.Circle || drawn.AtY == as.AtY)
}

// DAGs returns every DAG with the separations of the DAG g, g among them.
func DAGs(g *graph.Graph) []*graph.Graph {
	return equivalent(orientations(g, arrows, anyway), g, IsDAG)
}

// MAGs returns every MAG with the separations of the MAG g, g among them. Without
// undirected edges those with an undirected edge are left out.
func MAGs(g *graph.Graph, lines bool) []*graph.Graph {
	return equivalent(orientations(g, kinds(lines), anyway), g, func(h *graph.Graph) bool { return IsAncestral(h, lines) })
}

// equivalent returns those of the graphs that are of the class and have the separations of g.
// Equivalent MAGs have the same adjacencies, since two nodes are adjacent if and only if no set
// separates them.
func equivalent(graphs iter.Seq[*graph.Graph], g *graph.Graph, of func(*graph.Graph) bool) []*graph.Graph {
	want := MSeparations(g)
	var class []*graph.Graph
	for h := range graphs {
		if of(h) && newReader(h).agrees(want) {
			class = append(class, h)
		}
	}
	return class
}

// CPDAG draws a set of DAGs: an arrow that is in all of them stays, any other edge
// becomes an undirected edge.
func CPDAG(members []*graph.Graph) *graph.Graph {
	return drawing(members, func(e graph.Edge) graph.Edge {
		if e.Has(graph.Circle) {
			return graph.Undirected(e.X, e.Y)
		}
		return e
	})
}

// PAG draws a set of MAGs: a mark that is in all of them stays, any other becomes a
// circle.
func PAG(members []*graph.Graph) *graph.Graph {
	return drawing(members, func(e graph.Edge) graph.Edge { return e })
}

// drawing returns the common marks of the members, with a circle where they differ, edge by edge as
// returned by draw.
func drawing(members []*graph.Graph, draw func(graph.Edge) graph.Edge) *graph.Graph {
	edges := members[0].EdgeList()
	for i, e := range edges {
		for _, m := range members[1:] {
			other, _ := m.Edge(e.X, e.Y)
			if e.AtX != other.AtX {
				e.AtX = graph.Circle
			}
			if e.AtY != other.AtY {
				e.AtY = graph.Circle
			}
		}
		edges[i] = draw(e)
	}
	return members[0].With(edges)
}

// Members returns the DAGs that an MPDAG represents: those of one equivalence class that have all
// its arrows, if their common marks are the MPDAG itself. It returns none if g is not an MPDAG.
// DAGs and CPDAGs are MPDAGs.
func Members(g *graph.Graph) []*graph.Graph {
	if !only(g, graph.Edge.Directed, graph.Edge.Undirected) {
		return nil
	}
	return drawnBy(g, orientations(g, arrows, orients), IsDAG, CPDAG)
}

// MembersOfPAG returns the MAGs of the equivalence class of the PAG g, or none if g is not a PAG.
func MembersOfPAG(g *graph.Graph, lines bool) []*graph.Graph {
	if !simple(g) {
		return nil
	}
	mag := func(h *graph.Graph) bool { return IsMAG(h, lines) }
	fitting := drawnBy(g, orientations(g, kinds(lines), settles), mag, PAG)
	if fitting == nil {
		return nil
	}
	if class := MAGs(fitting[0], lines); PAG(class).EqualByIndex(g) {
		return class
	}
	return nil
}

// drawnBy groups the graphs of the class by their separations and returns the group whose common
// marks are g.
func drawnBy(g *graph.Graph, graphs iter.Seq[*graph.Graph], of func(*graph.Graph) bool, draw func([]*graph.Graph) *graph.Graph) []*graph.Graph {
	var sorted [][]*graph.Graph
	var alike []*Statements
next:
	for h := range graphs {
		if !of(h) {
			continue
		}
		r := newReader(h)
		for i, s := range alike {
			if r.agrees(s) {
				sorted[i] = append(sorted[i], h)
				continue next
			}
		}
		sorted = append(sorted, []*graph.Graph{h})
		alike = append(alike, MSeparations(h))
	}
	for _, members := range sorted {
		if draw(members).EqualByIndex(g) {
			return members
		}
	}
	return nil
}
