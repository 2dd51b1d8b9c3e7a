package equiv

import "github.com/sepdist/sepdist/graph"

// A condensation is a graph with one node for each strongly connected component of another, in topological
// order. Without cycles it is the graph in another order.
type condensation struct {
	of       []graph.Node // the component of each node
	members  sublists
	children sublists // components, some of them twice
	siblings sublists // components, some of them twice
}

// condense returns the condensation of g, without undirected edges.
func condense(g *graph.Graph) *condensation {
	number, count := g.Components()
	of := make([]graph.Node, g.N())
	for v := range of {
		of[v] = graph.Node(count) - 1 - graph.Node(number[v])
	}
	c := &condensation{of: of}
	c.members = newSublists(count, func(add func(i, j graph.Node)) {
		for v, s := range of {
			add(s, graph.Node(v))
		}
	})
	across := func(next func(graph.Node) []graph.Node) sublists {
		return newSublists(count, func(add func(i, j graph.Node)) {
			for v, s := range of {
				for _, u := range next(graph.Node(v)) {
					if t := of[u]; t != s {
						add(s, t)
					}
				}
			}
		})
	}
	c.children, c.siblings = across(g.Children), across(g.Siblings)
	return c
}

// size returns the number of components.
func (c *condensation) size() int { return len(c.members.at) - 1 }

// sublists are consecutive lists of nodes.
type sublists struct {
	at []int
	to []graph.Node
}

// newSublists returns n lists. It calls each twice, which must add j to list i for every entry.
func newSublists(n int, each func(add func(i, j graph.Node))) sublists {
	l := sublists{at: make([]int, n+1)}
	each(func(i, _ graph.Node) { l.at[i+1]++ })
	for i := range n {
		l.at[i+1] += l.at[i]
	}
	l.to = make([]graph.Node, l.at[n])
	next := make([]int, n)
	copy(next, l.at)
	each(func(i, j graph.Node) {
		l.to[next[i]] = j
		next[i]++
	})
	return l
}

func (l *sublists) list(i graph.Node) []graph.Node { return l.to[l.at[i]:l.at[i+1]] }
