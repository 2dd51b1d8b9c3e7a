package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// Measure returns how far guess is from truth. The models must have the same nodes in
// the same order (see [graph.Graph.Align]).
func Measure(ctx context.Context, m *distance.Metric, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	if err := m.DefinedWith(truth.Kind(), guess.Kind(), p.Symmetric); err != nil {
		return distance.Result{}, err
	}
	if engineOf(m) == &noEngine {
		return distance.Result{}, fmt.Errorf("%s is not one of the metrics in distance.Metrics: use one of them", m.Name)
	}
	if truth.N() != guess.N() {
		return distance.Result{}, fmt.Errorf("%s: the truth has %d nodes and the guess %d: align them first", m.Name, truth.N(), guess.N())
	}
	for v := range p.Sources.Union(p.Targets).All() {
		if int(v) >= truth.N() && !truth.Kind().IsSeries() {
			return distance.Result{}, fmt.Errorf("%s: sources or targets name node %d of graphs with %d nodes: leave it out", m.Name, v+1, truth.N())
		}
	}
	if p.Part != (task.Part{}) && (!Splits(m, truth, guess, p) || p.Options.Mistake != nil) {
		return distance.Result{}, fmt.Errorf("%s: a part of the sources cannot be counted here: leave out all other restrictions", m.Name)
	}
	if m.Symmetric || p.Symmetric == (distance.Symmetry{}) {
		return measureOnce(ctx, m, truth, guess, p)
	}
	return measureBothWays(ctx, m, truth, guess, p)
}

// measureOnce measures one direction. A share of no pairs is undefined if the graphs have two nodes or more.
func measureOnce(ctx context.Context, m *distance.Metric, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	engine := engineOf(m)
	measure := engine.Measure
	if truth.Kind().IsSeries() {
		measure = engine.Series
	}
	r, err := measure(ctx, truth, guess, p)
	if err == nil && r.Counted && r.Count.Of == 0 && (truth.N() > 1 || truth.Kind().IsSeries()) {
		r.Value, r.Why = math.NaN(), "no node pair is left: check sources, targets and weights"
	}
	return r, err
}

// measureBothWays measures both directions. Sources, targets and weights are those of the
// claims in either direction.
func measureBothWays(ctx context.Context, m *distance.Metric, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	if p.Options.Tables == nil {
		p.Options.Tables = new(task.Tables) // counts in one direction serve the other
	}
	share := p.Options.Progress
	half := func(done float64) func(float64) {
		if share == nil {
			return nil
		}
		return func(part float64) { share(done + part/2) }
	}
	p.Options.Progress = half(0)
	forward, err := measureOnce(ctx, m, truth, guess, p)
	if err != nil {
		return distance.Result{}, err
	}
	p.Options.Progress = half(0.5)
	p.Options.Mistake = nil // only the mistakes of the guess are reported
	p.Options.Reversed = !p.Options.Reversed
	reverse, err := measureOnce(ctx, m, guess, truth, p)
	if err != nil {
		return distance.Result{}, err
	}
	r := distance.Result{Forward: &forward, Reverse: &reverse, Partial: forward.Partial || reverse.Partial, EmptySample: cmp.Or(forward.EmptySample, reverse.EmptySample)}
	switch {
	case !forward.Defined():
		r.Value, r.Why = forward.Value, forward.Why
	case !reverse.Defined():
		r.Value, r.Why = reverse.Value, "reverse: "+reverse.Why
	default:
		r.Value = p.Symmetric.Combine(forward.Value, reverse.Value)
	}
	return r, nil
}
