package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// fullSweepShare decides when a sweep visits all nodes: if more than one node in fullSweepShare is dirty.
const fullSweepShare = 8

// Adjust determines for a block of treatments, one per lane, which effects of the treatment a set identifies
// by adjustment, in a DAG or in a CPDAG as drawn (see [Chains]). Each lane has its treatment and its set. It
// keeps its scratch space and so serves one goroutine.
//
// A node y is reached from the treatment t by walks that never return to t. There are two kinds. Causal walks
// follow directed and undirected edges; they may start with either, and are open until they pass a node of the
// set, and blocked from there on. All other walks are open throughout. They have left the causal direction at
// t itself or at a node of the set, which they reached by a directed edge while open and left against one:
//
//	t --> a --> b --- c         causal; blocked at c if a or b is in the set
//	t --> z <-- b               not causal
//	t <-- a --> b               not causal
//
// The set of t does not identify the effect on y by adjustment if y is reached by a causal walk that starts
// with an undirected edge (not amenable), by a blocked one, or by one that is not causal, or if y is in the
// set. No walk contains
//
//	--- v <--
//
// since in a CPDAG a shorter one does without. (Henckel, Würtzen and Weichwald, Adjustment identification
// distance: a gadjid for causal structure learning, UAI 2024, sections 3 and 4, where each treatment has its
// own search.)
type Adjust struct {
	plan *Plan

	spots      []spot           // by position or, in large graphs, by slot
	undirected []undirectedSpot // the same; only if there are undirected edges
	slot       []int32          // of a position, in large graphs; 0 before its first use in a block
	placed     []int32          // positions with a slot: placed[i] has slot i+1

	out               []Word // by position: what a node passes on in a sweep over all nodes
	outOpen, outBlock []Word // the same of causal walks
	leading           []Word // by position: the outcomes of Optimal to which the node leads

	used     bitmap  // nodes whose words may be set
	up, down bitmap  // nodes with something new for parents, for children
	starts   []int32 // where lanes start
	last     int32   // no position after it matters

	// In the last block, causal walks that start with a directed, an undirected edge reached many nodes.
	wide, wideUndirected bool
}

// A spot holds the lanes that are at a node. The fields used most come first.
type spot struct {
	given Word // the node is in their set

	// Reached by other walks, by a tail or by a head. A causal walk that reaches a node of the set by a
	// head, while open, is among the latter: it may turn there.
	tail, head Word

	causal      // by causal walks that start with a directed edge
	start  Word // start there
}

// An undirectedSpot holds the lanes that are at a node because of undirected edges.
type undirectedSpot struct {
	causal      // by causal walks that start with an undirected edge
	across Word // by other walks, along an undirected edge
}

// causal holds the lanes whose causal walks reach a node, blocked and open.
type causal struct{ block, open Word }

// slotsFrom is the number of nodes above which only the nodes that a block uses have a spot. One spot per node
// takes 192 bytes for each node and goroutine; it is faster up to 250,000 nodes, and slower at a million.
var slotsFrom = 1 << 18

// NewAdjust returns an Adjust for the graph of p, which comes from [Chains] or, for a DAG, from [NewPlan].
func NewAdjust(p *Plan) *Adjust {
	a := new(Adjust)
	a.Reset(p)
	return a
}

// Reset makes p the plan of the graph that is walked, and starts a block.
func (a *Adjust) Reset(p *Plan) {
	if a.plan != nil {
		a.Start() // leaves only zeros
	}
	a.plan = p
	n := len(p.node)
	spots := n
	a.slot = a.slot[:0]
	if n > slotsFrom {
		a.slot = resize(a.slot, n)
		spots = 1 // slot 0 stays empty
	}
	a.spots = resize(a.spots, spots)
	a.undirected = a.undirected[:0]
	if p.chain != nil {
		a.undirected = resize(a.undirected, spots)
	}
	marks := (n + 63) / 64
	a.used = resize(a.used, marks)
	a.up = resize(a.up, marks)
	a.down = resize(a.down, marks)
	a.Start()
}

