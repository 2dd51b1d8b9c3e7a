package simulate

import (
	"context"

	"github.com/sepdist/sepdist/class"
)

// A Task describes random graphs: a graph of a class to draw, or changes of a graph. The seed and
// the probability of bidirected edges in Options apply to both.
type Task struct {
	Class   class.Kind
	Options Options
	Changes Changes
	Change  bool // a guess is the truth with the changes, not another random graph
}

// ChangesOfGraph returns the changes of a graph with the seed and the probability of the options.
func (t *Task) ChangesOfGraph() Changes {
	c := t.Changes
	c.Seed, c.Bidirected = t.Options.Seed, t.Options.Bidirected
	return c
}

// CheckPairs returns an error if no pair of graphs can be drawn.
func (t *Task) CheckPairs() error {
	if err := t.Options.Check(t.Class); err != nil {
		return err
	}
	return t.changesOfPairs().Check(t.Class)
}

// changesOfPairs returns the changes, which add bidirected edges only in classes with latent
// variables.
func (t *Task) changesOfPairs() Changes {
	c := t.Changes
	if t.Class.Latent() {
		c.Bidirected = t.Options.Bidirected
	}
	return c
}

// Pair returns the kth pair: a truth, and as a guess the truth with the changes or another graph.
func (t *Task) Pair(ctx context.Context, k int) (truth, guess Drawn, err error) {
	return TruthAndGuess(ctx, t.Class, t.Options, t.changesOfPairs(), t.Change, uint64(k))
}
