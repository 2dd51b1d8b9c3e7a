package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/kind"
)

// A MAG is ancestral and maximal (Richardson and Spirtes, Ancestral graph Markov
// models, Ann. Statist. 30:962–1030).
func checkMAG(ctx context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	bad := ancestral(ctx, g)
	if bad == nil {
		bad = maximal(ctx, g)
	}
	if bad == nil {
		return g, nil
	}
	switch {
	case bad.Err == ErrArrowheadAtUndirected:
		bad.advice = advice.Textf("an undirected edge of a MAG represents selection, and no edge may point to its ends")
	case kind.EdgesOf(g)&undirected != 0:
	case bad.Err == ErrCycle:
		bad.advice = advice.Textf(cyclicMay)
	default:
		bad.advice = advice.Textf("a graph of class admg may have it")
	}
	return nil, bad
}

// ancestral returns the reason why g is not ancestral: a directed cycle, an almost directed cycle, or a node
// with an undirected edge and an arrowhead. A bow a --> b, a <-> b is an almost directed cycle.
func ancestral(ctx context.Context, g *graph.Graph) *Error {
	order, cycle := g.Order()
	if cycle != nil {
		return directedCycle(g, cycle)
	}
	if path := almostDirected(ctx, g, order); path != nil {
		a, b := path[0], path[len(path)-1]
		return fault(g, ErrAlmostDirectedCycle, path, "almost directed cycle "+trail(g, path, directed)+" with "+draw(g, graph.Bidirected(a, b)), "")
	}
	for v := range graph.Node(g.N()) {
		if len(g.UndirectedNeighbors(v)) == 0 || len(g.Parents(v))+len(g.Siblings(v)) == 0 {
			continue
		}
		u := g.UndirectedNeighbors(v)[0]
		for e := range g.EdgesAt(v) {
			if e.AtX == graph.Arrow {
				return fault(g, ErrArrowheadAtUndirected, []graph.Node{u, v, e.Y},
					g.Name(v)+" has an undirected edge ("+draw(g, graph.Undirected(u, v))+") and an arrowhead ("+draw(g, e.Flip())+")", "")
			}
		}
	}
	return nil
}

// maximal returns two nodes of an ancestral graph that no edge joins and no set separates as a fault.
func maximal(ctx context.Context, g *graph.Graph) *Error {
	for path := range equiv.InducingPaths(ctx, g) {
		x, y := path[len(path)-1], path[0]
		return fault(g, ErrInseparable, []graph.Node{x, y},
			"no set separates "+g.Name(x)+" and "+g.Name(y)+", and they are not adjacent", "")
	}
	return nil
}
