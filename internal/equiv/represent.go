package equiv

import "github.com/sepdist/sepdist/graph"

// Represent returns a MAG of the class of a PAG. a o-> b and a --o b become a --> b, and the
// edges o-o are oriented as [Orient] orients undirected edges, which adds no
// unnecessary arrowhead (Zhang, On the completeness of orientation rules
// for causal discovery in the presence of latent confounders and selection bias,
// Artificial Intelligence 172:1873–1896). If the edges o-o are not chordal, the graph is
// not a PAG; then mag is nil and chordless is a cycle of at least four such edges without a
// chord, in order.
func Represent(pag *graph.Graph) (mag *graph.Graph, chordless []graph.Node) {
	var edges, circles []graph.Edge
	for e := range pag.Edges() {
		switch {
		case e.AtX == graph.Circle && e.AtY == graph.Circle:
			circles = append(circles, graph.Undirected(e.X, e.Y))
		case e.AtX == graph.Circle:
			e.AtX = opposite(e.AtY)
			edges = append(edges, e)
		case e.AtY == graph.Circle:
			e.AtY = opposite(e.AtX)
			edges = append(edges, e)
		default:
			edges = append(edges, e)
		}
	}
	oriented, chordless := Orient(pag.With(circles))
	if oriented == nil {
		return nil, chordless
	}
	return pag.With(append(edges, oriented.EdgeList()...)), nil
}

// opposite returns the other one of the two marks of a directed edge.
func opposite(m graph.Mark) graph.Mark {
	if m == graph.Arrow {
		return graph.Tail
	}
	return graph.Arrow
}
