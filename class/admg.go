package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
)

// A graph of directed and bidirected edges is an ADMG unless it has a directed cycle.
func checkADMG(ctx context.Context, g *graph.Graph) (*graph.Graph, *Error) { return checkDAG(ctx, g) }
