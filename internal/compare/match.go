package compare

import (
	"context"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// Match returns two graphs, or two time series, to be drawn together: with the same nodes in the same
// order, after what the options do to them. The guess need not be of its class, unless it is drawn as
// another one. Of a time series as truth with latent variables it has the links among the others.
func Match(ctx context.Context, truth, guess *Graph, o *Options) (t, g *Graph, err error) {
	if truth, guess, err = sameTime(truth, guess); err != nil {
		return nil, nil, err
	}
	truthName, guessName := graphNames(truth, guess)
	drawn, err := renamed(guess.nodes(), o.Rename)
	if err != nil {
		return nil, nil, advice.About("", guessName, err)
	}
	if t, err = o.drawn(ctx, truth, drawn.Names()); err != nil {
		return nil, nil, advice.About("", truthName, err)
	}
	names := t.nodes().Names()
	aligned, err := o.align(names, truth, guess, drawn)
	if err != nil {
		return nil, nil, err
	}
	g = &Graph{Graph: aligned, Class: guess.Class}
	if guess.Series != nil {
		g.Series, err = o.alignSeries(names, drawn.Names(), guess.Series)
	}
	if err == nil {
		g, err = o.converted(ctx, g)
	}
	if err != nil {
		return nil, nil, advice.About("", guessName, err)
	}
	return t, g, nil
}

// Single is [Match] for one graph.
func Single(ctx context.Context, g *Graph, o *Options) (*Graph, error) {
	name, _ := graphNames(g, g)
	drawn, err := o.drawn(ctx, g, g.nodes().Names())
	if err != nil {
		return nil, advice.About("", name, err)
	}
	return drawn, nil
}

// drawn returns a graph without the nodes that the guess cannot have, as one of the class that
// the options ask for.
func (o *Options) drawn(ctx context.Context, given *Graph, guess *graph.Names) (whole *Graph, err error) {
	series := given.Series != nil
	all := len(o.Latent) == 0 && (len(o.Selected) == 0 || series) && !o.Project
	if series || all {
		if whole, err = o.converted(ctx, given); err != nil || all {
			return whole, err
		}
	}
	m, err := given.Check(ctx)
	if err == nil {
		m, err = o.project(ctx, m, guess)
	}
	if err == nil && !series && o.As != class.Unstated {
		m, err = as(ctx, m, o.As)
	}
	switch {
	case err != nil:
		return nil, err
	case series:
		return &Graph{Series: whole.Series.Induced(m.Model().Series().Measured())}, nil
	}
	return &Graph{Graph: m.Graph()}, nil
}

// converted returns g as a graph of the class that the options ask for, if they do.
func (o *Options) converted(ctx context.Context, g *Graph) (*Graph, error) {
	if o.As == class.Unstated {
		return g, nil
	}
	m, err := g.Check(ctx)
	if err == nil {
		m, err = as(ctx, m, o.As)
	}
	if err != nil {
		return nil, err
	}
	return &Graph{Graph: m.Graph(), Series: m.Series()}, nil
}
