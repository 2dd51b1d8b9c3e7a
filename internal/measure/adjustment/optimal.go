package adjustment

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// An optimalAdjuster verifies claims with optimal adjustment sets, which also depend on the outcome. Claims that need
// no set are verified for several treatments at once; the other pairs have their own lanes. Pairs with the same
// treatment share blocks, since their sets and walks have most nodes in common.
//
// If the truth has no possibly directed path from the treatment to the outcome, no node is forbidden and no path
// between them is causal: a set is valid if and only if it separates the two. So most wrong effects of a guess need no
// causal walks.
type optimalAdjuster struct {
	truth, guess msep.Adjust
	undirected   bool       // one of the two has undirected edges
	invalid      msep.Block // lanes whose set is invalid

	treatments []graph.Node
	without    [][]graph.Node // by treatment, outcomes that wait for their sets: without an effect in the truth,
	with       [][]graph.Node // with one
	pairs      []effectPair   // of the current block
	separate   msep.Lanes     // on the truth, for pairs without an effect there
	check      msep.Adjust    // on the truth, for the others
	z          msep.Block
}

// An effectPair is a treatment, by its lane, and an outcome.
type effectPair struct {
	lane int
	y    graph.Node
}

func (j *optimalAdjuster) reset(truth, guess *model.Model) {
	j.truth.Reset(truth.Chains())
	j.check.Reset(truth.Chains())
	j.separate.Reset(truth.Plan())
	j.guess.Reset(guess.Chains())
	j.undirected = truth.Chains().HasUndirected() || guess.Chains().HasUndirected()
	j.invalid.Reset(truth.N())
	j.z.Reset(truth.N())
}

func (j *optimalAdjuster) verify(ctx context.Context, treatments []graph.Node, asked func(graph.Node) msep.Word) {
	j.treatments = treatments
	if len(j.with) < len(treatments) {
		j.without, j.with = make([][]graph.Node, len(treatments)), make([][]graph.Node, len(treatments))
	}
	j.truth.Start()
	j.guess.Start()
	j.invalid.Clear()
	for lane, t := range treatments {
		j.truth.Treat(lane, t)
		j.guess.Treat(lane, t)
	}
	j.truth.Causal()
	j.guess.Causal()
	without, with := 0, 0
	j.guess.Each(func(y graph.Node) {
		j.truth.Ask(y)
		if task.Stopped(ctx) != nil {
			return // a few treatments of a large graph can take long
		}
		open := j.guess.Possible(y).Minus(j.guess.NotAmenable(y)).Minus(j.truth.NotAmenable(y)).And(asked(y))
		possible := j.truth.Possible(y)
		open.Minus(possible).Each(func(lane int) { j.without[lane], without = append(j.without[lane], y), without+1 })
		open.And(possible).Each(func(lane int) { j.with[lane], with = append(j.with[lane], y), with+1 })
	})
	if without*rare < with {
		for lane, ys := range j.without {
			j.with[lane], j.without[lane] = append(j.with[lane], ys...), ys[:0]
		}
	}
	j.blocks(ctx, j.without, j.connected)
	j.blocks(ctx, j.with, j.refuted)
}

// If at most one pair in rare has no effect in the truth, these share the blocks of the others.
const rare = 8

// blocks verifies pairs of treatments and outcomes in blocks, whose invalid lanes it gets from a function.
func (j *optimalAdjuster) blocks(ctx context.Context, outcomes [][]graph.Node, invalid func() msep.Word) {
	flush := func() {
		invalid().Each(func(i int) { j.invalid.AddOne(j.pairs[i].lane, j.pairs[i].y) })
		j.pairs = j.pairs[:0]
		j.z.Clear()
	}
	j.z.Clear()
	for lane, ys := range outcomes {
		for len(ys) > 0 && task.Stopped(ctx) == nil {
			first := len(j.pairs)
			some := ys[:min(len(ys), msep.Width-first)]
			ys = ys[len(some):]
			for _, y := range some {
				j.pairs = append(j.pairs, effectPair{lane, y})
			}
			j.guess.Optimal(lane, j.treatments[lane], some, first, &j.z)
			if len(j.pairs) == msep.Width {
				flush()
			}
		}
		outcomes[lane] = outcomes[lane][:0]
	}
	if len(j.pairs) > 0 {
		flush()
	}
}

// connected returns the lanes whose set does not separate treatment and outcome in the truth.
func (j *optimalAdjuster) connected() msep.Word {
	j.separate.Start()
	for i, p := range j.pairs {
		j.separate.Source(i, j.treatments[p.lane])
		j.separate.Target(i, p.y)
	}
	j.separate.GiveBlock(&j.z)
	j.separate.Bound()
	return j.separate.Connected()
}

// refuted returns the lanes whose set does not satisfy the adjustment criterion in the truth.
func (j *optimalAdjuster) refuted() (invalid msep.Word) {
	j.check.Start()
	for i, p := range j.pairs {
		j.check.Treat(i, j.treatments[p.lane])
		j.check.Ask(p.y)
	}
	for _, v := range j.z.Nodes {
		j.check.Give(j.z.Words[v], v)
	}
	j.check.WalkTo()
	for i, p := range j.pairs {
		if w := j.check.Invalid(p.y); w.Has(i) {
			invalid.Set(i)
		}
	}
	return invalid
}

func (j *optimalAdjuster) each(f func(y graph.Node, wrong msep.Word)) {
	j.truth.Each(func(y graph.Node) { f(y, j.verdict(y).wrong()) })
}

func (j *optimalAdjuster) verdict(y graph.Node) (v verdict) {
	v.missed = j.truth.Possible(y).Minus(j.guess.Possible(y))
	v.invalid = j.invalid.Words[y]
	if j.undirected {
		truth, guess := j.truth.NotAmenable(y), j.guess.NotAmenable(y)
		v.inTruth = guess.Minus(truth)
		v.inGuess = truth.Minus(guess)
	}
	return v
}

func (j *optimalAdjuster) set(lane int, y graph.Node) []graph.Node {
	j.z.Clear()
	j.guess.Optimal(lane, j.treatments[lane], []graph.Node{y}, 0, &j.z)
	return graph.SetOf(j.z.Lane(nil, 0)...).Nodes()
}
