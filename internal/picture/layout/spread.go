package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Least distances between the ends of edges along the border of a node.
const (
	markApart = 8.5 // two arrowheads or circles, which are 6.6 wide
	edgeApart = 5.0 // a mark and the end of an edge without one
	tailApart = 3.0 // two edges without a mark
	usualNear = 6.5 // two edges of a pair, along their whole length
)

// An ending is the end of an edge at a node. The curve is directed towards the node.
type ending struct {
	route   int
	pair    *pair
	first   bool // the node is the X of the edge
	mark    graph.Mark
	partner graph.Node
	fixed   bool    // it cannot move
	at      float64 // position on the border, see [Box.border]
	near    float64 // least distance from other edges of the pair; 0 means usualNear
	turn    float64 // direction from which the edge arrives, to order ends at the same position
}

// Spread moves the ends of edges along the borders of nodes, so that arrowheads and circles do not cover each other. An edge
// that would then meet a node is not changed. The end of an edge depends only on the edges of that node.
func (l *Layout) Spread(o Options) { l.whole().spread(l, o, 1) }

// whole returns all nodes and edges as one part.
func (l *Layout) whole() part {
	edges := make([]graph.Edge, len(l.Routes))
	for i, r := range l.Routes {
		edges[i] = r.Edge
	}
	return part{graph.AllNodes(len(l.Nodes)).Nodes(), bundle([][]graph.Edge{edges})}
}

// spread is [Layout.Spread] for a part. With several rounds, ends that cannot move are fixed, and the others make room for
// them in later rounds. Marks that still cover each other are then moved elsewhere, which may depend on the edges of other nodes.
func (p part) spread(out *Layout, o Options, rounds int) {
	ends := make(map[graph.Node][]*ending, len(p.nodes))
	for _, b := range p.bundles {
		for _, i := range b.edges {
			r := &out.Routes[i]
			ends[r.X] = append(ends[r.X], &ending{route: i, pair: b, first: true, mark: r.AtX, partner: r.Y})
			ends[r.Y] = append(ends[r.Y], &ending{route: i, pair: b, mark: r.AtY, partner: r.X})
		}
	}
	for range rounds {
		for _, v := range p.nodes {
			box := out.Nodes[v]
			for _, e := range ends[v] {
				c := e.curve(out)
				e.at = box.along(c[len(c)-1])
				before := c.Trim(0, 2.5*markApart)
				e.turn = box.along(before[len(before)-1])
			}
		}
		for _, v := range p.nodes {
			if o.stopped() {
				return
			}
			p.spreadAt(out, v, ends[v])
		}
	}
	if rounds == 1 {
		return
	}
	for _, v := range p.nodes {
		if o.stopped() {
			return
		}
		const room = 16 // number of marks that fit around a short name
		for _, e := range ends[v] {
			if len(ends[v]) <= room && e.crowded(out, e.tip(out), ends[v]) {
				p.moveAway(out, v, e, ends[v])
			}
		}
	}
}

// crowded reports whether a mark at the given point would cover another one at its node.
func (e *ending) crowded(out *Layout, at Point, list []*ending) bool {
	const covers = 6.1
	return e.mark != graph.Tail && slices.ContainsFunc(list, func(f *ending) bool {
		return f != e && f.mark != graph.Tail && f.tip(out).minus(at).length() < covers
	})
}

// moveAway moves a mark that covers another one to the nearest free position on the border that its edge can reach.
func (p part) moveAway(out *Layout, v graph.Node, e *ending, list []*ending) {
	box, others := out.Nodes[v], p.others(out, v, e)
	at := box.along(e.tip(out))
	for _, e.near = range []float64{usualNear, 4} {
		for d := 1.; d < box.around()/2; d++ {
			for _, place := range []float64{at - d, at + d} {
				if tip, _ := box.border(place); !e.crowded(out, tip, list) && e.move(out, box, place, others) {
					return
				}
			}
		}
	}
}

// others returns the nodes that an edge must not meet.
func (p part) others(out *Layout, v graph.Node, e *ending) (list []Box) {
	for _, w := range p.nodes {
		if w != v && w != e.partner {
			list = append(list, out.Nodes[w])
		}
	}
	return list
}

