package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// Any graph of arrows and bidirected edges may be read by sigma-separation.
func checkCyclic(_ context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	return equiv.Acyclify(g), nil
}

// Every ADMG is a cyclic graph, without cycles.
func toCyclic(ctx context.Context, m *Model) (drawn, walk *graph.Graph) { return toADMG(ctx, m) }
