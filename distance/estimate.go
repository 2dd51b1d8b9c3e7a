package distance

import (
	"math"
	"time"

	"github.com/sepdist/sepdist/internal/model"
)

// Estimate says roughly how long a measurement takes, on a machine of 2026, or 0 where
// it takes no time worth a word. It is computed from counts and is the same everywhere.
func Estimate(m *Metric, truth, guess *model.Model, p Params) time.Duration {
	seconds := engines[m.Name].seconds
	if seconds == nil || truth.Kind().IsSeries() {
		return 0
	}
	ways := 1.0
	if p.Symmetric != (Symmetry{}) && !m.Symmetric {
		ways = 2
	}
	wall := ways * seconds(truth, guess, p) / float64(p.Options.workers())
	return time.Duration(min(wall*float64(time.Second), math.MaxInt64/2)) // centuries are enough
}
