package separation

import (
	"context"

	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A crew has the verifiers of one measurement, one for each worker that needs one, and what they share.
type crew struct {
	strategy     separator.Strategy
	truth, guess *model.Model
	scratch      *task.Scratch
	pool         *separator.ScratchPool
	table        *markovTable
	verifiers    []*verifier
}

func newCrew(s separator.Strategy, truth, guess *model.Model, o task.Options) *crew {
	n := o.NumWorkers()
	return &crew{s, truth, guess, o.Scratch, separator.NewScratchPool(guess, n), newMarkovTable(s, truth, guess), make([]*verifier, n)}
}

// worker returns the verifier of worker w.
func (c *crew) worker(w int) *verifier {
	if c.verifiers[w] == nil {
		c.add(w, task.Reuse(c.scratch.ForWorker(w), task.Verifiers, c.strategy.Name, func() *verifier { return new(verifier) }))
	}
	return c.verifiers[w]
}

// add makes v the verifier of worker w. It may have served another measurement with the same strategy.
func (c *crew) add(w int, v *verifier) {
	if v.chooser == nil {
		v.strategy, v.chooser = c.strategy, c.strategy.New()
	}
	v.pool = c.pool
	v.reset(c.truth, c.guess)
	v.markov = markov{c.table, -1}
	c.verifiers[w] = v
}

// flush verifies the claims that wait for a full block and returns the weight of the wrong ones.
func (c *crew) flush(ctx context.Context) (wrong float64, err error) {
	sums := make([]float64, len(c.verifiers))
	err = task.Share(ctx, task.Options{Workers: len(sums)}, len(sums), func(_, w int) {
		if c.verifiers[w] != nil {
			sums[w] = c.verifiers[w].flush()
		}
	}, nil)
	for _, sum := range sums {
		wrong += sum
	}
	return wrong, err
}
