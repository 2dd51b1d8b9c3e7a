package separation

import (
	"context"
	"errors"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/series"
)

// separationInSeries returns the separation distance of a strategy for time series.
func separationInSeries(base separator.Strategy, blanket bool) task.Measurement {
	strategy := series.Strategy{Base: base, Blanket: blanket}
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		if !guess.Kind().Separates() {
			return circlesInSeries(ctx, circleStrategy(base, blanket), truth, guess, p)
		}
		o, err := p.SeriesOptions(truth, guess)
		if err != nil {
			return distance.Result{}, err
		}
		c, err := series.NewComparison(truth.Series(), guess.Series(), o)
		if err != nil {
			return distance.Result{}, err
		}
		var count series.Count
		if tell := p.Options.Mistake; tell != nil {
			frame := task.Moments(truth, guess)
			count, err = c.Mistakes(ctx, strategy, func(m series.Mistake) {
				told := distance.Mistake{X: frame.Node(m.X), Y: frame.Node(m.Y), Size: len(m.Separator)}
				if p.Options.Sets {
					told.Separator = []graph.Node{}
					for _, z := range m.Separator {
						told.Separator = append(told.Separator, frame.Node(z))
					}
				}
				tell(told)
			})
		} else {
			var counts []series.Count
			if counts, err = c.Distances(ctx, strategy); err == nil {
				count = counts[0]
			}
		}
		var infinite *series.InfiniteError
		if errors.As(err, &infinite) {
			return task.Undefined(infinite.Error()), nil
		}
		if err != nil {
			return distance.Result{}, err
		}
		r := task.Counted(count.Wrong, count.Of)
		r.HasClaims, r.Claims, r.NoSeparator = true, count.Claims, count.NoSeparator
		r.Notes = p.AllCounted()
		return r, nil
	}
}
