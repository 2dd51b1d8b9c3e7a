package equiv

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Equivalent reports whether g and h have the same separations among their first
// observed nodes, which are the same nodes in both; the nodes after them are latent. g
// and h are as in [Project].
//
// It compares the MAGs of both. Two MAGs are equivalent if and only if they have the same PAG, and
// for that it is enough that they have the same adjacencies and get the same marks by
// R1 to R4, since the later rules do not look at the MAG. It returns false if ctx is done first.
//
// Counts of statements use it. The line about Markov equivalence of a comparison, which names a witness, does not: see
// markovEquivalent in the root package.
func Equivalent(ctx context.Context, g, h *graph.Graph, observed int) bool {
	g, h = observe(ctx, g, observed), observe(ctx, h, observed)
	if g == nil || h == nil {
		return false
	}
	m, n := blank(ctx, g), blank(ctx, h)
	if !slices.Equal(m.first, n.first) || !slices.Equal(m.to, n.to) {
		return false
	}
	m.arrowheads()
	n.arrowheads()
	return !m.stopped() && slices.Equal(m.mark, n.mark)
}

// observe returns the MAG of g on its first nodes, observed in number, as [Project] does.
func observe(ctx context.Context, g *graph.Graph, observed int) *graph.Graph {
	return Project(ctx, g, graph.AllNodes(g.N()).Minus(graph.AllNodes(observed)), nil)
}
