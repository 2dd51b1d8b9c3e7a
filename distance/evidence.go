package distance

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
)

// EvidenceFor returns what shows a mistake between truth and guess, which must have its set. The
// path is nil where there is none: the outcome itself is in the set. An edge that is drawn
// otherwise needs no evidence.
func EvidenceFor(m Mistake, truth, guess *model.Model) Evidence {
	if truth.Kind().IsSeries() {
		return evidenceInSeries(m, truth, guess)
	}
	switch m.Kind {
	case MissedEffect, AmenableInTruth, AmenableInGuess, InvalidAdjusting:
		return effectEvidence(m, truth, guess)
	case SeparatedInTruth:
		return Evidence{Shows: ShowsOpen, Guess: true, Path: openPath(guess.Paths(), m), Set: m.Separator}
	case "", ConnectedInTruth:
		return Evidence{Shows: ShowsOpen, Path: openPath(truth.Paths(), m), Set: m.Separator}
	}
	return Evidence{}
}

// evidenceInSeries is [EvidenceFor] for time series: the path goes through the infinite
// graph, with its real moments.
func evidenceInSeries(m Mistake, truth, guess *model.Model) Evidence {
	frame := Moments(truth, guess)
	e := Evidence{Shows: ShowsOpen}
	in, place := truth.Series(), func(m graph.LaggedNode) graph.LaggedNode { return m }
	back := place
	switch m.Kind {
	case "", ConnectedInTruth:
	case SeparatedInTruth:
		e.Guess, in = true, guess.Series()
		// The guess has its own order of variables.
		names, own := frame.Variables, in.Drawn().Names()
		place = func(m graph.LaggedNode) graph.LaggedNode { return moved(m, names, own) }
		back = func(m graph.LaggedNode) graph.LaggedNode { return moved(m, own, names) }
	default: // links that differ
		return Evidence{}
	}
	var set []graph.LaggedNode
	for _, v := range m.Separator {
		set = append(set, place(frame.Moment(v)))
	}
	path, _, err := in.OpenPath(place(frame.Moment(m.X)), place(frame.Moment(m.Y)), set)
	if err != nil {
		panic(err) // the moments were measured before
	}
	for _, s := range path {
		e.Path = append(e.Path, graph.Edge{X: frame.Node(back(s.X)), Y: frame.Node(back(s.Y)), AtX: s.AtX, AtY: s.AtY})
	}
	return e
}

// moved returns the moment of the variable with the same name.
func moved(m graph.LaggedNode, from, to *graph.Names) graph.LaggedNode {
	v := slices.Index(to.List(), from.List()[m.Variable])
	return graph.LaggedNode{Variable: graph.Node(v), Lag: m.Lag}
}