// spreadAt spreads the ends of edges at one node.
func (p part) spreadAt(out *Layout, v graph.Node, list []*ending) {
	if len(list) < 2 {
		return
	}
	box := out.Nodes[v]
	for k, at := range spaced(list, box) {
		e := list[k]
		if math.Abs(at-e.at) < 0.1 {
			continue
		}
		others := p.others(out, v, e)
		e.fixed = !e.move(out, box, at, others)
		if e.fixed {
			e.move(out, box, (at+e.at)/2, others)
		}
	}
}

// curve returns the curve of the edge, directed towards the node.
func (e *ending) curve(out *Layout) Curve {
	if c := out.Routes[e.route].Curve; !e.first {
		return c
	}
	return out.Routes[e.route].Curve.Reversed()
}

// tip returns the end of the edge at the node.
func (e *ending) tip(out *Layout) Point {
	if c := out.Routes[e.route].Curve; !e.first {
		return c[len(c)-1]
	}
	return out.Routes[e.route].Curve[0]
}

// apart returns the least distance of two ends.
func (e *ending) apart(f *ending) float64 {
	switch {
	case e.mark != graph.Tail && f.mark != graph.Tail || e.partner == f.partner:
		return markApart
	case e.mark != graph.Tail || f.mark != graph.Tail:
		return edgeApart
	}
	return tailApart
}

