package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// Adjust tells for a block of treatments, one a lane, which effects of the treatment a
// set identifies by adjustment, in a DAG or in a CPDAG as drawn (see [Chains]): each
// lane has its treatment and its set. It keeps its scratch space and so serves one
// goroutine.
//
// A node y is reached from the treatment t by walks that never come back to t. They
// are of two kinds. Causal walks lead along arrows and lines; they may start by an
// arrow or by a line, and are open until they pass a node of the set, blocked from
// there on. All other walks are open throughout, and have left the arrows and lines at
// t itself or at a node of the set, which they came to by an arrow and left against
// one, having been open before:
//
//	t --> a --> b --- c         causal; blocked at c if a or b is in the set
//	t --> z <-- b               not causal
//	t <-- a --> b               not causal
//
// From y the set of t does not identify the effect by adjustment where a causal walk
// that starts with a line reaches y (not amenable), or one that is blocked, or one that
// is not causal, or where y is in the set. No walk goes
//
//	--- v <--
//
// since in a CPDAG a shorter one does without. (Henckel, Würtzen and Weichwald,
// Adjustment identification distance: a gadjid for causal structure learning, UAI 2024,
// sections 3 and 4; with one search there for each treatment.)
type Adjust struct {
	plan *Plan

	// By position: lanes that start there, lanes that have the node in their set.
	start, given []Word
	// Lanes whose causal walks reach the node, having started by an arrow, by a line.
	arrow, line []causal
	// Lanes whose other walks reach it by a tail, by a head, by a line. A causal walk
	// that is open at a node of the set has come by a head as well: it may turn there.
	tail, head, across []Word

	told  []causal // what a node tells in a sweep over all nodes
	tells []Word

	touched  bitmap // nodes whose words may be set
	up, down bitmap // nodes with something new to tell to parents, to children
	last     int32  // no position after it matters
	outcomes []target
}

// causal holds the lanes whose causal walks reach a node, open and blocked.
type causal struct{ open, block Word }

// NewAdjust returns an Adjust for the graph of p, which is one of [Chains] or, for a
// DAG, of [NewPlan].
func NewAdjust(p *Plan) *Adjust {
	a := new(Adjust)
	a.Use(p)
	return a
}

// Use makes p the plan of the graph that is walked, and starts a block.
func (a *Adjust) Use(p *Plan) {
	if a.plan != nil {
		a.Start() // leaves only zeros
	}
	a.plan = p
	n := len(p.node)
	a.start = resize(a.start, n)
	a.given = resize(a.given, n)
	a.arrow = resize(a.arrow, n)
	a.tail = resize(a.tail, n)
	a.head = resize(a.head, n)
	if p.chain != nil {
		a.line = resize(a.line, n)
		a.across = resize(a.across, n)
	}
	a.told = resize(a.told, n)
	a.tells = resize(a.tells, n)
	marks := (n + 63) / 64
	a.touched = resize(a.touched, marks)
	a.up = resize(a.up, marks)
	a.down = resize(a.down, marks)
	a.Start()
}

// Start forgets the last block.
func (a *Adjust) Start() {
	for i, w := range a.touched {
		for ; w != 0; w &= w - 1 {
			p := i<<6 + bits.TrailingZeros64(w)
			a.start[p], a.given[p] = Word{}, Word{}
			a.arrow[p] = causal{}
			a.tail[p], a.head[p] = Word{}, Word{}
			if a.plan.chain != nil {
				a.line[p], a.across[p] = causal{}, Word{}
			}
		}
		a.touched[i] = 0
	}
	clear(a.up)
	clear(a.down)
	a.last = -1
	a.outcomes = a.outcomes[:0]
}

// mention makes sure that the sweeps come as far as p.
func (a *Adjust) mention(p int32) {
	a.touched.set(p)
	a.last = max(a.last, p)
}

// Treat makes t the treatment of lane.
func (a *Adjust) Treat(lane int, t graph.Node) {
	p := a.plan.pos[t]
	a.mention(p)
	a.start[p].Set(lane)
}

