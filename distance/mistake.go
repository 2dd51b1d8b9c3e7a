package distance

import "github.com/sepdist/sepdist/graph"

// A Mistake is a wrong claim of the guess.
type Mistake struct {
	X, Y      graph.Node   // of a time series these, and the separator, are moments, numbered by [Moments]
	Size      int          // of the separator; of an adjustment set only with Options.Sets
	Separator []graph.Node // with Options.Sets, rising: what separates x and y in the guess, but not in the truth; or an adjustment set, nil where the guess adjusts for none
	Kind      string       // what kind of mistake it is; nothing where the metric knows one only
}

// The kinds of claims.
const (
	ClaimAdjacent     = "adjacent"                       // about separation nothing is claimed
	ClaimInseparable  = "inseparable"                    // not adjacent, but no set separates them: nothing is claimed
	ClaimSeparated    = "separated"                      // by the set
	ClaimNoEffect     = "no effect"                      // of x on y
	ClaimUnidentified = "not identifiable by adjustment" // the effect of x on y
	ClaimAdjusted     = "identified by adjustment"       // the effect of x on y, by the set
)

// What kind of mistake a claim on an effect is.
const (
	MissedEffect     = "effect missed"                                                 // said to be absent, may be there in the truth
	AmenableInTruth  = "identifiable by adjustment in the truth, but not in the guess" // identified by adjustment in the truth
	AmenableInGuess  = "identifiable by adjustment in the guess, but not in the truth" // identified by adjustment in the guess
	InvalidAdjusting = "invalid adjustment set"                                        // in the truth
)

// How two graphs differ about a statement "the set separates x and y".
const (
	ConnectedInTruth = "connected in the truth only"
	SeparatedInTruth = "separated in the truth only"
)
