package naive

import "github.com/sepdist/sepdist/graph"

// SigmaSeparated reports whether given sigma-separates x and y in a directed mixed
// graph that may have cycles: every walk between them is blocked. A walk is blocked
// by a collider that is no ancestor of given, and by an inner non-collider of given
// that has on the walk a directed edge to a node of another strongly connected component
// (Bongers, Forré, Peters and Mooij, Foundations of structural causal models with
// cycles and latent variables, Ann. Statist. 49:2885–2915). A node of given is separated
// from every other node.
func SigmaSeparated(g *graph.Graph, x, y graph.Node, given graph.Set) bool {
	if given.Has(x) || given.Has(y) {
		return true
	}
	if x == y {
		return false
	}
	pass := sigmaOpen(g, given)
	// Only the last edge of a walk determines how it can continue, so one walk for each last edge
	// suffices.
	var todo []graph.Edge
	seen := make(map[graph.Edge]bool)
	walk := func(e graph.Edge) {
		if !seen[e] {
			seen[e] = true
			todo = append(todo, e)
		}
	}
	for e := range g.EdgesAt(x) {
		walk(e)
	}
	for len(todo) > 0 {
		in := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if in.Y == y {
			return false
		}
		for out := range g.EdgesAt(in.Y) {
			if pass(in, out) {
				walk(out)
			}
		}
	}
	return true
}

// SigmaSeparatedByPaths is [SigmaSeparated] over paths instead of walks, which is equivalent, as
// they show.
func SigmaSeparatedByPaths(g *graph.Graph, x, y graph.Node, given graph.Set) bool {
	return given.Has(x) || given.Has(y) || !endsOf(g).somePath(x, y, sigmaOpen(g, given))
}

// sigmaOpen is the rule of sigma-separation.
func sigmaOpen(g *graph.Graph, given graph.Set) rule {
	above := Ancestors(g, given)
	strong := make([]graph.Set, g.N())
	for v := range graph.Node(g.N()) {
		strong[v] = Strong(g, v)
	}
	return func(in, out graph.Edge) bool {
		v := out.X
		if collides(in, out) {
			return above.Has(v)
		}
		leaves := in.AtY == graph.Tail && !strong[v].Has(in.X) || out.AtX == graph.Tail && !strong[v].Has(out.Y)
		return !(given.Has(v) && leaves)
	}
}

// Acyclification returns the acyclic graph whose m-separations are the sigma-separations of g: i
// --> j if i is outside the strongly connected component of j and a parent of one of its nodes; i
// <-> j if they share a component or a bidirected edge joins their components (Bongers et al., with
// bidirected edges inside a component).
func Acyclification(g *graph.Graph) *graph.Graph {
	joined := func(a, b graph.Set, want graph.Edge) bool {
		for i := range a.All() {
			for j := range b.All() {
				for _, e := range g.Between(i, j) {
					if e.AtX == want.AtX && e.AtY == want.AtY {
						return true
					}
				}
			}
		}
		return false
	}
	var edges []graph.Edge
	for i := range graph.Node(g.N()) {
		for j := range graph.Node(g.N()) {
			if i == j {
				continue
			}
			si, sj := Strong(g, i), Strong(g, j)
			if !sj.Has(i) && joined(graph.SetOf(i), sj, graph.Directed(i, j)) {
				edges = append(edges, graph.Directed(i, j))
			}
			if i < j && (si.Has(j) || joined(si, sj, graph.Bidirected(i, j))) {
				edges = append(edges, graph.Bidirected(i, j))
			}
		}
	}
	return g.With(edges)
}
