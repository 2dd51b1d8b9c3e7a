package op

import (
	"context"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/internal/picture/draw"
)

// Draw returns the drawing of a graph, or of a truth and a guess, with its nodes placed.
func Draw(ctx context.Context, graphs []*sepdist.Graph, o draw.Options, how sepdist.Options) (*draw.Drawing, error) {
	d, err := newDrawing(ctx, graphs, o, how)
	if err != nil {
		return nil, err
	}
	if err := d.Restrict(); err != nil {
		return nil, err
	}
	return d, d.Lay(ctx.Err)
}

func newDrawing(ctx context.Context, graphs []*sepdist.Graph, o draw.Options, how sepdist.Options) (*draw.Drawing, error) {
	if len(graphs) == 1 {
		g, _, err := sepdist.Match(ctx, graphs[0], nil, how)
		switch {
		case err != nil:
			return nil, err
		case g.Series != nil:
			return draw.Series(g.Series, o)
		}
		return draw.Graph(g.Graph, o), nil
	}
	t, g, err := sepdist.Match(ctx, graphs[0], graphs[1], how)
	if err != nil {
		return nil, err
	}
	class, err := sepdist.ClassOfTruth(ctx, t, g)
	if err != nil {
		return nil, err
	}
	return difference(t, g, class, o)
}

// difference draws a truth and a guess. If class is not nil, it is the equivalence class of the truth and is drawn instead.
func difference(t, g, class *sepdist.Graph, o draw.Options) (_ *draw.Drawing, err error) {
	if class != nil {
		if o.Class, o.Own = class.Class.Noun(), t.Graph; t.Series != nil {
			if o.Own, err = draw.Moments(t.Series, max(class.Series.MaxLag(), g.Series.MaxLag())); err != nil {
				return nil, err
			}
		}
		t = class
	}
	if t.Series != nil {
		return draw.SeriesDifference(t.Series, g.Series, o)
	}
	return draw.Difference(t.Graph, g.Graph, o)
}
