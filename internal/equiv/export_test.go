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
