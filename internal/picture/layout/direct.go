package layout

import "github.com/sepdist/sepdist/graph"

// direct decides which node of a pair with a direction is above, so that there
// is no cycle: first the arrows of the first group, of which few are turned; then
// the others.
func (s *layering) direct() {
	first := s.locals(func(p *pair) bool { return p.pull == firmly && p.group == 0 })
	for _, a := range s.unwind(first) {
		s.point(a)
	}
	later := s.locals(func(p *pair) bool { return p.pull == firmly && p.group > 0 })
	later = append(later, s.locals(func(p *pair) bool { return p.pull == weakly })...)
	s.pointAll(later)
}

// pointAll directs pairs one by one, each turned if those before it lead from its lower node to its upper one.
func (s *layering) pointAll(arcs []arc) {
	for _, a := range arcs {
		if s.leads(a.to, a.from) {
			a = a.flip()
		}
		s.point(a)
	}
}

// unwind turns some of the arcs so that no cycle is left. Only arcs of a cycle are
// turned.
func (s *layering) unwind(arcs []arc) []arc {
	edges := make([]graph.Edge, len(arcs))
	for i, a := range arcs {
		edges[i] = graph.Directed(graph.Node(a.from), graph.Node(a.to))
	}
	g := graph.MustNew(graph.NumberedNames("", 0, len(s.nodes)), edges)
	component, count := g.Components()
	if count == g.N() {
		return arcs
	}
	members := make([][]graph.Node, count)
	for v, c := range component {
		members[c] = append(members[c], graph.Node(v))
	}
	place := make([]int, g.N())
	for _, nodes := range members {
		for i, v := range line(g.Induced(nodes)) {
			place[nodes[v]] = i
		}
	}
	for i, a := range arcs {
		if component[a.from] == component[a.to] && place[a.from] > place[a.to] {
			arcs[i] = a.flip()
		}
	}
	return arcs
}

// line puts the nodes of g in a line with few arrows that point back: sinks to its
// end, sources to its beginning, and where there are none, the node with the most
// arrows out over arrows in to its beginning. (Eades, Lin and Smyth, A fast and
// effective heuristic for the feedback arc set problem, Inf. Process. Lett.
// 47:319–323.)
func line(g *graph.Graph) []graph.Node {
	n := g.N()
	in, out := make([]int, n), make([]int, n)
	left := make([]graph.Node, n)
	for v := range graph.Node(n) {
		in[v], out[v], left[v] = len(g.Parents(v)), len(g.Children(v)), v
	}
	order := make([]graph.Node, n)
	head, tail := 0, n
	for len(left) > 0 {
		best := 0
		for i, v := range left {
			if out[v] == 0 {
				best = i
				break
			}
			if b := left[best]; in[b] > 0 && (in[v] == 0 || out[v]-in[v] > out[b]-in[b]) {
				best = i
			}
		}
		v := left[best]
		left = append(left[:best], left[best+1:]...)
		if out[v] == 0 {
			tail--
			order[tail] = v
		} else {
			order[head] = v
			head++
		}
		for _, u := range g.Children(v) {
			in[u]--
		}
		for _, u := range g.Parents(v) {
			out[u]--
		}
	}
	return order
}

// leads reports whether arcs lead from u down to v, where a chain of flat pairs
// counts as one node.
func (s *layering) leads(u, v int) bool {
	u, v = s.lead[u], s.lead[v]
	seen := make([]bool, len(s.nodes))
	seen[u] = true
	todo := []int{u}
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w == v {
			return true
		}
		for _, m := range s.chains[w] {
			for _, c := range s.down[m] {
				if l := s.lead[c]; !seen[l] {
					seen[l] = true
					todo = append(todo, l)
				}
			}
		}
	}
	return false
}
