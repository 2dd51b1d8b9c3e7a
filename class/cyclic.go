package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
)

// Sigma-separation is defined for every graph of directed and bidirected edges.
func checkCyclic(_ context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	return equiv.Acyclify(g), nil
}
