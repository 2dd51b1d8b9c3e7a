package measure

import (
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// Splits reports whether the count of the metric between these graphs is the sum of the counts of
// parts.
func Splits(m *distance.Metric, truth, guess *model.Model, p task.Params) bool {
	splits := engineOf(m).Splits
	return splits != nil && splits(guess) && !truth.Kind().IsSeries() && p.Unrestricted() && p.Symmetric == distance.Symmetry{}
}

// Triangular reports whether later sources take longer, because only the later node of each pair is
// a source.
func Triangular(m *distance.Metric) bool { return engineOf(m).Triangular }
