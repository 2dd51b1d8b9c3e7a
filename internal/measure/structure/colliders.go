package structure

import (
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
)

// countColliders counts the unshielded colliders of both graphs. A node with many parents has very
// many, so they are not listed: all pairs of nodes with arrows into b are counted, and those with
// an edge between them, which form a triangle with b, are subtracted.
func countColliders(truth, guess *graph.Graph, _ *pairing) distance.Confusion {
	joints := jointsOf(truth, guess)
	into := make([][4]int64, truth.N()) // arrows into each node in the truth, the guess, both
	for _, j := range joints {
		into[j.x][j.intoX]++
		into[j.y][j.intoY]++
	}
	var inTruth, inGuess, inBoth int64
	for _, k := range into {
		inTruth += pairs(k[ofTruth] + k[ofBoth])
		inGuess += pairs(k[ofGuess] + k[ofBoth])
		inBoth += pairs(k[ofBoth])
	}
	eachTriangle(truth.N(), joints, func(a, b, c *joint) {
		for range 3 {
			into := a.intoShared(b)
			if into&c.joined&ofTruth != 0 {
				inTruth--
			}
			if into&c.joined&ofGuess != 0 {
				inGuess--
			}
			if into == ofBoth {
				inBoth-- // one of the graphs has c
			}
			a, b, c = b, c, a
		}
	})
	n := int64(truth.N())
	c := distance.Confusion{TP: inBoth, FP: inGuess - inBoth, FN: inTruth - inBoth}
	c.TN = n*(n-1)*(n-2)/2 - c.TP - c.FP - c.FN
	return c
}

func pairs(k int64) int64 { return k * (k - 1) / 2 }

// Flags for the graphs that have a property.
const (
	ofTruth uint8 = 1 << iota
	ofGuess
	ofBoth = ofTruth | ofGuess
)

// A joint is a pair of nodes that is adjacent in one of the graphs.
type joint struct {
	x, y         graph.Node
	joined       uint8 // graphs in which it is adjacent
	intoX, intoY uint8 // graphs in which all its edges have an arrowhead at x, at y
}

// intoShared returns the graphs in which both a and b have arrowheads at their common node.
func (a *joint) intoShared(b *joint) uint8 {
	switch {
	case a.x == b.x:
		return a.intoX & b.intoX
	case a.x == b.y:
		return a.intoX & b.intoY
	case a.y == b.x:
		return a.intoY & b.intoX
	}
	return a.intoY & b.intoY
}

func jointsOf(truth, guess *graph.Graph) []joint {
	headX, headY := withMark(graph.Arrow)
	joints := make([]joint, 0, max(truth.M(), guess.M()))
	eachDifference(truth, guess, func(x, y graph.Node, d difference) {
		j := joint{x: x, y: y}
		for _, in := range [...]struct {
			graph uint8
			edges edgeSet
		}{{ofTruth, d.truth}, {ofGuess, d.guess}} {
			if in.edges == 0 {
				continue
			}
			j.joined |= in.graph
			if in.edges&^headX == 0 {
				j.intoX |= in.graph
			}
			if in.edges&^headY == 0 {
				j.intoY |= in.graph
			}
		}
		joints = append(joints, j)
	})
	return joints
}

// eachTriangle calls f for the sides of every triangle, once. Each node follows the sides to nodes
// of higher degree, at most √(2m) of them: O(m √m) (Chiba and Nishizeki, Arboricity and subgraph
// listing algorithms, SIAM J. Comput. 14:210–223).
func eachTriangle(n int, joints []joint, f func(a, b, c *joint)) {
	degree := make([]int32, n)
	for _, j := range joints {
		degree[j.x]++
		degree[j.y]++
	}
	ends := func(j *joint) (from, to graph.Node) {
		if degree[j.x] < degree[j.y] || degree[j.x] == degree[j.y] && j.x < j.y {
			return j.x, j.y
		}
		return j.y, j.x
	}
	// The joints from v on are those of list[at[v]:at[v+1]].
	at := make([]int32, n+1)
	for i := range joints {
		from, _ := ends(&joints[i])
		at[from+1]++
	}
	for v := range n {
		at[v+1] += at[v]
	}
	list, next := make([]*joint, len(joints)), make([]int32, n)
	copy(next, at)
	for i := range joints {
		from, _ := ends(&joints[i])
		list[next[from]] = &joints[i]
		next[from]++
	}
	to := make([]*joint, n) // from the current node
	for v := range n {
		own := list[at[v]:at[v+1]]
		for _, a := range own {
			_, u := ends(a)
			to[u] = a
		}
		for _, a := range own {
			_, u := ends(a)
			for _, b := range list[at[u]:at[u+1]] {
				if _, w := ends(b); to[w] != nil {
					f(a, b, to[w])
				}
			}
		}
		for _, a := range own {
			_, u := ends(a)
			to[u] = nil
		}
	}
}
