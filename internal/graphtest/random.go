package graphtest

import (
	"context"
	"math/rand/v2"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/naive"
)

// Rand returns the generator of a seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// names are a, b, c, ... for up to 26 nodes, otherwise v0, v1, ...
func names(n int) *graph.Names {
	if n > 26 {
		return graph.NumberedNames("v", 0, n)
	}
	return letters('a', n)
}

// letters returns names of one letter.
func letters(first rune, n int) *graph.Names {
	list := make([]string, n)
	for i := range list {
		list[i] = string(first + rune(i))
	}
	names, err := graph.NewNames(list)
	if err != nil {
		panic(err)
	}
	return names
}

// order returns the nodes in a random order.
func order(rng *rand.Rand, n int) []graph.Node {
	nodes := make([]graph.Node, n)
	for i, v := range rng.Perm(n) {
		nodes[i] = graph.Node(v)
	}
	return nodes
}

// DAG returns a DAG of n nodes in a random order, with each directed edge with probability p.
func DAG(rng *rand.Rand, n int, p float64) *graph.Graph { return mixture(rng, n, p, 0) }

// mixture returns an ADMG without bows: pairs of nodes in a random order are adjacent
// with probability p, and then bidirected with probability q.
func mixture(rng *rand.Rand, n int, p, q float64) *graph.Graph {
	nodes := order(rng, n)
	var edges []graph.Edge
	for j, y := range nodes {
		for _, x := range nodes[:j] {
			switch {
			case rng.Float64() >= p:
			case rng.Float64() < q:
				edges = append(edges, graph.Bidirected(x, y))
			default:
				edges = append(edges, graph.Directed(x, y))
			}
		}
	}
	return graph.MustNew(names(n), edges)
}

// ADMG returns an ADMG of n nodes in a random order, with each directed edge with probability p and
// each bidirected edge with probability p/2, so that there are bows.
func ADMG(rng *rand.Rand, n int, p float64) *graph.Graph {
	g := DAG(rng, n, p)
	edges := g.EdgeList()
	for y := range graph.Node(n) {
		for x := range y {
			if rng.Float64() < p/2 {
				edges = append(edges, graph.Bidirected(x, y))
			}
		}
	}
	return g.With(edges)
}

// Cyclic returns a directed mixed graph of n nodes, with each directed edge, in either direction,
// with probability p/2 and each bidirected edge with probability p/4.
func Cyclic(rng *rand.Rand, n int, p float64) *graph.Graph {
	var edges []graph.Edge
	for y := range graph.Node(n) {
		for x := range y {
			if rng.Float64() < p/2 {
				edges = append(edges, graph.Directed(x, y))
			}
			if rng.Float64() < p/2 {
				edges = append(edges, graph.Directed(y, x))
			}
			if rng.Float64() < p/4 {
				edges = append(edges, graph.Bidirected(x, y))
			}
		}
	}
	return graph.MustNew(names(n), edges)
}

// MAG returns a MAG of n nodes without undirected edges.
func MAG(rng *rand.Rand, n int, p float64) *graph.Graph { return mag(rng, n, p, 0, false) }

// MAGWithLines returns a MAG of n nodes in which two or more nodes have undirected edges among them
// with probability p. Half of those with at least four such nodes have a chordless cycle of
// undirected edges, without which a PAG has no undirected edge.
func MAGWithLines(rng *rand.Rand, n int, p float64) *graph.Graph {
	top := min(n, 2+rng.IntN(max(n-1, 1)))
	return mag(rng, n, p, top, top >= 4 && rng.IntN(2) == 0)
}

