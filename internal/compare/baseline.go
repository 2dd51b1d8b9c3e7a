package compare

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/report"
)

// Baseline measures random guesses that are like the guess: of its class, with as many
// adjacent pairs (see [simulate.Like]). It returns for each of the metrics one value for each
// of the samples, not a number where it is undefined. The seed of the parameters decides all
// of them, for any number of workers.
func (p *Pair) Baseline(ctx context.Context, metrics []*distance.Metric, samples int) ([][]float64, error) {
	type sample struct {
		number int
		seed   uint64
	}
	seeds := func(yield func(sample) bool) {
		rng := rand.New(rand.NewPCG(p.Params.Seed, 0x62617365)) // "base"
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
	kind, like := simulate.Like(p.Guess)
	params := p.Params
	params.Options.Progress, params.Options.Mistake = nil, nil
	worker := func(ctx context.Context) func(sample) error {
		params := params
		params.Options.Scratch = new(distance.Scratch)
		return func(s sample) error {
			o := like
			o.Seed = s.seed
			guess, err := p.random(kind, o)
			for k, m := range metrics {
				if err == nil {
					var r distance.Result
					r, err = m.Measure(ctx, p.Truth, guess, params)
					values[k][s.number] = r.Value
				}
			}
			return err
		}
	}
	done := 0
	err := pool.Run(ctx, min(pool.Workers(params.Options.Workers), samples), seeds, worker, func(err error) error {
		if done++; err == nil && p.Params.Options.Progress != nil {
			p.Params.Options.Progress(float64(done) / float64(samples))
		}
		return err
	})
	return values, err
}

// random draws a guess on the nodes of the truth.
func (p *Pair) random(kind class.Kind, o simulate.Options) (*class.Model, error) {
	g, err := simulate.Graph(kind, o)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	member, err := class.Check(graph.Must(p.Truth.Drawn().Names(), g.EdgeList()), p.Guess.Kind())
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return member.Model(), nil
}

// holdAgainst puts a baseline to each result that has a value.
func (p *Pair) holdAgainst(ctx context.Context, c *report.Comparison, samples int) error {
	var metrics []*distance.Metric
	var entries []*report.Entry
	for i := range c.Results {
		if e := &c.Results[i]; e.Result.Defined() {
			metrics, entries = append(metrics, e.Metric), append(entries, e)
		}
	}
	values, err := p.Baseline(ctx, metrics, samples)
	if err != nil {
		return err
	}
	_, like := simulate.Like(p.Guess)
	_, title, _ := strings.Cut(p.Guess.Kind().Title(), " ") // without its article
	c.Random = fmt.Sprintf("%s with %s (seed %d)", report.Many(samples, "random "+title), report.Many(like.Edges, "adjacent pair"), p.Params.Seed)
	for i, e := range entries {
		e.Baseline = report.NewBaseline(e.Result.Value, e.Metric.Score, values[i], p.Params.Seed)
		if e.Baseline == nil {
			e.Result.Notes = append(e.Result.Notes, "no random guess has a value")
		}
	}
	return nil
}