// Give puts v into the sets of the given lanes; no lane may have its treatment in its
// set.
func (a *Adjust) Give(lanes Word, v graph.Node) {
	p := a.plan.pos[v]
	a.mention(p)
	a.given[p] = a.given[p].Or(lanes)
}

// GiveOne puts v into the set of lane.
func (a *Adjust) GiveOne(lane int, v graph.Node) {
	p := a.plan.pos[v]
	a.mention(p)
	a.given[p].Set(lane)
}

// Ask makes sure that [Adjust.WalkTo] comes as far as y, and that [Adjust.Each] names it.
func (a *Adjust) Ask(y graph.Node) { a.mention(a.plan.pos[y]) }

// Causal takes all steps of causal walks. [Adjust.Possible] and [Adjust.NotAmenable]
// then answer.
func (a *Adjust) Causal() {
	a.last = int32(len(a.plan.node)) - 1
	a.walkCausal()
}

// Walk takes all steps of all walks. [Adjust.Invalid] then answers as well.
func (a *Adjust) Walk() {
	a.Causal()
	a.walkOther()
}

// WalkTo is [Adjust.Walk] for those who will only ask about nodes that were mentioned:
// by [Adjust.Treat], [Adjust.Give] or [Adjust.Ask]. What comes after the last of them
// in the order is an ancestor of none of them, and no walk comes back from there.
func (a *Adjust) WalkTo() {
	if a.stopAtMentioned() {
		a.walkCausal()
		a.walkOther()
	}
}

// stopAtMentioned lets the sweeps end with the component of the last node that was
// mentioned. It reports whether there is one.
func (a *Adjust) stopAtMentioned() bool {
	if a.last >= 0 && a.plan.chain != nil {
		a.last = a.plan.chain[a.last] - 1
	}
	return a.last >= 0
}

// Above takes all steps against arrows from the treatments of lanes without sets.
// [Adjust.Ancestor] then answers. It takes the place of the walks that are not causal.
func (a *Adjust) Above() {
	a.last = int32(len(a.plan.node)) - 1
	a.seed(a.up)
	a.sweepUp()
	clear(a.down)
}

// Each calls f for every node that some walk may have reached or that is in some set.
// For all others every answer is empty.
func (a *Adjust) Each(f func(v graph.Node)) {
	for i, w := range a.touched {
		for ; w != 0; w &= w - 1 {
			f(a.plan.node[i<<6+bits.TrailingZeros64(w)])
		}
	}
}

// Possible returns the lanes whose treatment may have an effect on v: v is a possible
// descendant of it.
func (a *Adjust) Possible(v graph.Node) Word {
	p := a.plan.pos[v]
	w := a.arrow[p].open.Or(a.arrow[p].block)
	if a.plan.chain != nil {
		w = w.Or(a.line[p].open).Or(a.line[p].block)
	}
	return w
}

// NotAmenable returns the lanes for which no set identifies the effect of the
// treatment on v by adjustment.
func (a *Adjust) NotAmenable(v graph.Node) Word {
	if a.plan.chain == nil {
		return Word{}
	}
	p := a.plan.pos[v]
	return a.line[p].open.Or(a.line[p].block)
}

// Invalid returns the lanes whose set does not identify the effect on v by adjustment,
// beside those that are not amenable.
func (a *Adjust) Invalid(v graph.Node) Word {
	p := a.plan.pos[v]
	w := a.given[p].Or(a.arrow[p].block).Or(a.tail[p]).Or(a.head[p])
	if a.plan.chain != nil {
		w = w.Or(a.across[p])
	}
	return w
}

// Given returns the lanes that have v in their set.
func (a *Adjust) Given(v graph.Node) Word { return a.given[a.plan.pos[v]] }

// Ancestor returns the lanes whose treatment has v as an ancestor, after
// [Adjust.Above].
func (a *Adjust) Ancestor(v graph.Node) Word { return a.tail[a.plan.pos[v]] }
