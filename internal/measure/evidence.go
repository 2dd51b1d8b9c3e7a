package measure

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure/adjustment"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// EvidenceFor returns the evidence of a mistake between truth and guess, which must have its set.
// The path is nil if there is none because the outcome itself is in the set. An edge that differs
// needs no evidence.
func EvidenceFor(m distance.Mistake, truth, guess *model.Model) task.Evidence {
	if truth.Kind().IsSeries() {
		return evidenceInSeries(m, truth, guess)
	}
	switch m.Kind {
	case claim.MissedEffect, claim.AmenableInTruth, claim.AmenableInGuess, claim.InvalidAdjusting:
		return adjustment.EvidenceFor(m, truth, guess)
	case claim.SeparatedInTruth:
		return task.Evidence{Shows: task.ShowsOpen, Guess: true, Path: task.OpenPath(guess.Paths(), m), Set: m.Separator}
	case "", claim.ConnectedInTruth:
		return task.Evidence{Shows: task.ShowsOpen, Path: task.OpenPath(truth.Paths(), m), Set: m.Separator}
	}
	return task.Evidence{}
}

// evidenceInSeries is [EvidenceFor] for time series: the path is one of the infinite graph.
func evidenceInSeries(m distance.Mistake, truth, guess *model.Model) task.Evidence {
	frame := task.Moments(truth, guess)
	e := task.Evidence{Shows: task.ShowsOpen}
	in, place := truth.Series(), func(m graph.LaggedNode) graph.LaggedNode { return m }
	back := place
	switch m.Kind {
	case "", claim.ConnectedInTruth:
	case claim.SeparatedInTruth:
		e.Guess, in = true, guess.Series()
		// The guess has its own order of variables.
		names, own := frame.Variables, in.Drawn().Names()
		place = func(m graph.LaggedNode) graph.LaggedNode { return moved(m, names, own) }
		back = func(m graph.LaggedNode) graph.LaggedNode { return moved(m, own, names) }
	default: // links that differ
		return task.Evidence{}
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
