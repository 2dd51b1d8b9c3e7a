package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// ancestors offers the ancestors of x and y (with undirected edges: the nodes anterior to them), or their
// possible ancestors in the equivalence class.
//
// If any set separates x and y, these do. On a path that is open given them, each inner node is an ancestor of
// x, y or a collider of the path, and the colliders are ancestors of x or y too. So each inner node is in the
// set, hence a collider, and no set blocks the path. Wahl and Runge write that ancestors fail in MAGs; in
// their figure V leads to X, and with V the set does separate.
type ancestors struct {
	possible bool
	n        int
	before   func() *msep.Before
	sweep    msep.Sweep
	check    *msep.Lanes // in the graph itself, if not every pair can be separated
	lanes    msep.Lanes
}

func (s *ancestors) Reset(m Model) {
	s.n = m.N()
	s.check = nil
	if s.before = m.Anterior; s.possible {
		s.before = m.Possible
	}
	s.sweep.Reset(s.before())
	if !s.possible && !m.Maximal() {
		s.lanes.Reset(m.Plan())
		s.check = &s.lanes
	}
}

// Contributions implements [Union]. Each group is one of nodes that are before each other.
func (s *ancestors) Contributions(f func(members, direct []graph.Node)) (closed bool) {
	s.before().Each(f)
	return true
}

func (s *ancestors) Choose(pairs []Pair, z *msep.Block) (none msep.Word) {
	runs(pairs, func(x graph.Node, lanes msep.Word) { s.sweep.AddAll(lanes, x) })
	for lane, p := range pairs {
		s.sweep.Add(lane, p.Y)
	}
	s.sweep.Into(z)
	dropEnds(pairs, z)
	z.Drop(s.n)
	if s.check != nil {
		none = connected(s.check, pairs, z)
	}
	return none
}

// dropEnds removes x and y from the set of their lane.
func dropEnds(pairs []Pair, z *msep.Block) {
	for lane, p := range pairs {
		z.Words[p.X].Unset(lane)
		z.Words[p.Y].Unset(lane)
	}
}

// connected returns the lanes whose pair z does not separate.
func connected(l *msep.Lanes, pairs []Pair, z *msep.Block) msep.Word {
	l.Start()
	l.GiveBlock(z)
	runs(pairs, func(x graph.Node, lanes msep.Word) { l.Sources(lanes, x) })
	for lane, p := range pairs {
		l.Target(lane, p.Y)
	}
	return l.Connected()
}
