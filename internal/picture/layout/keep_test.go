package layout_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// centres returns the centers of the nodes of a layout.
func centres(l *layout.Layout) []*layout.Point {
	at := make([]*layout.Point, len(l.Nodes))
	for v := range l.Nodes {
		at[v] = &l.Nodes[v].Point
	}
	return at
}

// An additional edge moves no node and changes only edges that share a node with it.
func TestAnEdgeMoreMovesNothing(t *testing.T) {
	for _, n := range []int{20, 50} {
		for seed := range uint64(20) {
			rng := graphtest.Rand(seed)
			truth := kinds[rng.IntN(3)].make(rng, n, 3/float64(n))
			guess := kinds[rng.IntN(len(kinds))].make(rng, n, 3/float64(n))
			sizes := labels(rng, n)
			before := layout.Keep(sizes, make([]*layout.Point, n), layout.Options{}, truth.EdgeList(), guess.EdgeList())
			var x, y graph.Node
			for x == y || guess.Adjacent(x, y) || truth.Adjacent(x, y) {
				x, y = graph.Node(rng.IntN(n)), graph.Node(rng.IntN(n))
			}
			more := append(guess.EdgeList(), graph.Directed(x, y))
			after := layout.Keep(sizes, centres(before), layout.Options{}, truth.EdgeList(), more)
			if !reflect.DeepEqual(before.Nodes, after.Nodes) {
				t.Fatalf("%d nodes, seed %d: a node moved", n, seed)
			}
			for i, r := range before.Routes {
				if r.X == x || r.X == y || r.Y == x || r.Y == y {
					continue
				}
				if !reflect.DeepEqual(r, after.Routes[i]) {
					t.Fatalf("%d nodes, seed %d: the way of %v changed", n, seed, r.Edge)
				}
			}
		}
	}
}

// New nodes do not cover other nodes and do not move them.
func TestNewNodesFindAFreePlace(t *testing.T) {
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(40)
		g := kinds[rng.IntN(len(kinds))].make(rng, n, 3/float64(n))
		sizes := labels(rng, n)
		at := centres(layout.Keep(sizes, make([]*layout.Point, n), layout.Options{}, g.EdgeList()))
		for v := range at {
			if v > 0 && rng.IntN(3) == 0 {
				at[v] = nil
			}
		}
		l := layout.Keep(sizes, at, layout.Options{}, g.EdgeList())
		for v, b := range l.Nodes {
			if at[v] != nil && *at[v] != b.Point {
				t.Fatalf("seed %d: node %d moved", seed, v)
			}
			for _, c := range l.Nodes[:v] {
				if math.Abs(b.X-c.X) < (b.W+c.W)/2 && math.Abs(b.Y-c.Y) < (b.H+c.H)/2 {
					t.Fatalf("seed %d: nodes at %v and %v cover each other", seed, b, c)
				}
			}
		}
	}
}

// Few edges go through a node that is not theirs, and none if the positions are those of Place
// and there are not too many nodes.
func TestKeptEdgesGoAroundNodes(t *testing.T) {
	edges, through := 0, 0
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		n := 3 + rng.IntN(25)
		g := kinds[rng.IntN(len(kinds))].make(rng, n, 2.5/float64(n))
		l := layout.Keep(same(n), make([]*layout.Point, n), layout.Options{}, g.EdgeList())
		for _, r := range l.Routes {
			edges++
			if meets(l, r) {
				through++
			}
		}
	}
	if edges < 1000 || through*100 > edges {
		t.Errorf("%d of %d edges go through a node", through, edges)
	}
}

func meets(l *layout.Layout, r layout.Route) bool {
	for v, b := range l.Nodes {
		if graph.Node(v) == r.X || graph.Node(v) == r.Y {
			continue
		}
		for _, p := range points(r.Curve) {
			if math.Abs(p.X-b.X) < b.W/2-2 && math.Abs(p.Y-b.Y) < b.H/2-2 {
				return true
			}
		}
	}
	return false
}

// Parallel edges are also apart if positions are kept, and edges start and end at their nodes.
func TestKeptEdgesOfAPairStayApart(t *testing.T) {
	const least = 5.5
	pairs := 0
	for seed := range uint64(200) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(20)
		truth := kinds[rng.IntN(3)].make(rng, n, 4*rng.Float64()/float64(n))
		guess := kinds[1].make(rng, n, 4*rng.Float64()/float64(n))
		all := truth.EdgeList()
		for e := range guess.Edges() {
			if mine := truth.Between(e.X, e.Y); len(mine) == 0 || mine[0] != e && len(mine) == 1 {
				all = append(all, e)
			}
		}
		l := layout.Keep(labels(rng, n), make([]*layout.Point, n), layout.Options{}, all)
		for i, r := range l.Routes {
			for _, q := range l.Routes[:i] {
				if r.Canonical().X != q.Canonical().X || r.Canonical().Y != q.Canonical().Y {
					continue
				}
				pairs++
				if d, at := nearest(r.Curve, q.Curve); d < least {
					t.Errorf("seed %d: %v and %v are %.2f apart at %.0f; %d nodes", seed, r.Edge, q.Edge, d, at, n)
				}
			}
		}
	}
	if pairs < 200 {
		t.Errorf("only %d pairs of edges", pairs)
	}
}
