package layout_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// Edges of one pair are side by side along their whole length: also if they are nearly
// horizontal, and at the nodes, where their arrowheads are 6.6 wide.
func TestEdgesOfAPairStayApart(t *testing.T) {
	const least = 6.0
	pairs := 0
	for seed := range uint64(300) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(24)
		truth := kinds[rng.IntN(3)].make(rng, n, 4*rng.Float64()/float64(n))
		guess := kinds[1+rng.IntN(len(kinds)-1)].make(rng, n, 4*rng.Float64()/float64(n))
		l := layout.Common(truth, guess, labels(rng, n), layout.Options{})
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
	if pairs < 500 {
		t.Errorf("only %d pairs of edges", pairs)
	}
}

// nearest returns the smallest distance of two curves, and its place.
func nearest(a, b []layout.Point) (least float64, at layout.Point) {
	least = math.Inf(1)
	line := points(b)
	for _, p := range points(a) {
		for i := 1; i < len(line); i++ {
			if d := toSegment(p, line[i-1], line[i]); d < least {
				least, at = d, p
			}
		}
	}
	return least, at
}

func toSegment(p, a, b layout.Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := 0.
	if length := dx*dx + dy*dy; length > 0 {
		t = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/length, 0), 1)
	}
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}

// Arrowheads and circles at a node do not cover each other, unless there are many.
func TestMarksAtANodeStayApart(t *testing.T) {
	all, kept := 0, 0
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 20 + rng.IntN(41)
		g := kinds[rng.IntN(len(kinds))].make(rng, n, (1+3*rng.Float64())/float64(n))
		sizes := labels(rng, n)
		l := layout.Place(sizes, layout.Options{}, g.EdgeList())
		for _, c := range crowded(l) {
			t.Errorf("seed %d: %s", seed, c)
		}
		for _, c := range crowded(layout.Place(sizes, dense, g.EdgeList())) {
			t.Errorf("dense, seed %d: %s", seed, c)
		}
		kept += len(crowded(layout.Keep(sizes, centres(l), layout.Options{}, g.EdgeList())))
		all += g.M()
	}
	if kept*50 > all { // there is less room for routes around nodes that do not move
		t.Errorf("%d pairs of marks cover each other where nodes are kept, of %d edges", kept, all)
	}
}

// crowded lists the pairs of marks at the same node that are nearer than 6 points, at nodes with at most 10 edges.
func crowded(l *layout.Layout) (list []string) {
	type end struct {
		graph.Edge // with the node as Y
		at         layout.Point
	}
	ends := make(map[graph.Node][]end)
	for _, r := range l.Routes {
		ends[r.X] = append(ends[r.X], end{r.Flip(), r.Curve[0]})
		ends[r.Y] = append(ends[r.Y], end{r.Edge, r.Curve[len(r.Curve)-1]})
	}
	for v, at := range ends {
		if len(at) > 10 {
			continue
		}
		for i, a := range at {
			for _, b := range at[:i] {
				if d := math.Hypot(a.at.X-b.at.X, a.at.Y-b.at.Y); a.AtY != graph.Tail && b.AtY != graph.Tail && d < 6 {
					list = append(list, fmt.Sprintf("%v and %v are %.1f apart at node %d of %d edges", a.Edge, b.Edge, d, v, len(at)))
				}
			}
		}
	}
	return list
}
