package compare

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

// Match returns two graphs to be drawn together, with the same nodes in the same order, after what
// the options do to them. The guess need not be of its class, unless it is drawn as another one.
func Match(ctx context.Context, truth, guess *Graph, o *Options) (t, g *graph.Graph, err error) {
	truthName, guessName := graphNames(truth, guess)
	if g, err = renamed(guess.Graph, o.Rename); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", guessName, err)
	}
	if t, err = o.drawn(ctx, truth, g.Names()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", truthName, err)
	}
	if g, err = o.align(t.Names(), truth, guess, g); err != nil {
		return nil, nil, err
	}
	if o.As != class.Unstated {
		if g, err = o.converted(ctx, g, guess.Class); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", guessName, err)
		}
	}
	return t, g, nil
}

// Single is [Match] for one graph.
func Single(ctx context.Context, g *Graph, o *Options) (*graph.Graph, error) {
	name, _ := graphNames(g, g)
	drawn, err := o.drawn(ctx, g, g.Graph.Names())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return drawn, nil
}

// drawn returns a graph without the nodes that the guess cannot have, as one of the class that
// the options ask for.
func (o *Options) drawn(ctx context.Context, given *Graph, guess *graph.Names) (*graph.Graph, error) {
	if len(o.Latent) == 0 && len(o.Selected) == 0 && !o.Project {
		if o.As == class.Unstated {
			return given.Graph, nil
		}
		return o.converted(ctx, given.Graph, given.Class)
	}
	m, err := class.Check(ctx, given.Graph, given.Class)
	if err != nil {
		return nil, err
	}
	if m, err = o.project(ctx, m, guess); err == nil && o.As != class.Unstated {
		m, err = as(ctx, m, o.As)
	}
	if err != nil {
		return nil, err
	}
	return m.Graph(), nil
}

// converted returns g as a graph of the class that the options ask for.
func (o *Options) converted(ctx context.Context, g *graph.Graph, stated class.Kind) (*graph.Graph, error) {
	m, err := class.Check(ctx, g, stated)
	if err == nil {
		m, err = as(ctx, m, o.As)
	}
	if err != nil {
		return nil, err
	}
	return m.Graph(), nil
}

// MatchSeries is [Match] for two time series. Of a truth with latent variables it has the links
// among the others.
func MatchSeries(ctx context.Context, truth, guess *Graph, o *Options) (t, g *graph.Series, err error) {
	if err := SameTime(truth, guess); err != nil {
		return nil, nil, err
	}
	truthName, guessName := graphNames(truth, guess)
	drawn, err := renamed(guess.nodes(), o.Rename)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", guessName, err)
	}
	if t, err = o.drawnSeries(ctx, truth, drawn.Names()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", truthName, err)
	}
	if _, err = o.align(t.Names(), truth, guess, drawn); err != nil {
		return nil, nil, err
	}
	if g, err = o.alignSeries(t.Names(), drawn.Names(), guess.Series); err == nil && o.As != class.Unstated {
		g, err = o.convertedSeries(ctx, g, guess.Class)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", guessName, err)
	}
	return t, g, nil
}

// SingleSeries is [Single] for a time series.
func SingleSeries(ctx context.Context, g *Graph, o *Options) (*graph.Series, error) {
	name, _ := graphNames(g, g)
	drawn, err := o.drawnSeries(ctx, g, g.Series.Names())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return drawn, nil
}

// drawnSeries is drawn for a time series.
func (o *Options) drawnSeries(ctx context.Context, given *Graph, guess *graph.Names) (*graph.Series, error) {
	s := given.Series
	if o.As != class.Unstated {
		var err error
		if s, err = o.convertedSeries(ctx, s, given.Class); err != nil {
			return nil, err
		}
	}
	if len(o.Latent) == 0 && !o.Project {
		return s, nil
	}
	m, err := given.Check(ctx)
	if err == nil {
		m, err = o.project(ctx, m, guess)
	}
	if err != nil {
		return nil, err
	}
	return s.Keep(m.Model().Series().Measured()), nil
}

// convertedSeries is converted for a time series.
func (o *Options) convertedSeries(ctx context.Context, s *graph.Series, stated class.Kind) (*graph.Series, error) {
	m, err := class.CheckSeries(ctx, s, stated)
	if err == nil {
		m, err = as(ctx, m, o.As)
	}
	if err != nil {
		return nil, err
	}
	return m.Series(), nil
}
