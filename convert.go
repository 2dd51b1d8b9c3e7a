package sepdist

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/series"
)

// Convert returns a graph of another class with the same separations: the equivalence class of a
// graph as a CPDAG or PAG, a DAG or MAG that is a member of it, an ADMG for a cyclic graph.
func (g *Graph) Convert(ctx context.Context, kind class.Kind) (*Graph, error) {
	m, err := g.member(ctx)
	if err != nil {
		return nil, err
	}
	converted, err := m.As(ctx, kind)
	if err != nil {
		return nil, advice.Errorf("%s: %w", g.Name, err)
	}
	if s := converted.Series(); s != nil {
		return fromSeries(s, g.Name, kind), nil
	}
	return &Graph{Graph: converted.Graph(), Name: g.Name, Class: kind}, nil
}

// Members yields the graphs that a graph represents, one by one: the DAGs of the equivalence class
// of a DAG or CPDAG, the DAGs of an MPDAG, the MAGs without undirected edges of the class of a MAG
// or PAG. It also returns their number, or nil if that is not known. The list of MAGs ends early if ctx is done.
func (g *Graph) Members(ctx context.Context) (iter.Seq[*graph.Graph], *big.Int, error) {
	m, err := g.member(ctx)
	if err != nil {
		return nil, nil, err
	}
	members, err := m.Members(ctx)
	if err != nil {
		return nil, nil, advice.Errorf("%s: %w", g.Name, err)
	}
	return members, m.Model().Size(), nil
}

// Project returns the ADMG over the moments of the last slices of a time series, up to t, with the
// separations of the infinite graph. The latent variables, and all moments before the slices, are hidden.
func (g *Graph) Project(ctx context.Context, slices int, latent ...string) (*Graph, error) {
	m, err := g.member(ctx)
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
	window, _, err := m.Model().Window(series.Window{First: slices - 1})
	if err != nil {
		return nil, advice.Errorf("%s: %w", g.Name, err)
	}
	return &Graph{Graph: window.Drawn(), Name: g.Name, Class: window.Kind()}, nil
}

// member checks the graph against its class. Errors name the graph.
func (g *Graph) member(ctx context.Context) (class.Member, error) {
	m, err := g.Check(ctx)
	if err != nil {
		return m, advice.Errorf("%s: %w", g.Name, err)
	}
	return m, nil
}
