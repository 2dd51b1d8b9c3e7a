package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// A graph of arrows and bidirected edges is an ADMG unless arrows run in a circle.
func checkADMG(ctx context.Context, g *graph.Graph) (*graph.Graph, *Error) { return checkDAG(ctx, g) }

// A graph to walk without latent nodes is an ADMG if it has no lines; a cyclic graph
// becomes its acyclification.
func toADMG(_ context.Context, m *Model) (drawn, walk *graph.Graph) {
	if m.kind != Cyclic {
		return m.walk, m.walk
	}
	g := equiv.AcyclifyPairs(m.drawn)
	return g, g
}
