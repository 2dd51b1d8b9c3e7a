package separation

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// Distance computes the separation distance of a strategy.
func Distance(s separator.Strategy) task.Engine {
	return task.Engine{
		Measure: withClaims(byPairs(s)), Series: separationInSeries(s, false), Claims: separatorClaims(s),
		Seconds:    func(truth, guess *model.Model, p task.Params) float64 { return pairwiseSeconds(truth, guess, p, s) },
		Splits:     func(*model.Model) bool { return true },
		Triangular: s.Symmetric,
	}
}

// byPairs returns the distance of Wahl and Runge for a strategy. It counts the ordered pairs (x, y)
// that are not adjacent in the guess and whose separator in the guess does not separate them in the truth.
func byPairs(s separator.Strategy) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		n := truth.N()
		if p.Whole() && (n <= fewNodes || n <= msep.MaxSmall && !s.Symmetric) {
			if w := smallWorkerOf(p.Options.Scratch); w.separates(s, truth, guess) {
				return task.Counted(float64(w.wrong(s, n)), float64(n)*float64(n-1)), nil
			}
		}
		if p.Whole() && n*n <= smallPairs {
			v := newCrew(s, truth, guess, p.Options).worker(0)
			return task.Counted(v.all(s.Symmetric), float64(n)*float64(n-1)), nil
		}
		if _, ok := s.New().(separator.Union); ok && p.Whole() && (guess.Maximal() || n <= siftNodes) {
			wrong, err := verifyUnions(ctx, s, truth, guess, p.Options, bandWords)
			if err != nil {
				return distance.Result{}, err
			}
			return task.Counted(wrong, float64(n)*float64(n-1)), nil
		}
		a, err := task.ChunkedPairs(truth, p, s.Symmetric && p.Options.Mistake == nil)
		if err != nil {
			return distance.Result{}, err
		}
		if a.Sources != nil && s.Shares(guess) && p.Options.Mistake != nil {
			a.ChunkSize = max(a.ChunkSize, min(max(len(a.Sources)/16, minSharedPairs/max(1, len(a.Targets))), maxSharedPairs/max(1, len(a.Targets))))
		}
		return verifyPairs(ctx, s, truth, guess, a, p)
	}
}

// fewNodes is the number of nodes up to which machine words are used even if lanes find the sets without
// a search.
const fewNodes = 24

// smallPairs is the number of pairs up to which one worker verifies all of them at once. These are a few
// blocks, which take some microseconds.
const smallPairs = 1024

// verifyPairs counts the wrong claims about the pairs of the set.
func verifyPairs(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *task.Pairs, p task.Params) (distance.Result, error) {
	wrong, err := 0.0, error(nil)
	if a.Weights == nil && p.Options.Mistake == nil {
		wrong, err = countWrong(ctx, s, truth, guess, a, p.Options)
	} else {
		wrong, err = countWithMistakes(ctx, s, truth, guess, a, p.Options)
	}
	switch {
	case err != nil:
		return distance.Result{}, err
	case a.Drawn > 0:
		return task.Sampled(wrong, float64(a.Drawn), a.Total, p.Seed), nil
	}
	return task.Counted(wrong, a.Total), nil
}

// countWrong counts the wrong claims. Counts are whole numbers, so the order in which workers add them
// does not matter: pairs that do not fill a block wait until all chunks are done, and chunks can be small.
func countWrong(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *task.Pairs, o task.Options) (float64, error) {
	a.Shrink()
	c := newCrew(s, truth, guess, o)
	if err := task.Share(ctx, o, a.Chunks(), func(w, i int) { c.worker(w).take(a, i) }, nil); err != nil {
		return 0, err
	}
	return c.flush(ctx)
}

// countWithMistakes adds up the weights of the wrong claims, chunk by chunk, and reports the mistakes if
// the options ask for them.
func countWithMistakes(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *task.Pairs, o task.Options) (float64, error) {
	c := newCrew(s, truth, guess, o)
	sums := make([]float64, a.Chunks())
	mistakes := make([][]distance.Mistake, a.Chunks())
	err := task.Share(ctx, o, a.Chunks(), func(w, i int) {
		v := c.worker(w)
		v.sets = o.Sets
		sums[i], mistakes[i] = v.chunk(a, i, o.Mistake != nil)
	}, task.MistakeReporter(o, mistakes))
	wrong := 0.0
	for _, sum := range sums { // in order, so that the sum does not depend on the number of workers
		wrong += sum
	}
	return wrong, err
}