// Start clears the last block.
func (a *Adjust) Start() {
	if len(a.slot) > 0 {
		a.clearSlots()
	} else {
		a.clearUsed()
	}
	clear(a.used)
	clear(a.up)
	clear(a.down)
	a.starts = a.starts[:0]
	a.last = -1
}

func (a *Adjust) clearUsed() {
	for i, w := range a.used {
		for ; w != 0; w &= w - 1 {
			p := i<<6 + bits.TrailingZeros64(w)
			a.spots[p] = spot{}
			if a.plan.chain != nil {
				a.undirected[p] = undirectedSpot{}
			}
		}
	}
}

func (a *Adjust) clearSlots() {
	for _, p := range a.placed {
		a.slot[p] = 0
	}
	a.placed = a.placed[:0]
	clear(a.spots)
	a.spots = a.spots[:1]
	if a.plan.chain != nil {
		clear(a.undirected)
		a.undirected = a.undirected[:1]
	}
}

// at returns the spot of position p. The first call for a position in a block may move all spots.
func (a *Adjust) at(p int32) *spot {
	if len(a.slot) > 0 {
		p = a.slotOf(p)
	}
	return &a.spots[p]
}

// undirectedAt is at for undirected edges.
func (a *Adjust) undirectedAt(p int32) *undirectedSpot {
	if len(a.slot) > 0 {
		p = a.slotOf(p)
	}
	return &a.undirected[p]
}

func (a *Adjust) slotOf(p int32) int32 {
	if a.slot[p] == 0 {
		a.placed = append(a.placed, p)
		a.slot[p] = int32(len(a.placed))
		a.spots = append(a.spots, spot{})
		if a.plan.chain != nil {
			a.undirected = append(a.undirected, undirectedSpot{})
		}
	}
	return a.slot[p]
}

// extendTo makes the sweeps reach position p.
func (a *Adjust) extendTo(p int32) *spot {
	a.used.set(p)
	a.last = max(a.last, p)
	return a.at(p)
}

// Treat makes t the treatment of lane.
func (a *Adjust) Treat(lane int, t graph.Node) {
	p := a.plan.pos[t]
	spot := a.extendTo(p)
	if spot.start.Empty() {
		a.starts = append(a.starts, p)
	}
	spot.start.Set(lane)
}

// Give puts v into the sets of the given lanes. No lane may have its treatment in its set.
func (a *Adjust) Give(lanes Word, v graph.Node) {
	a.extendTo(a.plan.pos[v]).given.Add(&lanes)
}

// GiveOne puts v into the set of lane.
func (a *Adjust) GiveOne(lane int, v graph.Node) { a.extendTo(a.plan.pos[v]).given.Set(lane) }

// Ask makes [Adjust.WalkTo] reach y and [Adjust.Each] include it.
func (a *Adjust) Ask(y graph.Node) { a.extendTo(a.plan.pos[y]) }

// Causal takes all steps of causal walks. [Adjust.Possible] and [Adjust.NotAmenable] are valid then.
func (a *Adjust) Causal() {
	a.last = int32(len(a.plan.node)) - 1
	a.walkCausal()
}

// ByUndirected takes all steps of causal walks that start with an undirected edge. [Adjust.NotAmenable] is
// valid then.
func (a *Adjust) ByUndirected() {
	a.last = int32(len(a.plan.node)) - 1
	a.walkByUndirected()
}

// Walk takes all steps of all walks. [Adjust.Invalid] is valid then as well.
func (a *Adjust) Walk() {
	a.Causal()
	a.walkOther()
}

// WalkTo is [Adjust.Walk] if only the nodes of [Adjust.Treat], [Adjust.Give] and [Adjust.Ask] are of interest.
// A node after the last of them in the order is an ancestor of none of them, and no walk returns from there.
func (a *Adjust) WalkTo() {
	if a.stopAtMentioned() {
		a.walkCausal()
		a.walkOther()
	}
}

