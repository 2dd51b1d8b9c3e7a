package layout

import (
	"math"
	"testing"
)

// border and along are inverse, and border returns points of the border.
func TestBorder(t *testing.T) {
	for _, b := range []Box{{Point{3, 4}, Size{30, 24}}, {Point{-5, 2}, Size{24, 24}}, {Point{0, 0}, Size{80, 48}}, {Point{1, 1}, Size{30, 36}}} {
		for at := 0.25; at < b.around(); at++ {
			p, inward := b.border(at)
			if got := b.along(p); math.Abs(got-at) > 1e-6 {
				t.Errorf("%v: %v is at %v and not at %v", b, p, got, at)
			}
			if d := b.distance(p); math.Abs(d) > 1e-6 {
				t.Errorf("%v: %v is %v from the border", b, p, d)
			}
			if b.holds(p.minus(inward.times(0.1))) || !b.holds(p.plus(inward.times(0.1))) {
				t.Errorf("%v: %v does not lead into the box at %v", b, inward, p)
			}
		}
	}
}

// distance returns the distance of p from the border.
func (b Box) distance(p Point) float64 {
	r := b.Radius()
	dx, dy := math.Abs(p.X-b.X)-(b.W/2-r), math.Abs(p.Y-b.Y)-(b.H/2-r)
	return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - r
}
