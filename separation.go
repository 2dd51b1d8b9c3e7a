package sepdist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/series"
	"github.com/sepdist/sepdist/report"
)

// Separated reports whether the nodes named given separate x from y in a graph, with an open path if they do not: by
// d-separation in a DAG, by m-separation in a MAG or an ADMG, by sigma-separation in a cyclic graph, and in a CPDAG or PAG
// as in every graph that it represents. In a time series, the nodes are moments of the infinite graph, such as
// X(t-1), Y(t) and Z(t+1).
func (g *Graph) Separated(ctx context.Context, x, y string, given ...string) (*report.Separation, error) {
	m, err := checked(ctx, g)
	if err != nil {
		return nil, err
	}
	if g.Series != nil {
		return separatedMoments(g, m, x, y, given)
	}
	pair, err := pairOf(g, x, y)
	if err != nil {
		return nil, err
	}
	set, err := nodes(g.Names(), given)
	if err != nil {
		return nil, advice.About("", g.Name, err)
	}
	for _, v := range pair {
		if set.Has(v) {
			return nil, advice.About("", g.Name, fmt.Errorf("%q is one of the two nodes, and cannot be in the set", g.Graph.Name(v)))
		}
	}
	s := &report.Separation{Graph: g.Name, Class: m.Kind().String(), X: x, Y: y, Given: nameList(m, set.Nodes()), Path: []string{}, Why: []string{}}
	path, open := msep.New(m.Paths()).Path(pair[0], pair[1], set)
	if s.Separated = !open; s.Separated {
		return s, nil
	}
	w := &explainer{names: g.Names()}
	s.Path, s.Why = w.path(path), append(s.Why, w.whyOpen(m, path, set)...)
	switch {
	case m.Paths() == m.Drawn():
	case m.Kind().RepresentsClass():
		s.In = "a graph of its class"
	default:
		s.In = "its acyclification"
	}
	return s, nil
}

// separatedMoments is Separated for moments of a time series, such as X(t-1).
func separatedMoments(g *Graph, m *model.Model, x, y string, given []string) (*report.Separation, error) {
	if !m.Kind().Separates() {
		return nil, advice.About("", g.Name, fmt.Errorf("separation is not defined in %s", m.Kind().Title()))
	}
	var moments []graph.LaggedNode
	frame := &series.MomentIndex{Variables: g.Series.Names()}
	for _, name := range append([]string{x, y}, given...) {
		at, moment, err := momentOrVariable(g.Series.Names(), name)
		if err == nil && !moment {
			err = fmt.Errorf("%q is a variable: name one of its moments, such as %[1]s(t)", name)
		}
		if err != nil {
			return nil, advice.About("", g.Name, err)
		}
		moments = append(moments, at)
		frame.Latest = min(frame.Latest, at.Lag)
	}
	path, open, err := m.Series().OpenPath(moments[0], moments[1], moments[2:])
	if err != nil {
		return nil, advice.About("", g.Name, err)
	}
	s := &report.Separation{Graph: g.Name, Class: m.Kind().String(), X: x, Y: y, Given: append([]string{}, given...), Separated: !open, Path: []string{}, Why: []string{}}
	if s.Separated {
		return s, nil
	}
	var edges []graph.Edge
	for _, e := range path {
		edges = append(edges, graph.Edge{X: frame.Node(e.X), Y: frame.Node(e.Y), AtX: e.AtX, AtY: e.AtY})
	}
	var set graph.Set
	for _, z := range moments[2:] {
		set.Add(frame.Node(z))
	}
	w := &explainer{names: g.Series.Names(), frame: frame}
	s.Path, s.Why = w.path(edges), append(s.Why, w.whyOpen(m, edges, set)...)
	if m.Kind().RepresentsClass() {
		s.In = "a graph of its class"
	}
	return s, nil
}

