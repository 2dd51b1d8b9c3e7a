package class

import (
	"context"
	"fmt"
	"iter"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
)

// As returns a member of class k with the separations of m: the CPDAG or PAG of its equivalence class, a DAG or MAG of it,
// or the acyclification of a cyclic graph. It fails if graphs of m's class have none in general, or if ctx is done first.
func (m Member) As(ctx context.Context, k Kind) (Member, error) {
	as, err := m.model.As(ctx, k)
	return Member{as}, err
}

// Project returns the MAG over the nodes of m that are neither latent nor selected. It has the separations of m if latent
// nodes are not measured and selected nodes are always conditioned on. A CPDAG, MPDAG or PAG, which represents several
// graphs, becomes the PAG of their MAGs. A cyclic graph keeps its ancestors; two nodes of one strongly connected component,
// each an ancestor of the other, are joined by <->. The two sets are disjoint; if both are empty, the result is m itself.
// A time series with latent variables is a time-series ADMG, without selection. Project fails if ctx is done first.
func (m Member) Project(ctx context.Context, latent, selected graph.Set) (Member, error) {
	p, err := m.model.Project(ctx, latent, selected)
	return Member{p}, err
}

// LatentProjection returns the ADMG over the nodes of a DAG or ADMG that are not latent. It has the separations of m, as
// the MAG of [Member.Project] does, and the same effects are identifiable. For graphs of other classes, and with selected
// nodes, it is [Member.Project].
func (m Member) LatentProjection(ctx context.Context, latent, selected graph.Set) (Member, error) {
	if !selected.Empty() || !kind.HasLatentProjection(m.Kind()) {
		return m.Project(ctx, latent, selected)
	}
	return Member{m.model.LatentProjection(latent)}, nil
}

// Members yields the graphs that m represents, each once, in an order that depends on the graph alone: the DAGs of the
// equivalence class of a DAG or CPDAG, the DAGs of an MPDAG, the MAGs without undirected edges of the class of a MAG or
// PAG. The time between two graphs is polynomial, but for MAGs all earlier ones are kept in memory. The list of MAGs ends
// if ctx is done.
func (m Member) Members(ctx context.Context) (iter.Seq[*graph.Graph], error) {
	if m.Kind().IsSeries() {
		return nil, fmt.Errorf("the members of %s are not listed", m.Kind().Title())
	}
	switch m.Kind() {
	case DAG, CPDAG:
		return equiv.Members(m.model.Equivalence()), nil
	case MPDAG:
		return equiv.Extensions(m.Graph()), nil
	case MAG, PAG:
		class, walk := m.model.EquivalenceContext(ctx), m.model.Walk()
		if class == nil {
			return nil, context.Cause(ctx)
		}
		if (kind.EdgesOf(walk)|kind.EdgesOf(class))&undirected != 0 {
			return nil, fmt.Errorf("%s with undirected edges represents selection: the MAGs of its class cannot be listed", m.Kind().Title())
		}
		return equiv.MAGs(ctx, walk, func(g *graph.Graph) bool { return ancestral(ctx, g) == nil }), nil
	}
	return nil, fmt.Errorf("%s represents itself only: convert it to a MAG or PAG to list the MAGs of its class", m.Kind().Title())
}
