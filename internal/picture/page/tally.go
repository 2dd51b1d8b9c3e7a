package page

import (
	"cmp"
	"math"
	"slices"
)

// A Tally counts wrong claims by pair and by node.
type Tally struct {
	Names []string
	Nodes []int // wrong claims that each node is part of

	wrong [][]bool // by x, then y; nil for a graph that is too large
}

// mostPairs is the number of nodes up to which pairs are kept.
const mostPairs = 2000

// NewTally returns a tally for nodes of the given names.
func NewTally(names []string) *Tally {
	t := &Tally{Names: names, Nodes: make([]int, len(names))}
	if len(names) > mostPairs {
		return t
	}
	t.wrong = make([][]bool, len(names))
	for x := range t.wrong {
		t.wrong[x] = make([]bool, len(names))
	}
	return t
}

// Add counts a wrong claim about the x-th and the y-th node. An unordered one also counts for (y, x).
func (t *Tally) Add(x, y int, unordered bool) {
	t.Nodes[x]++
	t.Nodes[y]++
	if t.wrong != nil {
		t.wrong[x][y] = true
		t.wrong[y][x] = t.wrong[y][x] || unordered
	}
}

// Pairs returns 1 for each pair (x, y) with a wrong claim, 0 for the others, and NaN if x is y. It is nil
// for more than 2000 nodes.
func (t *Tally) Pairs() [][]float64 {
	if t.wrong == nil {
		return nil
	}
	pairs := make([][]float64, len(t.wrong))
	for x, row := range t.wrong {
		pairs[x] = make([]float64, len(row))
		for y, wrong := range row {
			if wrong {
				pairs[x][y] = 1
			}
		}
		pairs[x][x] = math.NaN()
	}
	return pairs
}

// NodesByMistakes returns the names of the nodes and the number of wrong claims that they are part of, in
// descending order.
func (t *Tally) NodesByMistakes() (names []string, wrong []int) {
	order := make([]int, len(t.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(u, v int) int { return cmp.Compare(t.Nodes[v], t.Nodes[u]) })
	for _, v := range order {
		names = append(names, t.Names[v])
		wrong = append(wrong, t.Nodes[v])
	}
	return names, wrong
}
