package layout_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// labels returns sizes of short and long labels.
func labels(rng *rand.Rand, n int) []layout.Size {
	sizes := make([]layout.Size, n)
	for v := range sizes {
		sizes[v] = layout.Size{W: 24 + 120*rng.Float64()*rng.Float64(), H: 24 + 12*float64(rng.IntN(3)/2)}
	}
	return sizes
}

func same(n int) []layout.Size {
	sizes := make([]layout.Size, n)
	for v := range sizes {
		sizes[v] = layout.Size{W: 30, H: 24}
	}
	return sizes
}

// kinds are random graphs of all sorts of edges.
var kinds = []struct {
	name string
	make func(rng *rand.Rand, n int, p float64) *graph.Graph
}{
	{"dag", graphtest.DAG},
	{"admg", graphtest.ADMG},
	{"cyclic", graphtest.Cyclic},
	{"lines", recoloured(graph.Undirected(0, 0))},
	{"bidirected", recoloured(graph.Bidirected(0, 0))},
	{"any mark", anyMark},
}

// recoloured returns DAGs with every edge replaced by one of the kind given.
func recoloured(kind graph.Edge) func(*rand.Rand, int, float64) *graph.Graph {
	return func(rng *rand.Rand, n int, p float64) *graph.Graph {
		g := graphtest.DAG(rng, n, p)
		edges := g.EdgeList()
		for i := range edges {
			edges[i].AtX, edges[i].AtY = kind.AtX, kind.AtY
		}
		return g.With(edges)
	}
}

func anyMark(rng *rand.Rand, n int, p float64) *graph.Graph {
	g := graphtest.DAG(rng, n, p)
	edges := g.EdgeList()
	mark := func() graph.Mark { return graph.Tail + graph.Mark(rng.IntN(4)) }
	for i := range edges {
		edges[i].AtX, edges[i].AtY = mark(), mark()
	}
	return g.With(edges)
}

// dense is the densest layout that drawings use.
var dense = layout.Options{NodeGap: 9, RankGap: 26, EdgeGap: 9, Across: true}

func TestLaws(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			for seed := range uint64(100) {
				rng := graphtest.Rand(seed)
				n := rng.IntN(26)
				g := kind.make(rng, n, 4*rng.Float64()/float64(n+1))
				sizes := labels(rng, n)
				for _, o := range []layout.Options{{}, dense} {
					if err := lawful(g.EdgeList(), layout.Place(sizes, o, g.EdgeList())); err != nil {
						t.Fatalf("seed %d: %v: %+v: %v", seed, g, o, err)
					}
				}
			}
		})
	}
}

func TestLawsOfCommon(t *testing.T) {
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(20)
		truth := kinds[rng.IntN(len(kinds))].make(rng, n, 2*rng.Float64()/float64(n))
		guess := kinds[rng.IntN(len(kinds))].make(rng, n, 2*rng.Float64()/float64(n))
		l := layout.Common(truth, guess, labels(rng, n), layout.Options{})
		var edges []graph.Edge
		for _, r := range l.Routes {
			edges = append(edges, r.Edge)
		}
		if err := lawful(edges, l); err != nil {
			t.Fatalf("seed %d: %v and %v: %v", seed, truth, guess, err)
		}
		union := make(map[graph.Edge]bool)
		for _, g := range []*graph.Graph{truth, guess} {
			for e := range g.Edges() {
				union[e] = true
			}
		}
		if len(edges) != len(union) {
			t.Fatalf("seed %d: %v and %v: %d routes for %d different edges", seed, truth, guess, len(edges), len(union))
		}
		for _, e := range edges {
			if !union[e] {
				t.Fatalf("seed %d: a route for %v, which neither graph has", seed, e)
			}
		}
	}
}

