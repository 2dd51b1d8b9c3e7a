package equiv

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Readings are the ways to read a skeleton if some unshielded triples are known to be colliders, some to be
// non-colliders, and some are ambiguous. A reading is a CPDAG of that skeleton whose unshielded colliders are the
// known ones and any of the ambiguous ones; each set of colliders of some DAG gives one reading.
//
// Wahl and Runge try all subsets of the ambiguous triples and keep those without conflicts and cycles. That is
// slow, and too permissive: a subset can turn a known non-collider into a collider, and a cycle of non-
// colliders without a chord has no orientation at all. Here the triples are decided one by one, consequences
// are drawn at once, and the result must be the CPDAG of a DAG with exactly these colliders.
type Readings struct {
	g       *graph.Graph
	pairs   []graph.Edge       // the skeleton: X < Y; marks are ignored
	triples []unshieldedTriple // the unshielded triples
	at      [][]int32          // by pair: the triples that contain it
	closing [][][2]int32       // by pair x, y: for each common neighbour w the pairs x, w and y, w
	toward  []graph.Node       // by pair: the node it points to, or nowhere
	todo    []int32            // pairs that have been oriented and not followed up
	trail   []change
	ctx     context.Context      // of the current search
	steps   int                  // left for it
	cost    func(pair int32) int // of an orientation, for the search of the nearest reading
	spent   int
	most    int
}

// An unshieldedTriple is the two pairs that meet in its middle.
type unshieldedTriple struct {
	middle graph.Node
	pair   [2]int32
	status graph.Status
}

// A change is a decision that can be taken back, about a pair or a triple.
type change struct {
	pair, unshieldedTriple int32
	spent                  int
}

const nowhere graph.Node = -1

// maxCorners bounds the number of triples: a node with 3000 neighbours has more.
const maxCorners = 1 << 22

// corners returns the number of triples of g, shielded ones included.
func corners(g *graph.Graph) (triples int) {
	for v := range graph.Node(g.N()) {
		triples += g.Degree(v) * (g.Degree(v) - 1) / 2
	}
	return triples
}

// NewReadings returns the readings of g. Its triples state what is known. An unshielded triple that is not
// listed has the status of its marks: a collider if both edges have heads in the middle, otherwise a non-
// collider, but ambiguous if one of its edges is in conflict (x-x) and there is no tail in the middle. Other
// marks of g are ignored. It is an error if a listed triple is shielded, if there are too many triples, or if
// ctx is done first.
func NewReadings(ctx context.Context, g *graph.Graph) (*Readings, error) {
	if triples := corners(g); triples > maxCorners {
		return nil, fmt.Errorf("%d triples of adjacent nodes are too many to look for readings: %d can be looked at", triples, maxCorners)
	}
	r := &Readings{g: g}
	place := make(map[[2]graph.Node]int32, g.M())
	for e := range g.Edges() {
		key := [2]graph.Node{e.X, e.Y}
		if _, twice := place[key]; twice {
			return nil, fmt.Errorf("two edges join %s and %s: a graph with ambiguous triples has one at most", g.Name(e.X), g.Name(e.Y))
		}
		place[key] = int32(len(r.pairs))
		r.pairs = append(r.pairs, e)
	}
	pair := func(x, y graph.Node) (int32, bool) {
		p, ok := place[[2]graph.Node{min(x, y), max(x, y)}]
		return p, ok
	}
	known := make(map[[3]graph.Node]graph.Status, len(g.Triples()))
	for _, t := range g.Triples() {
		if g.Adjacent(t.A, t.C) {
			return nil, fmt.Errorf("the triple %s, %s, %s is listed as %v, but %[1]s and %[3]s are adjacent: only triples without that edge can be colliders or not",
				g.Name(t.A), g.Name(t.B), g.Name(t.C), t.Status)
		}
		known[[3]graph.Node{t.A, t.B, t.C}] = t.Status
	}
	r.at = make([][]int32, len(r.pairs))
	r.closing = make([][][2]int32, len(r.pairs))
	for b := range graph.Node(g.N()) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		ends := slices.Sorted(slices.Values(g.Neighbors(b)))
		for i, a := range ends {
			ab, _ := pair(a, b)
			for _, c := range ends[i+1:] {
				bc, _ := pair(b, c)
				if ac, closed := pair(a, c); closed {
					r.closing[ac] = append(r.closing[ac], [2]int32{ab, bc})
					continue
				}
				status, listed := known[[3]graph.Node{a, b, c}]
				if !listed {
					status = drawnAs(g, a, b, c)
				}
				for _, p := range []int32{ab, bc} {
					r.at[p] = append(r.at[p], int32(len(r.triples)))
				}
				r.triples = append(r.triples, unshieldedTriple{b, [2]int32{ab, bc}, status})
			}
		}
	}
	r.toward = slices.Repeat([]graph.Node{nowhere}, len(r.pairs))
	return r, nil
}