// spaced sorts the ends of edges around a node and returns positions that are far enough apart. Neighbors that are too near
// push each other away, so that ends move little. If there is not enough room for all, the distances shrink by the same factor.
func spaced(list []*ending, box Box) []float64 {
	round := box.around()
	slices.SortStableFunc(list, func(e, f *ending) int {
		if math.Abs(e.at-f.at) < tailApart {
			d := math.Mod(e.turn-f.turn+1.5*round, round) - round/2
			return cmp.Compare(d, 0)
		}
		return cmp.Compare(e.at, f.at)
	})
	at := make([]float64, len(list))
	need := 0.
	for i, e := range list {
		at[i] = e.at
		need += e.apart(list[(i+1)%len(list)])
	}
	share := min(1, 0.98*round/need)
	const rounds = 200
	for range rounds {
		moved := false
		for i := range list {
			j := (i + 1) % len(list)
			gap := at[j] - at[i]
			if j == 0 {
				gap += round
			}
			if lack := float64(share*list[i].apart(list[j])) - gap; lack > 0.01 {
				half := lack / 2
				if list[i].fixed != list[j].fixed {
					half = lack
				}
				if !list[i].fixed {
					at[i] -= half
				}
				if !list[j].fixed {
					at[j] += half
				}
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	return at
}

// move moves the end of an edge to another position on the border. The edge keeps its direction there if possible, or arrives
// nearer to a right angle. It reports whether there is such a curve that meets no node.
func (e *ending) move(out *Layout, box Box, at float64, others []Box) bool {
	old := e.curve(out)
	n := len(old)
	for n > 4 && old[n-1].minus(old[n-4]).length() < 3 { // a short piece that remained after clipping at the border
		n -= 3
		old = old[:n]
	}
	tip, inward := box.border(at)
	arrive := old[n-1].minus(old[n-2])
	length := arrive.length()
	if length == 0 {
		return false
	}
	obstacles := obstacles{margin: 1.5, step: 6}
	for _, way := range []struct{ steep, most float64 }{{0.25, length}, {0.6, length}, {0.6, 40}, {1.2, 30}, {2.5, 20}} {
		d := arrive.times(1 / length).plus(inward.times(way.steep))
		d = d.times(1 / d.length())
		if float64(d.X*inward.X)+float64(d.Y*inward.Y) < 0.35 {
			continue
		}
		c := slices.Clone(old)
		c[n-1], c[n-2] = tip, tip.minus(d.times(min(length, way.most)))
		if obstacles.hits(c, others, 0) > 0 || enters(c, box) || e.touches(c, out) {
			continue
		}
		if e.first {
			c = c.Reversed()
		}
		out.Routes[e.route].Curve = c
		return true
	}
	return false
}

// touches reports whether the last piece of a curve is too near to another edge of the same pair.
func (e *ending) touches(c Curve, out *Layout) bool {
	near := cmp.Or(e.near, usualNear)
	c = c[len(c)-4:]
	lo, hi := c.Hull()
	lo, hi = Point{lo.X - near, lo.Y - near}, Point{hi.X + near, hi.Y + near}
	line := slices.AppendSeq([]Point{c[0]}, c.Points(6))
	for _, i := range e.pair.edges {
		for other := out.Routes[i].Curve; i != e.route && len(other) > 3; other = other[3:] {
			if least, most := other[:4].Hull(); most.X < lo.X || most.Y < lo.Y || least.X > hi.X || least.Y > hi.Y {
				continue
			}
			for p := range other[:4].Points(6) {
				if p.X < lo.X || p.Y < lo.Y || p.X > hi.X || p.Y > hi.Y {
					continue
				}
				for k := 1; k < len(line); k++ {
					if toSegment(p, line[k-1], line[k]) < near {
						return true
					}
				}
			}
		}
	}
	return false
}

// toSegment returns the distance of p from the segment between a and b.
func toSegment(p, a, b Point) float64 {
	d, t := b.minus(a), 0.
	if length := d.length(); length > 0 {
		t = min(max((float64((p.X-a.X)*d.X)+float64((p.Y-a.Y)*d.Y))/(length*length), 0), 1)
	}
	return p.minus(a.Towards(b, t)).length()
}

// enters reports whether a curve that ends at the border of a box passes through the box.
func enters(c Curve, box Box) bool {
	box.W, box.H = box.W-0.5, box.H-0.5
	for p := range c.Points(6) {
		if box.holds(p) {
			return true
		}
	}
	return false
}

// around returns the length of the border.
func (b Box) around() float64 {
	r := b.Radius()
	return 2*(b.W+b.H-4*r) + 2*math.Pi*r
}

// border returns the point of the border at the given distance, clockwise from the left end of the upper side, and the
// direction from there into the box.
func (b Box) border(at float64) (p, inward Point) {
	r := b.Radius()
	w, h := b.W-2*r, b.H-2*r
	round := b.around()
	at = math.Mod(math.Mod(at, round)+round, round)
	for _, side := range []struct {
		length         float64
		start, along   Point
		corner, inward Point // center of the corner at its end
	}{
		{w, Point{b.X - w/2, b.Y - b.H/2}, Point{1, 0}, Point{b.X + w/2, b.Y - h/2}, Point{0, 1}},
		{h, Point{b.X + b.W/2, b.Y - h/2}, Point{0, 1}, Point{b.X + w/2, b.Y + h/2}, Point{-1, 0}},
		{w, Point{b.X + w/2, b.Y + b.H/2}, Point{-1, 0}, Point{b.X - w/2, b.Y + h/2}, Point{0, -1}},
		{h, Point{b.X - b.W/2, b.Y + h/2}, Point{0, -1}, Point{b.X - w/2, b.Y - h/2}, Point{1, 0}},
	} {
		if at <= side.length {
			return side.start.plus(side.along.times(at)), side.inward
		}
		at -= side.length
		if quarter := math.Pi / 2 * r; at <= quarter {
			sin, cos := math.Sincos(at / r)
			inward := side.inward.times(cos).plus(side.along.times(-sin))
			return side.corner.minus(inward.times(r)), inward
		} else {
			at -= quarter
		}
	}
	return b.border(0) // after a rounding error at the end
}

// along is the inverse of border, for the point of the border nearest to p.
func (b Box) along(p Point) float64 {
	r := b.Radius()
	w, h := b.W-2*r, b.H-2*r
	quarter := math.Pi / 2 * r
	x, y := min(max(p.X-b.X, -w/2), w/2), min(max(p.Y-b.Y, -h/2), h/2) // nearest point of the inner rectangle
	turn := math.Atan2(p.X-b.X-x, b.Y+y-p.Y) * r                       // 0 is up; clockwise
	switch {
	case turn >= 0 && turn <= quarter:
		return x + w/2 + turn + y + h/2
	case turn > quarter:
		return w + h + turn + w/2 - x
	case turn <= -quarter:
		return 2*w + h + 4*quarter + turn - (x + w/2) + h/2 - y
	}
	return 2*w + 2*h + 4*quarter + turn
}
