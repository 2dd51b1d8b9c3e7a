package distance

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// What a path shows about a claim.
const (
	ShowsOpen    = "an open path"
	ShowsEffect  = "a possibly causal path"                                 // though the guess denies an effect
	ShowsLine    = "a possibly causal path whose first edge is undirected"  // so that no set identifies the effect
	ShowsHidden  = "a possibly causal path whose first edge is not visible" // it may be confounded: no set identifies the effect
	ShowsBlocked = "a possibly causal path that the set blocks"             // and so part of the effect
	ShowsBelow   = "a possibly causal path with a descendant in the set"    // of one of its nodes
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

	// Set is the set that leaves an open path open. If the claim has no set, since no set identifies the effect in the guess, it
	// is the canonical one, which would be valid if any set were.
	Set []graph.Node
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
		return Evidence{Shows: ShowsEffect, Path: truth.Effects().Down.Search(m.X, nobarred).Path(m.Y)}
	case AmenableInTruth:
		e := m.unidentified(guess)
		e.Guess = true
		return e
	case AmenableInGuess:
		return m.unidentified(truth)
	case InvalidAdjusting:
		return m.invalid(truth)
	case SeparatedInTruth:
		return Evidence{Shows: ShowsOpen, Guess: true, Path: open(guess.Paths(), m), Set: m.Separator}
	case "", ConnectedInTruth:
		return Evidence{Shows: ShowsOpen, Path: open(truth.Paths(), m), Set: m.Separator}
	}
	return Evidence{}
}

// open returns a shortest path of g that the set of the mistake leaves open.
func open(g *graph.Graph, m Mistake) []graph.Edge {
	path, _ := msep.New(g).Path(m.X, m.Y, graph.SetOf(m.Separator...))
	return path
}

// unidentified shows that no set identifies the effect in g: a path with an invisible first edge or, if the effect is amenable, why
// the set of m is not valid; the canonical set if m has none.
func (m Mistake) unidentified(g *model.Model) Evidence {
	if path := invisiblePath(g, m.X, m.Y); path != nil {
		if path[0].Undirected() {
			return Evidence{Shows: ShowsLine, Path: path}
		}
		return Evidence{Shows: ShowsHidden, Path: path}
	}
	if m.Separator == nil {
		var r effectReader
		r.reset(g)
		m.Separator = r.setOf((*effectReader).canonical, m.X, m.Y)
	}
	return m.invalid(g)
}

// invalid shows why the set of m is not a valid adjustment set in a graph in which the effect is amenable: a node of the set is on
// a possibly causal path, or below one; or the set leaves a non-causal path open (Perković, Textor, Kalisch and Maathuis,
// Complete graphical characterization and construction of adjustment sets in Markov equivalence classes of ancestral graphs,
// JMLR 18(220):1–62).
func (m Mistake) invalid(truth *model.Model) Evidence {
	t, y := m.X, m.Y
	if slices.Contains(m.Separator, y) {
		return Evidence{Shows: ShowsBlocked, At: y, Given: y}
	}
	effects := truth.Effects()
	down := effects.CausalDown.Search(t, nobarred)
	up := effects.CausalUp.Search(y, func(v graph.Node) bool { return v == t })
	causal := func(v graph.Node) bool { return v != t && down.Reached(v) && up.Reached(v) }
	through := func(v graph.Node) []graph.Edge { return append(down.Path(v), up.Path(v)...) }

	best := graph.Node(-1)
	for _, z := range m.Separator {
		if causal(z) && (best < 0 || down.Far(z)+up.Far(z) < down.Far(best)+up.Far(best)) {
			best = z
		}
	}
	if best >= 0 {
		return Evidence{Shows: ShowsBlocked, Path: through(best), At: best, Given: best}
	}
	for _, z := range m.Separator {
		for _, v := range effects.Up.Search(z, nobarred).Order {
			if causal(v) {
				return Evidence{Shows: ShowsBelow, Path: through(v), At: v, Given: z}
			}
		}
	}
	// In the graph without the first edges of all causal paths, every open path is non-causal.
	walk := truth.Paths()
	above := walk.Ancestors(graph.SetOf(y))
	var rest []graph.Edge
	for e := range walk.Edges() {
		if e.X != t {
			e = e.Flip()
		}
		if e.X != t || !e.Directed() || e.AtX != graph.Tail || !above.Has(e.Y) {
			rest = append(rest, e)
		}
	}
	return Evidence{Shows: ShowsOther, Path: open(walk.With(rest), m), Set: m.Separator}
}

// nobarred bars no node from a search.
func nobarred(graph.Node) bool { return false }

// invisiblePath returns a shortest possibly causal path from x to y whose first edge is not visible, or nil.
func invisiblePath(m *model.Model, x, y graph.Node) (best []graph.Edge) {
	effects := m.Effects()
	barred := func(v graph.Node) bool { return v == x || slices.Contains(effects.Barred(x), v) }
	if barred(y) {
		return nil
	}
	up := effects.Up.Search(y, barred)
	for _, v := range effects.Invisible[x] {
		if up.Reached(v) && (best == nil || up.Far(v)+1 < len(best)) {
			first, _ := m.Drawn().Edge(x, v)
			best = append([]graph.Edge{first}, up.Path(v)...)
		}
	}
	return best
}
