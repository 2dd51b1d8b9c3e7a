package msep

import "github.com/sepdist/sepdist/graph"

// Canonical returns a DAG with the separations of g, whose plan is p, and its plan: each bidirected edge
// becomes two directed edges from a latent node of its own.
//
//	a <-> b    becomes    a <-- h --> b
//
// The latent nodes come after those of g. In the plan each is just before the first of its children, so that a
// sweep over the first positions visits few others. A graph with undirected edges has no such DAG: nil.
func Canonical(g *graph.Graph, p *Plan) (*graph.Graph, *Plan) {
	switch {
	case p.lastUndirected >= 0:
		return nil, nil
	case !p.across:
		return g, p
	}
	n := g.N()
	edges := make([]graph.Edge, 0, g.M())
	order := make([]graph.Node, 0, n)
	next := graph.Node(n)
	for i, v := range p.node {
		for _, s := range p.siblings.of(int32(i)) {
			if s > int32(i) {
				edges = append(edges, graph.Directed(next, v), graph.Directed(next, p.node[s]))
				order = append(order, next)
				next++
			}
		}
		order = append(order, v)
		for _, c := range p.children.of(int32(i)) {
			edges = append(edges, graph.Directed(v, p.node[c]))
		}
	}
	dag := graph.MustNew(graph.NumberedNames("", 0, int(next)), edges)
	return dag, newPlan(dag, p.observed, order)
}
