package adjustment

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// An effectReader applies the adjustment criterion of one graph to a block of treatments, and then to blocks of pairs
// of a treatment and an outcome. Each treatment, then each pair, is a lane.
type effectReader struct {
	*model.Effects
	drawn      *graph.Graph
	treatments []graph.Node
	possible   msep.Block // lanes of treatments, by outcome: a possibly directed path leads there
	hidden     msep.Block // lanes of treatments, by outcome: one with an invisible first edge does, so that the effect is not amenable

	spread msep.Spread
	adjust msep.Adjust
	within []msep.Word
	forbid msep.Block
	below  msep.Block
	z      msep.Block
}

func (r *effectReader) reset(m *model.Model) {
	r.Effects, r.drawn = m.Effects(), m.Drawn()
	r.adjust.Reset(r.Plan)
	r.within = make([]msep.Word, m.N())
	for _, b := range []*msep.Block{&r.possible, &r.hidden, &r.forbid, &r.below, &r.z} {
		b.Reset(m.N())
	}
}

// treat sets the treatments.
func (r *effectReader) treat(treatments []graph.Node) {
	r.treatments = treatments
	r.possible.Clear()
	r.hidden.Clear()
	all := msep.First(len(treatments))
	for v := range r.within {
		r.within[v] = all
	}
	for lane, t := range treatments {
		r.possible.AddOne(lane, t)
		r.within[t].Unset(lane)
		for _, v := range r.Barred(t) {
			r.within[v].Unset(lane)
		}
		for _, v := range r.Invisible[t] {
			r.hidden.AddOne(lane, v)
		}
	}
	r.spread.Run(r.Down, &r.possible, nil)
	r.spread.Run(r.Down, &r.hidden, r.within)
	for lane, t := range treatments {
		r.possible.Words[t].Unset(lane)
	}
}

// forbidden returns the nodes that no valid adjustment set of an amenable pair contains: the possible descendants of
// all nodes except the treatment on possibly directed paths to the outcome.
func (r *effectReader) forbidden(pairs []effectPair, lanes msep.Word) *msep.Block {
	r.causal(r.CausalDown, r.CausalUp, pairs, lanes)
	r.spread.Run(r.Down, &r.forbid, nil)
	return &r.forbid
}

// causal returns the nodes except the treatment that both lead to the outcome and are reached from the treatment.
func (r *effectReader) causal(down, up *msep.PossiblePaths, pairs []effectPair, lanes msep.Word) *msep.Block {
	r.below.Clear()
	lanes.Each(func(i int) { r.below.AddOne(i, r.treatments[pairs[i].lane]) })
	r.spread.Run(down, &r.below, nil)
	r.forbid.Clear()
	lanes.Each(func(i int) {
		r.below.Words[r.treatments[pairs[i].lane]].Unset(i)
		if w := &r.below.Words[pairs[i].y]; w.Has(i) {
			r.forbid.AddOne(i, pairs[i].y)
		}
	})
	r.spread.Run(up, &r.forbid, r.below.Words)
	return &r.forbid
}

// canonical adds to z the canonical adjustment set of each pair: the possible ancestors of both nodes that are not
// forbidden. It is valid if some set is.
func (r *effectReader) canonical(pairs []effectPair, lanes msep.Word, z *msep.Block) {
	lanes.Each(func(i int) {
		z.AddOne(i, r.treatments[pairs[i].lane])
		z.AddOne(i, pairs[i].y)
	})
	r.spread.Run(r.Up, z, nil)
	forbidden := r.forbidden(pairs, lanes)
	for _, v := range z.Nodes {
		z.Words[v] = z.Words[v].Minus(forbidden.Words[v])
	}
	lanes.Each(func(i int) {
		z.Words[r.treatments[pairs[i].lane]].Unset(i)
		z.Words[pairs[i].y].Unset(i)
	})
}

// parents adds to z the parents of the treatment.
func (r *effectReader) parents(pairs []effectPair, lanes msep.Word, z *msep.Block) {
	lanes.Each(func(i int) {
		for _, v := range r.drawn.Parents(r.treatments[pairs[i].lane]) {
			z.AddOne(i, v)
		}
	})
}

// ancestors adds to z the ancestors of the treatment.
func (r *effectReader) ancestors(pairs []effectPair, lanes msep.Word, z *msep.Block) {
	lanes.Each(func(i int) { z.AddOne(i, r.treatments[pairs[i].lane]) })
	r.spread.Run(r.DirectedUp, z, nil)
	lanes.Each(func(i int) { z.Words[r.treatments[pairs[i].lane]].Unset(i) })
}

// optimal adds to z the optimal adjustment set (see [msep.Adjust.Optimal]): the parents of the causal nodes without the
// forbidden ones.
func (r *effectReader) optimal(pairs []effectPair, lanes msep.Word, z *msep.Block) {
	causal := r.causal(r.DirectedDown, r.DirectedUp, pairs, lanes)
	for _, v := range causal.Nodes {
		for _, u := range r.drawn.Parents(v) {
			z.Add(causal.Words[v], u)
		}
	}
	forbidden := r.forbidden(pairs, lanes)
	for _, v := range z.Nodes {
		z.Words[v] = z.Words[v].Minus(forbidden.Words[v])
	}
	lanes.Each(func(i int) { z.Words[r.treatments[pairs[i].lane]].Unset(i) })
}

// open returns those of the given lanes whose set leaves a non-causal path open or contains a forbidden node, in the graph of the plan.
func (r *effectReader) open(pairs []effectPair, lanes msep.Word, z *msep.Block) (open msep.Word) {
	r.adjust.Start()
	lanes.Each(func(i int) {
		r.adjust.Treat(i, r.treatments[pairs[i].lane])
		r.adjust.Ask(pairs[i].y)
	})
	for _, v := range z.Nodes {
		r.adjust.Give(z.Words[v].And(lanes), v)
	}
	r.adjust.WalkTo()
	lanes.Each(func(i int) {
		if w := r.adjust.Invalid(pairs[i].y); w.Has(i) {
			open.Set(i)
		}
	})
	return open
}

// invalid returns those of the given lanes, amenable pairs, whose set in z is not a valid adjustment set.
func (r *effectReader) invalid(pairs []effectPair, lanes msep.Word, z *msep.Block) msep.Word {
	bad := r.open(pairs, lanes, z)
	if rest := lanes.Minus(bad); r.Several && !rest.Empty() {
		forbidden := r.forbidden(pairs, rest)
		for _, v := range z.Nodes {
			bad = bad.Or(z.Words[v].And(forbidden.Words[v]))
		}
	}
	return bad
}

// unidentified returns those of the given lanes, amenable pairs, for which no set is valid.
func (r *effectReader) unidentified(pairs []effectPair, lanes msep.Word) msep.Word {
	if r.Sure || lanes.Empty() {
		return msep.Word{}
	}
	r.z.Clear()
	r.canonical(pairs, lanes, &r.z)
	return r.open(pairs, lanes, &r.z)
}

// A setChoice adds to z an adjustment set for each of the given lanes, amenable pairs.
type setChoice func(r *effectReader, pairs []effectPair, lanes msep.Word, z *msep.Block)

// setOf returns the set for an amenable effect of t on y, in ascending order.
func (r *effectReader) setOf(choose setChoice, t, y graph.Node) []graph.Node {
	treatments := r.treatments
	r.treatments = []graph.Node{t}
	r.z.Clear()
	choose(r, []effectPair{{0, y}}, msep.First(1), &r.z)
	r.treatments = treatments
	return task.Ascending(r.z.Lane([]graph.Node{}, 0))
}
