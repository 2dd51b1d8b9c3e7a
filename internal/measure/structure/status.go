package structure

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/report"
)

// Status compares the edges that the truth and the guess have between two nodes.
func Status(truth, guess []graph.Edge) report.Status {
	switch {
	case len(truth) == 0 && len(guess) == 0:
		return report.Implied
	case len(guess) == 0:
		return report.Missing
	case len(truth) == 0:
		return report.Extra
	case slices.Equal(truth, guess):
		return report.Agreed
	}
	return report.Differs
}
