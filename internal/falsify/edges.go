package falsify

import (
	"cmp"
	"context"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// An edgeClaim is an edge, and the set by which the graph without it separates its nodes. The set
// is the one nearest to y, which is the head of the edge or, if it has no head or two, the first
// node.
type edgeClaim struct {
	drawn string
	x, y  int32
	set   []int32
	ok    bool // there is such a set
}

// base returns a graph with the separations of m to which edges can be added and from which they can be
// removed: the graph itself, or a member of its class.
func base(m *model.Model) *graph.Graph {
	if m.Kind().RepresentsClass() {
		return m.Walk()
	}
	return m.Drawn()
}

// member returns a graph as a member of the first of the classes that fits.
func member(ctx context.Context, g *graph.Graph, kinds []class.Kind) (m class.Member, err error) {
	for _, k := range kinds {
		if m, err = class.Check(ctx, g, k); err == nil {
			return m, nil
		}
	}
	return m, err
}

// anchored returns the nodes of an edge, its head or first node last.
func anchored(e graph.Edge) (x, y graph.Node) {
	if e.AtY == graph.Arrow && e.AtX != graph.Arrow {
		return e.X, e.Y
	}
	return e.Y, e.X
}

// edgeClaims returns the edges of a graph with their sets.
func edgeClaims(ctx context.Context, m *model.Model, f *frame, workers int) ([]edgeClaim, error) {
	if m.Series() != nil {
		return linkClaims(ctx, m, f)
	}
	names := m.Drawn().Names().List()
	edges := m.Drawn().EdgeList() // the lower node first
	slices.SortStableFunc(edges, func(a, b graph.Edge) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	walk := base(m)
	list := make([]edgeClaim, len(edges))
	nearest := make([]func(x, y graph.Node) ([]graph.Node, bool), pool.Workers(workers))
	err := pool.Each(ctx, len(nearest), len(edges), func(w, i int) {
		if nearest[w] == nil {
			nearest[w] = nearestWithoutEdge(ctx, walk, m.Kind())
		}
		e := edges[i]
		x, y := anchored(e)
		list[i] = edgeClaim{drawn: names[e.X] + " " + e.Arrow() + " " + names[e.Y], x: int32(x), y: int32(y)}
		if len(walk.Between(x, y)) > 1 {
			return // without one edge there is another
		}
		set, ok := nearest[w](y, x)
		if !ok {
			return
		}
		list[i].ok, list[i].set = true, make([]int32, len(set))
		for k, v := range set {
			list[i].set[k] = int32(v)
		}
		slices.Sort(list[i].set)
	}, nil, nil)
	return list, err
}

// nearestWithoutEdge returns a function that finds the nearest separator of x and y in walk, a graph of class k or
// one that it represents, without the edge between them.
func nearestWithoutEdge(ctx context.Context, walk *graph.Graph, k class.Kind) func(x, y graph.Node) ([]graph.Node, bool) {
	kinds := k.Altered()
	if !kinds[0].MayBeCyclic() && kind.EdgesOf(walk)&^kind.Allowed(kinds[0]) == 0 {
		return separator.NearestWithoutEdge(walk) // which is a graph of the same class
	}
	// Without an edge, cycles may be gone, and a graph with undirected edges may not be a MAG.
	all := walk.EdgeList()
	chooser := separator.Nearest.New()
	return func(x, y graph.Node) ([]graph.Node, bool) {
		without := slices.DeleteFunc(slices.Clone(all), func(other graph.Edge) bool {
			return other.X == x && other.Y == y || other.X == y && other.Y == x
		})
		g, err := member(ctx, walk.With(without), kinds)
		if err != nil {
			return nil, false
		}
		chooser.Reset(g.Model())
		sets := msep.NewBlock(g.Model().Walk().N())
		if none := chooser.Choose([]separator.Pair{{X: x, Y: y}}, sets); none.Has(0) {
			return nil, false
		}
		return sets.Lane(nil, 0), true
	}
}

// linkClaims is edgeClaims for a time series. Moments of the sets become part of the frame.
func linkClaims(ctx context.Context, m *model.Model, f *frame) ([]edgeClaim, error) {
	s, drawn := m.Series(), m.Series().Drawn()
	var list []edgeClaim
	for _, l := range drawn.Links() {
		x, y := graph.LaggedNode{Variable: l.X, Lag: l.Lag}, graph.LaggedNode{Variable: l.Y}
		if !(l.AtY == graph.Arrow && l.AtX != graph.Arrow) {
			x, y = y, x
		}
		e := edgeClaim{drawn: drawn.Draw(l)}
		var set []graph.LaggedNode
		without := slices.DeleteFunc(slices.Clone(s.Walk().Links()), func(other graph.Link) bool {
			return other.Lag == l.Lag && (other.X == l.X && other.Y == l.Y || l.Lag == 0 && other.X == l.Y && other.Y == l.X)
		})
		if len(without) == s.Walk().M()-1 {
			if g, err := class.CheckSeries(ctx, s.Walk().With(without), m.Kind().Member()); err == nil {
				set, e.ok, err = g.Model().Series().Nearest(y, x)
				e.ok = e.ok && err == nil
			}
		}
		for _, v := range append([]graph.LaggedNode{x, y}, set...) {
			f.include(v) // only earlier ones: columns keep their numbers
			e.set = append(e.set, f.column(v))
		}
		e.x, e.y, e.set = e.set[0], e.set[1], e.set[2:]
		slices.Sort(e.set)
		list = append(list, e)
	}
	return list, nil
}

// testEdges tests the edges.
func testEdges(ctx context.Context, names []string, edges []edgeClaim, t tester, workers int) ([]verdict.TestedEdge, error) {
	var sets [][]int32
	var queries []independence.Query
	for _, e := range edges {
		if e.ok {
			queries = append(queries, independence.Query{X: e.x, Y: e.y, Set: int32(len(sets))})
			sets = append(sets, e.set)
		}
	}
	results, err := t.Run(ctx, sets, queries, workers)
	if err != nil {
		return nil, err
	}
	list := make([]verdict.TestedEdge, len(edges))
	k := 0
	for i, e := range edges {
		list[i] = verdict.TestedEdge{Edge: e.drawn, TestedClaim: verdict.TestedClaim{X: e.x, Y: e.y, Untested: "no set separates the nodes without the edge"}}
		if e.ok {
			list[i].TestedClaim = tested(names, queries[k], e.set, results[k])
			k++
		}
	}
	return list, nil
}
