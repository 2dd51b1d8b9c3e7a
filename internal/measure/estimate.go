package measure

import (
	"math"
	"time"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// Estimate returns roughly the time of a measurement on a machine of 2026, or 0 if it is short. It
// is computed from counts, so it is the same on every machine.
func Estimate(m *distance.Metric, truth, guess *model.Model, p task.Params) time.Duration {
	seconds := engineOf(m).Seconds
	if seconds == nil || truth.Kind().IsSeries() {
		return 0
	}
	ways := 1.0
	if p.Symmetric != (distance.Symmetry{}) && !m.Symmetric {
		ways = 2
	}
	wall := ways * seconds(truth, guess, p) / float64(p.Options.NumWorkers())
	return time.Duration(min(wall*float64(time.Second), math.MaxInt64/2)) // no overflow
}
