package structure

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// The engines of the Hamming distances.
var (
	SHD          = task.Engine{Measure: hamming(anyDifference), Series: hamming(anyDifference)}
	SHDReversal2 = task.Engine{Measure: hamming(withReversal), Series: hamming(withReversal)}
	SkeletonSHD  = task.Engine{Measure: hamming(ofSkeleton), Series: hamming(ofSkeleton)}
	MarkDistance = task.Engine{Measure: perEnd(hamming(difference.ends)), Series: perEnd(hamming(difference.ends))}
)

// A pairing selects and weighs unordered pairs of nodes.
type pairing struct {
	of               float64 // unordered pairs, or the sum of their weights
	ordered          float64 // ordered ones
	sources, targets graph.Set
	weights          task.Weights
	moments          *momentPairs // of time series, in place of the three
	notes            []string
}

// pairingOf returns the pairs of n nodes that p selects. A pair counts if one of its two orders is
// selected; its weight is the mean of both weights.
func pairingOf(n int, p task.Params) (*pairing, error) {
	q := &pairing{sources: p.Sources, targets: p.Targets, weights: p.Weights}
	if p.Pairs > 0 {
		q.notes = append(q.notes, "all pairs were counted; no sample is needed")
		p.Pairs = 0
	}
	if p.Unrestricted() {
		q.ordered = float64(n) * float64(max(n-1, 0))
		q.of = q.ordered / 2
		return q, nil
	}
	a, err := task.PairsOf(n, p)
	if err != nil {
		return nil, err
	}
	if p.Weights != nil {
		q.of = a.Total / 2
		return q, nil
	}
	q.ordered = a.Total
	both := 0.0 // nodes that are sources and targets
	for _, v := range a.Sources {
		if q.targets == nil || q.targets.Has(v) {
			both++
		}
	}
	q.of = a.Total - both*(both-1)/2
	return q, nil
}

// order reports whether the ordered pair x, y is selected.
func (q *pairing) order(x, y graph.Node) bool {
	if q.moments != nil {
		return q.moments.weight(x, y) > 0
	}
	return (q.sources == nil || q.sources.Has(x)) && (q.targets == nil || q.targets.Has(y))
}

// weight returns the weight of the pair of x and y.
func (q *pairing) weight(x, y graph.Node) float64 {
	if q.moments != nil {
		return q.moments.unordered(x, y)
	}
	there, back := q.order(x, y), q.order(y, x)
	if q.weights == nil {
		if there || back {
			return 1
		}
		return 0
	}
	w := 0.0
	if there {
		w += q.weights[[2]graph.Node{x, y}] / 2
	}
	if back {
		w += q.weights[[2]graph.Node{y, x}] / 2
	}
	return w
}

// The cost of a pair whose edges differ.
func anyDifference(difference) int { return 1 }

func withReversal(d difference) int {
	if d.reversed() {
		return 2
	}
	return 1
}

func ofSkeleton(d difference) int {
	if d.truth != 0 && d.guess != 0 {
		return 0
	}
	return 1
}

// hamming returns the distance that adds up a cost over all pairs whose edges differ.
func hamming(cost func(difference) int) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		if why := noLinks(truth, guess); why != "" {
			return task.Undefined(why), nil
		}
		t, g, q, err := graphsDrawn(truth, guess, p)
		if err != nil {
			return distance.Result{}, err
		}
		wrong := 0.0
		eachDifference(t, g, func(x, y graph.Node, d difference) {
			if d.truth == d.guess {
				return
			}
			c := float64(cost(d)) * q.weight(x, y)
			wrong += c
			if c > 0 && p.Options.Mistake != nil {
				p.Options.Mistake(distance.Mistake{X: x, Y: y, Kind: d.kind()})
			}
		})
		r := task.Counted(wrong, q.of)
		r.Notes = q.notes
		return r, task.Stopped(ctx)
	}
}

// graphsDrawn returns the given graphs and the pairs that p selects. Time series are graphs of the
// links that end at t.
func graphsDrawn(truth, guess *model.Model, p task.Params) (t, g *graph.Graph, q *pairing, err error) {
	if truth.Series() != nil {
		return linkGraphs(truth, guess, p)
	}
	q, err = pairingOf(truth.N(), p)
	return truth.Drawn(), guess.Drawn(), q, err
}

// perEnd divides by the two ends of each pair.
func perEnd(of task.Measurement) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		r, err := of(ctx, truth, guess, p)
		if err != nil || !r.Counted {
			return r, err
		}
		ends := task.Counted(r.Count.Wrong, 2*r.Count.Of)
		ends.Notes = r.Notes
		return ends, nil
	}
}
