package distance

import "github.com/sepdist/sepdist/internal/model"

// Splits reports whether the count of the metric between these graphs is the sum of the counts of
// parts.
func Splits(m *Metric, truth, guess *model.Model, p Params) bool {
	splits := engines[m.Name].splits
	return splits != nil && splits(guess) && !truth.Kind().IsSeries() && p.unrestricted() && p.Symmetric == Symmetry{}
}

// Triangular reports whether a source takes the longer the later it is: of each pair of nodes only
// the later one asks.
func Triangular(m *Metric) bool { return engines[m.Name].triangular }