// mag returns a MAG in which the first nodes of a random order, top in number, have
// undirected edges among them: an edge that is drawn with probability p is an undirected edge there, else
// bidirected with probability 0.4 unless one end is an ancestor of the other; pairs
// that no set separates are then joined. (Every ancestral graph becomes maximal by
// bidirected edges: Richardson and Spirtes, Ancestral graph Markov models, theorem
// 5.1.) The first four nodes may be a ring of undirected edges.
func mag(rng *rand.Rand, n int, p float64, top int, ring bool) *graph.Graph {
	nodes := order(rng, n)
	none := graph.MustNew(names(n), nil)
	var edges, apart []graph.Edge
	for j, y := range nodes {
		for i, x := range nodes[:j] {
			drawn := rng.Float64() < p
			if ring && j < 4 {
				drawn = (j-i)%2 == 1
			}
			switch {
			case !drawn:
			case j < top:
				edges = append(edges, graph.Undirected(x, y))
			case i >= top && rng.Float64() < 0.4:
				apart = append(apart, graph.Bidirected(x, y))
			default:
				edges = append(edges, graph.Directed(x, y))
			}
		}
	}
	g := none.With(edges)
	for _, e := range apart {
		if g.Ancestors(graph.SetOf(e.Y)).Has(e.X) || g.Ancestors(graph.SetOf(e.X)).Has(e.Y) {
			continue
		}
		edges = append(edges, e)
	}
	return maximal(none.With(edges))
}

// maximal joins the pairs of an ancestral graph that no set separates. The nodes
// anterior to a pair separate it if anything does.
func maximal(g *graph.Graph) *graph.Graph {
	edges := g.EdgeList()
	for y := range graph.Node(g.N()) {
		for x := range y {
			if !g.Adjacent(x, y) && !naive.Separated(g, x, y, g.Anterior(graph.SetOf(x, y)).Without(x, y)) {
				edges = append(edges, graph.Bidirected(x, y))
			}
		}
	}
	return g.With(edges)
}

// CPDAG returns the CPDAG of a [DAG].
func CPDAG(rng *rand.Rand, n int, p float64) *graph.Graph { return equiv.CPDAG(DAG(rng, n, p)) }

// MPDAG returns the CPDAG of a [DAG] in which each undirected edge is oriented as in the DAG with
// probability 0.3, closed under Meek's rules.
func MPDAG(rng *rand.Rand, n int, p float64) *graph.Graph {
	dag := DAG(rng, n, p)
	edges := equiv.CPDAG(dag).EdgeList()
	for i, e := range edges {
		if e.Undirected() && rng.Float64() < 0.3 {
			edges[i], _ = dag.Edge(e.X, e.Y)
		}
	}
	return equiv.Meek(dag.With(edges))
}

// PAG returns the PAG of a [MAG].
func PAG(rng *rand.Rand, n int, p float64) *graph.Graph {
	return equiv.PAG(context.Background(), MAG(rng, n, p))
}

// PAGWithLines returns the PAG of a [MAGWithLines].
func PAGWithLines(rng *rand.Rand, n int, p float64) *graph.Graph {
	return equiv.PAG(context.Background(), MAGWithLines(rng, n, p))
}

// A Class is a class of graphs with its random members.
type Class struct {
	Name   string // as the command line has it
	Lines  bool   // with undirected edges for selection
	Random func(rng *rand.Rand, n int, p float64) *graph.Graph
}

// Classes lists every class.
var Classes = []Class{
	{Name: "dag", Random: DAG},
	{Name: "cpdag", Random: CPDAG},
	{Name: "mpdag", Random: MPDAG},
	{Name: "mag", Random: MAG},
	{Name: "mag", Lines: true, Random: MAGWithLines},
	{Name: "pag", Random: PAG},
	{Name: "pag", Lines: true, Random: PAGWithLines},
	{Name: "admg", Random: ADMG},
	{Name: "cyclic", Random: Cyclic},
}

// Subset returns a random set of nodes of g without the given ones. All nodes have the same
// probability, which is itself random, so that small and large sets are equally likely.
func Subset(rng *rand.Rand, g *graph.Graph, without ...graph.Node) graph.Set {
	p := rng.Float64()
	s := graph.NewSet(g.N())
	for v := range graph.Node(g.N()) {
		if rng.Float64() < p {
			s.Add(v)
		}
	}
	return s.Without(without...)
}

// Pair returns two different nodes of g, which must have two.
func Pair(rng *rand.Rand, g *graph.Graph) (x, y graph.Node) {
	i, j := rng.IntN(g.N()), rng.IntN(g.N()-1)
	if j >= i {
		j++
	}
	return graph.Node(i), graph.Node(j)
}
