package distance

import "github.com/sepdist/sepdist/graph"

// A Mistake is a wrong claim of the guess.
type Mistake struct {
	X, Y      graph.Node   // of a time series these, and the separator, are moments, numbered by [Moments]
	Size      int          // of the separator; of an adjustment set only with Options.Sets
	Separator []graph.Node // with Options.Sets, rising: what separates x and y in the guess, but not in the truth; or an adjustment set, nil where the guess adjusts for none
	Kind      string       // what kind of mistake it is; nothing where the metric knows one only
}
