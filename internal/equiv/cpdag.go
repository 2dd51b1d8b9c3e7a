package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// CPDAG returns the CPDAG of the equivalence class of a DAG: directed edges that all
// members share remain, all others become undirected. O(n + m log d).
//
// Compelled edges are found in the order of Chickering, A transformational
// characterization of equivalent Bayesian network structures (UAI 1995, 87–98):
// node by node in topological order, latest parent first. There the directed edges into y
// are decided by the latest parent x alone. If some w --> x is compelled and w is
// not a parent of y, or y has another parent that is not adjacent to x, every directed edge
// into y is compelled; otherwise only those from nodes with a compelled edge into x.
func CPDAG(dag *graph.Graph) *graph.Graph {
	order, _ := dag.Order()
	scratch := make([]int32, 2*dag.N())
	place, like := scratch[:dag.N()], scratch[dag.N():]
	for i, v := range order {
		place[v] = int32(i)
	}
	// The compelled parents of y are all parents of some node, like[y]: y itself, or an
	// earlier node with the same compelled parents.
	const none = -1
	compelled := func(y graph.Node) []graph.Node {
		if like[y] == none {
			return nil
		}
		return dag.Parents(graph.Node(like[y]))
	}
	edges := make([]graph.Edge, 0, dag.M())
	for _, y := range order {
		parents := dag.Parents(y)
		if len(parents) == 0 {
			like[y] = none
			continue
		}
		x := latest(parents, place)
		like[y] = like[x]
		if !subset(compelled(x), parents) || !subset(parents, dag.Parents(x), x) {
			like[y] = int32(y)
		}
		directed := compelled(y)
		for _, p := range parents {
			if len(directed) > 0 && directed[0] == p {
				directed = directed[1:]
				edges = append(edges, graph.Directed(p, y))
			} else {
				edges = append(edges, graph.Undirected(p, y))
			}
		}
	}
	return dag.With(edges)
}

// latest returns the node that has the last place.
func latest(nodes []graph.Node, place []int32) graph.Node {
	last := nodes[0]
	for _, v := range nodes[1:] {
		if place[v] > place[last] {
			last = v
		}
	}
	return last
}

// subset reports whether every node of s, except for the spare one, is in t. Both are
// ascending. O(|s| log |t|).
func subset(s, t []graph.Node, spare ...graph.Node) bool {
	if len(s) > len(t)+len(spare) {
		return false
	}
	for _, v := range s {
		i, found := slices.BinarySearch(t, v)
		if !found && !slices.Contains(spare, v) {
			return false
		}
		t = t[i:]
	}
	return true
}
