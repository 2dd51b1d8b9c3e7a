package sepdist

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

// FromSeries returns a time series as a graph that can be compared.
func FromSeries(name string, kind class.Kind, s *graph.Series) *Graph {
	return &Graph{Graph: format.FromSeries(s).Graph, Series: s, Name: name, Class: kind}
}

// Project returns the ADMG over the moments of the last slices of a time series, up to t, with the
// separations of the infinite graph. Variables that are named latent, and all that comes before
// the slices, are hidden.
func Project(ctx context.Context, g *Graph, slices int, latent ...string) (*Graph, error) {
	m, err := measured(ctx, g, latent)
	if err != nil {
		return nil, err
	}
	window, _, err := m.Window(series.Window{First: slices - 1})
	if err != nil {
		return nil, advice.Errorf("%s: %w", g.Name, err)
	}
	return &Graph{Graph: window.Drawn(), Name: g.Name, Class: window.Kind()}, nil
}

// measured returns a time series with the named variables hidden.
func measured(ctx context.Context, g *Graph, latent []string) (*model.Model, error) {
	m, err := check(ctx, g)
	if err != nil {
		return nil, err
	}
	if g.Series == nil {
		return nil, fmt.Errorf("%s: the graph is not a time series: expected lags, as in X(t-1) --> Y(t), at every edge", g.Name)
	}
	var hidden graph.Set
	for _, name := range latent {
		v, ok := g.Series.Names().Node(name)
		if !ok {
			return nil, fmt.Errorf("%s: no variable is named %q", g.Name, name)
		}
		hidden.Add(v)
	}
	if m, err = m.Project(ctx, hidden, nil); err != nil {
		return nil, advice.Errorf("%s: %w", g.Name, err)
	}
	return m.Model(), nil
}
