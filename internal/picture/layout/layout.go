package layout

import (
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Point is a position in a drawing. Y grows downwards.
type Point struct{ X, Y float64 }

// A Size is a width and a height.
type Size struct{ W, H float64 }

// A Box is the center and the size of a node. Its corners are rounded.
type Box struct {
	Point
	Size
}

// Radius returns the radius of the corners of b.
func (b Box) Radius() float64 { return min(b.W, b.H, 24) / 2 }

// A Curve is a chain of k cubic Bézier curves with 3k+1 points. Each curve ends where
// the next one starts, and has two control points in between.
type Curve []Point

// A Route is the path of an edge, from the border of X to the border of Y.
type Route struct {
	graph.Edge
	Curve Curve
}

// A Layout is the geometry of a drawing. Everything is between Min and Min + (W, H). Min is (0, 0),
// except after [Keep].
type Layout struct {
	Size
	Min    Point
	Nodes  []Box   // by node
	Routes []Route // in the order of the given edges
}

// Options are the distances of a drawing, and when to stop. Zero values mean the defaults.
type Options struct {
	NodeGap float64 // least distance of two nodes in a row; default 22
	RankGap float64 // least distance of two rows; default 34
	EdgeGap float64 // distance of two edges side by side; default 13
	Aspect  float64 // ratio of width to height for packing unconnected parts; default 1.5
	Across  bool    // rows are columns, and arrows go from left to right; only for [Place]

	// Stop, if not nil, is called between the steps. If it returns an error, such as that of a
	// context, [Place], [Keep] and [Common] return nil. It must then return an error in all later calls.
	Stop func() error
}

func (o Options) stopped() bool { return o.Stop != nil && o.Stop() != nil }

func (o Options) orDefault() Options {
	for _, d := range []struct {
		value *float64
		usual float64
	}{{&o.NodeGap, 22}, {&o.RankGap, 34}, {&o.EdgeGap, 13}, {&o.Aspect, 1.5}} {
		if !(*d.value > 0) {
			*d.value = d.usual
		}
	}
	return o
}

// Common lays out two graphs with the same nodes together. The routes are those of all
// edges of truth, followed by those of the edges that only guess has. If arrows of the two
// graphs contradict each other, those of truth go down.
func Common(truth, guess *graph.Graph, sizes []Size, o Options) *Layout {
	return Place(sizes, o, truth.EdgeList(), Without(guess, truth))
}

// Without returns the edges of g that h does not have.
func Without(g, h *graph.Graph) (edges []graph.Edge) {
	for e := range g.Edges() {
		if !slices.Contains(h.Between(e.X, e.Y), e) {
			edges = append(edges, e)
		}
	}
	return edges
}

// Place lays out nodes of the given sizes and the edges of all groups. Arrows go down
// unless other arrows of their own group or of earlier groups prevent that. It panics if
// an edge has a node without a size.
func Place(sizes []Size, o Options, groups ...[]graph.Edge) *Layout {
	o = o.orDefault()
	all := slices.Concat(groups...)
	out := &Layout{Nodes: make([]Box, len(sizes)), Routes: make([]Route, len(all))}
	for v, s := range sizes {
		if out.Nodes[v].Size = s; o.Across {
			out.Nodes[v].Size = s.turned()
		}
	}
	for i, e := range all {
		out.Routes[i].Edge = e
	}
	parts := split(len(sizes), bundle(groups))
	areas, single := make([]Size, len(parts)), make([]bool, len(parts))
	for i, p := range parts {
		areas[i], single[i] = p.place(out, o), len(p.nodes) == 1
		if o.stopped() {
			return nil
		}
		if o.Across {
			p.turn(out)
			areas[i] = areas[i].turned()
		}
	}
	var corners []Point
	corners, out.Size = pack(areas, single, o)
	for i, p := range parts {
		p.move(out, corners[i])
	}
	return out
}

// A part is a connected component of the drawing.
type part struct {
	nodes   []graph.Node
	bundles []*pair
}

// split returns the connected components in the order of their first nodes.
func split(n int, pairs []*pair) []part {
	root := graph.AllNodes(n).Nodes()
	find := func(v graph.Node) graph.Node {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for _, p := range pairs {
		x, y := find(p.x), find(p.y)
		root[max(x, y)] = min(x, y)
	}
	var parts []part
	index := make([]int, n)
	for v := range graph.Node(n) {
		if r := find(v); r == v {
			index[v] = len(parts)
			parts = append(parts, part{})
		} else {
			index[v] = index[r]
		}
		p := &parts[index[v]]
		p.nodes = append(p.nodes, v)
	}
	for _, b := range pairs {
		p := &parts[index[b.x]]
		p.bundles = append(p.bundles, b)
	}
	return parts
}

// place sets the positions of the nodes of p and the routes of its edges in out, with the
// upper left corner at (0, 0), and returns the size of p. If some pairs have no direction, it uses
// the choice with the fewest crossings, or an earlier choice with almost as few.
func (p part) place(out *Layout, o Options) Size {
	s := p.order(out, o, choices[0])
	if slices.ContainsFunc(p.bundles, func(b *pair) bool { return b.pull == loose || b.pull == level }) {
		for _, c := range choices[1:] {
			if s.crossings == 0 || o.stopped() {
				break
			}
			const worth = 3 // a later choice, which has longer edges, must save this many crossings
			if t := p.order(out, o, c); t.crossings+worth <= s.crossings {
				s = t
			}
		}
	}
	for _, step := range []func(){s.coordinates, s.route, func() { p.spread(out, o, 3) }} {
		if o.stopped() {
			return Size{}
		}
		step()
	}
	return s.settle()
}

// order decides the row of each node and the order of nodes in each row.
func (p part) order(out *Layout, o Options, c choice) *layering {
	s := newLayering(p, out, o)
	for _, step := range []func(){s.direct, func() { s.level(c) }, s.rank, s.lay, s.reduce} {
		if step(); o.stopped() {
			break
		}
	}
	return s
}

// turn exchanges the axes of p.
func (p part) turn(out *Layout) {
	p.transform(out, func(q Point) Point { return Point{q.Y, q.X} })
	for _, v := range p.nodes {
		out.Nodes[v].Size = out.Nodes[v].turned()
	}
}

func (s Size) turned() Size { return Size{s.H, s.W} }

// move shifts all of p by d.
func (p part) move(out *Layout, d Point) { p.transform(out, d.plus) }

// transform replaces every point of p.
func (p part) transform(out *Layout, to func(Point) Point) {
	for _, v := range p.nodes {
		out.Nodes[v].Point = to(out.Nodes[v].Point)
	}
	for _, b := range p.bundles {
		for _, i := range b.edges {
			for j, q := range out.Routes[i].Curve {
				out.Routes[i].Curve[j] = to(q)
			}
		}
	}
}

// bounds returns the upper left corner and the size of p.
func (p part) bounds(out *Layout) (Point, Size) {
	lo, hi := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	reach := func(p Point, w, h float64) {
		lo = Point{min(lo.X, p.X-w/2), min(lo.Y, p.Y-h/2)}
		hi = Point{max(hi.X, p.X+w/2), max(hi.Y, p.Y+h/2)}
	}
	for _, v := range p.nodes {
		reach(out.Nodes[v].Point, out.Nodes[v].W, out.Nodes[v].H)
	}
	for _, b := range p.bundles {
		for _, i := range b.edges {
			for q := range out.Routes[i].Curve.Points(3) {
				reach(q, 0.1, 0.1) // the outermost point may be between two of these
			}
		}
	}
	return lo, Size{hi.X - lo.X, hi.Y - lo.Y}
}
