package mec

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Equivalent reports whether g and h have the same separations among their first
// observed nodes, which are the same nodes in both; the nodes after them are latent. g
// and h are as in [Project].
//
// Each is made a MAG, and two MAGs are equivalent if and only if they have the same
// adjacencies and the same arrowheads in their PAGs.
func Equivalent(g, h *graph.Graph, observed int) bool {
	m, n := drawn(g, observed), drawn(h, observed)
	return slices.Equal(m.first, n.first) && slices.Equal(m.to, n.to) && slices.Equal(m.mark, n.mark)
}

// drawn returns the arrowheads of the equivalence class of g on its observed nodes.
func drawn(g *graph.Graph, observed int) *marking {
	return arrowheads(Project(g, graph.Full(g.N()).Minus(graph.Full(observed)), nil))
}
