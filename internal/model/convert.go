package model

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
)

// A conversion makes graphs of one class from graphs of other classes with the same separations.
type conversion struct {
	sources graph.Kinds

	// convert returns the converted graph and a graph with its separations to walk. Both are nil if ctx is done first.
	convert func(ctx context.Context, m *Model) (drawn, walk *graph.Graph)
}

var conversions = [...]conversion{
	graph.DAG:    {kind.Sufficient, toDAG},
	graph.CPDAG:  {kind.Sufficient, toCPDAG},
	graph.MPDAG:  {kind.Sufficient, toMPDAG},
	graph.MAG:    {kind.Any, toMAG},
	graph.ADMG:   {kind.Any, toADMG},
	graph.PAG:    {kind.Any, toPAG},
	graph.Cyclic: {kind.Any, toADMG}, // every ADMG is a cyclic graph without cycles
}

// As returns a graph of class k with the separations of m: the CPDAG or PAG of its equivalence class, a DAG or MAG of it,
// or the acyclification of a cyclic graph. It fails if graphs of m's class have none in general, or if ctx is done first.
func (m *Model) As(ctx context.Context, k graph.Kind) (*Model, error) {
	if k == m.kind {
		return m, nil
	}
	if m.series != nil || k.IsSeries() {
		return m.asSeries(k)
	}
	row := &conversions[k]
	if !row.sources.Has(m.kind) {
		return nil, fmt.Errorf("%s cannot be converted to %s: that needs a graph of class %v", m.kind.Title(), k.Title(), row.sources)
	}
	drawn, walk := row.convert(ctx, m)
	if drawn == nil {
		return nil, context.Cause(ctx)
	}
	if kind.EdgesOf(drawn)&^kind.Allowed(k) != 0 {
		return nil, fmt.Errorf("%s with undirected edges cannot be converted to %s", m.kind.Title(), k.Title())
	}
	return New(k, drawn, walk), nil
}

// toDAG returns the graph to walk, which is a DAG of the equivalence class.
func toDAG(_ context.Context, m *Model) (drawn, walk *graph.Graph) { return m.walk, m.walk }

// toCPDAG returns the CPDAG. All members of an MPDAG are equivalent, so it has one as well.
func toCPDAG(_ context.Context, m *Model) (drawn, walk *graph.Graph) { return m.Equivalence(), m.walk }

// toMPDAG returns the graph itself: every DAG and every CPDAG is an MPDAG.
func toMPDAG(_ context.Context, m *Model) (drawn, walk *graph.Graph) { return m.drawn, m.walk }

func toMAG(ctx context.Context, m *Model) (drawn, walk *graph.Graph) {
	mag := m.mag(ctx)
	return mag, mag
}

// toADMG returns the acyclification of a cyclic graph, and otherwise the graph to walk, which has no latent nodes.
func toADMG(_ context.Context, m *Model) (drawn, walk *graph.Graph) {
	if m.kind != graph.Cyclic {
		return m.walk, m.walk
	}
	g := equiv.AcyclifyPairs(m.drawn)
	return g, g
}

// toPAG returns the PAG. A DAG has one as well, since it is a MAG.
func toPAG(ctx context.Context, m *Model) (drawn, walk *graph.Graph) {
	mag := m.mag(ctx)
	switch {
	case mag == nil:
		return nil, nil
	case kind.Sufficient.Has(m.kind):
		return equiv.PAG(ctx, mag), mag
	}
	return m.EquivalenceContext(ctx), mag
}

// mag returns a MAG with the separations of m, or nil if ctx is done first. The graph to walk is one, unless graphs of the
// class may not be maximal or ancestral.
func (m *Model) mag(ctx context.Context) *graph.Graph {
	if m.Maximal() {
		return m.walk
	}
	return equiv.Project(ctx, m.projected(), nil, nil)
}

// Project returns the MAG over the nodes of m that are neither latent nor selected, or the PAG of these MAGs: see
// class.Member.Project.
func (m *Model) Project(ctx context.Context, latent, selected graph.Set) (*Model, error) {
	if latent.Empty() && selected.Empty() {
		return m, nil
	}
	if m.series != nil {
		return &Model{kind: graph.TSADMG, series: m.series.Hide(latent)}, nil
	}
	mag := equiv.Project(ctx, m.projected(), latent, selected)
	if mag == nil {
		return nil, context.Cause(ctx)
	}
	if !m.kind.RepresentsClass() {
		return New(graph.MAG, mag, mag), nil
	}
	pag := equiv.PAG(ctx, mag)
	if pag == nil {
		return nil, context.Cause(ctx)
	}
	return New(graph.PAG, pag, mag), nil
}

// LatentProjection returns the ADMG over the nodes of m that are not latent: see class.Member.LatentProjection.
func (m *Model) LatentProjection(latent graph.Set) *Model {
	g := equiv.LatentProjection(m.walk, latent)
	return New(graph.ADMG, g, g)
}

// projected returns the graph from which MAGs are made: the walkable graph, but a cyclic graph as drawn, in which a node is
// an ancestor of everything that its cycles lead to.
func (m *Model) projected() *graph.Graph {
	if m.kind == graph.Cyclic {
		return m.drawn
	}
	return m.walk
}
