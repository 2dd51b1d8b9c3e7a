package adjustment

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// EvidenceFor returns the evidence of a mistake about an effect, which must have its set.
func EvidenceFor(m distance.Mistake, truth, guess *model.Model) task.Evidence {
	switch m.Kind {
	case claim.MissedEffect:
		return task.Evidence{Shows: task.ShowsEffect, Path: truth.Effects().Down.Search(m.X, nobarred).Path(m.Y)}
	case claim.AmenableInTruth:
		e := unidentifiedEvidence(m, guess)
		e.Guess = true
		return e
	case claim.AmenableInGuess:
		return unidentifiedEvidence(m, truth)
	}
	return invalidEvidence(m, truth)
}

// unidentifiedEvidence shows that no set identifies the effect in g: a path with an invisible first
// edge or, if the effect is amenable, the reason why the set of m (the canonical set if m has none)
// is not valid.
func unidentifiedEvidence(m distance.Mistake, g *model.Model) task.Evidence {
	if path := invisiblePath(g, m.X, m.Y); path != nil {
		if path[0].Undirected() {
			return task.Evidence{Shows: task.ShowsLine, Path: path}
		}
		return task.Evidence{Shows: task.ShowsHidden, Path: path}
	}
	if m.Separator == nil {
		var r effectReader
		r.reset(g)
		m.Separator = r.setOf((*effectReader).canonical, m.X, m.Y)
	}
	return invalidEvidence(m, g)
}

// invalidEvidence shows why the set of m is not a valid adjustment set in a graph in which the
// effect is amenable: a node of the set is on a possibly causal path, or below one; or the set
// leaves a non-causal path open (Perković, Textor, Kalisch and Maathuis, Complete graphical
// characterization and construction of adjustment sets in Markov equivalence classes of ancestral
// graphs, JMLR 18(220):1–62).
func invalidEvidence(m distance.Mistake, truth *model.Model) task.Evidence {
	t, y := m.X, m.Y
	if slices.Contains(m.Separator, y) {
		return task.Evidence{Shows: task.ShowsBlocked, At: y, Given: y}
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
		return task.Evidence{Shows: task.ShowsBlocked, Path: through(best), At: best, Given: best}
	}
	for _, z := range m.Separator {
		for _, v := range effects.Up.Search(z, nobarred).Order {
			if causal(v) {
				return task.Evidence{Shows: task.ShowsBelow, Path: through(v), At: v, Given: z}
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
	return task.Evidence{Shows: task.ShowsOther, Path: task.OpenPath(walk.With(rest), m), Set: m.Separator}
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
