package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// An Ascent goes up from the starts of each lane, against the arrows, and does not go on from
// the nodes where the lane stops. It looks once at each node that some lane comes to. It serves
// one goroutine.
type Ascent struct {
	plan *Plan
	last int32  // the last position of a start
	tell []Word // by position: lanes that go on from there
	news bitmap // positions that have something to tell
	told []int32

	slot  []int32 // by position: where in marks a node stands at which a lane starts or stops, or 0
	marks []ascentMark

	// Of two lanes of a group it is found out whether they come to the same node, where
	// neither stops. By how far the lanes are apart: the first of the two,
	apart  []Word // where it is not yet known that they do,
	joined []Word // and where they do
	mixed  bitmap // nodes to which some lanes came from one node and others from another
}

// An ascentMark is a node where a lane starts or stops.
type ascentMark struct {
	at          int32
	start, stop Word
	come        Word // lanes that come there from below
}

// Use makes p the plan of the graph. Its lines and bidirected edges are not looked at.
func (a *Ascent) Use(p *Plan) {
	a.Start()
	n := len(p.node)
	a.plan = p
	a.tell, a.news = resize(a.tell, n), resize(a.news, (n+63)/64)
	a.slot, a.mixed = resize(a.slot, n), resize(a.mixed, (n+63)/64)
}

// Start forgets the last block.
func (a *Ascent) Start() {
	for _, p := range a.told {
		a.tell[p] = Word{}
	}
	a.told = a.told[:0]
	for _, m := range a.marks {
		a.slot[m.at] = 0
	}
	a.marks = append(a.marks[:0], ascentMark{}) // the first place is no node's
	a.last = -1
	a.apart, a.joined = a.apart[:0], a.joined[:0]
}

func (a *Ascent) mark(p int32) *ascentMark {
	if a.slot[p] == 0 {
		a.slot[p] = int32(len(a.marks))
		a.marks = append(a.marks, ascentMark{at: p})
	}
	return &a.marks[a.slot[p]]
}

// From lets lane start at v.
func (a *Ascent) From(lane int, v graph.Node) {
	p := a.plan.pos[v]
	a.mark(p).start.Set(lane)
	a.news.set(p)
	a.last = max(a.last, p)
}

// Stop lets the given lanes stop where they come to v.
func (a *Ascent) Stop(lanes Word, v graph.Node) {
	p := a.plan.pos[v]
	m := a.mark(p)
	m.stop = m.stop.Or(lanes)
}

// MaxGroup is the largest number of lanes in a group.
const MaxGroup = 64

// Group makes the lanes from lo to hi-1 a group.
func (a *Ascent) Group(lo, hi int) {
	for len(a.apart) < hi-lo {
		a.apart, a.joined = append(a.apart, Word{}), append(a.joined, Word{})
	}
	for k := 1; k < hi-lo; k++ {
		a.apart[k] = a.apart[k].Or(Span(lo, hi-k))
	}
}

// Run goes up, from the last node that has something to tell to the first.
func (a *Ascent) Run() {
	parents := &a.plan.parents
	for i := int(a.last >> 6); i >= 0; i-- {
		for a.news[i] != 0 {
			b := 63 - bits.LeadingZeros64(a.news[i])
			a.news[i] &^= 1 << b
			p := int32(i<<6 + b)
			w := &a.tell[p]
			a.told = append(a.told, p)
			mark := &a.marks[a.slot[p]]
			if a.slot[p] > 0 {
				mark.come = *w
				*w = w.Minus(mark.stop)
			}
			if a.mixed.has(p) {
				a.mixed.unset(p)
				a.join(w)
			}
			if a.slot[p] > 0 {
				*w = w.Or(mark.start)
			}
			for _, q := range parents.of(p) {
				if len(a.apart) > 1 && a.news.has(q) && !a.tell[q].nested(w) {
					a.mixed.set(q)
				}
				a.tell[q].add(w)
				a.news.set(q)
			}
		}
	}
}

// join notes which lanes of a group have come to the same node. It is called where some came
// from different nodes.
func (a *Ascent) join(w *Word) {
	for k := 1; k < len(a.apart); k++ {
		if both := w.shift(k).And(a.apart[k]).And(*w); !both.Empty() {
			a.joined[k] = a.joined[k].Or(both)
			a.apart[k] = a.apart[k].Minus(both)
		}
	}
}

// Joined reports whether two lanes of a group have come to the same node where neither stops.
func (a *Ascent) Joined(l, m int) bool {
	l, m = min(l, m), max(l, m)
	return l == m || a.joined[m-l].Has(l)
}

// At returns the lanes that come to v from below.
func (a *Ascent) At(v graph.Node) Word {
	p := a.plan.pos[v]
	if k := a.slot[p]; k > 0 {
		return a.marks[k].come
	}
	return a.tell[p]
}

// Comes reports whether lane comes to v from below.
func (a *Ascent) Comes(lane int, v graph.Node) bool {
	p := a.plan.pos[v]
	if k := a.slot[p]; k > 0 {
		return a.marks[k].come.Has(lane)
	}
	return a.tell[p].Has(lane)
}
