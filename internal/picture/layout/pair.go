package layout

import "github.com/sepdist/sepdist/graph"

// A pair is two adjacent nodes with all edges between them. The layout treats it as one
// edge until its edges are routed.
type pair struct {
	x, y  graph.Node
	edges []int // indices in the list of all edges
	pull  pull
	group int // group of the edge that determines the pull
}

// A pull is the preferred relation of the rows of two nodes.
type pull int

const (
	loose  pull = iota // either may be above: x --- y
	level              // both may be in one row: x <-> y
	weakly             // x above y unless a stronger pull prevents it: x o-> y
	firmly             // x above y: x --> y
)

// pullOf returns the pull of one edge, and whether Y is preferred above X.
func pullOf(e graph.Edge) (p pull, flipped bool) {
	switch {
	case e.Directed():
		return firmly, e.AtX == graph.Arrow
	case e.Bidirected():
		return level, false
	case e.AtY == graph.Arrow:
		return weakly, false
	case e.AtX == graph.Arrow:
		return weakly, true
	}
	return loose, false
}

// bundle groups the edges by pair, in the order in which pairs first occur. The first
// edge with the strongest pull determines the pull of its pair.
func bundle(groups [][]graph.Edge) []*pair {
	type key struct{ x, y graph.Node }
	seen := make(map[key]*pair)
	var pairs []*pair
	i := 0
	for group, edges := range groups {
		for _, e := range edges {
			f := e.Canonical()
			b := seen[key{f.X, f.Y}]
			if b == nil {
				b = &pair{x: f.X, y: f.Y, group: group, pull: -1}
				seen[key{f.X, f.Y}] = b
				pairs = append(pairs, b)
			}
			if p, flipped := pullOf(f); p > b.pull {
				b.pull, b.group = p, group
				b.x, b.y = f.X, f.Y
				if flipped {
					b.x, b.y = f.Y, f.X
				}
			}
			b.edges = append(b.edges, i)
			i++
		}
	}
	return pairs
}
