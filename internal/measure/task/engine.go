package task

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
)

// An Engine computes a metric. Only Measure is required.
type Engine struct {
	Measure Measurement
	Series  Measurement // between time series

	// Claims returns the claim of a guess about each ordered pair.
	Claims func(guess *model.Model) func(x, y graph.Node) Claim

	// Seconds estimates the time on one worker. Nil means that no measurement takes long.
	Seconds func(truth, guess *model.Model, p Params) float64

	// Splits reports whether counts of parts add up to the count of all sources (see [Part]). Nil means no.
	Splits func(guess *model.Model) bool

	Triangular bool // later sources take longer, because only the later node of each pair is a source
}

// A Measurement returns the distance of guess from truth.
type Measurement func(ctx context.Context, truth, guess *model.Model, p Params) (distance.Result, error)
