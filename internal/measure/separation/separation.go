package separation

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// separationEngine computes the separation distance of a strategy.
func Distance(s separator.Strategy) task.Engine {
	return task.Engine{
		Measure: withClaims(byPairs(s)), Series: separationInSeries(s, false), Claims: separatorClaims(s),
		Seconds:    func(truth, guess *model.Model, p task.Params) float64 { return pairwiseSeconds(truth, guess, p, s) },
		Splits:     func(*model.Model) bool { return true },
		Triangular: s.Symmetric,
	}
}

// separation returns the distance of Wahl and Runge for a strategy: of the ordered pairs
// (x, y), those without an edge in the guess that the guess claims to separate by a set
// that does not separate them in the truth.
func byPairs(s separator.Strategy) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		n := truth.N()
		if p.Whole() && (n <= fewNodes || n <= msep.MaxSmall && !s.Symmetric) {
			if w := smallWorkerOf(p.Options.Scratch); w.separates(s, truth, guess) {
				return task.Counted(float64(w.wrong(s, n)), float64(n)*float64(n-1)), nil
			}
		}
		if p.Whole() && n*n <= smallPairs {
			v := verifierOf(p.Options.Scratch, s)
			v.reset(truth, guess)
			return task.Counted(v.all(s.Symmetric), float64(n)*float64(n-1)), nil
		}
		if join, ok := s.New().(separator.Joiner); ok && s.Symmetric && p.Whole() {
			wrong, err := judgeJoined(ctx, s, truth, guess, join, p.Options, bandWords)
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
		return judge(ctx, s, truth, guess, a, p)
	}
}

// fewNodes is the number of nodes up to which small graphs are judged in machine words also where lanes
// need no search to find the sets.
const fewNodes = 24

// smallPairs is the number of pairs up to which all are judged at once: by one worker,
// without a call in between. It is a few blocks, some microseconds.
const smallPairs = 1024

// judge counts the wrong claims about the pairs of the set.
func judge(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *task.Pairs, p task.Params) (distance.Result, error) {
	wrong, err := 0.0, error(nil)
	if a.Weights == nil && p.Options.Mistake == nil {
		wrong, err = countWrong(ctx, s, truth, guess, a, p.Options)
	} else {
		wrong, err = tellWrong(ctx, s, truth, guess, a, p.Options)
	}
	switch {
	case err != nil:
		return distance.Result{}, err
	case a.Drawn > 0:
		return task.Sampled(wrong, float64(a.Drawn), a.Total, p.Seed), nil
	}
	return task.Counted(wrong, a.Total), nil
}

// countWrong counts the wrong claims, which are whole numbers: it is all one which worker counts
// what, and when. So what does not fill a block is left until all chunks are done, and chunks
// can be small.
func countWrong(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *task.Pairs, o task.Options) (float64, error) {
	a.Shrink()
	verifiers := make([]*verifier, o.NumWorkers())
	lender := separator.NewScratchPool(guess, o.NumWorkers())
	err := task.Share(ctx, o, a.Chunks(), func(w, i int) {
		if verifiers[w] == nil {
			verifiers[w] = verifierOf(o.Scratch.ForWorker(w), s)
			verifiers[w].lender = lender
			verifiers[w].reset(truth, guess)
			verifiers[w].explain = false
		}
		verifiers[w].take(a, i)
	}, nil)
	if err != nil {
		return 0, err
	}
	sums := make([]float64, len(verifiers))
	err = task.Share(ctx, task.Options{Workers: len(verifiers)}, len(verifiers), func(_, w int) {
		if verifiers[w] != nil {
			sums[w] = verifiers[w].flush()
		}
	}, nil)
	wrong := 0.0
	for _, sum := range sums {
		wrong += sum
	}
	return wrong, err
}

// tellWrong adds the weights of the wrong claims up, chunk by chunk, and tells which are wrong where
// somebody asks.
func tellWrong(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *task.Pairs, o task.Options) (float64, error) {
	verifiers := make([]*verifier, o.NumWorkers())
	lender := separator.NewScratchPool(guess, o.NumWorkers())
	sums := make([]float64, a.Chunks())
	mistakes := make([][]distance.Mistake, a.Chunks())
	err := task.Share(ctx, o, a.Chunks(), func(w, i int) {
		if verifiers[w] == nil {
			verifiers[w] = verifierOf(o.Scratch.ForWorker(w), s)
			verifiers[w].lender = lender
			verifiers[w].reset(truth, guess)
		}
		verifiers[w].sets = o.Sets
		sums[i], mistakes[i] = verifiers[w].chunk(a, i, o.Mistake != nil)
	}, telling(o, mistakes))
	wrong := 0.0
	for _, sum := range sums { // in order, so that weights add up alike for any workers
		wrong += sum
	}
	return wrong, err
}

// telling returns a function that tells the mistakes of a chunk, or nil where nobody asks.
func telling(o task.Options, mistakes [][]distance.Mistake) func(chunk int) {
	if o.Mistake == nil {
		return nil
	}
	return func(i int) {
		for _, m := range mistakes[i] {
			o.Mistake(m)
		}
		mistakes[i] = nil
	}
}
