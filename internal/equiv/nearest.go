package equiv

import "github.com/sepdist/sepdist/graph"

// Nearest returns the CPDAG on the skeleton of g whose marks differ from those of g in the
// fewest ends, the first found of several, and in how many. It gives up after the given number
// of steps; then whole is false and the CPDAG, if one was found, is the best so far.
//
// Every CPDAG of the skeleton is a reading in which all unshielded triples are ambiguous.
// Arrows that follow from decided triples stand in every CPDAG that has them, so what they
// differ from g bounds a branch from below.
func Nearest(g *graph.Graph, steps int) (cpdag *graph.Graph, changed int, whole bool) {
	var edges []graph.Edge
	for e := range g.Edges() {
		edges = append(edges, graph.Line(e.X, e.Y))
	}
	r, err := NewReadings(g.With(edges))
	if err != nil { // too large
		return nil, 0, false
	}
	prefer := make([]graph.Status, len(r.corners))
	for i, c := range r.corners {
		a, b := r.pairs[c.pair[0]], r.pairs[c.pair[1]]
		prefer[i] = drawnAs(g, other(a, c.middle), c.middle, other(b, c.middle))
		r.corners[i].status = graph.Ambiguous
	}
	drawn := make([]graph.Edge, len(r.pairs))
	for p, e := range r.pairs {
		drawn[p], _ = g.Edge(e.X, e.Y)
	}
	r.cost = func(p int32) int {
		e := r.pairs[p]
		if r.toward[p] == e.Y {
			return differ(drawn[p], graph.Directed(e.X, e.Y))
		}
		return differ(drawn[p], graph.Directed(e.Y, e.X).Flip())
	}
	r.steps = steps
	n := nearestSearch{Readings: r, prefer: prefer, drawn: drawn}
	r.most = 2 * len(r.pairs)
	n.search()
	return n.best, n.changed, r.steps >= 0
}

// other returns the end of e that is not v.
func other(e graph.Edge, v graph.Node) graph.Node {
	if e.X == v {
		return e.Y
	}
	return e.X
}

// differ counts the ends in which two edges of the same nodes, read the same way, differ.
func differ(e, f graph.Edge) int {
	count := 0
	if e.AtX != f.AtX {
		count++
	}
	if e.AtY != f.AtY {
		count++
	}
	return count
}

type nearestSearch struct {
	*Readings
	prefer  []graph.Status // by corner: what g draws
	drawn   []graph.Edge
	best    *graph.Graph
	changed int
}

// search is that of the readings, the status that is drawn first, and only where fewer
// ends may change than in the best so far.
func (n *nearestSearch) search() {
	if n.steps--; n.steps < 0 {
		return
	}
	open := n.open()
	if open < 0 {
		if cpdag, ok := n.leaf(); ok {
			changed := 0
			for p, e := range n.pairs {
				now, _ := cpdag.Edge(e.X, e.Y)
				changed += differ(n.drawn[p], now)
			}
			if n.best == nil || changed < n.changed {
				n.best, n.changed = cpdag, changed
				n.most = changed - 1
			}
		}
		return
	}
	first, second := graph.Collider, graph.NonCollider
	if n.prefer[open] == graph.NonCollider {
		first, second = second, first
	}
	for _, status := range []graph.Status{first, second} {
		at := n.mark()
		if n.decide(open, status) {
			n.search()
		}
		n.back(at)
	}
}
