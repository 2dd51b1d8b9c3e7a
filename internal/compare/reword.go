package compare

import "github.com/sepdist/sepdist/report"

// Texts of this package call an option "option x=y". A door that shows them puts its own words in
// place of that: flags, or keywords of a function.

// RewordNotes puts words of a door into notes.
func RewordNotes(notes []string, words func(string) string) {
	for i := range notes {
		notes[i] = words(notes[i])
	}
}

// Reword puts words of a door into all texts of a comparison.
func Reword(c *report.Comparison, words func(string) string) {
	RewordNotes(c.Notes, words)
	c.ClassOfTruthDo = words(c.ClassOfTruthDo)
	if c.Equivalence != nil {
		c.Equivalence.Hint = words(c.Equivalence.Hint)
	}
	for i := range c.Results {
		RewordNotes(c.Results[i].Result.Notes, words)
	}
}

// RewordCheck puts words of a door into all texts of a check.
func RewordCheck(c *report.Check, words func(string) string) {
	if c.Why != nil {
		*c.Why = words(*c.Why)
	}
	c.Narrower = words(c.Narrower)
}
