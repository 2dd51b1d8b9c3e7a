package structure

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

// momentPairs select and weigh pairs of moments.
type momentPairs struct {
	series.Options
	frame    series.MomentIndex
	weighted bool
}

func (q *momentPairs) weight(x, y graph.Node) float64 {
	return q.Weight(q.frame.Moment(x), q.frame.Moment(y))
}

// unordered returns the weight of the pair of x and y: the mean of both orders if there are
// weights, otherwise 1 if one of them is selected.
func (q *momentPairs) unordered(x, y graph.Node) float64 {
	there, back := q.weight(x, y), q.weight(y, x)
	if q.weighted {
		return (there + back) / 2
	}
	return max(there, back)
}

// linkGraphs returns two time series as graphs of the links that end at t, and the weights of their
// pairs of nodes.
func linkGraphs(truth, guess *model.Model, p task.Params) (t, g *graph.Graph, q *pairing, err error) {
	o, err := p.SeriesOptions(truth, guess)
	if err != nil {
		return nil, nil, nil, err
	}
	frame := task.Moments(truth, guess)
	names := graph.NumberedNames("", 0, int(frame.Node(graph.LaggedNode{Lag: o.MaxLag + 1})))
	drawn := func(s *graph.Series) *graph.Graph {
		var edges []graph.Edge
		for _, l := range s.Links() {
			if l.Lag <= o.MaxLag {
				edges = append(edges, graph.Edge{X: frame.Node(l.First()), Y: frame.Node(graph.LaggedNode{Variable: l.Y}), AtX: l.AtX, AtY: l.AtY})
			}
		}
		return graph.MustNew(names, edges)
	}
	q = &pairing{moments: &momentPairs{o, frame, p.Weights != nil}, notes: p.AllCounted()}
	ordered, unordered := o.Sizes(truth.N())
	if q.ordered, q.of = ordered, float64(unordered); p.Weights != nil {
		q.of = ordered / 2
	}
	return drawn(truth.Series().Drawn()), drawn(guess.Series().Drawn()), q, nil
}

// noLinks returns the reason why links of two time series are not compared, or "".
func noLinks(truth, guess *model.Model) string {
	if truth.Series() == nil || truth.Series().Latent().Empty() && guess.Series().Latent().Empty() {
		return ""
	}
	return "with latent variables, links between measured moments can have any lag: compare separations"
}
