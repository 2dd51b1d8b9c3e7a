package series

import "github.com/sepdist/sepdist/graph"

// A past determines which moments have a common ancestor, where a moment is its own ancestor, or
// ancestors joined by a bidirected link. It describes the infinite graph in which no moment is
// measured, as before a window. Hence only the variables and the lag between the two moments
// matter.
//
// It is a walk of pairs: start with the two moments; the later one moves to one of its parents, or
// either of them if they are at the same time; they meet when both are the same. If there is a
// common ancestor, the walk finds it: the later of the two, or one of two at the same time, has not
// reached it yet, and so can continue. The number of states is finite, since the two are never
// further apart than the largest lag. All walks are computed at once, backwards from their ends.
//
// Gerhardus, Wahl, Faltenbacher, Ninad and Runge, Projecting infinite time series graphs to finite
// marginal graphs using number theory (arXiv:2310.05526), decide the same question by linear
// Diophantine equations.
type past struct {
	n, lag int
	meet   []bool // by gap, later variable, earlier variable
	todo   []pairState
}

// A pairState is a later moment and one that is gap slices earlier.
type pairState struct {
	later, earlier graph.Node
	gap            int32
}

// newPast takes O(n p + k) steps for each variable, with k links and largest lag p.
func newPast(m *Model) *past {
	n, lag := m.walk.N(), m.walk.MaxLag()
	p := &past{n: n, lag: lag, meet: make([]bool, (lag+1)*n*n)}
	for v := range graph.Node(n) {
		p.add(v, v, 0)
	}
	for v := range graph.Node(n) {
		for _, s := range m.siblings[v] {
			if s.lag >= 0 {
				p.link(m, v, s)
			}
		}
	}
	for len(p.todo) > 0 {
		s := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		gap := int(s.gap)
		// Forwards, the earlier of the two does not move.
		for _, c := range m.children[s.later] {
			p.add(c.to, s.earlier, gap-c.lag)
		}
		for _, c := range m.children[s.earlier] {
			p.add(c.to, s.later, -c.lag-gap)
		}
	}
	return p
}

// link ends the walks that reach a bidirected link from v, the later of its moments. The other moment
// may still have to move:
//
//	v(0) <-> c(-2) --> b(-1)
func (p *past) link(m *Model, v graph.Node, to step) {
	seen := map[step]bool{to: true}
	todo := []step{to}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p.add(v, b.to, b.lag)
		for _, c := range m.children[b.to] {
			// From the time of v on, the moments after b can move themselves.
			if next := (step{c.to, b.lag + c.lag}); next.lag > 0 && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
}

// add records that two moments meet, the second gap slices earlier.
func (p *past) add(later, earlier graph.Node, gap int) {
	if gap < 0 || gap > p.lag {
		return
	}
	at := &p.meet[(gap*p.n+int(later))*p.n+int(earlier)]
	if *at {
		return
	}
	*at = true
	if gap == 0 {
		p.meet[int(earlier)*p.n+int(later)] = true
	}
	p.todo = append(p.todo, pairState{later, earlier, int32(gap)})
}

// meets reports whether a meets b, which is gap slices earlier, or later if gap is negative.
func (p *past) meets(a, b graph.Node, gap int) bool {
	if gap < 0 {
		a, b, gap = b, a, -gap
	}
	return p.meet[(gap*p.n+int(a))*p.n+int(b)]
}
