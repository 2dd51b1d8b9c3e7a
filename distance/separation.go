package distance

import (
	"context"

	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// separationEngine computes the separation distance of a strategy.
func separationEngine(s separator.Strategy) engine {
	return engine{
		measure: withClaims(separation(s)), series: separationInSeries(s, false), claims: separatorClaims(s),
		seconds:    func(truth, guess *model.Model, p Params) float64 { return pairwiseSeconds(truth, guess, p, s) },
		splits:     func(*model.Model) bool { return true },
		triangular: s.Symmetric,
	}
}

// separation returns the distance of Wahl and Runge for a strategy: of the ordered pairs
// (x, y), those without an edge in the guess that the guess claims to separate by a set
// that does not separate them in the truth.
func separation(s separator.Strategy) measurement {
	return func(ctx context.Context, truth, guess *model.Model, p Params) (Result, error) {
		n := truth.N()
		if p.whole() && (n <= fewNodes || n <= msep.MaxSmall && !s.Symmetric) {
			if w := smallWorkerOf(p.Options.Scratch); w.separates(s, truth, guess) {
				return counted(float64(w.wrong(s, n)), float64(n)*float64(n-1)), nil
			}
		}
		if p.whole() && n*n <= smallPairs {
			v := verifierOf(p.Options.Scratch, s)
			v.reset(truth, guess)
			return counted(v.all(s.Symmetric), float64(n)*float64(n-1)), nil
		}
		if join, ok := s.New().(separator.Joiner); ok && s.Symmetric && p.whole() {
			wrong, err := judgeJoined(ctx, s, truth, guess, join, p.Options, bandWords)
			if err != nil {
				return Result{}, err
			}
			return counted(wrong, float64(n)*float64(n-1)), nil
		}
		a, err := pairSetOf(truth, p, s.Symmetric && p.Options.Mistake == nil)
		if err != nil {
			return Result{}, err
		}
		if a.sources != nil && s.Shares(guess) && p.Options.Mistake != nil {
			a.chunkSize = max(a.chunkSize, min(max(len(a.sources)/16, minSharedPairs/max(1, len(a.targets))), maxSharedPairs/max(1, len(a.targets))))
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
func judge(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *pairSet, p Params) (Result, error) {
	wrong, err := 0.0, error(nil)
	if a.weights == nil && p.Options.Mistake == nil {
		wrong, err = countWrong(ctx, s, truth, guess, a, p.Options)
	} else {
		wrong, err = tellWrong(ctx, s, truth, guess, a, p.Options)
	}
	switch {
	case err != nil:
		return Result{}, err
	case a.drawn > 0:
		return sampled(wrong, float64(a.drawn), a.of, p.Seed), nil
	}
	return counted(wrong, a.of), nil
}

// countWrong counts the wrong claims, which are whole numbers: it is all one which worker counts
// what, and when. So what does not fill a block is left until all chunks are done, and chunks
// can be small.
func countWrong(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *pairSet, o Options) (float64, error) {
	a.shrink()
	verifiers := make([]*verifier, o.workers())
	lender := separator.NewScratchPool(guess, o.workers())
	err := share(ctx, o, a.chunks(), func(w, i int) {
		if verifiers[w] == nil {
			verifiers[w] = verifierOf(o.Scratch.of(w), s)
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
	err = share(ctx, Options{Workers: len(verifiers)}, len(verifiers), func(_, w int) {
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
func tellWrong(ctx context.Context, s separator.Strategy, truth, guess *model.Model, a *pairSet, o Options) (float64, error) {
	verifiers := make([]*verifier, o.workers())
	lender := separator.NewScratchPool(guess, o.workers())
	sums := make([]float64, a.chunks())
	mistakes := make([][]Mistake, a.chunks())
	err := share(ctx, o, a.chunks(), func(w, i int) {
		if verifiers[w] == nil {
			verifiers[w] = verifierOf(o.Scratch.of(w), s)
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
func telling(o Options, mistakes [][]Mistake) func(chunk int) {
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