// lawful reports the faults of a layout. Nodes must not overlap, nothing may be outside,
// and edges must go from border to border, avoid all other nodes and not coincide.
func lawful(edges []graph.Edge, l *layout.Layout) error {
	const slip = 1e-6
	for v, a := range l.Nodes {
		if a.X-a.W/2 < -slip || a.Y-a.H/2 < -slip || a.X+a.W/2 > l.W+slip || a.Y+a.H/2 > l.H+slip {
			return fmt.Errorf("node %d at %v outside %v", v, a, l.Size)
		}
		for u, b := range l.Nodes[:v] {
			if math.Abs(a.X-b.X) < (a.W+b.W)/2+5 && math.Abs(a.Y-b.Y) < (a.H+b.H)/2+5 {
				return fmt.Errorf("nodes %d and %d overlap or nearly: %v, %v", u, v, a, b)
			}
		}
	}
	if len(l.Routes) != len(edges) {
		return fmt.Errorf("%d routes for %d edges", len(l.Routes), len(edges))
	}
	for i, r := range l.Routes {
		if r.Edge != edges[i] {
			return fmt.Errorf("route %d is of %v, want %v", i, r.Edge, edges[i])
		}
		if len(r.Curve) < 4 || len(r.Curve)%3 != 1 {
			return fmt.Errorf("%v has a curve of %d points", r.Edge, len(r.Curve))
		}
		if d := toBorder(l.Nodes[r.X], r.Curve[0]); math.Abs(d) > 0.01 {
			return fmt.Errorf("%v begins %v from the border of its node", r.Edge, d)
		}
		if d := toBorder(l.Nodes[r.Y], r.Curve[len(r.Curve)-1]); math.Abs(d) > 0.01 {
			return fmt.Errorf("%v ends %v from the border of its node", r.Edge, d)
		}
		for _, p := range points(r.Curve) {
			if !(p.X > -slip && p.Y > -slip && p.X < l.W+slip && p.Y < l.H+slip) {
				return fmt.Errorf("%v comes by %v, outside %v", r.Edge, p, l.Size)
			}
			for v, b := range l.Nodes {
				if d := toBorder(b, p); d < 1 && graph.Node(v) != r.X && graph.Node(v) != r.Y {
					return fmt.Errorf("%v comes by %v, %v from node %d", r.Edge, p, d, v)
				}
			}
		}
		for j, q := range l.Routes[:i] {
			if r.Canonical().X != q.Canonical().X || r.Canonical().Y != q.Canonical().Y {
				continue
			}
			if d := apart(r.Curve, q.Curve); d < 3 {
				return fmt.Errorf("%v and %v (edges %d, %d) are nowhere more than %v apart", r.Edge, q.Edge, i, j, d)
			}
		}
	}
	return nil
}

// points returns points along a chain of Bézier curves.
func points(c []layout.Point) []layout.Point {
	var list []layout.Point
	for i := 0; i+3 < len(c); i += 3 {
		for k := range 33 {
			t := float64(k) / 32
			s := 1 - t
			weights := [4]float64{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t}
			var p layout.Point
			for j, w := range weights {
				p.X += w * c[i+j].X
				p.Y += w * c[i+j].Y
			}
			list = append(list, p)
		}
	}
	return list
}

// toBorder returns the distance of p from b, whose corners are rounded.
func toBorder(b layout.Box, p layout.Point) float64 {
	r := b.Radius()
	dx := math.Abs(p.X-b.X) - (b.W/2 - r)
	dy := math.Abs(p.Y-b.Y) - (b.H/2 - r)
	return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - r
}

