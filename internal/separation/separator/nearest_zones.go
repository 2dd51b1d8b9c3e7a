package separator

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// zones determine for one x of a canonical DAG which y have the same Zx, and what it is (see grouped).
//
// The moral graph of A joins x and the latent nodes found so far, the inner nodes, to their parents, to their
// children in A, and to the parents of these. The observed ones of these nodes belong to Zx; the latent ones
// are further inner nodes. A child of an inner node is in A if it leads to x or y. So the y are divided by
// which of the children lead to them; those to which the same children lead have the same inner nodes, which
// may have further children to divide by:
//
//	x <-- h --> c <-- k --> d    if c leads to y, then k is an inner node, and it matters whether d does
//
// A y that is such a child itself, or in Zx, cannot be separated from x.
type zones struct {
	g    *graph.Graph
	plan *msep.Plan
	n    int // observed nodes
	last int // no y is after this position

	below   msep.Below
	classes []msep.Pieces     // y by class
	parts   []part            // still to be divided
	nodes   []graph.Node      // memory of their lists
	pieces  lists[msep.Piece] // and of their y

	x        graph.Node
	inner    []graph.Node // the first do not depend on y
	zx       []graph.Node // likewise
	ask      []graph.Node // children of inner nodes that may be in A
	near     msep.Marks   // nodes of inner and zx
	in       msep.Marks   // children in A that are joined
	asked    msep.Marks
	ancestor msep.Marks // of x
	risen    bool       // they are known
	todo     []graph.Node
	steps    int // taken
}

// A zone is some y with the same Zx.
type zone struct {
	ys  msep.Pieces
	via []graph.Node // the children of inner nodes that are in A and do not lead to x
	zx  []graph.Node
}

// A part is a set of y to which exactly the nodes of via lead, among the nodes examined so far.
type part struct {
	ys         msep.Pieces
	via, asked []graph.Node
}

func (s *zones) reset(dag *graph.Graph, plan *msep.Plan, n int) {
	s.g, s.plan, s.n = dag, plan, n
	s.below.Reset(plan)
	for _, marks := range []*msep.Marks{&s.near, &s.in, &s.asked, &s.ancestor} {
		marks.Reset(dag.N())
	}
}

// latent reports whether some nodes are latent.
func (s *zones) latent() bool { return s.n < s.g.N() }

// each calls f with every zone of x and the y that can be separated from it. The lists are valid until f
// returns. After the given number of steps it stops, and returns the y that are in no zone yet.
func (s *zones) each(x graph.Node, ys msep.Pieces, steps int, f func(zone)) (left msep.Pieces) {
	s.last, s.steps = s.plan.LastOf(ys), 0
	s.start(x)
	inner, zx := len(s.inner), len(s.zx)
	s.parts, s.nodes = s.parts[:0], s.nodes[:0]
	s.pieces.rewind()
	if s.latent() {
		ys = s.pieces.kept(ys) // some are removed
	}
	s.divide(part{ys: ys}, s.kept(s.ask))
	for len(s.parts) > 0 {
		if s.steps > steps {
			for _, p := range s.parts {
				left = append(left, p.ys...)
			}
			return left
		}
		p := s.parts[len(s.parts)-1]
		s.parts = s.parts[:len(s.parts)-1]
		s.inner, s.zx = s.inner[:inner], s.zx[:zx]
		if s.grow(p); len(s.ask) > 0 {
			s.divide(p, s.kept(s.ask))
			continue
		}
		if s.latent() {
			p.ys = p.ys.Without(&s.near)
		}
		if len(p.ys) > 0 {
			f(zone{p.ys, p.via, s.zx})
		}
	}
	return nil
}

// start finds the inner nodes and the nodes of Zx that do not depend on y.
func (s *zones) start(x graph.Node) {
	s.near.Clear()
	s.in.Clear()
	s.asked.Clear()
	s.x, s.risen = x, false
	s.inner, s.zx, s.ask = append(s.inner[:0], x), s.zx[:0], s.ask[:0]
	s.near.Add(x)
	s.spread(0)
}

