package equiv

import "github.com/sepdist/sepdist/graph"

// A kind is the relation of a node to a neighbour.
type kind int

const (
	parent kind = iota
	line
	child
	kinds
)

// A relation holds the edges of a graph of directed and undirected edges, while undirected edges become
// directed. Lists of nodes are appended to the first argument.
type relation interface {
	// is reports whether u is of kind k to v.
	is(u graph.Node, k kind, v graph.Node) bool
	// all lists the nodes that are of kind k to v.
	all(nodes []graph.Node, v graph.Node, k kind) []graph.Node
	// apart lists those that are not adjacent to x, and not x.
	apart(nodes []graph.Node, v graph.Node, k kind, x graph.Node) []graph.Node
	// common lists the nodes that are of kind j to u and of kind k to v.
	common(nodes []graph.Node, u graph.Node, j kind, v graph.Node, k kind) []graph.Node
	// turn makes v --> u of v --- u.
	turn(v, u graph.Node)
}

// newRelation returns rows of bits if they take about as much memory as the edges, as in all small graphs,
// else lists. (With lists only, Meek's rules take 40 to 800 times as long in cliques of 300 to 1000 nodes;
// rows would take n² bits in large graphs.)
func newRelation(g *graph.Graph) relation {
	if n := g.N(); n*((n+63)/64) <= 4*(n+g.M()) {
		return newRows(g)
	}
	return newEdgeSlots(g)
}