// Separators returns the sets that the separation distances use for x and y when g is the guess, or for all ordered
// pairs of nodes without an edge if x and y are empty. With no metrics, all that are defined for the class of g are used.
func (g *Graph) Separators(ctx context.Context, x, y string, metrics ...string) (*report.Separators, error) {
	m, err := checked(ctx, g)
	if err != nil {
		return nil, err
	}
	if g.Series != nil {
		return nil, advice.About("", g.Name, errors.New("separators of time series are shown with wrong claims only: explain a comparison"))
	}
	if len(metrics) == 0 {
		metrics = []string{"all"}
	}
	defined, skipped, err := distance.Select(metrics, m.Kind(), m.Kind(), distance.Symmetry{})
	if err != nil {
		return nil, advice.About("", g.Name, err)
	}
	s := &report.Separators{Graph: g.Name, Class: m.Kind().String()}
	for _, k := range skipped {
		if k.Metric.Claims == distance.AboutSeparation {
			s.Undefined = append(s.Undefined, k)
		}
	}
	var claims []func(x, y graph.Node) task.Claim
	for _, metric := range defined {
		if metric.Claims == distance.AboutSeparation {
			s.Metrics, claims = append(s.Metrics, metric.Name), append(claims, measure.ClaimsOf(metric, m))
		}
	}
	if len(s.Metrics) == 0 {
		return nil, fmt.Errorf("%s: none claims that a set separates two nodes: use separation distances", strings.Join(metrics, ", "))
	}
	all := graph.AllNodes(m.N()).Nodes()
	pairs := func(yield func(x, y graph.Node) bool) {
		for _, x := range all {
			for _, y := range all {
				if x != y && !m.Drawn().Adjacent(x, y) && !yield(x, y) {
					return
				}
			}
		}
	}
	if x != "" || y != "" {
		pair, err := pairOf(g, x, y)
		if err != nil {
			return nil, err
		}
		all = pair[:]
		pairs = func(yield func(x, y graph.Node) bool) { yield(pair[0], pair[1]) }
	}
	s.Nodes = nodeSets(m, all)
	w := &explainer{names: g.Names()}
	s.Pairs = func(yield func(*report.PairSeparators) bool) {
		pairs(func(x, y graph.Node) bool {
			p := &report.PairSeparators{X: w.names.List()[x], Y: w.names.List()[y], Separators: make(map[string][]string, len(claims))}
			for i, claimed := range claims {
				c := claimed(x, y)
				if p.Claim = c.Kind; c.Kind != claim.Separated {
					break
				}
				p.Separators[s.Metrics[i]] = nameList(m, c.Set)
			}
			if p.Claim == claim.Adjacent {
				p.Edge = w.drawn(m, [2]graph.Node{x, y})
			}
			return yield(p)
		})
	}
	return s, nil
}

// nodeSets returns the Markov blankets and possible parents of nodes.
func nodeSets(m *model.Model, asked []graph.Node) []report.NodeSets {
	oracle := msep.New(m.Walk())
	sets := make([]report.NodeSets, len(asked))
	for i, v := range asked {
		sets[i] = report.NodeSets{Node: m.Drawn().Name(v), MarkovBlanket: nameList(m, oracle.Blanket(v, m.N()).Nodes())}
		if parents, ok := m.PossibleParents(v); ok {
			sets[i].PossibleParents = nameList(m, parents)
		}
	}
	return sets
}

// nameList returns the names of nodes, in the order of the nodes.
func nameList(m *model.Model, nodes []graph.Node) []string {
	slices.Sort(nodes)
	names := make([]string, len(nodes))
	for i, v := range nodes {
		names[i] = m.Drawn().Name(v)
	}
	return names
}

// checked returns the model of a graph. Errors name the graph.
func checked(ctx context.Context, g *Graph) (*model.Model, error) {
	m, err := g.Check(ctx)
	if err != nil {
		return nil, advice.About("", g.Name, err)
	}
	return m.Model(), nil
}

// pairOf returns two different nodes of a graph.
func pairOf(g *Graph, x, y string) (pair [2]graph.Node, err error) {
	for i, name := range []string{x, y} {
		v, ok := g.Node(name)
		if !ok {
			return pair, advice.About("", g.Name, unknownNode(g.Names(), name))
		}
		pair[i] = v
	}
	if x == y {
		return pair, advice.About("", g.Name, fmt.Errorf("%q and itself: a pair has two nodes", x))
	}
	return pair, nil
}
