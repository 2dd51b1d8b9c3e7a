package class

import (
	"context"
	"fmt"
	"iter"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
)

// Members yields the graphs that m stands for, each once, in an order that depends on the graph
// alone: the DAGs of the equivalence class of a DAG or CPDAG, the DAGs that an MPDAG leaves, the
// MAGs without undirected edges of the class of a MAG or PAG. The time from one DAG to the next
// is polynomial, and so it is for MAGs, but all that were found are kept.
// The list of MAGs ends where ctx is done.
func (m *Model) Members(ctx context.Context) (iter.Seq[*graph.Graph], error) {
	if m.series != nil {
		return nil, fmt.Errorf("the members of %s are not listed", m.kind.Title())
	}
	switch m.kind {
	case DAG, CPDAG:
		return equiv.Members(m.Equivalence()), nil
	case MPDAG:
		return equiv.Extensions(m.drawn), nil
	case MAG, PAG:
		class := m.equivalence(ctx)
		if class == nil {
			return nil, context.Cause(ctx)
		}
		if (kind.EdgesOf(m.walk)|kind.EdgesOf(class))&lines != 0 {
			return nil, fmt.Errorf("%s with undirected edges represents selection: the MAGs of its class cannot be listed", m.kind.Title())
		}
		return equiv.MAGs(ctx, m.walk, func(g *graph.Graph) bool { return ancestral(ctx, g) == nil }), nil
	}
	return nil, fmt.Errorf("%s represents itself only: convert it to a MAG or PAG to list the MAGs of its class", m.kind.Title())
}
