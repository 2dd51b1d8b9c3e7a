package adjustment

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A criterionAdjuster verifies claims by the adjustment criterion, in graphs of every class for which it is stated.
type criterionAdjuster struct {
	choose    setChoice
	byParents bool // an effect is denied only on parents, and else on all nodes that are not possible descendants

	truth, guess                      effectReader
	missed, inTruth, inGuess, invalid msep.Block // lanes of treatments, by outcome

	claimed msep.Block   // lanes of treatments, by outcome: the guess claims an effect
	pairs   []effectPair // that wait for their sets
	z       msep.Block
}

func (j *criterionAdjuster) blocks() []*msep.Block {
	return []*msep.Block{&j.missed, &j.inTruth, &j.inGuess, &j.invalid, &j.claimed, &j.z}
}

func (j *criterionAdjuster) reset(truth, guess *model.Model) {
	j.truth.reset(truth)
	j.guess.reset(guess)
	for _, b := range j.blocks() {
		b.Reset(truth.N())
	}
}

func (j *criterionAdjuster) verify(ctx context.Context, treatments []graph.Node, asked func(graph.Node) msep.Word) {
	j.truth.treat(treatments)
	j.guess.treat(treatments)
	for _, b := range j.blocks() {
		b.Clear()
	}
	j.claim(treatments)
	for y := range graph.Node(len(j.missed.Words)) {
		j.missed.Add(j.truth.possible.Words[y].Minus(j.claimed.Words[y]), y)
		j.claimed.Words[y].And(asked(y)).Each(func(lane int) {
			if len(j.pairs) == msep.Width {
				j.block()
			}
			j.pairs = append(j.pairs, effectPair{lane, y})
		})
		if task.Stopped(ctx) != nil {
			j.pairs = j.pairs[:0]
			return // a few treatments of a large graph can take long
		}
	}
	j.block()
}

// claim finds the effects that the guess claims.
func (j *criterionAdjuster) claim(treatments []graph.Node) {
	all := msep.First(len(treatments))
	for y := range graph.Node(len(j.claimed.Words)) {
		claimed := all
		if !j.byParents {
			claimed = j.guess.possible.Words[y]
		}
		j.claimed.Add(claimed, y)
	}
	for lane, t := range treatments {
		j.claimed.Words[t].Unset(lane)
		for _, p := range j.guess.drawn.Parents(t) {
			j.claimed.Words[p].Unset(lane)
		}
	}
}

// block verifies the claims about the waiting pairs.
func (j *criterionAdjuster) block() {
	var possible, hiddenInTruth, hidden msep.Word
	for i, p := range j.pairs {
		for _, b := range []struct {
			of *msep.Block
			to *msep.Word
		}{{&j.truth.possible, &possible}, {&j.truth.hidden, &hiddenInTruth}, {&j.guess.hidden, &hidden}} {
			if b.of.Words[p.y].Has(p.lane) {
				b.to.Set(i)
			}
		}
	}
	all := msep.First(len(j.pairs))
	unidentified := hidden.Or(j.guess.unidentified(j.pairs, all.Minus(hidden)))
	set := all.Minus(unidentified)
	j.z.Clear()
	j.choose(&j.guess, j.pairs, set, &j.z)
	wrong := set.And(hiddenInTruth).Or(j.truth.invalid(j.pairs, set.Minus(hiddenInTruth), &j.z))
	doubtful := wrong.Or(unidentified).And(possible).Minus(hiddenInTruth)
	inTruth := hiddenInTruth.Or(j.truth.unidentified(j.pairs, doubtful))
	j.record(&j.inTruth, unidentified.Minus(inTruth))
	j.record(&j.inGuess, wrong.And(inTruth))
	j.record(&j.invalid, wrong.Minus(inTruth))
	j.pairs = j.pairs[:0]
}

// record adds the pairs of the given lanes to a block of treatments.
func (j *criterionAdjuster) record(b *msep.Block, lanes msep.Word) {
	lanes.Each(func(i int) { b.AddOne(j.pairs[i].lane, j.pairs[i].y) })
}

func (j *criterionAdjuster) each(f func(y graph.Node, wrong msep.Word)) {
	for y := range graph.Node(len(j.missed.Words)) {
		f(y, j.verdict(y).wrong())
	}
}

func (j *criterionAdjuster) verdict(y graph.Node) verdict {
	return verdict{j.missed.Words[y], j.inTruth.Words[y], j.inGuess.Words[y], j.invalid.Words[y]}
}

func (j *criterionAdjuster) set(lane int, y graph.Node) []graph.Node {
	return j.guess.setOf(j.choose, j.guess.treatments[lane], y)
}

// canonicalClaims returns the claims of a guess by canonical adjustment sets.
func canonicalClaims(guess *model.Model) func(x, y graph.Node) task.Claim {
	if guess.Effects() == nil {
		return nil
	}
	var r effectReader
	r.reset(guess)
	return func(x, y graph.Node) task.Claim {
		r.treat([]graph.Node{x})
		pair, one := []effectPair{{0, y}}, msep.First(1)
		switch {
		case !r.possible.Words[y].Has(0):
			return task.Claim{Kind: claim.NoEffect}
		case r.hidden.Words[y].Has(0), r.unidentified(pair, one) == one:
			return task.Claim{Kind: claim.Unidentified}
		}
		return task.Claim{Kind: claim.Adjusted, Set: r.setOf((*effectReader).canonical, x, y)}
	}
}
