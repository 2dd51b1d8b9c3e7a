package equiv

import "github.com/sepdist/sepdist/graph"

// An ancestry determines which nodes are anterior to which, and to the selected nodes.
type ancestry struct {
	g     *graph.Graph
	above graph.Set   // anterior to the selected nodes
	below []graph.Set // by node: the nodes it is anterior to, if kept
	room  int         // number of further sets to keep
}

func newAncestry(g *graph.Graph, selected graph.Set) *ancestry {
	n := g.N()
	return &ancestry{g: g, above: g.Anterior(selected), below: make([]graph.Set, n), room: rowBytes / (n/8 + 1)}
}

// rowBytes limits the memory of below: enough for all nodes of a graph of 16,000.
const rowBytes = 32 << 20

// posterior returns v and the nodes that it is anterior to.
func (a *ancestry) posterior(v graph.Node) graph.Set {
	if a.below[v] != nil {
		return a.below[v]
	}
	s := graph.NewSet(a.g.N())
	s.Add(v)
	todo := []graph.Node{v}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, list := range [][]graph.Node{a.g.Children(v), a.g.UndirectedNeighbors(v)} {
			for _, u := range list {
				if !s.Has(u) {
					s.Add(u)
					todo = append(todo, u)
				}
			}
		}
	}
	if a.room > 0 {
		a.room--
		a.below[v] = s
	}
	return s
}
