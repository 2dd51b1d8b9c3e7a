package equiv

import (
	"context"
	"math/rand/v2"

	"github.com/sepdist/sepdist/graph"
)

// Near is the result of a search for the nearest graphs of a class.
type Near struct {
	Graphs  []*graph.Graph // the nearest, all or a sample of them, in a fixed order
	Count   int            // number of graphs found
	Changed int            // number of ends in which each differs from the graph
	Whole   bool           // no others are as near
}

// NearLimits are the limits of such a search.
type NearLimits struct {
	Graphs int         // number to keep
	Steps  int         // after which it gives up
	Stop   func() bool // if set, called at each step: whether to give up
}

// nearestSet keeps the nearest graphs, at most a given number of them: if there are more, a uniform random
// sample with a fixed seed.
type nearestSet struct {
	Near
	most int
	rng  *rand.Rand
}

func newNearestSet(most int) nearestSet {
	return nearestSet{most: max(most, 1), rng: rand.New(rand.NewPCG(0, 0x6e656172))} // "near"
}

// add takes one more of the nearest graphs (Vitter, Random sampling with a reservoir, ACM
// Trans. Math. Softw. 11:37–57, algorithm R).
func (k *nearestSet) add(g *graph.Graph) {
	k.Count++
	if len(k.Graphs) < k.most {
		k.Graphs = append(k.Graphs, g)
	} else if i := k.rng.IntN(k.Count); i < k.most {
		k.Graphs[i] = g
	}
}

// NearestCPDAGs returns the CPDAGs on the skeleton of g whose marks differ from those of g in the fewest ends.
// If a limit is hit, others may be as near, or none was found.
//
// Every CPDAG of the skeleton is a reading in which all unshielded triples are ambiguous. Directed edges that
// follow from decided triples are in every CPDAG with these decisions, so their differences from g bound a
// branch from below. The allowed distance is 0 at first, then 1, and so on, until a CPDAG is found.
func NearestCPDAGs(ctx context.Context, g *graph.Graph, limits NearLimits) Near {
	var edges []graph.Edge
	for e := range g.Edges() {
		edges = append(edges, graph.Undirected(e.X, e.Y))
	}
	r, err := NewReadings(ctx, g.With(edges))
	if err != nil { // too large, or stopped
		return Near{}
	}
	prefer := make([]graph.Status, len(r.triples))
	for i, c := range r.triples {
		a, b := r.pairs[c.pair[0]], r.pairs[c.pair[1]]
		prefer[i] = drawnAs(g, other(a, c.middle), c.middle, other(b, c.middle))
		r.triples[i].status = graph.Ambiguous
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
	n := nearestSearch{Readings: r, prefer: prefer, drawn: drawn, taken: make([]bool, len(r.pairs)), nearestSet: newNearestSet(limits.Graphs), stop: limits.Stop}
	r.ctx, r.steps = ctx, limits.Steps
	for r.most = 0; n.Count == 0 && r.steps >= 0 && r.most <= 2*len(r.pairs); r.most++ {
		n.Changed = r.most
		n.search()
	}
	n.Whole = n.Count > 0 && r.steps >= 0
	return n.Near
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
	nearestSet
	prefer []graph.Status // by triple: its status in g
	drawn  []graph.Edge
	taken  []bool // by pair, for forced
	stop   func() bool
}

// search is [Readings.search] that tries the status in g first, and skips branches in which more ends
// change than allowed.
func (n *nearestSearch) search() {
	if n.stop != nil && n.stop() {
		n.steps = -1
	}
	if !n.step() {
		return
	}
	if n.spent+n.forced() > n.Changed {
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
			if changed == n.Changed {
				n.add(cpdag)
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

// forced counts changes that are still to come: if a non-collider is drawn as a collider, at least one of
// its ends must change. Such pairs of edges are counted once.
func (n *nearestSearch) forced() int {
	count := 0
	clear(n.taken)
	for i, c := range n.triples {
		p, q := c.pair[0], c.pair[1]
		if c.status == graph.NonCollider && n.prefer[i] == graph.Collider &&
			n.toward[p] == nowhere && n.toward[q] == nowhere && !n.taken[p] && !n.taken[q] {
			n.taken[p], n.taken[q] = true, true
			count++
		}
	}
	return count
}
