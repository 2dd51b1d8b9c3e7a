package layout_test

import (
	"math"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// Edges of one pair are drawn side by side and not over each other, all the way: also where
// they run nearly level, and at the nodes, where their arrowheads (6.6 wide) stand.
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

// nearest returns how near two curves come to each other, and where.
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
