package report

import "fmt"

// An Equivalence reports whether two graphs have the same separations.
type Equivalence struct {
	Equivalent *bool               `json:"equivalent"`        // null if it is not known
	Why        string              `json:"why,omitempty"`     // why it is not known
	Witness    *EquivalenceWitness `json:"witness,omitempty"` // if the graphs are not equivalent
	Text       string              `json:"text"`              // the same in one line, as String returns it
	Hint       string              `json:"hint,omitempty"`    // advice if the metrics do not show the difference
}

// An EquivalenceWitness is a set that separates x from y in only one of the two graphs.
type EquivalenceWitness struct {
	X         string   `json:"x"`
	Y         string   `json:"y"`
	Separator []string `json:"separator"`
	In        string   `json:"separated_in"` // "truth" or "guess"
}

// String returns in one line whether the graphs are Markov equivalent.
func (e *Equivalence) String() string {
	switch {
	case e.Equivalent == nil:
		return "Markov equivalent: " + e.Why
	case *e.Equivalent:
		return "Markov equivalent: yes"
	}
	w, other := e.Witness, "guess"
	if w.In == other {
		other = "truth"
	}
	return fmt.Sprintf("Markov equivalent: no; %s and %s are separated by %s in the %s, not in the %s", w.X, w.Y, braces(w.Separator), w.In, other)
}
