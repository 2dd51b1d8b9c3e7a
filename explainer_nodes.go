package sepdist

import (
	"context"
	"errors"
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// The methods in this file hide whether the nodes are those of graphs or moments of time series.

func newExplainer(ctx context.Context, p *Pair) *explainer {
	w := &explainer{names: p.truth.Names(), truth: p.truth, guess: p.guess, reversed: p.reversed}
	switch {
	case p.truth.Kind().IsSeries():
		w.frame = new(task.Moments(p.truth, p.guess))
	case p.truth.N() <= worthGains.nodes:
		goal, _ := p.asGiven().target(ctx)
		w.goal = goal.Drawn()
	}
	return w
}

func (w *explainer) name(v graph.Node) string {
	if w.frame != nil {
		return w.frame.Name(v)
	}
	return w.names.List()[v]
}

// nodes returns the set of the nodes, or moments, with the given names.
func (w *explainer) nodes(list []string) (graph.Set, error) {
	if w.frame == nil {
		return nodes(w.names, list)
	}
	var set graph.Set
	for _, name := range list {
		m, moment, err := momentOrVariable(w.frame.Variables, name)
		switch {
		case err != nil:
			return nil, err
		case !moment:
			return nil, fmt.Errorf("%q is a variable: name one of its moments, such as %[1]s(t)", name)
		case m.Lag < w.frame.Latest:
			return nil, errors.New(name + " is after all moments that are looked at")
		}
		set.Add(w.frame.Node(m))
	}
	return set, nil
}

func (w *explainer) adjacent(x, y graph.Node) bool { return len(w.between(w.truth, x, y)) > 0 }

// between returns the edges of one of the graphs between two nodes.
func (w *explainer) between(m *model.Model, x, y graph.Node) []graph.Edge {
	if w.frame == nil {
		return m.Drawn().Between(x, y)
	}
	s := m.Series().Drawn()
	u, knownU := w.in(s, x)
	v, knownV := w.in(s, y)
	if !knownU || !knownV {
		return nil
	}
	flip := u.Lag < v.Lag
	if flip {
		u, v = v, u
	}
	var edges []graph.Edge
	for _, l := range s.Between(u.Variable, u.Lag-v.Lag, v.Variable) {
		e := graph.Edge{X: x, Y: y, AtX: l.AtX, AtY: l.AtY}
		if flip {
			e.AtX, e.AtY = l.AtY, l.AtX
		}
		edges = append(edges, e)
	}
	return edges
}

// in returns the moment of a node in a time series, which may have its own order of variables and
// lack the latent ones.
func (w *explainer) in(s *graph.Series, v graph.Node) (graph.LaggedNode, bool) {
	m := w.frame.Moment(v)
	variable, known := s.Names().Node(w.frame.Variables.List()[m.Variable])
	return graph.LaggedNode{Variable: variable, Lag: m.Lag}, known
}

// now returns the same edge of a stationary graph with its later end at t.
func (w *explainer) now(e graph.Edge) graph.Edge {
	if w.frame == nil {
		return e
	}
	x, y := w.frame.Moment(e.X), w.frame.Moment(e.Y)
	later := min(x.Lag, y.Lag)
	e.X, e.Y = w.frame.Node(x.Shift(-later)), w.frame.Node(y.Shift(-later))
	return e
}

// below returns a descendant of v among the given nodes.
func (w *explainer) below(m *model.Model, v graph.Node, given graph.Set) (graph.Node, bool) {
	if w.frame == nil {
		for d := range m.Paths().Descendants(graph.SetOf(v)).And(given).All() {
			return d, true
		}
		return -1, false
	}
	from, known := w.in(m.Series().Drawn(), v)
	for d := range given.All() {
		if to, ok := w.in(m.Series().Drawn(), d); known && ok && m.Series().Descends(from, to) {
			return d, true
		}
	}
	return -1, false
}
