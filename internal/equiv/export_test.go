package equiv

import (
	"context"

	"github.com/sepdist/sepdist/graph"
)

// InseparableInPieces returns the pairs x < y that are not adjacent though no set separates them,
// found with as few columns at a time as there can be.
func InseparableInPieces(g *graph.Graph) [][2]graph.Node {
	return newInseparable(context.Background(), g, 1).Pairs()
}

// MeekInFull is Meek without a look at whether there is anything to do.
func MeekInFull(g *graph.Graph) *graph.Graph { return meek(g) }

// ExtendInFull is Extend for a graph of any size.
func ExtendInFull(g *graph.Graph) (*graph.Graph, bool) { return extend(g) }

// PAGInFull is PAG for a graph of any size.
func PAGInFull(ctx context.Context, mag *graph.Graph) *graph.Graph { return pag(ctx, mag) }