// apart returns the largest distance of a point of one curve from the other curve.
func apart(a, b []layout.Point) float64 {
	far := 0.
	for _, p := range points(a) {
		near := math.Inf(1)
		for _, q := range points(b) {
			near = min(near, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
		far = max(far, near)
	}
	return far
}

func TestArrowsGoDown(t *testing.T) {
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		g := graphtest.DAG(rng, rng.IntN(40), 3*rng.Float64()/40)
		if e, ok := risingArrow(layout.Place(labels(rng, g.N()), layout.Options{}, g.EdgeList())); ok {
			t.Fatalf("seed %d: %v: %v goes up", seed, g, e)
		}
	}
}

// In a common layout the arrows of the truth go down, even if the guess contradicts them.
func TestArrowsOfTruthGoDown(t *testing.T) {
	for seed := range uint64(150) {
		rng := graphtest.Rand(seed)
		n := 2 + rng.IntN(15)
		truth, guess := graphtest.DAG(rng, n, 0.2), graphtest.DAG(rng, n, 0.2)
		l := layout.Common(truth, guess, labels(rng, n), layout.Options{})
		l.Routes = l.Routes[:truth.M()]
		if e, ok := risingArrow(l); ok {
			t.Fatalf("seed %d: %v and %v: %v goes up", seed, truth, guess, e)
		}
	}
}

func risingArrow(l *layout.Layout) (graph.Edge, bool) {
	for _, r := range l.Routes {
		if !r.Directed() {
			continue
		}
		curve := points(r.Curve)
		for i := range curve[1:] {
			if drop := curve[i+1].Y - curve[i].Y; (drop < -1e-9) != (r.AtX == graph.Arrow) && math.Abs(drop) > 1e-9 {
				return r.Edge, true
			}
		}
	}
	return graph.Edge{}, false
}

// A random rooted tree is drawn without crossings.
func TestTreesHaveNoCrossings(t *testing.T) {
	for seed := range uint64(60) {
		rng := graphtest.Rand(seed)
		n := 1 + rng.IntN(40)
		nodes := rng.Perm(n)
		var edges []graph.Edge
		for i := 1; i < n; i++ {
			parent, child := graph.Node(nodes[rng.IntN(i)]), graph.Node(nodes[i])
			edges = append(edges, graph.Directed(parent, child))
		}
		g := graph.MustNew(graph.NumberedNames("", 0, n), edges)
		if got := crossings(layout.Place(labels(rng, n), layout.Options{}, g.EdgeList())); got != 0 {
			t.Fatalf("seed %d: %d crossings in the tree %v", seed, got, g)
		}
	}
}

// crossings counts the pairs of routes that intersect and share no node.
func crossings(l *layout.Layout) int {
	count := 0
	for i, r := range l.Routes {
		for _, q := range l.Routes[:i] {
			if r.X != q.X && r.X != q.Y && r.Y != q.X && r.Y != q.Y && intersect(points(r.Curve), points(q.Curve)) {
				count++
			}
		}
	}
	return count
}

func intersect(a, b []layout.Point) bool {
	turn := func(p, q, r layout.Point) bool { return (q.X-p.X)*(r.Y-p.Y) > (q.Y-p.Y)*(r.X-p.X) }
	for i := range len(a) - 1 {
		for j := range len(b) - 1 {
			if turn(a[i], a[i+1], b[j]) != turn(a[i], a[i+1], b[j+1]) && turn(b[j], b[j+1], a[i]) != turn(b[j], b[j+1], a[i+1]) {
				return true
			}
		}
	}
	return false
}

// Graphs that can be drawn in layers without crossings are drawn without crossings.
func TestPlanarGraphsHaveNoCrossings(t *testing.T) {
	for _, drawing := range []string{
		"a --> b; a --> c; b --> d; c --> d",
		"a --> c; b --> c; c --> d; c --> e; d --> f; e --> f",
		"a <-> b <-> c <-> d",
		"a <-> b; a --> c; b --> d; c <-> d",
		"a o-o b o-o c o-o d o-o e",
		"a --> b --> c --> d; a --> d",
		"a --> b --> c --> a; c --> d",
		// Asia, of Lauritzen and Spiegelhalter.
		"asia --> tub; smoke --> lung; smoke --> bronc; tub --> either; lung --> either; either --> xray; either --> dysp; bronc --> dysp",
	} {
		g := graphtest.Arrows(t, drawing)
		if got := crossings(layout.Place(same(g.N()), layout.Options{}, g.EdgeList())); got != 0 {
			t.Errorf("%d crossings in %v", got, g)
		}
	}
}

// x <-> y are side by side if no other edge prevents it.
func TestBidirectedEdgesAreLevel(t *testing.T) {
	g := graphtest.Arrows(t, "a --> c; b --> d; a <-> b; c <-> d")
	l := layout.Place(same(g.N()), layout.Options{}, g.EdgeList())
	for _, p := range [][2]graph.Node{{0, 2}, {1, 3}} { // a, b and c, d
		if l.Nodes[p[0]].Y != l.Nodes[p[1]].Y {
			t.Errorf("%s at height %v, %s at %v", g.Name(p[0]), l.Nodes[p[0]].Y, g.Name(p[1]), l.Nodes[p[1]].Y)
		}
	}
}

// Exactly one arrow of a directed cycle goes up.
func TestFewArrowsOfCyclesGoUp(t *testing.T) {
	for n := 3; n < 12; n++ {
		var edges []graph.Edge
		for v := range n {
			edges = append(edges, graph.Directed(graph.Node(v), graph.Node((v+1)%n)))
		}
		l := layout.Place(same(n), layout.Options{}, edges)
		up := 0
		for _, r := range l.Routes {
			if l.Nodes[r.X].Y > l.Nodes[r.Y].Y {
				up++
			}
		}
		if up != 1 {
			t.Errorf("%d arrows of a cycle of %d nodes go up, want 1", up, n)
		}
	}
}

func TestOddGraphs(t *testing.T) {
	complete := func(n int) *graph.Graph {
		var edges []graph.Edge
		for y := range graph.Node(n) {
			for x := range y {
				edges = append(edges, graph.Directed(x, y))
			}
		}
		return graph.MustNew(graph.NumberedNames("", 0, n), edges)
	}
	for _, g := range []*graph.Graph{
		complete(0), complete(1), complete(2), complete(7), complete(60),
		graph.MustNew(graph.NumberedNames("", 0, 500), nil),
		graphtest.Arrows(t, "a --> b; b --> a; a <-> b; c"),
	} {
		l := layout.Place(same(g.N()), layout.Options{}, g.EdgeList())
		if g.N() < 60 {
			if err := lawful(g.EdgeList(), l); err != nil {
				t.Errorf("%d nodes, %d edges: %v", g.N(), g.M(), err)
			}
		}
		if g.N() == 500 && (l.W > 4*l.H || l.H > 4*l.W) {
			t.Errorf("500 nodes without edges take %v", l.Size)
		}
	}
}

// A path of a thousand nodes does not cause deep recursion or a slow layout.
func TestLongPath(t *testing.T) {
	var edges []graph.Edge
	for v := range graph.Node(999) {
		edges = append(edges, graph.Directed(v, v+1))
	}
	l := layout.Place(same(1000), layout.Options{}, edges)
	if l.W != 30 {
		t.Errorf("a path is %v wide, its nodes 30", l.W)
	}
}

func TestDeterministic(t *testing.T) {
	for seed := range uint64(10) {
		rng := graphtest.Rand(seed)
		g := anyMark(rng, 30, 0.1)
		sizes := labels(rng, 30)
		first := layout.Place(sizes, layout.Options{}, g.EdgeList())
		if again := layout.Place(sizes, layout.Options{}, g.EdgeList()); !reflect.DeepEqual(first, again) {
			t.Fatalf("seed %d: two layouts of %v", seed, g)
		}
	}
}

func BenchmarkPlace(b *testing.B) {
	for _, n := range []int{8, 20, 40, 100, 300} {
		for _, degree := range []float64{2, 4, 6} {
			b.Run(fmt.Sprintf("n=%d/degree=%v", n, degree), func(b *testing.B) {
				g := graphtest.DAG(graphtest.Rand(1), n, degree/float64(n-1))
				for b.Loop() {
					layout.Place(same(n), layout.Options{}, g.EdgeList())
				}
			})
		}
	}
}
