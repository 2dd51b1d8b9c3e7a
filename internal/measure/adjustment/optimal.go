package adjustment

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// An optimalAdjuster verifies claims with optimal adjustment sets, which also depend on the
// outcome. Claims that need no set are verified for several treatments at once; the other pairs
// have their own lanes.
type optimalAdjuster struct {
	drawn        *graph.Graph // the guess
	truth, guess msep.Adjust
	undirected   bool       // one of the two has undirected edges
	invalid      msep.Block // lanes whose set is invalid

	treatments []graph.Node
	pairs      []effectPair // that wait for their sets
	optimal    msep.Adjust  // on the guess
	check      msep.Adjust  // on the truth
	z          msep.Block
}

// An effectPair is a treatment, by its lane, and an outcome.
type effectPair struct {
	lane int
	y    graph.Node
}

func (j *optimalAdjuster) reset(truth, guess *model.Model) {
	j.drawn = guess.Drawn()
	j.truth.Reset(truth.Chains())
	j.check.Reset(truth.Chains())
	j.guess.Reset(guess.Chains())
	j.optimal.Reset(guess.Chains())
	j.undirected = truth.Chains().HasUndirected() || guess.Chains().HasUndirected()
	j.invalid.Reset(truth.N())
	j.z.Reset(truth.N())
}

func (j *optimalAdjuster) verify(ctx context.Context, treatments []graph.Node, asked func(graph.Node) msep.Word) {
	j.treatments = treatments
	j.truth.Start()
	j.guess.Start()
	j.invalid.Clear()
	for lane, t := range treatments {
		j.truth.Treat(lane, t)
		j.guess.Treat(lane, t)
	}
	j.truth.Causal()
	j.guess.Causal()
	j.guess.Each(func(y graph.Node) {
		j.truth.Ask(y)
		if task.Stopped(ctx) != nil {
			return // a few treatments of a large graph can take long
		}
		open := j.guess.Possible(y).Minus(j.guess.NotAmenable(y)).Minus(j.truth.NotAmenable(y)).And(asked(y))
		open.Each(func(lane int) {
			j.pairs = append(j.pairs, effectPair{lane, y})
			if len(j.pairs) == msep.Width {
				j.block()
			}
		})
	})
	j.block()
}

// block verifies the waiting pairs.
func (j *optimalAdjuster) block() {
	j.z.Clear()
	j.optimal.Start()
	j.check.Start()
	for i, p := range j.pairs {
		j.optimal.Treat(i, j.treatments[p.lane])
		j.optimal.Outcome(i, p.y)
		j.check.Treat(i, j.treatments[p.lane])
		j.check.Ask(p.y)
	}
	j.optimal.Optimal(&j.z)
	for _, v := range j.z.Nodes {
		j.check.Give(j.z.Words[v], v)
	}
	j.check.WalkTo()
	for i, p := range j.pairs {
		if w := j.check.Invalid(p.y); w.Has(i) {
			j.invalid.AddOne(p.lane, p.y)
		}
	}
	j.pairs = j.pairs[:0]
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
	t := j.treatments[lane]
	j.z.Clear()
	j.optimal.Start()
	j.optimal.Treat(0, t)
	j.optimal.Outcome(0, y)
	j.optimal.Optimal(&j.z)
	return graph.SetOf(j.z.Lane(nil, 0)...).Nodes()
}
