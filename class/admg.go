package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
)

// A graph of arrows and bidirected edges is an ADMG unless arrows run in a circle.
func checkADMG(ctx context.Context, g *graph.Graph) (*graph.Graph, *Error) { return checkDAG(ctx, g) }
