package sepdist

import (
	"cmp"
	"context"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
)

// Match returns two graphs, or two time series, for a drawing: with the same nodes in the same order, after the
// options that change graphs were applied. The guess need not be of its class, unless it is converted. A truth
// that is a time series with latent variables has the links among the others. Without a guess, nil, the truth
// alone is returned.
func Match(ctx context.Context, truth, guess *Graph, o Options) (t, g *Graph, err error) {
	if guess == nil {
		if t, err = o.changed(ctx, truth, truth.nodes(), truth.Class); err != nil {
			return nil, nil, advice.About("", cmp.Or(truth.Name, "truth"), err)
		}
		return t, nil, nil
	}
	if truth, guess, err = checkSameKind(truth, guess); err != nil {
		return nil, nil, err
	}
	truthName, guessName := graphNames(truth, guess)
	renamed, err := input.Rename(guess.nodes(), o.Rename)
	if err != nil {
		return nil, nil, advice.About("", guessName, err)
	}
	if t, err = o.changed(ctx, truth, renamed, guess.Class); err != nil {
		return nil, nil, advice.About("", truthName, err)
	}
	names := t.nodes().Names()
	aligned, err := o.align(names, truth, guess, renamed)
	if err != nil {
		return nil, nil, err
	}
	g = &Graph{Graph: aligned, Class: guess.Class}
	if guess.Series != nil {
		g.Series, err = o.alignSeries(names, renamed.Names(), guess.Series)
	}
	if err == nil {
		g, err = o.convert(ctx, g)
	}
	if err != nil {
		return nil, nil, advice.About("", guessName, err)
	}
	return t, g, nil
}

// changed returns a graph without the nodes that the guess cannot have, and of the class that the options ask
// for.
func (o *Options) changed(ctx context.Context, given *Graph, guess *graph.Graph, stated class.Kind) (whole *Graph, err error) {
	series := given.Series != nil
	all := len(o.Latent) == 0 && (len(o.Selected) == 0 || series) && !o.Project
	if series || all {
		if whole, err = o.convert(ctx, given); err != nil || all {
			return whole, err
		}
	}
	m, err := given.Check(ctx)
	if err == nil {
		m, err = o.project(ctx, m, guess, stated)
	}
	if err == nil && !series && o.As != class.Unstated {
		m, err = convertTo(ctx, m, o.As)
	}
	switch {
	case err != nil:
		return nil, err
	case series:
		return &Graph{Series: whole.Series.Induced(m.Model().Series().Measured())}, nil
	}
	return &Graph{Graph: m.Graph()}, nil
}

// convert returns g as a graph of the class that the options ask for, if any.
func (o *Options) convert(ctx context.Context, g *Graph) (*Graph, error) {
	if o.As == class.Unstated {
		return g, nil
	}
	m, err := g.Check(ctx)
	if err == nil {
		m, err = convertTo(ctx, m, o.As)
	}
	if err != nil {
		return nil, err
	}
	return &Graph{Graph: m.Graph(), Series: m.Series()}, nil
}
