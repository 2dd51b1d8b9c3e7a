package main

import (
	"github.com/sepdist/sepdist/internal/wording"
	"github.com/sepdist/sepdist/report"
)

// inFlags words the options in notes as flags.
func inFlags(notes []string) {
	for i := range notes {
		notes[i] = wording.ForFlags(notes[i])
	}
}

// comparisonInFlags does so in all texts of a comparison.
func comparisonInFlags(c *report.Comparison) {
	inFlags(c.Notes)
	c.PerfectDo = wording.ForFlags(c.PerfectDo)
	for i := range c.Results {
		inFlags(c.Results[i].Result.Notes)
	}
}

// checkInFlags does so in all texts of a check.
func checkInFlags(c *report.Check) {
	if c.Why != nil {
		*c.Why = wording.ForFlags(*c.Why)
	}
	c.Narrower = wording.ForFlags(c.Narrower)
}
