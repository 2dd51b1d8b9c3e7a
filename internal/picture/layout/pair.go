package layout

import "github.com/sepdist/sepdist/graph"

// A pair is two adjacent nodes with all edges between them. It goes through the
// layout as one edge; its edges part when they are routed.
type pair struct {
	x, y  graph.Node
	edges []int // places in the list of all edges
	pull  pull
	group int // of the edge that decides the pull
}

// A pull is what a pair wants of the rows of its nodes.
type pull int

const (
	loose  pull = iota // either may stand above
	level              // both may stand in one row: x <-> y
	weakly             // x above y if nothing stronger forbids it: x o-> y
	firmly             // x above y: x --> y
)

// pullOf says what one edge wants, and whether its Y is to stand above its X.
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

// bundle gathers the edges to pairs, in the order in which these first occur. The
// first of the strongest pulls of a pair is that of the pair.
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
