// Package claim names what a guess claims about two nodes, and the ways in which a claim is wrong.
package claim

// The kinds of claims.
const (
	Adjacent     = "adjacent"                       // nothing is claimed about separation
	Inseparable  = "inseparable"                    // not adjacent, but no set separates them: nothing is claimed
	Separated    = "separated"                      // by the set
	NoEffect     = "no effect"                      // of x on y
	Unidentified = "not identifiable by adjustment" // the effect of x on y
	Adjusted     = "identified by adjustment"       // the effect of x on y, by the set
)

// Wrong claims about an effect.
const (
	MissedEffect     = "effect missed"                                                 // claimed to be absent, but some graph of the truth has it
	AmenableInTruth  = "identifiable by adjustment in the truth, but not in the guess" // only in the truth
	AmenableInGuess  = "identifiable by adjustment in the guess, but not in the truth" // only in the guess
	InvalidAdjusting = "invalid adjustment set"                                        // in the truth
)

// Wrong statements "the set separates x and y".
const (
	ConnectedInTruth = "connected in the truth only"
	SeparatedInTruth = "separated in the truth only"
)
