package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Keep lays out nodes when some of them already have positions: at holds the center of each node, or nil
// if the node is new. Nodes with a position do not move, and a new node gets a free position near its
// neighbors. If all nodes are new, their positions are those of [Place].
//
// The route of an edge depends only on the positions of nodes and on the other edges of its two nodes.
// An additional edge therefore changes only edges that share a node with it. The upper left corner of
// the drawing is Min, which may be negative.
func Keep(sizes []Size, at []*Point, o Options, groups ...[]graph.Edge) *Layout {
	o = o.orDefault()
	all := slices.Concat(groups...)
	out := &Layout{Nodes: make([]Box, len(sizes)), Routes: make([]Route, len(all))}
	stands := make([]bool, len(sizes))
	kept := false
	for v, s := range sizes {
		out.Nodes[v].Size = s
		if at[v] != nil {
			out.Nodes[v].Point, stands[v], kept = *at[v], true, true
		}
	}
	if !kept {
		place := Place(sizes, o, groups...)
		if place == nil {
			return nil
		}
		for v, b := range place.Nodes {
			out.Nodes[v], stands[v] = b, true
		}
	}
	out.placeNew(stands, all, o)
	if o.stopped() {
		return nil
	}
	r := &obstacles{boxes: out.Nodes, o: o, margin: o.EdgeGap / 3}
	for i, e := range all {
		out.Routes[i].Edge = e
	}
	for _, p := range bundle(groups) {
		if o.stopped() {
			return nil
		}
		r.connect(out, p)
	}
	if out.Spread(o); o.stopped() {
		return nil
	}
	if len(sizes) > 0 {
		out.Min, out.Size = out.whole().bounds(out)
	}
	return out
}

// ToOrigin shifts everything so that Min is (0, 0).
func (l *Layout) ToOrigin() {
	l.whole().move(l, Point{-l.Min.X, -l.Min.Y})
	l.Min = Point{}
}

// placeNew sets the positions of new nodes: the free position nearest to the ideal one. Nodes with
// the most placed neighbors come first.
func (l *Layout) placeNew(stands []bool, edges []graph.Edge, o Options) {
	beside := make([][]graph.Edge, len(l.Nodes)) // with the node as X
	for _, e := range edges {
		beside[e.X] = append(beside[e.X], e)
		beside[e.Y] = append(beside[e.Y], e.Flip())
	}
	var todo []int
	for v, ok := range stands {
		if !ok {
			todo = append(todo, v)
		}
	}
	for len(todo) > 0 && !o.stopped() {
		known := func(v int) (n int) {
			for _, e := range beside[v] {
				if stands[e.Y] {
					n++
				}
			}
			return n
		}
		v := slices.MaxFunc(todo, func(u, v int) int { return cmp.Or(cmp.Compare(known(u), known(v)), cmp.Compare(v, u)) })
		todo = slices.DeleteFunc(todo, func(u int) bool { return u == v })
		l.Nodes[v].Point = l.free(v, stands, l.idealPosition(v, stands, beside[v], o), o)
		stands[v] = true
	}
}

// idealPosition returns the best position of a new node if all space were free: below its parents,
// above its children, and beside the drawing if no neighbor has a position.
func (l *Layout) idealPosition(v int, stands []bool, edges []graph.Edge, o Options) Point {
	var sum Point
	count := 0.
	step := l.Nodes[v].H + o.RankGap
	right, top := math.Inf(-1), math.Inf(1)
	for u, b := range l.Nodes {
		if stands[u] {
			right, top = max(right, b.X+b.W/2), min(top, b.Y)
		}
	}
	for _, e := range edges {
		if !stands[e.Y] {
			continue
		}
		p := l.Nodes[e.Y].Point
		switch pull, flipped := pullOf(e); {
		case pull == firmly && flipped, pull == weakly && flipped:
			p.Y += step
		case pull == firmly, pull == weakly:
			p.Y -= step
		default:
			p.X += l.Nodes[e.Y].W/2 + o.NodeGap + l.Nodes[v].W/2
		}
		sum = sum.plus(p)
		count++
	}
	if count == 0 {
		return Point{right + o.NodeGap + l.Nodes[v].W/2, top}
	}
	return sum.times(1 / count)
}

