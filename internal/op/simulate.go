package op

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/simulate"
)

// Simulate returns a random graph, or g with random changes if g is not nil, and a note or "".
func Simulate(ctx context.Context, t *simulate.Task, g *sepdist.Graph) (*format.Document, string, error) {
	if g == nil {
		if err := t.Options.Check(t.Class); err != nil {
			return nil, "", advice.Wrong("", "", "%w", err)
		}
		drawn, err := simulate.Draw(ctx, t.Class, t.Options)
		return (&sepdist.Graph{Graph: drawn.Graph, Series: drawn.Series, Class: t.Class}).Document(), "", err
	}
	m, note, err := Member(ctx, g)
	if err != nil {
		return nil, "", err
	}
	c := t.ChangesOfGraph()
	if err := c.Check(m.Kind()); err != nil {
		return nil, "", advice.Wrong("", "", "%w", err)
	}
	drawn, err := simulate.Changed(ctx, m, c)
	if err != nil && ctx.Err() == nil && g.Name != "" {
		err = fmt.Errorf("%s: %w", g.Name, err)
	}
	return (&sepdist.Graph{Graph: drawn.Graph, Series: drawn.Series, Class: m.Kind()}).Document(), note, err
}
