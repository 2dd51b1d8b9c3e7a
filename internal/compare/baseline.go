package compare

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/report"
)

// Baseline measures random guesses that are like the guess: of its class, with as many
// adjacent pairs (see [simulate.Like]). It returns for each of the metrics one value for each
// of the samples, not a number where it is undefined. The seed of the parameters decides all
// of them, for any number of workers.
func (p *Pair) Baseline(ctx context.Context, metrics []*distance.Metric, samples int) ([][]float64, error) {
	kind, like := simulate.Like(p.Guess)
	rng := rand.New(rand.NewPCG(p.Params.Seed, 0x62617365)) // "base"
	seeds := make([]uint64, samples)
	for i := range seeds {
		seeds[i] = rng.Uint64()
	}
	values := make([][]float64, len(metrics))
	for i := range values {
		values[i] = make([]float64, samples)
	}

	params := p.Params
	progress := params.Options.Progress
	params.Options.Progress, params.Options.Mistake = nil, nil
	workers := params.Options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu         sync.Mutex
		next, done int
		wg         sync.WaitGroup
	)
	for range min(workers, samples) {
		wg.Go(func() {
			params := params
			params.Options.Scratch = new(distance.Scratch)
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= samples || ctx.Err() != nil {
					return
				}
				o := like
				o.Seed = seeds[i]
				guess, err := p.random(kind, o)
				for k, m := range metrics {
					if err == nil {
						var r distance.Result
						r, err = m.Measure(ctx, p.Truth, guess, params)
						values[k][i] = r.Value
					}
				}
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				if done++; progress != nil {
					progress(float64(done) / float64(samples))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return values, context.Cause(ctx)
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
