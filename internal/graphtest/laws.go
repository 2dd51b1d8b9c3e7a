package graphtest

import (
	"math/rand/v2"

	"github.com/sepdist/sepdist/graph"
)

// Permute returns g with its nodes in a random order: the same graph, by name.
func Permute(rng *rand.Rand, g *graph.Graph) *graph.Graph { return g.Induced(order(rng, g.N())) }

// Rename returns g with other names for its nodes, in the same order: the name of each
// node after prefix.
func Rename(g *graph.Graph, prefix string) *graph.Graph {
	list := make([]string, g.N())
	for v, name := range g.Names().List() {
		list[v] = prefix + name
	}
	renamed, err := graph.New(list, g.EdgeList(), g.Triples()...)
	if err != nil {
		panic(err)
	}
	return renamed
}
