package sepdist

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/report"
)

// baseline measures random guesses of the class of the guess, with the same number of adjacent pairs (see
// [simulate.Like]). It returns, for each metric, one value per sample, which is NaN if undefined. The values depend
// on the seed of the parameters, and not on the number of workers.
func (p *Pair) baseline(ctx context.Context, metrics []*distance.Metric, samples int) ([][]float64, error) {
	type sample struct {
		number int
		seed   uint64
	}
	seeds := func(yield func(sample) bool) {
		rng := rand.New(rand.NewPCG(p.params.Seed, 0x62617365)) // "base"
		for i := range samples {
			if !yield(sample{i, rng.Uint64()}) {
				return
			}
		}
	}
	values := make([][]float64, len(metrics))
	for i := range values {
		values[i] = make([]float64, samples)
	}
	random, _ := p.random(ctx)
	params := p.params
	params.Options.Progress, params.Options.Mistake = nil, nil
	worker := func(ctx context.Context) func(sample) error {
		params := params
		params.Options.Workers, params.Options.Scratch = 1, new(task.Scratch)
		return func(s sample) error {
			guess, err := random(s.seed)
			for k, m := range metrics {
				if err == nil {
					var r distance.Result
					r, err = measure.Measure(ctx, m, p.truth, guess, params)
					values[k][s.number] = r.Value
				}
			}
			return err
		}
	}
	done := 0
	err := pool.Run(ctx, min(pool.Workers(params.Options.Workers), samples), seeds, worker, func(err error) error {
		if done++; err == nil && p.params.Options.Progress != nil {
			p.params.Options.Progress(float64(done) / float64(samples))
		}
		return err
	})
	return values, err
}

// random returns a function that draws a guess on the nodes of the truth, and a description of its edges.
func (p *Pair) random(ctx context.Context) (draw func(seed uint64) (*model.Model, error), edges string) {
	kind, like := simulate.Like(p.guess)
	names := p.truth.Names()
	edges = numeral.Count(like.Edges, "adjacent pair")
	if kind.IsSeries() {
		edges = numeral.Count(like.Edges, "link")
	}
	return func(seed uint64) (*model.Model, error) {
		like := like
		like.Seed = seed
		g, err := simulate.Draw(ctx, kind, like)
		if err != nil {
			return nil, advice.Errorf("baseline: %w", err)
		}
		var member class.Member
		if g.Series != nil {
			member, err = class.CheckSeries(ctx, graph.MustSeries(names, g.Series.Links()), p.guess.Kind())
		} else {
			member, err = class.Check(ctx, graph.MustNew(names, g.Graph.EdgeList()), p.guess.Kind())
		}
		if err != nil {
			return nil, advice.Errorf("baseline: %w", err)
		}
		return member.Model(), nil
	}, edges
}

// addBaselines adds a baseline to each result that has a value.
func (p *Pair) addBaselines(ctx context.Context, c *report.Comparison, samples int) error {
	var metrics []*distance.Metric
	var entries []*report.Entry
	for i := range c.Results {
		if e := &c.Results[i]; e.Result.Defined() {
			metrics, entries = append(metrics, e.Metric), append(entries, e)
		}
	}
	values, err := p.baseline(ctx, metrics, samples)
	if err != nil {
		return err
	}
	_, edges := p.random(ctx)
	c.Random = fmt.Sprintf("%s with %s (seed %d)", numeral.Count(samples, "random "+p.guess.Kind().Noun()), edges, p.params.Seed)
	for i, e := range entries {
		if e.SetBaseline(values[i], p.params.Seed); e.Baseline == nil {
			e.Result.Notes = append(e.Result.Notes, "no random guess has a value")
		}
	}
	return nil
}
