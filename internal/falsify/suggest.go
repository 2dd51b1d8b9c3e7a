package falsify

import (
	"cmp"
	"context"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

// maxSuggestions is the number of pairs for which edges are tried.
const maxSuggestions = 5

// suggest adds edges between the nodes of the strongest rejected claims, one at a time, and counts
// the rejected claims that remain. Of several edges of a pair it keeps the best. A pair is left
// out if no edge leaves fewer rejected claims.
func suggest(ctx context.Context, m *model.Model, s *strategy, data *Data, e *evidence, f *verdict.Falsification, o Options) ([]verdict.Suggestion, error) {
	pairs := f.RejectedPairs()
	var list []verdict.Suggestion
	for _, p := range pairs[:min(len(pairs), maxSuggestions)] {
		best := verdict.Suggestion{P: p.Least, Remaining: f.Rejected}
		for _, g := range withEdge(ctx, m, s, f, p.X, p.Y) {
			c, err := collect(ctx, g.member.Model(), s, o.MaxLag)
			if err != nil {
				return nil, err
			}
			if c.frame.lagged { // which may have other lags
				if e, err = data.prepare(ctx, c.frame, o.Workers); err != nil {
					return nil, err
				}
			}
			results, err := e.Run(ctx, c.sets, c.queries, o.Workers)
			if err != nil {
				return nil, err
			}
			if left := judge(c, results, o.Alpha, o.Correction).rejected; left < best.Remaining {
				best.Edge, best.Remaining = g.edge, left
			}
		}
		if best.Edge != "" {
			list = append(list, best)
		}
	}
	slices.SortStableFunc(list, func(a, b verdict.Suggestion) int { return cmp.Compare(a.Remaining, b.Remaining) })
	return list, ctx.Err()
}

// A candidate is the graph with one more edge.
type candidate struct {
	edge   string
	member class.Member
}

// withEdge returns the graphs with an edge between x and y that are of a class with the strategy.
func withEdge(ctx context.Context, m *model.Model, s *strategy, f *verdict.Falsification, x, y int32) (list []candidate) {
	name := func(e graph.Edge, x, y int32) string { return f.Names[x] + " " + e.Arrow() + " " + f.Names[y] }
	if m.Series() != nil {
		_, latest, _ := graph.ParseMoment(f.Names[0])
		frame := series.MomentIndex{Variables: m.Names(), Latest: latest}
		a, b := frame.Moment(graph.Node(x)), frame.Moment(graph.Node(y)) // a is not earlier than b
		links := []graph.Link{{X: b.Variable, Lag: b.Lag - a.Lag, Y: a.Variable, AtX: graph.Tail, AtY: graph.Arrow}}
		if a.Lag == b.Lag {
			links = append(links, graph.Link{X: a.Variable, Y: b.Variable, AtX: graph.Tail, AtY: graph.Arrow})
		}
		kind, walk := m.Kind().Member(), m.Series().Walk()
		for _, l := range links {
			if s.definedFor(kind) != nil {
				continue
			}
			more, err := graph.NewSeries(walk.Names().List(), append(slices.Clone(walk.Links()), l))
			if err != nil {
				continue
			}
			if g, err := class.CheckSeries(ctx, more, kind); err == nil {
				list = append(list, candidate{walk.Draw(l), g})
			}
		}
		return list
	}
	walk := base(m)
	kinds := slices.DeleteFunc(m.Kind().Altered(), func(k class.Kind) bool { return s.definedFor(k) != nil })
	edges := []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 0).Flip()}
	if m.Kind().Latent() {
		edges = append(edges, graph.Bidirected(0, 1))
	}
	for _, e := range edges {
		more := append(walk.EdgeList(), graph.Edge{X: graph.Node(x), Y: graph.Node(y), AtX: e.AtX, AtY: e.AtY})
		if g, err := member(ctx, walk.With(more), kinds); err == nil && len(kinds) > 0 {
			list = append(list, candidate{name(e, x, y), g})
		}
	}
	return list
}
