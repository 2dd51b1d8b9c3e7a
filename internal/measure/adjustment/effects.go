package adjustment

import (
	"cmp"
	"context"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// effects are the pairs of treatment and outcome that are counted, by treatment.
type effects struct {
	*task.Pairs
	treatments []graph.Node
	outcomes   graph.Set // nil is all
	rows       []int     // in a list: where in it the pairs of each treatment start
}

// effectsOf returns the pairs of n nodes that p selects.
func effectsOf(n int, p task.Params) (*effects, error) {
	a, err := task.PairsOf(n, p)
	if err == nil {
		err = a.RestrictToPart(p)
	}
	if err != nil {
		return nil, err
	}
	e := &effects{Pairs: a, treatments: a.Sources, outcomes: p.Targets}
	if a.Sources != nil {
		return e, nil
	}
	for i, pair := range a.List {
		if last := len(e.treatments) - 1; last < 0 || e.treatments[last] != pair.X {
			e.treatments = append(e.treatments, pair.X)
			e.rows = append(e.rows, i)
		}
	}
	e.rows = append(e.rows, len(a.List))
	return e, nil
}

// A wrongWeight is the weight of wrong claims, and of those among them whose effect is identified in one graph only.
type wrongWeight struct{ all, unidentified float64 }

// result returns the result for wrong claims of the given weight.
func (e *effects) result(wrong wrongWeight, seed uint64) distance.Result {
	if e.Drawn > 0 {
		return task.Sampled(wrong.all, float64(e.Drawn), e.Total, seed)
	}
	r := task.Counted(wrong.all, e.Total)
	r.Unidentified = wrong.unidentified
	return r
}

// An effectVerifier verifies claims on the effects of several treatments at once, one lane each. It
// reuses memory and serves one goroutine.
type effectVerifier interface {
	// reset sets the graphs to compare.
	reset(truth, guess *model.Model)

	// verify verifies claims on the effects of the given treatments; asked returns the lanes whose effect
	// on a node matters. It may stop early if ctx is done.
	verify(ctx context.Context, treatments []graph.Node, asked func(y graph.Node) msep.Word)

	// each calls f for all nodes with the lanes whose effect on them the guess has wrong.
	each(f func(y graph.Node, wrong msep.Word))

	// verdict returns the lanes whose effect on y is wrong in the guess, by kind of mistake.
	verdict(y graph.Node) verdict

	// set returns the set that the guess adjusts for, in ascending order.
	set(lane int, y graph.Node) []graph.Node
}

// A setKind is a way to choose adjustment sets, with its verifiers.
type setKind struct {
	name  string
	width int // treatments that are verified at once, at most [msep.Width]
	new   func() effectVerifier

	// small returns, in small graphs, the effects of t that the guess denies though they may exist,
	// and those for which its set is invalid; the latter count if the effect is amenable in both.
	// Above smallNodes nodes lanes are faster.
	smallNodes int
	small      func(w *smallEffects, t graph.Node, amenable uint64) (missed, invalid uint64)

	unidentified bool // count [Result.Unidentified]

	// choose chooses sets in graphs that new cannot handle, which need the criterion of their class.
	choose setChoice
}

// between returns the kind for the classes of the two graphs.
func (kind setKind) between(truth, guess *model.Model) setKind {
	if kind.new != nil && walkable.Has(truth.Kind()) && walkable.Has(guess.Kind()) {
		return kind
	}
	byParents := kind.name == byParents.name
	return setKind{name: kind.name + " by criterion", width: 32, unidentified: kind.unidentified, new: func() effectVerifier {
		return &criterionAdjuster{choose: kind.choose, byParents: byParents}
	}}
}

// measure returns the distance of Henckel, Würtzen and Weichwald (Adjustment identification
// distance: a gadjid for causal structure learning, UAI 2024) for the claims of the guess with sets
// of this kind.
func (kind setKind) measure(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	n := truth.N()
	name := kind.name
	if kind = kind.between(truth, guess); kind.name != name && (truth.Effects() == nil || guess.Effects() == nil) {
		return task.Undefined(name + "-aid is not defined for undirected edges that mean selection, in a MAG or PAG: use zl-sd"), nil
	}
	if p.Whole() && n <= kind.smallNodes {
		if w := smallEffectsOf(p.Options.Scratch); w.adjusts(truth, guess) {
			return task.Counted(float64(w.wrongEffects(kind, n)), float64(n)*float64(n-1)), nil
		}
	}
	e, err := effectsOf(n, p)
	if err != nil {
		return distance.Result{}, err
	}
	wrong, err := e.verify(ctx, kind, truth, guess, p.Options)
	if err != nil {
		return distance.Result{}, err
	}
	return e.result(wrong, p.Seed), nil
}

// verify returns the weight of the wrong claims.
func (e *effects) verify(ctx context.Context, kind setKind, truth, guess *model.Model, o task.Options) (wrongWeight, error) {
	workers := make([]*effectWorker, o.NumWorkers())
	width := kind.width
	if o.Mistake != nil {
		width = min(width, task.SourcesWithMistakes(truth.N()))
	}
	chunks := (len(e.treatments) + width - 1) / width
	sums := make([]wrongWeight, chunks)
	mistakes := make([][]distance.Mistake, chunks)
	err := task.Share(ctx, o, chunks, func(w, i int) {
		if workers[w] == nil {
			workers[w] = effectWorkerOf(o.Scratch.ForWorker(w), kind)
			workers[w].reset(e, truth, guess, o)
			workers[w].unidentified = kind.unidentified
		}
		sums[i], mistakes[i] = workers[w].chunk(ctx, i*width, min((i+1)*width, len(e.treatments)))
	}, task.MistakeReporter(o, mistakes))
	if err == nil {
		err = task.Stopped(ctx) // a verifier may have stopped early
	}
	var wrong wrongWeight
	for _, sum := range sums { // in order, so that weights add up alike for any workers
		wrong.all += sum.all
		wrong.unidentified += sum.unidentified
	}
	return wrong, err
}

// effectWorkerOf returns a worker for a kind of sets.
func effectWorkerOf(s *task.Scratch, kind setKind) *effectWorker {
	return task.Reuse(s, task.Effects, kind.name, func() *effectWorker { return &effectWorker{verifier: kind.new()} })
}

// An effectWorker verifies chunks of treatments in sequence.
type effectWorker struct {
	*effects
	verifier     effectVerifier
	listed       msep.Block // for each lane the outcomes in the list
	explain      bool
	sets         bool // with sets
	unidentified bool // see setKind
	wrong        []wrongEffect
	reported     []distance.Mistake // of the current chunk, reported before the next one
}

// A wrongEffect has the wrong claims about the effects on y.
type wrongEffect struct {
	y     graph.Node
	wrong msep.Word
	verdict
}

func (w *effectWorker) reset(e *effects, truth, guess *model.Model, o task.Options) {
	w.effects, w.explain, w.sets = e, o.Mistake != nil, o.Sets
	w.verifier.reset(truth, guess)
	if e.rows != nil {
		w.listed.Reset(truth.N())
	}
}

// chunk verifies the treatments from lo to hi-1. It returns the weight of the wrong claims and, if explain
// is set, the mistakes.
func (w *effectWorker) chunk(ctx context.Context, lo, hi int) (sum wrongWeight, mistakes []distance.Mistake) {
	treatments := w.treatments[lo:hi]
	all := msep.First(len(treatments))
	asked := func(y graph.Node) msep.Word {
		if w.outcomes != nil && !w.outcomes.Has(y) {
			return msep.Word{}
		}
		return all
	}
	if w.rows != nil {
		w.listed.Clear()
		for lane := range treatments {
			for _, pair := range w.List[w.rows[lo+lane]:w.rows[lo+lane+1]] {
				w.listed.AddOne(lane, pair.Y)
			}
		}
		asked = func(y graph.Node) msep.Word { return w.listed.Words[y] }
	}
	w.wrong = w.wrong[:0]
	w.verifier.verify(ctx, treatments, asked)
	if w.rows == nil && w.outcomes == nil && !w.explain && !w.unidentified {
		wrongs := 0
		w.verifier.each(func(_ graph.Node, wrong msep.Word) { wrongs += wrong.Len() })
		return wrongWeight{all: float64(wrongs)}, nil
	}
	w.verifier.each(func(y graph.Node, wrong msep.Word) {
		wrong = wrong.And(asked(y))
		sum.all += w.weigh(lo, y, wrong)
		if w.unidentified {
			v := w.verifier.verdict(y)
			sum.unidentified += w.weigh(lo, y, wrong.And(v.inTruth.Or(v.inGuess)))
		}
		if w.explain && !wrong.Empty() {
			w.wrong = append(w.wrong, wrongEffect{y, wrong, w.verifier.verdict(y)})
		}
	})
	return sum, w.mistakes(treatments)
}

// weigh returns the weight of the effects on y of the treatments in the given lanes. The first lane
// is the lo-th treatment.
func (w *effectWorker) weigh(lo int, y graph.Node, lanes msep.Word) (sum float64) {
	if w.Weights == nil {
		return float64(lanes.Len())
	}
	lanes.Each(func(lane int) { sum += w.weightOf(lo+lane, y) })
	return sum
}

// mistakes returns the mistakes about the treatments.
func (w *effectWorker) mistakes(treatments []graph.Node) []distance.Mistake {
	w.reported = w.reported[:0]
	slices.SortFunc(w.wrong, func(a, b wrongEffect) int { return cmp.Compare(a.y, b.y) })
	for lane, t := range treatments {
		for i := range w.wrong {
			s := &w.wrong[i]
			if !s.wrong.Has(lane) {
				continue
			}
			kind, adjusts := s.kind(lane)
			m := distance.Mistake{X: t, Y: s.y, Kind: kind}
			if w.sets && adjusts {
				m.Separator = w.verifier.set(lane, s.y)
				m.Size = len(m.Separator)
			}
			w.reported = append(w.reported, m)
		}
	}
	return w.reported
}

// weightOf returns the weight of the effect of the i-th treatment on y, or 0 if it is not listed.
func (e *effects) weightOf(i int, y graph.Node) float64 {
	row := e.List[e.rows[i]:e.rows[i+1]]
	k, found := slices.BinarySearchFunc(row, y, func(p separator.Pair, y graph.Node) int { return cmp.Compare(p.Y, y) })
	if !found {
		return 0
	}
	return e.Weights[e.rows[i]+k]
}
