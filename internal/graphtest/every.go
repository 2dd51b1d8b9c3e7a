package graphtest

import (
	"iter"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// Every yields each graph of n nodes, named a, b, ..., in which each pair x < y has the edges of
// one of the choices: "" for none, "-->", "--> <->" for a bow. There are len(choices)^(n(n-1)/2)
// graphs.
func Every(n int, choices ...string) iter.Seq[*graph.Graph] {
	kinds := make([][]graph.Edge, len(choices))
	for i, choice := range choices {
		kinds[i] = edges(choice)
	}
	var pairs [][2]graph.Node
	for y := range graph.Node(n) {
		for x := range y {
			pairs = append(pairs, [2]graph.Node{x, y})
		}
	}
	return func(yield func(*graph.Graph) bool) {
		ns := names(n)
		chosen := make([]int, len(pairs))
		for {
			var list []graph.Edge
			for i, p := range pairs {
				for _, e := range kinds[chosen[i]] {
					list = append(list, graph.Edge{X: p[0], Y: p[1], AtX: e.AtX, AtY: e.AtY})
				}
			}
			if !yield(graph.MustNew(ns, list)) {
				return
			}
			i := 0
			for ; i < len(chosen) && chosen[i] == len(kinds)-1; i++ {
				chosen[i] = 0
			}
			if i == len(chosen) {
				return
			}
			chosen[i]++
		}
	}
}

// edges returns the drawn edges.
func edges(arrows string) []graph.Edge {
	var list []graph.Edge
	for _, arrow := range strings.Fields(arrows) {
		e, err := edge(arrow)
		if err != nil {
			panic(err)
		}
		list = append(list, e)
	}
	return list
}
