package equiv

import (
	"context"
	"iter"

	"github.com/sepdist/sepdist/graph"
)

// Inseparable yields the pairs x < y of nodes of g that are not adjacent though no set separates
// them; a graph without such a pair is maximal. The nodes from observed on are latent and in no
// set. g is as in [Project]. It stops where ctx is done.
func Inseparable(ctx context.Context, g *graph.Graph, observed int) iter.Seq2[graph.Node, graph.Node] {
	return func(yield func(x, y graph.Node) bool) {
		d := newInducer(g, graph.Full(g.N()).Minus(graph.Full(observed)), nil)
		for x := range graph.Node(observed) {
			if ctx.Err() != nil {
				return
			}
			for _, y := range d.partners(x) {
				if !yield(x, y) {
					return
				}
			}
		}
	}
}
