package adjustment

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// terms returns the weight of the wrong claims of each ask.
func (b *sidBounds) terms(ctx context.Context, o task.Options) ([]float64, error) {
	const width = msep.Width
	chunks := (len(b.asks) + width - 1) / width
	terms := make([]float64, len(b.asks))
	verifiers := make([]*msep.Adjust, o.NumWorkers())
	err := task.Share(ctx, o, chunks, func(w, i int) {
		if verifiers[w] == nil {
			verifiers[w] = msep.NewAdjust(b.truth.Chains())
		}
		hi := min((i+1)*width, len(b.asks))
		b.verifyAsks(verifiers[w], b.asks[i*width:hi], terms[i*width:hi])
	}, func(int) {})
	return terms, err
}

// verifyAsks verifies the claims of up to [msep.Width] asks, one lane each.
func (b *sidBounds) verifyAsks(adjust *msep.Adjust, asks []ask, terms []float64) {
	adjust.Start()
	for lane, a := range asks {
		adjust.Treat(lane, a.t)
		for _, list := range [...][]graph.Node{a.parents, b.guess.Parents(a.t)} {
			for _, p := range list {
				adjust.GiveOne(lane, p)
			}
		}
	}
	adjust.Walk()
	var count msep.LaneCounter
	adjust.EachRefuted(func(y graph.Node, wrong msep.Word) {
		if b.outcomes != nil && !b.outcomes.Has(y) {
			return
		}
		if b.Weights == nil {
			count.Add(wrong)
			return
		}
		wrong.Each(func(lane int) { terms[lane] += b.weightOf(int(b.row[asks[lane].t]), y) })
	})
	if b.Weights == nil {
		counts := count.Counts()
		for lane := range terms {
			terms[lane] = float64(counts[lane])
		}
	}
}
