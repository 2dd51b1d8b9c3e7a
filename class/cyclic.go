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