// grow finds the others, for the y of the part.
func (s *zones) grow(p part) {
	s.ask = s.ask[:0]
	s.near.Clear()
	s.in.Clear()
	s.near.AddAll(s.inner)
	s.near.AddAll(s.zx)
	s.steps += len(s.inner) + len(s.zx) + len(p.via) + len(p.asked)
	at := len(s.inner)
	for _, c := range p.via {
		s.include(c)
	}
	if at < len(s.inner) {
		s.asked.Set(p.asked)
		s.spread(at)
	}
}

// spread continues from the inner nodes from index at on.
func (s *zones) spread(at int) {
	for ; at < len(s.inner); at++ {
		v := s.inner[at]
		s.join(s.g.Parents(v))
		s.steps += len(s.g.Children(v))
		for _, c := range s.g.Children(v) {
			switch {
			case s.near.Has(c) || v != s.x && s.leads(c):
				s.include(c)
			case !s.asked.Has(c):
				s.asked.Add(c)
				s.ask = append(s.ask, c)
			}
		}
	}
}

// include joins a child that is in A, and its parents.
func (s *zones) include(c graph.Node) {
	if !s.in.Has(c) {
		s.in.Add(c)
		s.joinOne(c)
		s.join(s.g.Parents(c))
	}
}

func (s *zones) join(nodes []graph.Node) {
	s.steps += len(nodes)
	for _, v := range nodes {
		s.joinOne(v)
	}
}

func (s *zones) joinOne(v graph.Node) {
	if s.near.Has(v) {
		return
	}
	s.near.Add(v)
	if int(v) < s.n {
		s.zx = append(s.zx, v)
	} else {
		s.inner = append(s.inner, v)
	}
}

// leads reports whether c leads to x.
func (s *zones) leads(c graph.Node) bool {
	if !s.risen {
		s.risen = true
		s.ancestor.Clear()
		s.ancestor.Add(s.x)
		s.todo = append(s.todo[:0], s.x)
		for i := 0; i < len(s.todo); i++ {
			for _, p := range s.g.Parents(s.todo[i]) {
				if !s.ancestor.Has(p) {
					s.ancestor.Add(p)
					s.todo = append(s.todo, p)
				}
			}
		}
	}
	return s.ancestor.Has(c)
}

// divide divides the y of a part by which of the nodes lead to them.
func (s *zones) divide(p part, by []graph.Node) {
	asked := by
	if len(p.asked) > 0 {
		asked = s.kept(p.asked, by)
	}
	if s.latent() {
		s.asked.Set(by)
		p.ys = p.ys.Without(&s.asked)
	}
	s.steps += p.ys.Len() + s.below.Of(s.leading(by), s.last)
	for len(s.classes) < s.below.Classes() {
		s.classes = append(s.classes, nil)
	}
	s.below.Split(p.ys, s.classes)
	for k := range s.below.Classes() {
		if len(s.classes[k]) == 0 {
			continue
		}
		at := len(s.nodes)
		s.nodes = append(s.nodes, p.via...)
		s.nodes = s.below.Leading(s.nodes, k)
		via := s.nodes[at:len(s.nodes):len(s.nodes)]
		s.parts = append(s.parts, part{s.pieces.kept(s.classes[k]), via, asked})
		s.classes[k] = s.classes[k][:0]
	}
}

// leading returns the nodes that may lead to another node among the y.
func (s *zones) leading(nodes []graph.Node) []graph.Node {
	at := len(s.nodes)
	for _, v := range nodes {
		if len(s.g.Children(v)) > 0 && s.plan.Position(v) < s.last {
			s.nodes = append(s.nodes, v)
		}
	}
	return s.nodes[at:len(s.nodes):len(s.nodes)]
}

// kept returns a copy of the lists, concatenated.
func (s *zones) kept(lists ...[]graph.Node) []graph.Node {
	at := len(s.nodes)
	for _, list := range lists {
		s.nodes = append(s.nodes, list...)
	}
	return s.nodes[at:len(s.nodes):len(s.nodes)]
}
