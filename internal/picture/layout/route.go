package layout

import "math"

// route sets the positions of nodes and the curves of edges.
func (s *layering) route() {
	tops, bottoms := s.heights()
	for v := range s.nodes {
		s.box(v).Point = Point{s.vertices[v].x, (tops[s.row[v]] + bottoms[s.row[v]]) / 2}
	}
	r := router{s, tops, bottoms}
	for i, a := range s.arcs {
		if s.o.stopped() {
			return
		}
		r.edges(a, s.chain[i])
	}
	for _, a := range s.flat {
		r.edges(a, nil)
	}
}

// heights returns the top and the bottom of each row. Two rows are further apart if an
// edge between them is nearly horizontal.
func (s *layering) heights() (tops, bottoms []float64) {
	const slope, farthest = 0.16, 3.5
	height, reach := make([]float64, len(s.rows)), make([]float64, len(s.rows))
	for _, v := range s.vertices {
		if v.node != none {
			height[v.row] = max(height[v.row], s.box(v.node).H)
		}
		for _, u := range v.down {
			reach[v.row] = max(reach[v.row], math.Abs(v.x-s.vertices[u].x))
		}
	}
	tops, bottoms = make([]float64, len(s.rows)), make([]float64, len(s.rows))
	y := 0.
	for r := range s.rows {
		tops[r], bottoms[r] = y, y+height[r]
		y = bottoms[r] + min(max(s.o.RankGap, float64(slope*reach[r])), farthest*s.o.RankGap)
	}
	return tops, bottoms
}

type router struct {
	*layering
	tops, bottoms []float64 // by row
}

// edges routes all edges of a pair along a chain of vertices, or straight if there is no
// chain. Several edges are side by side: all have smooth curves, or all have safe ones.
func (r router) edges(a arc, chain []int) {
	from, to := *r.box(a.from), *r.box(a.to)
	smooth := len(chain) > 2
	curves := make([]Curve, len(a.edges))
	clear := true
	for k := range a.edges {
		if smooth {
			curves[k] = r.smooth(chain).beside(r.offset(a, k))
		} else {
			curves[k] = arch(from.Point, to.Point, r.offset(a, k))
		}
		curves[k] = curves[k].clip(from, to)
		clear = clear && r.clear(curves[k], a)
	}
	for k, i := range a.edges {
		if !clear && len(chain) > 0 {
			curves[k] = r.safe(chain).beside(r.offset(a, k)).clip(from, to)
		}
		if r.nodes[a.from] != r.out.Routes[i].X {
			curves[k] = curves[k].Reversed()
		}
		r.out.Routes[i].Curve = curves[k]
	}
}

// offset returns the distance of the k-th edge of a pair from the middle.
func (r router) offset(a arc, k int) float64 {
	return float64((float64(k) - float64(len(a.edges)-1)/2) * r.o.EdgeGap)
}

// ends is the fraction of its offset that an edge has at its nodes. Marks there do not cover
// each other.
const ends = 0.55

// arch returns a curve from p to q whose middle is at distance offset from the line. At
// its ends the distance is smaller by the factor ends.
func arch(p, q Point, offset float64) Curve {
	if offset == 0 {
		return straight(p, q)
	}
	s := side(p, q).times(-offset)
	curve := straight(p.plus(s.times(ends)), q.plus(s.times(ends)))
	bulge := s.times((1 - ends) * 4 / 3)
	curve[1], curve[2] = curve[1].plus(bulge), curve[2].plus(bulge)
	return curve
}

// smooth returns a curve through the centers of the vertices of a chain that is monotone
// between each two of them. (Fritsch and Carlson, Monotone piecewise cubic
// interpolation, SIAM J. Numer. Anal. 17:238–246; x is a function of y.)
func (r router) smooth(chain []int) Curve {
	p := make([]Point, len(chain))
	for i, v := range chain {
		row := r.vertices[v].row
		p[i] = Point{r.vertices[v].x, (r.tops[row] + r.bottoms[row]) / 2}
	}
	last := len(p) - 1
	secant := func(i int) float64 { return (p[i+1].X - p[i].X) / (p[i+1].Y - p[i].Y) }
	lean := make([]float64, len(p)) // dx/dy
	for i := 1; i < last; i++ {
		a, b := secant(i-1), secant(i)
		if a*b > 0 {
			lean[i] = float64(2*a*b) / (a + b)
		}
	}
	lean[0] = (float64(3*secant(0)) - lean[1]) / 2
	lean[last] = (float64(3*secant(last-1)) - lean[last-1]) / 2
	curve := Curve{p[0]}
	for i := range last {
		h := (p[i+1].Y - p[i].Y) / 3
		curve = append(curve,
			Point{p[i].X + float64(lean[i]*h), p[i].Y + h},
			Point{p[i+1].X - float64(lean[i+1]*h), p[i+1].Y - h},
			p[i+1])
	}
	return curve
}

// safe returns a curve that moves sideways only in the gaps between rows, which have no nodes,
// and goes straight down through every row.
func (r router) safe(chain []int) Curve {
	last := len(chain) - 1
	x := make([]float64, len(chain))
	for i, v := range chain {
		x[i] = r.vertices[v].x
	}
	x[0] = r.port(chain[0], x[1])
	x[last] = r.port(chain[last], x[last-1])
	y := func(i int) (top, bottom float64) {
		row := r.vertices[chain[i]].row
		return r.tops[row], r.bottoms[row]
	}
	top, bottom := y(0)
	curve := Curve{{x[0], (top + bottom) / 2}}
	for i := range last {
		_, from := y(i)
		to, end := y(i + 1)
		if i+1 == last {
			end = (to + end) / 2
		}
		for _, q := range []Curve{
			straight(curve[len(curve)-1], Point{x[i], from}),
			{{}, {x[i], (from + to) / 2}, {x[i+1], (from + to) / 2}, {x[i+1], to}},
			straight(Point{x[i+1], to}, Point{x[i+1], end}),
		} {
			curve = append(curve, q[1:]...)
		}
	}
	return curve
}

// port returns the x at which an edge towards x leaves a node, on the flat part of the
// border.
func (r router) port(v int, x float64) float64 {
	b := *r.box(r.vertices[v].node)
	room := max(b.W/2-b.Radius(), 0)
	lean := (x - b.X) / 4
	return b.X + min(max(lean, -room), room)
}

// clear reports whether the curve has some distance from all nodes except its own.
func (r router) clear(curve Curve, a arc) bool {
	margin := r.o.EdgeGap / 3
	row, last := r.row[a.from], r.row[a.to]
	for p := range curve.Points(8) {
		for row < last && p.Y > r.bottoms[row]+margin {
			row++
		}
		if p.Y < r.tops[row]-margin {
			continue
		}
		for _, v := range r.rows[row] {
			if n := r.vertices[v].node; n != none && n != a.from && n != a.to {
				b := *r.box(n)
				b.W, b.H = b.W+2*margin, b.H+2*margin
				if b.holds(p) {
					return false
				}
			}
		}
	}
	return true
}

// settle shifts everything so that the upper left corner is (0, 0), and returns the size.
func (s *layering) settle() Size {
	corner, size := s.bounds(s.out)
	s.move(s.out, Point{-corner.X, -corner.Y})
	return size
}
