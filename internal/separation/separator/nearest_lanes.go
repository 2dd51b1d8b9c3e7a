package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// nearestLanes offers the minimal separator closest to x, ZL(x, y) of Wahl and Runge. It finds one whenever
// one exists, and depends on the equivalence class only.
//
// This is FINDMINSEP after FINDNEARESTSEP of van der Zander and Liśkiewicz, Finding minimal
// d-separators in linear time and applications (UAI 2019, PMLR 115:637–647), with I empty and
// R the observed nodes. With A the nodes anterior to x or y,
//
//	Zx = the nodes of A that a closure of x meets if all of A is given
//	Z  = the nodes of Zx that a closure of y meets
//
// The first closure goes no further than the Markov blanket of x in A and follows lists; the
// second runs in lanes. If one x of a DAG is paired with many y, grouped saves most of this.
type nearestLanes struct {
	g     *graph.Graph
	n     int
	sweep msep.Sweep
	lanes msep.Lanes

	one    scalar // in a large graph with few edges
	useOne bool
	within *msep.Block // A
	laid   bool        // memory is allocated for
	byTail *msep.Block // nodes that the closure of x met by a tail
	byHead *msep.Block // and by a head
	met    *msep.Block // either way
	x      graph.Node
	waits  []graph.Node // met, to be left in the lanes of
	fresh  []msep.Word  // by node, empty elsewhere
}

func (s *nearestLanes) Reset(m Model) {
	s.g, s.n = m.Walk(), m.N()
	s.sweep.Reset(m.Anterior())
	s.lanes.Reset(m.Plan())
	if s.useOne = largeAndSparse(m); s.useOne {
		s.one.reset(s.g, s.n, msep.ManyAncestors)
	}
	if s.within == nil {
		s.within, s.byTail, s.byHead, s.met = new(msep.Block), new(msep.Block), new(msep.Block), new(msep.Block)
	}
	s.within.Reset(s.g.N())
	s.laid = false // the rest is allocated if Zx must be found
	s.met.Reset(s.g.N())
}

func (s *nearestLanes) Choose(pairs []Pair, z *msep.Block) (none msep.Word) {
	left := msep.First(len(pairs))
	if s.useOne {
		left, none = s.chooseSingly(pairs, z)
	}
	if left.Empty() {
		return none
	}
	s.closeAncestors(pairs, left)
	if !s.laid {
		s.laid = true
		s.byTail.Reset(s.g.N())
		s.byHead.Reset(s.g.N())
	}
	s.byTail.Clear()
	s.byHead.Clear()
	s.met.Clear()
	s.fresh = s.met.Words // not needed until then
	runs(pairs, func(x graph.Node, lanes msep.Word) { s.closeX(x, lanes.And(left)) })
	for _, by := range []*msep.Block{s.byTail, s.byHead} {
		for _, v := range by.Nodes {
			if int(v) < s.n {
				s.met.Add(by.Words[v], v)
			}
		}
	}
	for lane, p := range pairs {
		if s.met.Words[p.Y].Has(lane) {
			none.Set(lane)
		}
	}
	s.closeY(pairs, left.Minus(none), z)
	return none
}

// chooseFrom is Choose if Zx of each pair is known and some set separates each.
func (s *nearestLanes) chooseFrom(pairs []Pair, zx [][]graph.Node, z *msep.Block) {
	all := msep.First(len(pairs))
	s.closeAncestors(pairs, all)
	s.met.Clear()
	for lane, nodes := range zx {
		for _, v := range nodes {
			s.met.AddOne(lane, v)
		}
	}
	s.closeY(pairs, all, z)
}

// closeAncestors finds A in the given lanes.
func (s *nearestLanes) closeAncestors(pairs []Pair, in msep.Word) {
	s.within.Clear()
	runs(pairs, func(x graph.Node, lanes msep.Word) { s.sweep.AddAll(lanes.And(in), x) })
	for lane, p := range pairs {
		if in.Has(lane) {
			s.sweep.Add(lane, p.Y)
		}
	}
	s.sweep.Into(s.within)
}

