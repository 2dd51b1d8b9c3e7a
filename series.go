package sepdist

import (
	"context"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
)

// FromSeries returns a time series as a graph that can be compared.
func FromSeries(name string, kind class.Kind, s *graph.Series) *Graph {
	return (*Graph)(compare.FromSeries(name, kind, s))
}

// Project returns the ADMG over the moments of the last slices of a time series, up to t, with the
// separations of the infinite graph. Variables that are named latent, and all that comes before
// the slices, are hidden.
func Project(ctx context.Context, g *Graph, slices int, latent ...string) (*Graph, error) {
	p, err := compare.Project(ctx, (*compare.Graph)(g), slices, latent)
	return (*Graph)(p), err
}
