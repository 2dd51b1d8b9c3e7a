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
// All sweeps inside the sets go over the nodes that are in some set. A Moral serves one goroutine.
type Moral struct {
	plan *Plan
	last int32   // no position after it is in a set
	used []int32 // positions that are in a set of a lane, rising; known in a run

	// By position: lanes
	in   []Word // that have the node in their set
	cut  []Word // that cut it out
	met  []Word // that come to it, cut or not
	home []Word // that come to its family: the node or one of its parents
	tell []Word // what it tells in the sweep under way; after the last, in which it touches the part
}

// Reset makes p, the plan of a DAG, the graph.
func (m *Moral) Reset(p *Plan) {
	n := len(p.node)
	m.plan = p
	for _, words := range []*[]Word{&m.in, &m.cut, &m.met, &m.home, &m.tell} {
		*words = resize(*words, n)
	}
	for _, words := range [][]Word{m.in, m.cut, m.met, m.home} {
		clear(words)
	}
	m.used, m.last = m.used[:0], -1
}

// Start forgets the last block, which must have run.
func (m *Moral) Start() {
	for _, p := range m.used {
		m.in[p], m.cut[p], m.met[p], m.home[p] = Word{}, Word{}, Word{}, Word{}
	}
	m.used, m.last = m.used[:0], -1
}

// Include puts v and its ancestors into the set of lane.
func (m *Moral) Include(lane int, v graph.Node) {
	p := m.plan.pos[v]
	m.last = max(m.last, p)
	m.in[p].Set(lane)
}

// Cut takes v, a node of its set, out of the parts of lane.
func (m *Moral) Cut(lane int, v graph.Node) { m.cut[m.plan.pos[v]].Set(lane) }

// From lets lane start at v, a node of its set that it does not cut out.
func (m *Moral) From(lane int, v graph.Node) { m.met[m.plan.pos[v]].Set(lane) }

// Met reports whether v is in the part of lane or, cut out, beside it.
func (m *Moral) Met(lane int, v graph.Node) bool { return m.met[m.plan.pos[v]].Has(lane) }

// Touches reports whether v touches the part of lane.
func (m *Moral) Touches(lane int, v graph.Node) bool { return m.tell[m.plan.pos[v]].Has(lane) }

// Touching returns the lanes whose part v touches.
func (m *Moral) Touching(v graph.Node) Word { return m.tell[m.plan.pos[v]] }

// Run finds the part of each lane and which nodes up to the given position touch it.
func (m *Moral) Run(last int) {
	m.ascend()
	m.spread()
	m.descend(int32(last))
}

// ascend completes the sets, and lists who is in one.
func (m *Moral) ascend() {
	children := &m.plan.children
	for p := m.last; p >= 0; p-- {
		m.in[p].gather(m.in, children.upTo(p, m.last))
		if !m.in[p].Empty() {
			m.used = append(m.used, p)
		}
	}
	slices.Reverse(m.used)
}

// spread goes from each node that is met, and not cut out, to the families that it is in,
// and from each family to its members, until nothing changes.
func (m *Moral) spread() {
	children, parents := &m.plan.children, &m.plan.parents
	for news := true; news; {
		for i := len(m.used) - 1; i >= 0; i-- {
			p := m.used[i]
			m.met[p].gather(m.home, children.upTo(p, m.last))
			m.tell[p] = m.met[p].Minus(m.cut[p])
			m.home[p] = m.home[p].Or(m.tell[p])
		}
		news = false
		for _, p := range m.used {
			var come Word
			come.gather(m.tell, parents.of(p)) // who are in the sets that it is in
			come = come.And(m.in[p]).Minus(m.home[p])
			if come.Empty() {
				continue
			}
			news = true
			m.home[p] = m.home[p].Or(come)
			m.met[p] = m.met[p].Or(come)
			m.tell[p] = m.met[p].Minus(m.cut[p])
		}
	}
}

// descend finds who touches the parts. What a node of a part tells is where it touches it.
func (m *Moral) descend(last int32) {
	parents := &m.plan.parents
	for p := range last + 1 {
		var touch Word
		touch.gather(m.tell, parents.of(p))
		if p <= m.last && !m.in[p].Empty() {
			touch = touch.Minus(m.in[p]).Or(m.tell[p])
		}
		m.tell[p] = touch
	}
}
