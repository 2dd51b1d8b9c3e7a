package separation

import (
	"context"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// BlanketDistance computes the separation distance of a strategy enhanced by Markov blankets.
func BlanketDistance(s separator.Strategy) task.Engine {
	return task.Engine{
		Measure: withClaims(byBlankets(s)), Series: separationInSeries(s, true), Claims: separatorClaims(separator.Enhanced(s)),
		Splits: func(*model.Model) bool { return true },
	}
}

// byBlankets returns the distance for a strategy enhanced by Markov blankets. One query verifies the
// claims about x and all y outside its blanket; only the pairs inside it need the strategy
// (Wahl and Runge, appendix on MB-separation; with the sum that their listing leaves out).
func byBlankets(base separator.Strategy) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		n := truth.N()
		if p.Whole() && n <= msep.MaxSmall {
			if w := smallWorkerOf(p.Options.Scratch); w.separates(base, truth, guess) {
				return task.Counted(float64(w.wrongEnhanced(base, n)), float64(n)*float64(n-1)), nil
			}
		}
		if p.Whole() && n <= msep.Width {
			b := newCrew(base, truth, guess, p.Options).blanketWorker(0, nil)
			b.sources = b.sources[:0]
			for x := range graph.Node(n) {
				b.sources = append(b.sources, x)
			}
			b.chunk(b.sources, base.Symmetric)
			return task.Counted(b.flush(), float64(n)*float64(n-1)), nil
		}
		return verifyEnhanced(ctx, base, truth, guess, p)
	}
}

// verifyEnhanced counts the wrong claims of a strategy enhanced by Markov blankets.
func verifyEnhanced(ctx context.Context, base separator.Strategy, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	task.PreparePlans(truth, guess, p.Options)
	a, err := task.ChunkedPairs(truth, p, false)
	if err != nil {
		return distance.Result{}, err
	}
	if a.List != nil || p.Options.Mistake != nil && p.Options.Sets {
		return verifyPairs(ctx, separator.Enhanced(base), truth, guess, a, p)
	}
	a.ChunkSize = max(64, min(1024, len(a.Sources)/8)) // enough for lanes, and enough chunks to share
	if p.Options.Mistake != nil {
		a.ChunkSize = min(a.ChunkSize, task.SourcesWithMistakes(truth.N()))
	}
	inside := make([]*blanketWorker, p.Options.NumWorkers())
	c := newCrew(base, truth, guess, p.Options)
	agreed := agreementOf(base, truth, guess)
	mistakes := make([][]distance.Mistake, a.Chunks())
	explain := p.Options.Mistake != nil
	err = task.Share(ctx, p.Options, a.Chunks(), func(w, i int) {
		if inside[w] == nil {
			inside[w] = c.blanketWorker(w, p.Targets)
			inside[w].agreement = agreed
		}
		b := inside[w]
		b.explain, b.claims = explain, b.claims[:0]
		b.chunk(a.SourcesOf(i), base.Symmetric && p.Sources == nil && p.Targets == nil && !explain)
		if explain {
			b.wrong = b.flush()
			sortMistakes(b.claims)
			mistakes[i] = b.claims
		}
	}, task.MistakeReporter(p.Options, mistakes))
	if err != nil {
		return distance.Result{}, err
	}
	wrong, err := c.flush(ctx)
	if err != nil {
		return distance.Result{}, err
	}
	return task.Counted(wrong, a.Total), nil
}

// A blanketWorker verifies the claims about sources, one lane each. It serves one goroutine.
type blanketWorker struct {
	verifier
	blankets separator.Blankets
	reach    msep.Lanes
	started  bool      // a block of reach
	targets  graph.Set // nil is all
	sources  []graph.Node
	sizes    [msep.Width]int // of the blanket of each lane
}

// blanketWorker returns the worker w of a crew, ready for the first chunk.
func (c *crew) blanketWorker(w int, targets graph.Set) *blanketWorker {
	b := task.Reuse(c.scratch.ForWorker(w), task.Blankets, c.strategy.Name, func() *blanketWorker { return new(blanketWorker) })
	c.add(w, &b.verifier)
	b.blankets.Reset(c.guess)
	b.reach.Reset(c.truth.Plan())
	b.started = false
	b.targets = targets
	return b
}

// chunk verifies the claims about the given sources; flush returns how many are wrong. If pairs are
// symmetric, a pair inside a blanket is verified once, from its later node, and counts twice.
func (b *blanketWorker) chunk(sources []graph.Node, symmetric bool) {
	weight := 1.0
	if symmetric {
		weight = 2
	}
	plan := b.truth.Plan()
	for i, x := range sources {
		lane := i % msep.Width
		if i > 0 && lane == 0 {
			b.reached(sources[i-msep.Width:])
		}
		if b.agreement.all.Has(x) {
			continue
		}
		b.setSource(x)
		blanket := b.blankets.Of(x)
		if !b.agreement.blanket.Has(x) {
			b.outside(lane, x, blanket)
		}
		for _, y := range blanket {
			if symmetric && plan.Position(y) > plan.Position(x) || b.targets != nil && !b.targets.Has(y) {
				continue
			}
			switch state := b.triage(x, y); {
			case state == wrongClaim:
				b.wrong += weight
			case state == openClaim && b.grouped:
				b.ys.Add(y)
			case state == openClaim:
				b.ask(x, y, weight)
			}
		}
		if b.grouped {
			b.group(x)
		}
	}
	b.reached(sources[(len(sources)-1)/msep.Width*msep.Width:])
}

// outside verifies the claims about x and all nodes outside its blanket with a walk, or with a lane if
// such walks are long.
func (b *blanketWorker) outside(lane int, x graph.Node, blanket []graph.Node) {
	if b.walker.Preferred() {
		b.walker.Reach(x, blanket)
		if b.targets == nil && !b.explain {
			b.wrong += float64(b.walker.Connected())
			return
		}
		b.walker.EachConnected(func(v graph.Node) {
			if b.targets == nil || b.targets.Has(v) {
				b.wrong++
				if b.explain {
					b.claims = append(b.claims, distance.Mistake{X: x, Y: v, Size: len(blanket)})
				}
			}
		})
		return
	}
	if !b.started {
		b.reach.Start()
		b.started = true
	}
	b.sizes[lane] = len(blanket)
	b.reach.Source(lane, x)
	for _, y := range blanket {
		b.reach.GiveOne(lane, y)
	}
}

// reached verifies the claims of the lanes, which belong to the first sources.
func (b *blanketWorker) reached(sources []graph.Node) {
	if !b.started {
		return
	}
	b.reach.Reach()
	b.reach.EachConnected(func(v graph.Node, lanes msep.Word) {
		if b.targets == nil || b.targets.Has(v) {
			b.wrong += float64(lanes.Len())
			if b.explain {
				lanes.Each(func(lane int) {
					b.claims = append(b.claims, distance.Mistake{X: sources[lane], Y: v, Size: b.sizes[lane]})
				})
			}
		}
	})
	b.started = false
}