// drawnAs returns the status of the unshielded triple a, b, c by its marks.
func drawnAs(g *graph.Graph, a, b, c graph.Node) graph.Status {
	ab, _ := g.Edge(b, a)
	cb, _ := g.Edge(b, c)
	switch {
	case ab.AtX == graph.Arrow && cb.AtX == graph.Arrow:
		return graph.Collider
	case ab.AtX == graph.Tail && !ab.Undirected() || cb.AtX == graph.Tail && !cb.Undirected():
		return graph.NonCollider
	case ab.Has(graph.Conflict) || cb.Has(graph.Conflict):
		return graph.Ambiguous
	}
	return graph.NonCollider
}

// All yields every reading once, in an order that depends on the graph only. It gives up after the given
// number of steps of its search, or if ctx is done; then done is called with false, and with true if the
// search is complete. done is not called if the caller stops first.
func (r *Readings) All(ctx context.Context, steps int, done func(whole bool)) iter.Seq[*graph.Graph] {
	return func(yield func(*graph.Graph) bool) {
		r.ctx, r.steps = ctx, steps
		start := r.mark()
		defer r.back(start)
		stopped := r.begin() && !r.search(yield)
		if !stopped || r.steps < 0 {
			done(r.steps >= 0)
		}
	}
}

// begin draws the consequences of the known triples.
func (r *Readings) begin() bool {
	for i := range r.triples {
		if !r.hold(int32(i)) {
			return false
		}
	}
	return r.follow()
}

// step counts a step of the search and reports whether it may be taken.
func (r *Readings) step() bool {
	if r.steps--; r.steps >= 0 && r.ctx.Err() != nil {
		r.steps = -1
	}
	return r.steps >= 0
}

// search decides the first open triple either way, and so on. It returns false if the search is to stop.
func (r *Readings) search(yield func(*graph.Graph) bool) bool {
	if !r.step() {
		return false
	}
	open := r.open()
	if open < 0 {
		cpdag, ok := r.leaf()
		return !ok || yield(cpdag)
	}
	for _, status := range []graph.Status{graph.Collider, graph.NonCollider} {
		at := r.mark()
		if r.decide(open, status) && !r.search(yield) {
			r.back(at)
			return false
		}
		r.back(at)
	}
	return true
}

// open returns the ambiguous triple to decide next, or -1: preferably one with an oriented edge, which has the
// most consequences.
func (r *Readings) open() int32 {
	first := int32(-1)
	for i, c := range r.triples {
		if c.status != graph.Ambiguous {
			continue
		}
		if r.toward[c.pair[0]] != nowhere || r.toward[c.pair[1]] != nowhere {
			return int32(i)
		}
		if first < 0 {
			first = int32(i)
		}
	}
	return first
}

// leaf returns the reading with the current decisions, if there is one.
func (r *Readings) leaf() (*graph.Graph, bool) {
	edges := make([]graph.Edge, len(r.pairs))
	for p, e := range r.pairs {
		switch r.toward[p] {
		case nowhere:
			edges[p] = graph.Undirected(e.X, e.Y)
		case e.Y:
			edges[p] = graph.Directed(e.X, e.Y)
		default:
			edges[p] = graph.Directed(e.Y, e.X)
		}
	}
	dag, ok := Extend(r.g.With(edges))
	if !ok {
		return nil, false
	}
	for _, c := range r.triples {
		if collides := r.into(dag, c, 0) && r.into(dag, c, 1); collides != (c.status == graph.Collider) {
			return nil, false
		}
	}
	return CPDAG(dag), true
}

// into reports whether the pair i of c points to its middle in dag.
func (r *Readings) into(dag *graph.Graph, c unshieldedTriple, i int) bool {
	e, _ := dag.Edge(c.middle, other(r.pairs[c.pair[i]], c.middle))
	return e.AtX == graph.Arrow
}

// Draw follows one branch of the search at random. It returns the reading at its end with its weight, the
// inverse of the probability of the branch, or false if it ends without one. The mean of weight times
// f(reading) over many draws, with 0 for those without a reading, is an unbiased estimate of the sum of f over
// all readings. (Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29:121–136.)
func (r *Readings) Draw(rng *rand.Rand) (cpdag *graph.Graph, weight float64, ok bool) {
	start := r.mark()
	defer r.back(start)
	if !r.begin() {
		return nil, 0, false
	}
	weight = 1
	for {
		open := r.open()
		if open < 0 {
			cpdag, ok = r.leaf()
			return cpdag, weight, ok
		}
		var can []graph.Status
		for _, status := range []graph.Status{graph.Collider, graph.NonCollider} {
			at := r.mark()
			if r.decide(open, status) {
				can = append(can, status)
			}
			r.back(at)
		}
		if len(can) == 0 {
			return nil, 0, false
		}
		weight *= float64(len(can))
		r.decide(open, can[rng.IntN(len(can))])
	}
}