// stopAtMentioned ends the sweeps with the component of the last node of interest. It reports whether there is
// one.
func (a *Adjust) stopAtMentioned() bool {
	if a.last >= 0 && a.plan.chain != nil {
		a.last = a.plan.chain[a.last] - 1
	}
	return a.last >= 0
}

// Above takes all steps against directed edges from the treatments of lanes without sets. [Adjust.Ancestor] is
// valid then. It replaces the walks that are not causal.
func (a *Adjust) Above() {
	a.last = int32(len(a.plan.node)) - 1
	a.seed(a.up)
	a.sweepUp()
	clear(a.down)
}

// Each calls f for every node that some walk may have reached or that is in some set. For all others every
// answer is empty.
func (a *Adjust) Each(f func(v graph.Node)) {
	for i, w := range a.used {
		for ; w != 0; w &= w - 1 {
			f(a.plan.node[i<<6+bits.TrailingZeros64(w)])
		}
	}
}

// Possible returns the lanes whose treatment may have an effect on v: v is a possible descendant of it.
func (a *Adjust) Possible(v graph.Node) Word {
	p := a.plan.pos[v]
	s := a.at(p)
	w := Word{s.open[0] | s.block[0], s.open[1] | s.block[1], s.open[2] | s.block[2], s.open[3] | s.block[3]}
	if a.plan.chain != nil {
		l := a.undirectedAt(p)
		w = w.Or(l.open).Or(l.block)
	}
	return w
}

// NotAmenable returns the lanes for which no set identifies the effect of the
// treatment on v by adjustment.
func (a *Adjust) NotAmenable(v graph.Node) Word {
	if a.plan.chain == nil {
		return Word{}
	}
	l := a.undirectedAt(a.plan.pos[v])
	return l.open.Or(l.block)
}

// Invalid returns the lanes whose set does not identify the effect on v by adjustment, apart from those that
// are not amenable.
func (a *Adjust) Invalid(v graph.Node) Word {
	p := a.plan.pos[v]
	s := a.at(p)
	w := Word{
		s.given[0] | s.block[0] | s.tail[0] | s.head[0],
		s.given[1] | s.block[1] | s.tail[1] | s.head[1],
		s.given[2] | s.block[2] | s.tail[2] | s.head[2],
		s.given[3] | s.block[3] | s.tail[3] | s.head[3],
	}
	if a.plan.chain != nil {
		w = w.Or(a.undirectedAt(p).across)
	}
	return w
}

// Given returns the lanes that have v in their set.
func (a *Adjust) Given(v graph.Node) Word { return a.at(a.plan.pos[v]).given }

// Ancestor returns the lanes whose treatment has v as an ancestor, after
// [Adjust.Above].
func (a *Adjust) Ancestor(v graph.Node) Word { return a.at(a.plan.pos[v]).tail }

// EachRefuted calls f for every node v of a DAG with the lanes whose set, taken as the parents of their
// treatment, gives a wrong effect on v: v is in the set and yet a descendant, or v is not in the set and the
// set is invalid.
func (a *Adjust) EachRefuted(f func(v graph.Node, lanes Word)) {
	for i, marks := range a.used {
		for ; marks != 0; marks &= marks - 1 {
			p := int32(i<<6 + bits.TrailingZeros64(marks))
			s := a.at(p)
			g, b := &s.given, &s.block
			w := Word{
				(b[0] | s.tail[0] | s.head[0]) &^ g[0],
				(b[1] | s.tail[1] | s.head[1]) &^ g[1],
				(b[2] | s.tail[2] | s.head[2]) &^ g[2],
				(b[3] | s.tail[3] | s.head[3]) &^ g[3],
			}
			if g[0]|g[1]|g[2]|g[3] != 0 {
				for k := range w {
					w[k] |= (s.open[k] | b[k]) & g[k]
				}
			}
			if w[0]|w[1]|w[2]|w[3] != 0 {
				f(a.plan.node[p], w)
			}
		}
	}
}
