package msep

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// A Moral looks, in each lane, at the moral graph of an ancestral set of a DAG: every node of the set is
// joined to its parents, and these to each other. Without the nodes that the lane excludes, the graph falls
// into parts. From one node a lane finds its part, the excluded nodes beside it, and the nodes that touch it:
// the nodes of the part, and those below the set from which some way up enters the set at a node of the part.
//
//	u --> w --> y    u in the part, w and y not in the set: y touches the part
//
// All sweeps inside the sets visit the nodes that are in some set. In a zone nothing else is laid out: see
// [Zone]. A Moral serves one goroutine.
type Moral struct {
	plan   *Plan
	zone   *Zone // nil if all nodes are laid out
	spare  *Zone // for blocks in a zone
	laid   bool  // all nodes are laid out, and their words are zero except those of used
	places       // of the plan, or of the zone

	last int32   // no later place is in a set
	asks int32   // or asked about
	used []int32 // places in the set of some lane, ascending; known in a run

	in, cut, from []entry // in a zone, whose places are not known before the run

	// By place: lanes
	sets []Word // with the node in their set
	cuts []Word // that exclude it
	met  []Word // that reach it, excluded or not
	home []Word // that reach its family: the node or one of its parents
	out  []Word // what it passes on in the current sweep; after the last, those whose part it touches

	rows rows // of out
}

// places are lists of parents and children by place.
type places struct{ parents, children *lists }

// An entry is a lane and a position.
type entry struct{ lane, at int32 }

// Reset makes p, the plan of a DAG, the graph. The next block must be started.
func (m *Moral) Reset(p *Plan) { m.plan, m.spare, m.laid = p, nil, false }

// lay allocates memory for n places.
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

// Start starts a block and clears the last one, which must have run. inZone does not change the results: it saves time and
// memory if the block leaves out most nodes.
func (m *Moral) Start(inZone bool) {
	m.zone = nil
	switch {
	case inZone:
		if m.spare == nil {
			m.spare = new(Zone)
			m.spare.Reset(m.plan)
		}
		m.spare.Start()
		m.zone, m.laid = m.spare, false
		m.in, m.cut, m.from = m.in[:0], m.cut[:0], m.from[:0]
	case m.laid:
		for _, p := range m.used {
			m.sets[p], m.cuts[p], m.met[p], m.home[p] = Word{}, Word{}, Word{}, Word{}
		}
	default:
		m.places, m.laid = places{&m.plan.parents, &m.plan.children}, true
		m.lay(len(m.plan.node))
	}
	m.used, m.last, m.asks = m.used[:0], -1, -1
	m.rows.forget()
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

// Exclude removes v, a node of its set, from the parts of lane.
func (m *Moral) Exclude(lane int, v graph.Node) {
	p := m.plan.pos[v]
	if m.zone != nil {
		m.cut = append(m.cut, entry{int32(lane), p})
		return
	}
	m.cuts[p].Set(lane)
}

// From starts lane at v, a node of its set that it does not exclude.
func (m *Moral) From(lane int, v graph.Node) {
	p := m.plan.pos[v]
	if m.zone != nil {
		m.from = append(m.from, entry{int32(lane), p})
		return
	}
	m.met[p].Set(lane)
}

// ExtendTo makes the answers of Touching valid for ys.
func (m *Moral) ExtendTo(ys Pieces) {
	if m.zone == nil {
		m.asks = max(m.asks, int32(m.plan.LastOf(ys)))
		return
	}
	for y := range ys.All {
		m.zone.Add(m.plan.pos[y])
	}
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

// Reached reports whether v is in the part of lane or, excluded, beside it.
func (m *Moral) Reached(lane int, v graph.Node) bool { return m.met[m.place(v)].Has(lane) }

// Touching returns the nodes of a piece that touch the part of lane. See ExtendTo.
func (m *Moral) Touching(lane int, p Piece) uint64 {
	return m.rows.among(p, lane, m.plan.observed, m.touched)
}

// touched returns the lanes whose part v touches.
func (m *Moral) touched(v graph.Node) Word {
	if m.zone != nil && !m.zone.Has(m.plan.pos[v]) {
		return Word{}
	}
	return m.out[m.place(v)]
}

// CloseAncestors completes the sets, for a block without parts.
func (m *Moral) CloseAncestors() {
	m.enter()
	m.ascend()
}

// Run finds the part of each lane and the nodes that touch it.
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

// ascend completes the sets and lists the nodes that are in one.
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

// spread goes from each node that is reached and not excluded to the families that it is in, and from each
// family to its members, until nothing changes.
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
			come.gather(m.out, parents.of(p)) // which are in the same sets
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

// descend finds the nodes that touch the parts.
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
