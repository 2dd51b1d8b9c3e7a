package report

import "fmt"

// An Equivalence says whether two graphs have the same separations.
type Equivalence struct {
	Equivalent *bool               `json:"equivalent"`        // null if it is not known
	Why        string              `json:"why,omitempty"`     // why it is not known
	Witness    *EquivalenceWitness `json:"witness,omitempty"` // of graphs that are not equivalent
	Text       string              `json:"text"`              // the same in one line: see String
	Hint       string              `json:"hint,omitempty"`    // what to do if the metrics do not show the difference
}

// An EquivalenceWitness is a statement that holds in one of two graphs only: a set separates x from y.
type EquivalenceWitness struct {
	X         string   `json:"x"`
	Y         string   `json:"y"`
	Separator []string `json:"separator"`
	In        string   `json:"separated_in"` // "truth" or "guess"
}

// String says whether the graphs are Markov equivalent, in one line.
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
