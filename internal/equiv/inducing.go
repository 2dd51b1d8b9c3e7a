package equiv

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// An inducer finds the pairs of nodes that no set separates, if some nodes are latent (in no set) and others
// selected (in every set).
//
// If any set separates x and y, then the set of all nodes anterior to x, y or a selected node does, without
// the latent ones. A walk that it leaves open passes through latent nodes, and through colliders that are
// anterior to x, y or a selected node: an inducing path (Richardson and Spirtes, Ancestral graph Markov
// models, Ann. Statist. 30:962–1030, section 4.2). So a walk from x with all colliders open finds the
// candidates for y and the region around x that contains the path; then lanes decide, one for each y.
type inducer struct {
	*ancestry
	latent, selected graph.Set

	// The region around x.
	x      graph.Node
	before graph.Set    // anterior to x; computed on demand
	region []graph.Node // each node once
	ways   []uint8      // by node: how the walk reached it
	todo   []arrival
	ends   graph.Set // candidates for y

	lanes  *msep.Lanes // nil before they are needed
	within *msep.Block
}

// An arrival is a state of a walk: a node, and how the walk reached it.
type arrival struct {
	at graph.Node
	by uint8
}

// The ways to reach a node, as bits.
const (
	byTail = 1 << iota
	byHead
)

func newInducer(g *graph.Graph, latent, selected graph.Set) *inducer {
	n := g.N()
	return &inducer{
		ancestry: newAncestry(g, selected), latent: latent, selected: selected,
		ways: make([]uint8, n), ends: graph.NewSet(n),
	}
}

// partners returns the nodes after x, neither latent nor selected, that are not adjacent to x and that no set
// separates from x.
func (d *inducer) partners(x graph.Node) []graph.Node {
	d.explore(x)
	for y := range d.ends.All() {
		if y <= x || d.selected.Has(y) || d.g.Adjacent(x, y) {
			d.ends.Remove(y)
		}
	}
	if d.ends.Empty() {
		return nil
	}
	if d.lanes == nil {
		d.lanes = msep.NewLanes(msep.NewPlan(d.g, d.g.N()))
		d.within = msep.NewBlock(d.g.N())
	}
	var found []graph.Node
	for first := 0; first < d.g.N(); first += msep.Width {
		found = d.decide(found, first)
	}
	return found
}

// explore walks from x through latent nodes and all colliders.
func (d *inducer) explore(x graph.Node) {
	for _, v := range d.region {
		d.ways[v] = 0
	}
	d.x, d.before, d.region = x, nil, d.region[:0]
	d.ends.Clear()
	d.step(d.g.Parents(x), byTail, true)
	d.step(d.g.UndirectedNeighbors(x), byTail, true)
	d.step(d.g.Children(x), byHead, true)
	d.step(d.g.Siblings(x), byHead, true)
	for len(d.todo) > 0 {
		v, by := d.todo[len(d.todo)-1].at, d.todo[len(d.todo)-1].by
		d.todo = d.todo[:len(d.todo)-1]
		latent := d.latent.Has(v)
		if latent {
			d.step(d.g.Children(v), byHead, true)
			d.step(d.g.UndirectedNeighbors(v), byTail, true)
		}
		switch {
		case by == byHead:
			// In y --> v the collider v is not anterior to y.
			d.step(d.g.Parents(v), byTail, d.anterior(v))
			d.step(d.g.Siblings(v), byHead, true)
		case latent:
			d.step(d.g.Parents(v), byTail, true)
			d.step(d.g.Siblings(v), byHead, true)
		}
	}
}

// step continues the walk at the nodes. It may end there unless end is false.
func (d *inducer) step(nodes []graph.Node, by uint8, end bool) {
	for _, v := range nodes {
		if end && !d.latent.Has(v) {
			d.ends.Add(v)
		}
		if v == d.x || d.ways[v]&by != 0 {
			continue
		}
		if d.ways[v] == 0 {
			d.region = append(d.region, v)
		}
		d.ways[v] |= by
		d.todo = append(d.todo, arrival{v, by})
	}
}

// anterior reports whether v is anterior to x or to a selected node.
func (d *inducer) anterior(v graph.Node) bool {
	if d.above.Has(v) {
		return true
	}
	if _, child := slices.BinarySearch(d.g.Children(d.x), v); child {
		return false // saves a search for each node of a DAG
	}
	if d.before == nil {
		d.before = d.g.Anterior(graph.SetOf(d.x))
	}
	return d.before.Has(v)
}

// decide appends to found the partners of x among the ends from the node first on, one per lane.
func (d *inducer) decide(found []graph.Node, first int) []graph.Node {
	lanes := from(d.ends, first)
	if lanes.Empty() {
		return found
	}
	d.within.Clear()
	d.within.Add(lanes, d.x)
	d.lanes.Start()
	d.lanes.Sources(lanes, d.x)
	for _, v := range d.region {
		in := lanes
		if !d.anterior(v) {
			in = in.And(from(d.posterior(v), first))
		}
		d.within.Add(in, v)
		if !d.latent.Has(v) {
			// Whether y is given too makes no difference to whether it is reached.
			d.lanes.Give(lanes, v)
		}
	}
	d.lanes.Close(d.within)
	lanes.Each(func(lane int) {
		y := graph.Node(first + lane)
		if met := d.lanes.Reached(y); met.Has(lane) {
			found = append(found, y)
		}
	})
	return found
}

// from returns the nodes of s from the node first on, a multiple of 64, as lanes.
func from(s graph.Set, first int) (w msep.Word) {
	if first/64 < len(s) {
		copy(w[:], s[first/64:])
	}
	return w
}
