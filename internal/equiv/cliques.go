package equiv

import (
	"cmp"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A forest holds the maximal cliques of the undirected edges of a graph, which are chordal. In
// each component they are the nodes of a tree: cliques that share nodes are joined
// along a path of cliques that have these nodes too. Clique i > parent[i] and its
// parent share the separator of i; the edge of the tree between them is called i.
//
// See Blair and Peyton, An introduction to chordal graphs and clique trees (in Graph
// Theory and Sparse Matrix Computation, Springer 1993, 1–29).
type forest struct {
	order  []graph.Node // the nodes clique by clique
	fresh  []int32      // clique i adds order[fresh[i]:fresh[i+1]]
	parent []int32      // none for the first clique of a tree
	shared []graph.Node // separators
	at     []int32      // the separator of clique i is shared[at[i]:at[i+1]]
	edges  []int32      // of the tree by clique, the larger separators first
	first  []int32      // the edges at clique i are edges[first[i]:first[i+1]]
}

// newForest finds the cliques by a search without a fault. A node with fewer earlier
// neighbours than the current clique has nodes starts the next clique.
func newForest(s *search) *forest {
	f := &forest{order: s.order}
	clique := make([]int32, s.g.N()) // in which the node is fresh
	last := int32(none)
	size := int32(0)
	for i, v := range s.order {
		if s.weight[v] < size || size == 0 {
			last++
			f.fresh = append(f.fresh, int32(i))
			f.at = append(f.at, int32(len(f.shared)))
			up := int32(none)
			if q := s.last(v); q != none {
				up = clique[q]
			}
			f.parent = append(f.parent, up)
			f.shared = s.earlier(v, f.shared)
			size = s.weight[v]
		}
		clique[v] = last
		size++
	}
	f.fresh = append(f.fresh, int32(len(s.order)))
	f.at = append(f.at, int32(len(f.shared)))
	f.join()
	return f
}

// join lists the edges of the trees by clique.
func (f *forest) join() {
	bySize := f.falling()
	f.first = make([]int32, f.len()+1)
	for _, e := range bySize {
		f.first[e+1]++
		f.first[f.parent[e]+1]++
	}
	for i := range f.len() {
		f.first[i+1] += f.first[i]
	}
	next := slices.Clone(f.first)
	f.edges = make([]int32, 2*len(bySize))
	for _, e := range bySize {
		for _, c := range [...]int32{e, f.parent[e]} {
			f.edges[next[c]] = e
			next[c]++
		}
	}
}

// falling returns all edges, the larger separators first.
func (f *forest) falling() []int32 {
	var edges []int32
	for i, up := range f.parent {
		if up != none {
			edges = append(edges, int32(i))
		}
	}
	slices.SortStableFunc(edges, func(d, e int32) int { return cmp.Compare(len(f.separator(e)), len(f.separator(d))) })
	return edges
}

// len returns the number of cliques.
func (f *forest) len() int { return len(f.parent) }

// size returns the number of nodes of a clique.
func (f *forest) size(c int32) int { return len(f.freshOf(c)) + len(f.separator(c)) }

func (f *forest) freshOf(c int32) []graph.Node { return f.order[f.fresh[c]:f.fresh[c+1]] }

// separator returns the nodes that the two cliques at an edge share, in ascending order.
func (f *forest) separator(e int32) []graph.Node { return f.shared[f.at[e]:f.at[e+1]] }

func (f *forest) edgesAt(c int32) []int32 { return f.edges[f.first[c]:f.first[c+1]] }

// across returns the clique at the other end of an edge.
func (f *forest) across(e, c int32) int32 {
	if c == e {
		return f.parent[e]
	}
	return e
}

// within reports whether separator d is part of separator e.
func (f *forest) within(d, e int32) bool { return subset(f.separator(d), f.separator(e)) }
