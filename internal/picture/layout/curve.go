package layout

import (
	"iter"
	"math"
	"slices"
)

// Products are converted to float64 before they are added. This rounds them, so that
// machines with fused multiply-add give the same bits.

func (p Point) plus(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

func (p Point) minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

func (p Point) times(f float64) Point { return Point{float64(p.X * f), float64(p.Y * f)} }

func (p Point) length() float64 { return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y)) }

// Towards returns the point at the fraction t of the way from p to q.
func (p Point) Towards(q Point, t float64) Point { return p.plus(q.minus(p).times(t)) }

// side returns the unit vector to the left of the way from p to q, seen in a drawing
// whose y grows downwards.
func side(p, q Point) Point {
	d := q.minus(p)
	length := d.length()
	if length == 0 {
		return Point{}
	}
	return Point{d.Y / length, -d.X / length}
}

// halves cuts the cubic Bézier curve b at t.
func halves(b [4]Point, t float64) (head, tail [4]Point) {
	ab, bc, cd := b[0].Towards(b[1], t), b[1].Towards(b[2], t), b[2].Towards(b[3], t)
	abc, bcd := ab.Towards(bc, t), bc.Towards(cd, t)
	mid := abc.Towards(bcd, t)
	return [4]Point{b[0], ab, abc, mid}, [4]Point{mid, bcd, cd, b[3]}
}

// piece returns the i-th cubic curve of the chain.
func (c Curve) piece(i int) [4]Point { return [4]Point(c[3*i : 3*i+4]) }

// straight returns the line from p to q.
func straight(p, q Point) Curve {
	return Curve{p, p.Towards(q, 1./3), p.Towards(q, 2./3), q}
}

// beside returns the curve at distance offset to the left of c. At its ends the distance is
// smaller by the factor ends. Each leg of the control polygon is shifted. (Tiller and Hanson,
// Offsets of two-dimensional profiles, IEEE Comput. Graph. Appl. 4(9):36–46.)
func (c Curve) beside(offset float64) Curve {
	if offset == 0 {
		return c
	}
	out := make(Curve, len(c))
	before := Point{} // unit vector to the left of the last leg
	for i := range c {
		after := Point{}
		for j := i + 1; j < len(c) && after == (Point{}); j++ { // the next leg that is not a point
			after = side(c[i], c[j])
		}
		if i == 0 {
			before = after
		}
		if after == (Point{}) {
			after = before
		}
		// The corner between two legs has the offset from both, except at a sharp turn.
		both := before.plus(after)
		turn := max(1+float64(before.X*after.X)+float64(before.Y*after.Y), 0.5)
		shift := both.times(offset / turn)
		if i == 0 || i == len(c)-1 {
			shift = shift.times(ends)
		}
		out[i] = c[i].plus(shift)
		before = after
	}
	return out
}

// Hull returns the corners of a rectangle that contains the curve.
func (c Curve) Hull() (lo, hi Point) {
	lo, hi = c[0], c[0]
	for _, q := range c {
		lo, hi = Point{min(lo.X, q.X), min(lo.Y, q.Y)}, Point{max(hi.X, q.X), max(hi.Y, q.Y)}
	}
	return lo, hi
}

// Points yields points along the curve, at most step points apart.
func (c Curve) Points(step float64) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for i := range len(c) / 3 {
			b := c.piece(i)
			length := 0.
			for k := range 3 {
				d := b[k+1].minus(b[k])
				length += math.Abs(d.X) + math.Abs(d.Y)
			}
			steps := max(4, int(length/step))
			for k := range steps + 1 {
				head, _ := halves(b, float64(k)/float64(steps))
				if !yield(head[3]) {
					return
				}
			}
		}
	}
}

// Trim returns the curve without the parts within distance head of its first point and
// within distance tail of its last point.
func (c Curve) Trim(head, tail float64) Curve {
	near := func(p Point, r float64) func(Point) bool {
		return func(q Point) bool {
			d := q.minus(p)
			return float64(d.X*d.X)+float64(d.Y*d.Y) < float64(r*r)
		}
	}
	first, last := c[0], c[len(c)-1]
	return c.leave(near(first, head)).Reversed().leave(near(last, tail)).Reversed()
}

// clip removes the parts of the curve that are inside the box where it starts or the
// box where it ends.
func (c Curve) clip(from, to Box) Curve {
	return c.leave(from.holds).Reversed().leave(to.holds).Reversed()
}

// leave returns the part of the curve after the point where it first leaves a region.
func (c Curve) leave(inside func(Point) bool) Curve {
	const steps = 32
	if !inside(c[0]) {
		return c
	}
	for i := range len(c) / 3 {
		p := c.piece(i)
		for k := 1; k <= steps; k++ {
			head, _ := halves(p, float64(k)/steps)
			if inside(head[3]) {
				continue
			}
			lo, hi := float64(k-1)/steps, float64(k)/steps
			for range 30 {
				mid := (lo + hi) / 2
				if head, _ := halves(p, mid); inside(head[3]) {
					lo = mid
				} else {
					hi = mid
				}
			}
			_, tail := halves(p, hi)
			return append(tail[:], c[3*i+4:]...)
		}
	}
	return c
}

// Reversed returns the curve from its end to its start.
func (c Curve) Reversed() Curve {
	c = slices.Clone(c)
	slices.Reverse(c)
	return c
}

// holds reports whether p is inside b, whose corners are rounded.
func (b Box) holds(p Point) bool {
	r := b.Radius()
	dx := max(math.Abs(p.X-b.X)-(b.W/2-r), 0)
	dy := max(math.Abs(p.Y-b.Y)-(b.H/2-r), 0)
	return float64(dx*dx)+float64(dy*dy) < float64(r*r)
}
