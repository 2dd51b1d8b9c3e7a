package distance

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// What a path shows about a claim.
const (
	ShowsOpen    = "an open path"
	ShowsEffect  = "a possibly causal path"                                // though the guess denies an effect
	ShowsLine    = "a possibly causal path whose first edge is undirected" // so that no set identifies the effect
	ShowsBlocked = "a possibly causal path that the set blocks"            // and so part of the effect
	ShowsBelow   = "a possibly causal path with a descendant in the set"   // of one of its nodes
	ShowsOther   = "an open non-causal path"
)

// An Evidence is what shows that a claim is wrong.
type Evidence struct {
	// Path is read along its edges; it is as short as can be. An open path is one of
	// [model.Model.Paths], any other is one of the graph as drawn.
	Path  []graph.Edge
	Guess bool   // it is a path of the guess, not of the truth
	Shows string // what it shows

	// Of ShowsBlocked and ShowsBelow: a node of the path, and the node of the set that it is
	// or that is below it.
	At, Given graph.Node
}

// Evidence returns what shows a mistake between truth and guess, which must have its set. The
// path is nil where there is none: the outcome itself is in the set. An edge that is drawn
// otherwise needs no evidence.
func (m Mistake) Evidence(truth, guess *model.Model) Evidence {
	if truth.Kind().IsSeries() {
		return m.evidenceInSeries(truth, guess)
	}
	switch m.Kind {
	case MissedEffect:
		return Evidence{Shows: ShowsEffect, Path: downwards(truth.Drawn()).path(m.X, m.Y)}
	case AmenableInTruth:
		return Evidence{Shows: ShowsLine, Guess: true, Path: byLine(guess.Drawn(), m.X, m.Y)}
	case AmenableInGuess:
		return Evidence{Shows: ShowsLine, Path: byLine(truth.Drawn(), m.X, m.Y)}
	case InvalidAdjusting:
		return m.invalid(truth)
	case SeparatedInTruth:
		return Evidence{Shows: ShowsOpen, Guess: true, Path: open(guess.Paths(), m)}
	case "", ConnectedInTruth:
		return Evidence{Shows: ShowsOpen, Path: open(truth.Paths(), m)}
	}
	return Evidence{}
}

// open returns a shortest path of g that the set of the mistake leaves open.
func open(g *graph.Graph, m Mistake) []graph.Edge {
	path, _ := msep.New(g).Path(m.X, m.Y, graph.SetOf(m.Separator...))
	return path
}

// invalid shows why the set of m is no valid adjustment set, in a DAG or in a CPDAG in
// which the effect is amenable: a node of it is on a path that may be causal, or below one;
// or it leaves a path open that is not causal (Perković, Textor, Kalisch and Maathuis,
// Complete graphical characterization and construction of adjustment sets in Markov
// equivalence classes of ancestral graphs, JMLR 18(220):1–62).
func (m Mistake) invalid(truth *model.Model) Evidence {
	t, y := m.X, m.Y
	g, set := truth.Drawn(), graph.SetOf(m.Separator...)
	if set.Has(y) {
		return Evidence{Shows: ShowsBlocked, At: y, Given: y}
	}
	down := downwards(g).search(t, -1)
	up := upwards(g).search(y, t)
	causal := func(v graph.Node) bool { return v != t && down.reached(v) && up.reached(v) }
	through := func(v graph.Node) []graph.Edge { return append(down.back(v), reversed(up.back(v))...) }

	best := graph.Node(-1)
	for _, z := range m.Separator {
		if causal(z) && (best < 0 || down.far[z]+up.far[z] < down.far[best]+up.far[best]) {
			best = z
		}
	}
	if best >= 0 {
		return Evidence{Shows: ShowsBlocked, Path: through(best), At: best, Given: best}
	}
	for _, z := range m.Separator {
		above := upwards(g).search(z, t)
		for _, v := range above.order {
			if causal(v) {
				return Evidence{Shows: ShowsBelow, Path: through(v), At: v, Given: z}
			}
		}
	}
	// Without the first directed edges of all causal paths what is open is not causal.
	walk := truth.Paths()
	var rest []graph.Edge
	for e := range walk.Edges() {
		if e.X != t {
			e = e.Flip()
		}
		if e.X == t && e.AtX == graph.Tail && causal(e.Y) {
			continue
		}
		rest = append(rest, e)
	}
	return Evidence{Shows: ShowsOther, Path: open(walk.With(rest), m)}
}

// byLine returns a shortest path of undirected and directed edges from x to y whose first edge is
// an undirected edge.
func byLine(g *graph.Graph, x, y graph.Node) (best []graph.Edge) {
	up := upwards(g).search(y, x)
	for _, v := range g.Lines(x) {
		if up.reached(v) && (best == nil || int(up.far[v])+1 < len(best)) {
			best = append([]graph.Edge{graph.Undirected(x, v)}, reversed(up.back(v))...)
		}
	}
	return best
}

// steps are those that a path which may be causal can take in a graph.
type steps struct {
	g    *graph.Graph
	take func(e graph.Edge) bool
}

// downwards follows undirected and directed edges, upwards goes against the directed edges.
func downwards(g *graph.Graph) steps {
	return steps{g, func(e graph.Edge) bool { return e.AtX == graph.Tail }}
}

func upwards(g *graph.Graph) steps {
	return steps{g, func(e graph.Edge) bool { return e.AtY == graph.Tail }}
}

func (s steps) path(x, y graph.Node) []graph.Edge { return s.search(x, -1).back(y) }

// A search holds the nodes that steps lead to from one node, nearest first.
type search struct {
	order []graph.Node
	far   []int32      // steps to each node; -1 where it was not reached
	from  []graph.Edge // by which edge it was reached
}

// search takes steps from x and never comes to the node without.
func (s steps) search(x, without graph.Node) *search {
	r := &search{order: []graph.Node{x}, far: make([]int32, s.g.N()), from: make([]graph.Edge, s.g.N())}
	for v := range r.far {
		r.far[v] = -1
	}
	r.far[x] = 0
	for i := 0; i < len(r.order); i++ {
		for e := range s.g.At(r.order[i]) {
			if e.Y != without && r.far[e.Y] < 0 && s.take(e) {
				r.far[e.Y] = r.far[e.X] + 1
				r.from[e.Y] = e
				r.order = append(r.order, e.Y)
			}
		}
	}
	return r
}

func (r *search) reached(v graph.Node) bool { return r.far[v] >= 0 }

// back returns the path by which v was reached, or nil.
func (r *search) back(v graph.Node) []graph.Edge {
	if !r.reached(v) {
		return nil
	}
	path := make([]graph.Edge, r.far[v])
	for i := len(path) - 1; i >= 0; i-- {
		path[i] = r.from[v]
		v = path[i].X
	}
	return path
}

// reversed returns the path read from its other end.
func reversed(path []graph.Edge) []graph.Edge {
	back := make([]graph.Edge, len(path))
	for i, e := range path {
		back[len(path)-1-i] = e.Flip()
	}
	return back
}