// free returns the position nearest to the ideal one where a node covers no other. It searches
// growing rings and always succeeds, since the space outside the drawing is free.
func (l *Layout) free(v int, stands []bool, idealPosition Point, o Options) Point {
	const around = 16
	fits := func(p Point) bool {
		for u, b := range l.Nodes {
			if stands[u] && math.Abs(b.X-p.X) < (b.W+l.Nodes[v].W)/2+o.NodeGap*0.75 && math.Abs(b.Y-p.Y) < (b.H+l.Nodes[v].H)/2+o.NodeGap*0.75 {
				return false
			}
		}
		return true
	}
	for ring := 0; ; ring++ {
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
			r := float64(ring) * o.NodeGap / 2
			p := Point{math.Round(idealPosition.X + float64(r*cos)), math.Round(idealPosition.Y + float64(r*sin))}
			if fits(p) {
				return p
			}
			if ring == 0 {
				break
			}
		}
	}
}

// obstacles are the nodes that edges must go around.
type obstacles struct {
	boxes  []Box
	o      Options
	margin float64
	step   float64 // largest distance between two points of a curve that are checked; 0: 1/24 of its extent
	points []Point // of the last curve
}

// bends are the distances of the two control points from the straight line, in points, in the order
// in which they are tried.
var bends = []float64{0, 24, -24, 48, -48, 80, -80, 120, -120, 170, -170, 240, -240}

// connect routes the edges of a pair side by side. They are straight if no node is in the way.
// Otherwise they take the smallest detour among those that meet the fewest nodes.
func (r *obstacles) connect(out *Layout, p *pair) {
	x, y := p.x, p.y
	if x > y { // the route must not depend on the pull
		x, y = y, x
	}
	from, to := r.boxes[x], r.boxes[y]
	across := side(from.Point, to.Point)
	way := straight(from.Point, to.Point)
	bend := func(a, b float64) Curve {
		c := slices.Clone(way)
		c[1], c[2] = c[1].plus(across.times(a)), c[2].plus(across.times(b))
		return c
	}
	width := float64(len(p.edges)-1) / 2 * r.o.EdgeGap
	best, least := way, math.Inf(1)
	near := r.near(x, y, width)
	if len(near) > 0 {
		for _, a := range bends {
			for _, b := range bends {
				detour := (math.Abs(a) + math.Abs(b) + math.Abs(a-b)) / 1000
				if detour >= least {
					continue
				}
				c := bend(a, b)
				if cost := detour + float64(r.hits(c, near, width)); cost < least {
					best, least = c, cost
				}
			}
		}
	}
	for k, i := range p.edges {
		offset := (float64(k) - float64(len(p.edges)-1)/2) * r.o.EdgeGap
		var c Curve
		if len(near) == 0 || least == 0 {
			c = arch(from.Point, to.Point, offset)
		} else {
			c = best.beside(offset)
		}
		c = c.clip(from, to)
		if out.Routes[i].X != x {
			c = c.Reversed()
		}
		out.Routes[i].Curve = c
	}
}

// near returns the nodes that a route between x and y may meet. It returns nil if the straight line
// meets none.
func (r *obstacles) near(x, y graph.Node, width float64) (list []Box) {
	a, b := r.boxes[x].Point, r.boxes[y].Point
	const far = 200 // a curve deviates from the line by at most three quarters of its largest bend
	lo := Point{min(a.X, b.X) - far, min(a.Y, b.Y) - far}
	hi := Point{max(a.X, b.X) + far, max(a.Y, b.Y) + far}
	for v, box := range r.boxes {
		if graph.Node(v) == x || graph.Node(v) == y || box.X+box.W/2 < lo.X || box.X-box.W/2 > hi.X || box.Y+box.H/2 < lo.Y || box.Y-box.H/2 > hi.Y {
			continue
		}
		list = append(list, box)
	}
	if r.hits(straight(a, b), list, width) == 0 {
		return nil
	}
	return list
}

// hits counts the nodes that a curve of the given width meets.
func (r *obstacles) hits(c Curve, boxes []Box, width float64) (n int) {
	lo, hi := c.Hull()
	grow := 2 * (r.margin + width)
	r.points = r.points[:0]
	for _, b := range boxes {
		b.W, b.H = b.W+grow, b.H+grow
		if b.X+b.W/2 < lo.X || b.X-b.W/2 > hi.X || b.Y+b.H/2 < lo.Y || b.Y-b.H/2 > hi.Y {
			continue
		}
		if len(r.points) == 0 {
			step := r.step
			if step == 0 { // about 24 points, since many bends are tried
				step = (hi.X - lo.X + hi.Y - lo.Y) / 24
			}
			r.points = slices.AppendSeq(r.points, c.Points(max(step, 1)))
		}
		for _, p := range r.points {
			if math.Abs(p.X-b.X) < b.W/2 && math.Abs(p.Y-b.Y) < b.H/2 && b.holds(p) {
				n++
				break
			}
		}
	}
	return n
}
