package equiv

import "github.com/sepdist/sepdist/graph"

// Inseparable returns the first pair of nodes of g that are not adjacent though no set
// separates them, and whether there is one; a graph without such a pair is maximal. The
// nodes from observed on are latent and in no set. g is as in [Project].
func Inseparable(g *graph.Graph, observed int) (x, y graph.Node, found bool) {
	d := newInducer(g, graph.Full(g.N()).Minus(graph.Full(observed)), nil)
	for x := range graph.Node(observed) {
		if partners := d.partners(x); len(partners) > 0 {
			return x, partners[0], true
		}
	}
	return 0, 0, false
}
