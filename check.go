package sepdist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/series"
	"github.com/sepdist/sepdist/report"
)

// Check determines the class of a graph and the size of its equivalence class, or why it is not
// of the stated class. That reason is also the error, a [*class.Error], and the report is complete with
// and without it. If ctx is done first, the error is the cause of ctx.
//
// The effects of policies are found within a limit, but those of the given policies as in a comparison.
func Check(ctx context.Context, given *Graph, policies ...class.Policy) (report.Check, error) {
	c := given.describe()
	m, err := given.Check(ctx)
	if err != nil {
		if bad, ok := errors.AsType[*class.Error](err); ok {
			c.Class, c.Witness, c.Violation = bad.Kind.String(), bad.Witness, bad.Violation()
			c.Policies = offerRepairs(ctx, given, new(class.Error), anyReadings, policies...)
			if given.Class == class.Unstated && given.Series == nil { // a stated class may have other repairs
				stated := *given
				stated.Class = bad.Kind
				for _, p := range offerRepairs(ctx, &stated, new(class.Error), anyReadings, policies...) {
					if p[0] != "" && !slices.Contains(c.Policies, p) {
						c.Policies = append(c.Policies, [3]string{p[0], bad.Kind.String(), p[2]})
					}
				}
			}
		}
		why := err.Error()
		c.Why = &why
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return c, err
	}
	c.Class, c.Valid, c.Narrower = m.Kind().String(), true, narrower(ctx, m, given.Class)
	if ctx.Err() != nil {
		return c, context.Cause(ctx)
	}
	if given.Class == class.Unstated && m.Kind().MayBeCyclic() { // a guess with an inferred cycle is refused
		c.Policies = offerRepairs(ctx, given, new(class.Error), anyReadings, policies...)
	}
	if size := m.Model().Size(); size != nil {
		digits := size.String()
		c.Size = &digits
	}
	return c, nil
}

// Repaired returns the graph by which a policy replaces a graph that is not of its class, and what was changed. If the
// policy leads to no graph or to several, the error offers other policies.
func (g *Graph) Repaired(ctx context.Context, policy class.Policy) (m class.Member, changed []string, err error) {
	if g.isSeries() {
		g = g.withoutLinks()
	}
	r, err := g.resolve(ctx, policy, class.Limits{})
	if err == nil && oneReading(r) {
		return r.Members[0], changes(r), nil
	}
	if err == nil {
		err = advice.Errorf("%v leads to %s", advice.Option("invalid", string(policy)), readings(r))
	}
	bad := new(class.Error)
	found := errors.As(err, &bad)
	if offerRepairs(ctx, g, bad, oneReading); !found && len(bad.Repairs) > 0 {
		err = advice.Errorf("%w: use %v", err, advice.Option("invalid", bad.Repairs...))
	}
	return m, nil, advice.About("", g.Name, err)
}

// describe counts nodes and edges.
func (g *Graph) describe() report.Check {
	c := report.Check{Name: g.Name, Witness: []string{}}
	if s := g.Series; s != nil {
		kinds := series.CountKinds(s)
		c.Nodes, c.Edges, c.EdgeTypes = s.N(), s.M(), edgeTypes(func(yield func(graph.Edge) bool) {
			for _, l := range s.Links() {
				if !yield(l.Edge()) {
					return
				}
			}
		})
		c.Series = &report.CheckSeries{MaxLag: s.MaxLag(), Contemporaneous: kinds.Contemporaneous, Lagged: kinds.Lagged, Auto: kinds.Auto}
		return c
	}
	c.Nodes, c.Edges, c.EdgeTypes = g.N(), g.M(), edgeTypes(g.Edges())
	_, c.Components = g.Connected()
	return c
}

// anyReadings and oneReading are the readings of a guess that most operations can use, and those of an explanation.
func anyReadings(*class.Resolution) bool  { return true }
func oneReading(r *class.Resolution) bool { return !r.Ambiguous || r.Complete && len(r.Members) == 1 }

// offerRepairs returns the effect of each policy that makes a graph usable, and adds these policies to the error
// about the graph. It is a preview, which must not take long on a large graph, except for the policies named in full.
func offerRepairs(ctx context.Context, given *Graph, bad *class.Error, usable func(*class.Resolution) bool, full ...class.Policy) [][3]string {
	n, m := given.size()
	var list [][3]string
	for _, p := range class.Policies {
		limits := class.Limits{Readings: 100, Steps: max(1, 20_000_000/(1+n*n+m))}
		if slices.Contains(full, p.Policy) {
			limits = class.Limits{}
		}
		r, err := given.resolve(ctx, p.Policy, limits)
		if err != nil || !usable(r) {
			continue
		}
		name := string(p.Policy)
		if p.Policy == class.Refuse {
			name = "" // valid except for its triples
		} else {
			bad.Repairs = append(bad.Repairs, name)
		}
		what := strings.Join(r.Changes, "; ")
		if r.Ambiguous && r.Replaced == nil { // else it contains the number of graphs
			if what != "" {
				what += ": "
			}
			what += readings(r)
		}
		list = append(list, [3]string{name, "", what})
		if p.Policy == class.Refuse {
			break
		}
	}
	return list
}

// readings returns the number of readings as text.
func readings(r *class.Resolution) string {
	n := len(r.Members)
	switch {
	case !r.Complete:
		return "more than " + numeral.Count(n, "reading")
	case n == 0:
		return "no valid reading: no CPDAG has the listed colliders and non-colliders"
	case n == 1:
		return "one reading"
	}
	return fmt.Sprintf("%d readings", n)
}

// narrower returns the class that would have been inferred if the stated one is wider, or the reason why m is not of the
// next narrower class.
func narrower(ctx context.Context, m class.Member, stated class.Kind) string {
	if m.Series() != nil {
		return ""
	}
	if stated != class.Unstated {
		if found, err := m.Inferred(ctx); err == nil && found != class.Unstated && found != stated {
			return "without a stated class it would be treated as " + found.Title()
		}
	}
	below := m.Kind().Narrower()
	if below == class.Unstated {
		return ""
	}
	_, err := class.Check(ctx, m.Graph(), below)
	if bad, ok := errors.AsType[*class.Error](err); ok {
		return "not " + below.Title() + ": " + bad.What
	}
	return ""
}

// edgeTypes counts edges by type, the most frequent first: "3 -->, 1 <->".
func edgeTypes(edges iter.Seq[graph.Edge]) string {
	counts := make(map[string]int)
	for e := range edges {
		counts[edgeKind(e)]++
	}
	types := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, arrow := range types {
		types[i] = fmt.Sprintf("%d %s", counts[arrow], arrow)
	}
	return strings.Join(types, ", ")
}

// edgeKind draws an edge in one of its two directions: an arrowhead is on the right and a circle on the left.
func edgeKind(e graph.Edge) string {
	place := [...]int{graph.Conflict: 0, graph.Circle: 1, graph.Tail: 2, graph.Arrow: 3}
	if place[e.AtX] > place[e.AtY] {
		e = e.Flip()
	}
	return e.Arrow()
}
