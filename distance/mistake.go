package distance

import "github.com/sepdist/sepdist/graph"

// A Mistake is a wrong claim of the guess.
type Mistake struct {
	X, Y graph.Node // for time series, these and the separator are moments, by number
	Size int        // of the separator or, if that is listed, of the adjustment set

	// Separator, in ascending order, separates x and y in the guess but not in the truth, or is an
	// adjustment set. It is nil if the guess has none, or if sets are not listed.
	Separator []graph.Node

	Kind string // the kind of mistake; empty if the metric has only one
}