// closeY puts into z the nodes of Zx, which is met, that y reaches in the given lanes.
func (s *nearestLanes) closeY(pairs []Pair, in msep.Word, z *msep.Block) {
	s.lanes.Start()
	s.lanes.GiveBlock(s.met)
	for lane, p := range pairs {
		if in.Has(lane) {
			s.lanes.Source(lane, p.Y)
		}
	}
	s.lanes.CloseOnto(s.within)
	for _, v := range s.met.Nodes {
		if w := s.met.Words[v].And(s.lanes.Reached(v)); !w.Empty() {
			z.Add(w, v)
		}
	}
}

// chooseSingly chooses for one pair at a time if A is small, and returns the lanes of the other pairs and of
// those that no set separates.
func (s *nearestLanes) chooseSingly(pairs []Pair, z *msep.Block) (left, none msep.Word) {
	for lane, p := range pairs {
		set, ok, small := s.one.of(p.X, p.Y)
		switch {
		case !small:
			left.Set(lane)
		case !ok:
			none.Set(lane)
		}
		for _, v := range set {
			z.AddOne(lane, v)
		}
	}
	return left, none
}

// closeX closes x in the given lanes: with all observed nodes but x and y given, only x and latent nodes let a
// walk pass, and every other node turns it as a collider. (If a walk reaches y, nothing separates the pair,
// and it does not matter where it would go from there.)
//
// A node is left in all lanes that have arrived since its last turn. One by one, lanes would leave a node 13
// times on average in an ADMG with 10 edges per node.
func (s *nearestLanes) closeX(x graph.Node, lanes msep.Word) {
	s.x, s.waits = x, s.waits[:0]
	s.leave(x, &lanes)
	for i := 0; i < len(s.waits); i++ {
		v := s.waits[i]
		fresh := s.fresh[v]
		s.fresh[v] = msep.Word{}
		if int(v) >= s.n {
			s.leave(v, &fresh)
		} else {
			s.turn(v, &fresh)
		}
	}
}

// wait lets a node that was met wait to be left.
func (s *nearestLanes) wait(v graph.Node, lanes *msep.Word) {
	if s.fresh[v].Empty() {
		s.waits = append(s.waits, v)
	}
	s.fresh[v] = s.fresh[v].Or(*lanes)
}

// leave goes from v to all its neighbours.
func (s *nearestLanes) leave(v graph.Node, lanes *msep.Word) {
	s.turn(v, lanes)
	for _, c := range s.g.Children(v) {
		s.meetByHead(c, lanes)
	}
	for _, u := range s.g.UndirectedNeighbors(v) {
		s.meetByTail(u, lanes)
	}
}

// turn goes from v to the neighbours by edges with an arrowhead at v.
func (s *nearestLanes) turn(v graph.Node, lanes *msep.Word) {
	for _, p := range s.g.Parents(v) {
		s.meetByTail(p, lanes)
	}
	for _, u := range s.g.Siblings(v) {
		s.meetByHead(u, lanes)
	}
}

// meetByTail need not check A, which contains the parents and undirected neighbours of its nodes.
func (s *nearestLanes) meetByTail(v graph.Node, lanes *msep.Word) {
	if fresh := lanes.Minus(s.byTail.Words[v]); v != s.x && !fresh.Empty() {
		s.byTail.Add(fresh, v)
		if int(v) >= s.n {
			s.wait(v, &fresh)
		}
	}
}

func (s *nearestLanes) meetByHead(v graph.Node, lanes *msep.Word) {
	if fresh := lanes.And(s.within.Words[v]).Minus(s.byHead.Words[v]); v != s.x && !fresh.Empty() {
		s.byHead.Add(fresh, v)
		s.wait(v, &fresh)
	}
}
