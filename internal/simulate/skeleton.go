package simulate

import (
	"cmp"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A skeleton is a random order of nodes and random pairs of them.
type skeleton struct {
	stream
	names *graph.Names
	order []graph.Node
	place []int32      // of each node in the order
	pairs []graph.Edge // from the earlier node to the later one, without marks
}

// draw draws a skeleton.
func draw(o Options, s stream) *skeleton {
	n := o.all()
	k := &skeleton{stream: s, names: o.names(), order: randomOrder(n, s), place: make([]int32, n)}
	for i, v := range k.order {
		k.place[v] = int32(i)
	}
	if o.Probability > 0 {
		k.byProbability(o.Probability)
	} else {
		k.byNumber(uint64(o.Edges))
	}
	return k
}

// names returns the names of all nodes.
func (o Options) names() *graph.Names { return graph.NumberedNames(cmp.Or(o.Prefix, "X"), 1, o.all()) }

// randomOrder returns n nodes in a random order.
func randomOrder(n int, s stream) []graph.Node {
	order := make([]graph.Node, n)
	for i := range order {
		order[i] = graph.Node(i)
	}
	shuffle(s, order)
	return order
}

func (k *skeleton) byNumber(edges uint64) {
	k.pairs = make([]graph.Edge, 0, edges)
	numbers := newLottery(k.stream, pairsOf(len(k.order)), edges)
	for range edges {
		number, _ := numbers.draw()
		k.add(number)
	}
}

func (k *skeleton) byProbability(p float64) {
	all, kept := pairsOf(len(k.order)), newSieve(k.stream, p)
	for number := kept.skip(); number < all; number += 1 + kept.skip() {
		k.add(number)
	}
}

func (k *skeleton) add(number uint64) {
	i, j := pair(number)
	k.pairs = append(k.pairs, graph.Edge{X: k.order[i], Y: k.order[j]})
}

// pairsOf returns the number of pairs of n nodes.
func pairsOf(n int) uint64 { return uint64(n) * uint64(max(n-1, 0)) / 2 }

// pair returns the pair i < j with the given number: those with lower j come first,
// then those with lower i. For [MaxNodes] nodes 8·number is below 2^53, so the root is exact
// if it is an integer, and far enough from an integer otherwise.
func pair(number uint64) (i, j uint64) {
	j = uint64((1 + math.Sqrt(float64(1+8*number))) / 2)
	return number - j*(j-1)/2, j
}

// edges returns the pairs as edges along the order: bidirected with the given probability,
// otherwise directed, and then with a second, bidirected edge with probability bows.
func (k *skeleton) edges(bidirected, bows float64) []graph.Edge {
	edges := make([]graph.Edge, 0, len(k.pairs))
	for _, e := range k.pairs {
		if bidirected > 0 && k.chance(bidirected) {
			edges = append(edges, graph.Bidirected(e.X, e.Y))
			continue
		}
		edges = append(edges, graph.Directed(e.X, e.Y))
		if bows > 0 && k.chance(bows) {
			edges = append(edges, graph.Bidirected(e.X, e.Y))
		}
	}
	return slices.Clip(edges)
}
