package msep

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Moral looks, in each lane, at the moral graph of an ancestral set of a DAG: every node of
// the set is joined to its parents, and these to each other. Without the nodes that the lane
// cuts out, the graph falls into parts. From one node a lane finds its part, the cut nodes
// beside it, and who touches it: the nodes of the part, and those below the set from which
// some way up comes into the set at a node of the part.
//
//	u --> w --> y    u in the part, w and y not in the set: y touches the part
//
// All sweeps inside the sets go over the nodes that are in some set. In a zone nothing else is
// laid out: see [Zone]. A Moral serves one goroutine.
type Moral struct {
	plan   *Plan
	zone   *Zone // nil where all nodes are laid out
	places       // of the plan, or of the zone

	last int32   // no place after it is in a set
	asks int32   // nor is one after it asked about
	used []int32 // places that are in a set of a lane, rising; known in a run

	in, cut, from []entry // of a zone, whose places are not known before the run

	// By place: lanes
	sets []Word // that have the node in their set
	cuts []Word // that cut it out
	met  []Word // that come to it, cut or not
	home []Word // that come to its family: the node or one of its parents
	out  []Word // what it tells in the sweep under way; after the last, in which it touches the part
}

// places are lists of parents and children by place.
type places struct{ parents, children *lists }

// An entry is a lane and a position.
type entry struct{ lane, at int32 }

// Reset makes p, the plan of a DAG, the graph. Whether a block is laid out in a zone makes no difference
// to what it finds.
func (m *Moral) Reset(p *Plan, inZone bool) {
	m.plan, m.zone = p, nil
	m.in, m.cut, m.from = m.in[:0], m.cut[:0], m.from[:0]
	m.used, m.last, m.asks = m.used[:0], -1, -1
	if inZone {
		m.zone = new(Zone)
		m.zone.Reset(p)
		return
	}
	m.places = places{&p.parents, &p.children}
	m.lay(len(p.node))
}

// lay makes room for so many places.
func (m *Moral) lay(n int) {
	for _, words := range []*[]Word{&m.sets, &m.cuts, &m.met, &m.home, &m.out} {
		if n > cap(*words) {
			*words = make([]Word, n, n+n/8)
		} else {
			*words = (*words)[:n]
			clear(*words)
		}
	}
}

// Start forgets the last block, which must have run.
func (m *Moral) Start() {
	if m.zone != nil {
		m.in, m.cut, m.from = m.in[:0], m.cut[:0], m.from[:0]
		m.zone.Start()
	} else {
		for _, p := range m.used {
			m.sets[p], m.cuts[p], m.met[p], m.home[p] = Word{}, Word{}, Word{}, Word{}
		}
	}
	m.used, m.last, m.asks = m.used[:0], -1, -1
}

// Include puts v and its ancestors into the set of lane.
func (m *Moral) Include(lane int, v graph.Node) {
	p := m.plan.pos[v]
	if m.zone != nil {
		m.zone.Add(p)
		m.in = append(m.in, entry{int32(lane), p})
		return
	}
	m.last = max(m.last, p)
	m.sets[p].Set(lane)
}

// Exclude takes v, a node of its set, out of the parts of lane.
func (m *Moral) Exclude(lane int, v graph.Node) {
	p := m.plan.pos[v]
	if m.zone != nil {
		m.cut = append(m.cut, entry{int32(lane), p})
		return
	}
	m.cuts[p].Set(lane)
}

// From lets lane start at v, a node of its set that it does not cut out.
func (m *Moral) From(lane int, v graph.Node) {
	p := m.plan.pos[v]
	if m.zone != nil {
		m.from = append(m.from, entry{int32(lane), p})
		return
	}
	m.met[p].Set(lane)
}

// ExtendTo makes v one of the nodes of which it can be asked which parts they touch.
func (m *Moral) ExtendTo(v graph.Node) {
	p := m.plan.pos[v]
	if m.zone != nil {
		m.zone.Add(p)
		return
	}
	m.asks = max(m.asks, p)
}

// place returns the place of v.
func (m *Moral) place(v graph.Node) int32 {
	p := m.plan.pos[v]
	if m.zone != nil {
		p = m.zone.place[p]
	}
	return p
}

// InSet reports whether v is in the set of lane.
func (m *Moral) InSet(lane int, v graph.Node) bool {
	if m.zone != nil && !m.zone.Has(m.plan.pos[v]) {
		return false
	}
	return m.sets[m.place(v)].Has(lane)
}

// Reached reports whether v is in the part of lane or, cut out, beside it.
func (m *Moral) Reached(lane int, v graph.Node) bool { return m.met[m.place(v)].Has(lane) }

// Touches reports whether v, which was mentioned, touches the part of lane.
func (m *Moral) Touches(lane int, v graph.Node) bool { return m.out[m.place(v)].Has(lane) }

// Touching returns the lanes whose part v, which was mentioned, touches.
func (m *Moral) Touching(v graph.Node) Word { return m.out[m.place(v)] }

// CloseAncestors completes the sets; nothing else needs to be known of a block.
func (m *Moral) CloseAncestors() {
	m.enter()
	m.ascend()
}

// Run finds the part of each lane and which of the nodes that were mentioned touch it.
func (m *Moral) Run() {
	m.CloseAncestors()
	m.spread()
	m.descend()
}

// enter lays out the zone.
func (m *Moral) enter() {
	if m.zone == nil {
		return
	}
	z := m.zone
	z.Close()
	m.places = places{&z.parents, &z.children}
	m.lay(len(z.positions))
	for _, e := range m.in {
		p := z.place[e.at]
		m.last = max(m.last, p)
		m.sets[p].Set(int(e.lane))
	}
	for _, e := range m.cut {
		m.cuts[z.place[e.at]].Set(int(e.lane))
	}
	for _, e := range m.from {
		m.met[z.place[e.at]].Set(int(e.lane))
	}
	m.asks = int32(len(z.positions)) - 1
}

// ascend completes the sets, and lists who is in one.
func (m *Moral) ascend() {
	m.used = roomFor(m.used, int(m.last)+1)
	for p := m.last; p >= 0; p-- {
		m.sets[p].gather(m.sets, m.children.upTo(p, m.last))
		if !m.sets[p].Empty() {
			m.used = append(m.used, p)
		}
	}
	slices.Reverse(m.used)
}

// spread goes from each node that is met, and not cut out, to the families that it is in,
// and from each family to its members, until nothing changes.
func (m *Moral) spread() {
	children, parents := m.children, m.parents
	for changed := true; changed; {
		for i := len(m.used) - 1; i >= 0; i-- {
			p := m.used[i]
			m.met[p].gather(m.home, children.upTo(p, m.last))
			m.out[p] = m.met[p].Minus(m.cuts[p])
			m.home[p] = m.home[p].Or(m.out[p])
		}
		changed = false
		for _, p := range m.used {
			var come Word
			come.gather(m.out, parents.of(p)) // who are in the sets that it is in
			come = come.And(m.sets[p]).Minus(m.home[p])
			if come.Empty() {
				continue
			}
			changed = true
			m.home[p] = m.home[p].Or(come)
			m.met[p] = m.met[p].Or(come)
			m.out[p] = m.met[p].Minus(m.cuts[p])
		}
	}
}

// descend finds who touches the parts. What a node of a part tells is where it touches it.
func (m *Moral) descend() {
	for p := range m.asks + 1 {
		var touch Word
		touch.gather(m.out, m.parents.of(p))
		if p <= m.last && !m.sets[p].Empty() {
			touch = touch.Minus(m.sets[p]).Or(m.out[p])
		}
		m.out[p] = touch
	}
}
