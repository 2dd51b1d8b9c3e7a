package graphtest

import (
	"iter"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// Shrink removes nodes and edges from two graphs on the same nodes for which fails is true, one at
// a time, while it stays true, and returns the rest. fails must be false for graphs outside of its
// class; a call that panics counts as true.
func Shrink(truth, guess *graph.Graph, fails func(truth, guess *graph.Graph) bool) (*graph.Graph, *graph.Graph) {
	return shrink(truth, guess, fails, func(g *graph.Graph, edge int) *graph.Graph {
		return g.With(slices.Delete(g.EdgeList(), edge, edge+1))
	})
}

// A shrinkable is a graph or a time series.
type shrinkable[G any] interface {
	N() int
	M() int
	Induced(nodes []graph.Node) G
}

// shrink is [Shrink]. The function without removes an edge.
func shrink[G shrinkable[G]](truth, guess G, fails func(truth, guess G) bool, without func(g G, edge int) G) (G, G) {
	still := func(t, g G) (failed bool) {
		defer func() {
			if recover() != nil {
				failed = true
			}
		}()
		return fails(t, g)
	}
	for {
		smaller := false
		for t, g := range lesser(truth, guess, without) {
			if still(t, g) {
				truth, guess, smaller = t, g, true
				break
			}
		}
		if !smaller {
			return truth, guess
		}
	}
}

// Draw draws g with its list of nodes first, so that [Arrows] keeps their order.
func Draw(g *graph.Graph) string {
	return strings.Join(g.Names().List(), " ") + ": " + g.String()
}

// lesser yields the pairs of graphs with one node less, then those with one edge less.
func lesser[G shrinkable[G]](truth, guess G, without func(g G, edge int) G) iter.Seq2[G, G] {
	return func(yield func(t, g G) bool) {
		for v := range graph.Node(truth.N()) {
			rest := graph.AllNodes(truth.N()).Without(v).Nodes()
			if !yield(truth.Induced(rest), guess.Induced(rest)) {
				return
			}
		}
		for i := range truth.M() {
			if !yield(without(truth, i), guess) {
				return
			}
		}
		for i := range guess.M() {
			if !yield(truth, without(guess, i)) {
				return
			}
		}
	}
}
