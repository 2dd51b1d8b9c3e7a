package graphtest

import (
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Shrink removes nodes and edges from two graphs on the same nodes for which fails is true, one at
// a time, while it stays true, and returns the rest. fails must be false for graphs outside of its
// class; a call that panics counts as true.
func Shrink(truth, guess *graph.Graph, fails func(truth, guess *graph.Graph) bool) (*graph.Graph, *graph.Graph) {
	still := func(t, g *graph.Graph) (failed bool) {
		defer func() {
			if recover() != nil {
				failed = true
			}
		}()
		return fails(t, g)
	}
	for {
		smaller := false
		for t, g := range lesser(truth, guess) {
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
	list := ""
	for _, name := range g.Names().List() {
		list += name + " "
	}
	return fmt.Sprintf("%.*s: %v", max(len(list)-1, 0), list, g)
}

// lesser yields the pairs of graphs with one node less, then those with one edge less.
func lesser(truth, guess *graph.Graph) func(yield func(t, g *graph.Graph) bool) {
	return func(yield func(t, g *graph.Graph) bool) {
		for v := range graph.Node(truth.N()) {
			var rest []graph.Node
			for u := range graph.Node(truth.N()) {
				if u != v {
					rest = append(rest, u)
				}
			}
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

func without(g *graph.Graph, edge int) *graph.Graph {
	return g.With(slices.Delete(g.EdgeList(), edge, edge+1))
}
