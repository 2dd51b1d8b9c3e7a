package class

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/series"
)

// ResolveSeries is [Resolve] for a time series. Everything ambiguous is at lag 0: conflicts, undirected links
// and listed triples. So it resolves a finite graph that has the slice at t and, before it, the moments with a
// link to it.
func ResolveSeries(ctx context.Context, s *graph.Series, k Kind, policy Policy, limits Limits) (*Resolution, error) {
	m, err := CheckSeries(ctx, s, k)
	if err == nil {
		return &Resolution{Members: []Member{m}, Complete: true}, nil
	}
	var bad *Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	if err := refused(bad, policy); err != nil {
		return nil, err
	}
	if policy == Bidirected {
		return confounded(ctx, s, bad)
	}
	if policy == Maximize || policy == AsMAG {
		return nil, advice.Errorf("%w; %s is not available for time series", err, policy)
	}
	for _, l := range s.Links() {
		if e := l.Edge(); l.Lag > 0 && !(e.Directed() && e.AtY == graph.Arrow) {
			return nil, err // no change at lag 0 repairs that
		}
	}
	f := newSliceFrame(s)
	r, err := Resolve(ctx, f.graph, CPDAG, policy, limits)
	if err != nil {
		return nil, err
	}
	if err := r.Convert(ctx, f.back); err != nil {
		return nil, err
	}
	return r, nil
}

// confounded treats conflicts as bidirected links.
func confounded(ctx context.Context, s *graph.Series, bad *Error) (*Resolution, error) {
	links := slices.Clone(s.Links())
	count := 0
	for i, l := range links {
		if l.Edge().Has(graph.Conflict) {
			links[i].AtX, links[i].AtY = graph.Arrow, graph.Arrow
			count++
		}
	}
	if count == 0 {
		return nil, bad
	}
	m, err := CheckSeries(ctx, s.With(links), Unstated)
	if err != nil {
		return nil, err
	}
	verb := "were"
	if count == 1 {
		verb = "was"
	}
	change := fmt.Sprintf("%s with conflicting orientations %s treated as bidirected", numeral.Count(count, "link"), verb)
	return &Resolution{Members: []Member{m}, Complete: true, Changes: []string{change}}, nil
}

// A sliceFrame is a finite graph whose CPDAGs are those of a time series at lag 0. The moments before the
// slice are joined and have two parents of their own, which are not adjacent:
//
//	P --> X(t-1) <-- Q    so that    X(t-1) --> Y(t)
//
// follows from Meek's first rule in every DAG of its class, and directed edges out of the past stay.
type sliceFrame struct {
	series *graph.Series
	graph  *graph.Graph
}

func newSliceFrame(s *graph.Series) *sliceFrame {
	n := graph.Node(s.N())
	var names []string
	for v := range n {
		names = append(names, s.MomentName(graph.LaggedNode{Variable: v}))
	}
	node := make(map[graph.LaggedNode]graph.Node)
	number := func(m graph.LaggedNode) graph.Node {
		if m.Lag == 0 {
			return m.Variable
		}
		v, known := node[m]
		if !known {
			v = graph.Node(len(names))
			node[m] = v
			names = append(names, s.MomentName(m))
		}
		return v
	}
	var edges []graph.Edge
	for _, l := range s.Links() {
		edges = append(edges, graph.Edge{X: number(l.First()), Y: l.Y, AtX: l.AtX, AtY: l.AtY})
	}
	var triples []graph.Triple
	for _, t := range s.Triples() {
		if max(t.A.Lag, t.B.Lag, t.C.Lag) > 0 && t.B.Lag > 0 || t.A.Lag > 0 && t.C.Lag > 0 {
			continue // time has decided
		}
		triples = append(triples, graph.Triple{A: number(t.A), B: number(t.B), C: number(t.C), Status: t.Status})
	}
	if past := graph.Node(len(names)); past > n {
		names = append(names, "past 1", "past 2") // not the name of a moment
		for v := n; v < past; v++ {
			edges = append(edges, graph.Directed(past, v), graph.Directed(past+1, v))
			for u := n; u < v; u++ {
				edges = append(edges, graph.Undirected(u, v))
			}
		}
	}
	g, err := graph.New(names, edges, triples...)
	if err != nil {
		panic(err) // its links are those of a series
	}
	return &sliceFrame{s, g}
}

// back returns the time series of a member.
func (f *sliceFrame) back(ctx context.Context, m Member) (Member, error) {
	slice := m.Graph().Induced(graph.AllNodes(f.series.N()).Nodes())
	return CheckSeries(ctx, series.WithSlice(f.series, slice), m.Kind())
}
