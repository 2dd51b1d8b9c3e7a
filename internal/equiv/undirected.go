package equiv

import "github.com/sepdist/sepdist/graph"

// rule5: a o-o b becomes a --- b, and so does every edge of an uncovered circle path
// a, c, ..., d, b with a, d apart and b, c apart. Uncovered means that each node of a path
// and the next but one are apart.
//
// Here a circle edge becomes undirected if uncovered circle walks can continue from it forever in both
// directions. The edges of R5 have this property, since they form a cycle. And every edge with it is
// undirected: if it had an arrowhead at one end, the walk that continues there would follow directed edges,
// by R1, and since it never ends there would be a directed cycle. So this finds the edges of R5 without
// listing paths, and some further undirected edges for which R7 would set one tail from each side.
func (m *marking) rule5() {
	// The number of steps that can follow a step from the node of an end along its edge.
	follow := make([]int32, len(m.to))
	var ended []end
	for e := range m.circles() {
		for range m.onward(e) {
			follow[e]++
		}
		if follow[e] == 0 {
			ended = append(ended, e)
		}
	}
	dead := make([]bool, len(m.to))
	for len(ended) > 0 {
		e := ended[len(ended)-1]
		ended = ended[:len(ended)-1]
		dead[e] = true
		// The steps before e are the reversed steps after its twin.
		for f := range m.onward(m.twin[e]) {
			before := m.twin[f]
			if follow[before]--; follow[before] == 0 {
				ended = append(ended, before)
			}
		}
	}
	var lines []end
	for e := range m.circles() {
		if !dead[e] && !dead[m.twin[e]] {
			lines = append(lines, e)
		}
	}
	for _, e := range lines {
		m.set(e, graph.Tail)
	}
}

// circles yields the ends of all edges o-o.
func (m *marking) circles() func(yield func(end) bool) {
	return func(yield func(end) bool) {
		for e := range end(len(m.to)) {
			if m.is(e, graph.Circle, graph.Circle) && !yield(e) {
				return
			}
		}
	}
}

// onward yields the circle steps that may follow the step along e on an uncovered
// walk.
func (m *marking) onward(e end) func(yield func(end) bool) {
	return func(yield func(end) bool) {
		for f := range m.ends(m.to[e]) {
			if m.is(f, graph.Circle, graph.Circle) && m.apart(m.at[e], m.to[f]) && !yield(f) {
				return
			}
		}
	}
}

// rule6: a --- b o-* c becomes b --* c, since no arrowhead meets an undirected edge.
func (m *marking) rule6(b graph.Node) {
	for e := range m.ends(b) {
		if m.is(e, graph.Tail, graph.Tail) {
			for f := range m.ends(b) {
				m.set(f, graph.Tail)
			}
			return
		}
	}
}

// rule7: a --o b o-* c with a, c apart becomes b --* c. If b had an arrowhead from c, then
// by R1 b --> a, but a has a tail.
func (m *marking) rule7(b graph.Node) {
	for e := range m.ends(b) {
		if m.mark[e] != graph.Circle {
			continue
		}
		for f := range m.ends(b) {
			if m.is(f, graph.Circle, graph.Tail) && m.apart(m.to[f], m.to[e]) {
				m.set(e, graph.Tail)
				break
			}
		}
	}
}
