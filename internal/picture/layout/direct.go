package layout

import "github.com/sepdist/sepdist/graph"

// direct decides which node of each pair with a direction is above, without cycles. It
// starts with the arrows of the first group and reverses few of them. The other pairs
// follow.
func (s *layering) direct() {
	first := s.locals(func(p *pair) bool { return p.pull == firmly && p.group == 0 })
	for _, a := range s.unwind(first) {
		s.point(a)
	}
	later := s.locals(func(p *pair) bool { return p.pull == firmly && p.group > 0 })
	later = append(later, s.locals(func(p *pair) bool { return p.pull == weakly })...)
	s.pointAll(later)
}

// pointAll directs pairs one by one. It reverses a pair that would close a cycle with earlier ones.
func (s *layering) pointAll(arcs []arc) {
	for _, a := range arcs {
		if s.leads(a.to, a.from) {
			a = a.flip()
		}
		s.point(a)
	}
}

// unwind reverses some arcs so that no cycle is left. It reverses only arcs that are on
// a cycle.
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

// line returns an order of the nodes of g with few arrows that point back. It moves
// sinks to the end and sources to the beginning. If there are none, it moves the node
// with the largest difference of outgoing and incoming arrows to the beginning. (Eades,
// Lin and Smyth, A fast and effective heuristic for the feedback arc set problem, Inf.
// Process. Lett. 47:319–323.)
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

// leads reports whether there is a path of arcs from u down to v. A chain of flat pairs
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
