package adjustment

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A verdict has the lanes whose claim on an effect is wrong, by kind of mistake. If a lane has two,
// the first counts.
type verdict struct{ missed, inTruth, inGuess, invalid msep.Word }

func (v verdict) wrong() msep.Word {
	return v.missed.Or(v.inTruth).Or(v.inGuess).Or(v.invalid)
}

// kind returns the kind of mistake of a lane, and reports whether the guess adjusts at all.
func (v verdict) kind(lane int) (kind string, adjusts bool) {
	switch {
	case v.missed.Has(lane):
		return claim.MissedEffect, false
	case v.inTruth.Has(lane):
		return claim.AmenableInTruth, false
	case v.inGuess.Has(lane):
		return claim.AmenableInGuess, true
	}
	return claim.InvalidAdjusting, true
}

// An adjuster verifies claims whose adjustment set depends on the treatment only: its
// parents or its ancestors in the guess.
type adjuster struct {
	byAncestors  bool
	drawn        *graph.Graph // the guess
	truth, guess msep.Adjust
	undirected   bool // one of the two has undirected edges
	treatments   []graph.Node
	sets         [msep.Width][]graph.Node // those that were asked for
}

func (j *adjuster) reset(truth, guess *model.Model) {
	j.drawn = guess.Drawn()
	j.truth.Reset(truth.Chains())
	j.undirected = truth.Chains().HasUndirected() || guess.Chains().HasUndirected()
	if j.byAncestors || j.undirected {
		j.guess.Reset(guess.Chains())
	}
}

func (j *adjuster) verify(_ context.Context, treatments []graph.Node, _ func(graph.Node) msep.Word) {
	j.treatments = treatments
	clear(j.sets[:])
	j.truth.Start()
	for lane, t := range treatments {
		j.truth.Treat(lane, t)
	}
	if j.byAncestors || j.undirected {
		j.read()
	}
	if !j.byAncestors {
		for lane, t := range treatments {
			for _, p := range j.drawn.Parents(t) {
				j.truth.GiveOne(lane, p)
			}
		}
	}
	j.truth.Walk()
}

// read reads the claims of the guess, and the sets if they are sets of ancestors.
func (j *adjuster) read() {
	j.guess.Start()
	for lane, t := range j.treatments {
		j.guess.Treat(lane, t)
	}
	if j.byAncestors {
		j.guess.Causal()
		j.guess.Above()
	} else {
		j.guess.ByUndirected()
	}
	j.guess.Each(func(v graph.Node) {
		j.truth.Ask(v)
		if j.byAncestors {
			j.truth.Give(j.guess.Ancestor(v), v)
		}
	})
}

func (j *adjuster) each(f func(y graph.Node, wrong msep.Word)) {
	if !j.byAncestors && !j.undirected {
		j.truth.EachRefuted(f)
		return
	}
	j.truth.Each(func(y graph.Node) { f(y, j.verdict(y).wrong()) })
}

func (j *adjuster) verdict(y graph.Node) (v verdict) {
	possible := j.truth.Possible(y)
	v.invalid = j.truth.Invalid(y)
	if j.byAncestors {
		claimed := j.guess.Possible(y)
		v.missed = possible.Minus(claimed)
		v.invalid = v.invalid.And(claimed)
	} else {
		denied := j.truth.Given(y) // the parents
		v.missed = possible.And(denied)
		v.invalid = v.invalid.Minus(denied)
	}
	if j.undirected {
		truth, guess := j.truth.NotAmenable(y), j.guess.NotAmenable(y)
		v.inTruth = guess.Minus(truth) // an effect that is not amenable is claimed
		v.inGuess = truth.Minus(guess)
		v.invalid = v.invalid.Minus(truth).Minus(guess)
	}
	return v
}

func (j *adjuster) set(lane int, _ graph.Node) []graph.Node {
	if j.sets[lane] == nil {
		j.sets[lane] = j.setOf(lane)
	}
	return j.sets[lane]
}

// setOf returns the adjustment set of lane.
func (j *adjuster) setOf(lane int) []graph.Node {
	if !j.byAncestors {
		return slices.Clone(j.drawn.Parents(j.treatments[lane]))
	}
	set := []graph.Node{}
	j.guess.Each(func(v graph.Node) {
		if w := j.guess.Ancestor(v); w.Has(lane) {
			set = append(set, v)
		}
	})
	slices.Sort(set)
	return set
}
