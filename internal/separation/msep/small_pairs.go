package msep

import (
	"math/bits"

	"github.com/sepdist/sepdist/graph"
)

// MaxSmallPairs is the largest number of pairs in [SmallPairs].
const MaxSmallPairs = 64

// SmallPairs are pairs (x, y) of nodes of small graphs, each with a set of nodes. Each pair is a bit, and a
// node has the word of the pairs for which something is true: one walk serves all pairs. It is [Lanes] for
// data that fits into the fastest cache.
type SmallPairs struct {
	X, Y  [MaxSmall]uint64 // by node: the pairs with this x, with this y
	Given [MaxSmall]uint64 // by node: the pairs with it in their set

	count      int
	tail, head [MaxSmall]uint64 // by node: the pairs whose walk reaches it by a tail, by an arrowhead
	in         [MaxSmall]uint64 // by node: the pairs whose walk may reach it
}

// Reset makes p empty, for graphs of n nodes.
func (p *SmallPairs) Reset(n int) {
	p.count = 0
	clear(p.X[:n])
	clear(p.Y[:n])
	clear(p.Given[:n])
}

// Len returns the number of pairs.
func (p *SmallPairs) Len() int { return p.count }

// Add adds a pair.
func (p *SmallPairs) Add(x, y graph.Node) {
	bit := uint64(1) << (p.count % MaxSmallPairs)
	p.X[x] |= bit
	p.Y[y] |= bit
	p.count++
}

// Connected returns the pairs that are not separated by their sets.
func (s *Small) Connected(p *SmallPairs) (pairs uint64) {
	s.reach(p)
	for v := range s.n {
		pairs |= p.Y[v] & (p.tail[v] | p.head[v])
	}
	return pairs
}

// CountConnected returns the sum over pairs of the number of nodes that the set of the pair does not separate
// from its x.
func (s *Small) CountConnected(p *SmallPairs) (count int) {
	s.reach(p)
	for v := range s.n {
		count += bits.OnesCount64((p.tail[v] | p.head[v]) &^ (p.Given[v] | p.X[v]))
	}
	return count
}

// reach walks from x without restriction.
func (s *Small) reach(p *SmallPairs) {
	for v := range s.n {
		p.in[v] = ^uint64(0)
	}
	s.walk(p, &p.X, 0)
}

// GiveAncestors makes the set of each pair the ancestors of x and y.
func (s *Small) GiveAncestors(p *SmallPairs) {
	s.enter(p)
	for v := range s.n {
		p.Given[v] = p.in[v] &^ (p.X[v] | p.Y[v])
	}
}

// GiveNearest makes the set of each pair the nearest separator of x and y, if there is one: the nodes adjacent
// to x in the moral graph of their ancestors that can be reached from y.
func (s *Small) GiveNearest(p *SmallPairs) {
	s.giveBeside(p)
	s.walk(p, &p.Y, ^uint64(0))
	for v := range s.n {
		p.Given[v] &= p.tail[v] | p.head[v]
	}
}

// Inseparable returns the pairs that no set separates: y is adjacent to x in the moral graph. It changes the
// sets.
func (s *Small) Inseparable(p *SmallPairs) (pairs uint64) {
	s.giveBeside(p)
	for v := range s.n {
		pairs |= p.Y[v] & p.Given[v]
	}
	return pairs
}

// giveBeside makes the set of each pair the nodes adjacent to x in the moral graph of the ancestors of x and
// y: those at the end of walks from x whose inner nodes are colliders.
func (s *Small) giveBeside(p *SmallPairs) {
	s.enter(p)
	for v := range s.n {
		p.Given[v] = ^p.X[v]
	}
	s.walk(p, &p.X, ^uint64(0))
	for v := range s.n {
		p.Given[v] &= p.tail[v] | p.head[v]
	}
}

// enter lets the walk of each pair reach x, y and their ancestors.
func (s *Small) enter(p *SmallPairs) {
	for v := range s.n {
		p.in[v] = p.X[v] | p.Y[v]
	}
	for i := len(s.arrows()) - 1; i >= 0; i-- {
		a := s.edges[i]
		p.in[a.from%MaxSmall] |= p.in[a.to%MaxSmall]
	}
}

// walk walks from the given nodes as far as the sets allow. Colliders are open if they are in the set, and
// always for the pairs of colliders.
func (s *Small) walk(p *SmallPairs, from *[MaxSmall]uint64, colliders uint64) {
	copy(p.tail[:s.n], from[:s.n])
	clear(p.head[:s.n])
	for again := false; ; again = true {
		if s.down(p) == 0 && again && !s.mixed {
			return // everything went up before
		}
		fresh := s.up(p, colliders)
		if s.mixed {
			fresh |= s.across(p, colliders)
		}
		if fresh == 0 {
			return
		}
	}
}

// down walks along directed edges as far as possible, and returns the pairs whose walk reached a new node.
func (s *Small) down(p *SmallPairs) (fresh uint64) {
	for _, a := range s.arrows() {
		v, c := a.from%MaxSmall, a.to%MaxSmall
		come := (p.tail[v] | p.head[v]) &^ p.Given[v] & p.in[c] &^ p.head[c]
		p.head[c] |= come
		fresh |= come
	}
	return fresh
}

// up walks against directed edges as far as possible.
func (s *Small) up(p *SmallPairs, colliders uint64) (fresh uint64) {
	arrows := s.arrows()
	for i := len(arrows) - 1; i >= 0; i-- {
		v, c := arrows[i].from%MaxSmall, arrows[i].to%MaxSmall
		come := p.turn(c, colliders) &^ p.tail[v]
		p.tail[v] |= come
		fresh |= come
	}
	return fresh
}

// across walks along bidirected edges.
func (s *Small) across(p *SmallPairs, colliders uint64) (fresh uint64) {
	for v := range uint8(s.n) {
		for w := s.siblings[v]; w != 0; w &= w - 1 {
			u := bits.TrailingZeros64(w)
			come := p.turn(v, colliders) & p.in[u] &^ p.head[u]
			p.head[u] |= come
			fresh |= come
		}
	}
	return fresh
}

// turn returns the pairs whose walk may leave v by an edge that has an arrowhead there.
func (p *SmallPairs) turn(v uint8, colliders uint64) uint64 {
	return p.tail[v%MaxSmall]&^p.Given[v%MaxSmall] | p.head[v%MaxSmall]&(p.Given[v%MaxSmall]|colliders)
}

// A smallArrow is from --> to.
type smallArrow struct{ from, to uint8 }

// arrows returns the directed edges so that those into a node come before those out of it.
func (s *Small) arrows() []smallArrow {
	if s.hasEdges {
		return s.edges
	}
	s.hasEdges, s.edges = true, s.edges[:0]
	for _, v := range s.order[:s.n] {
		for w := s.Parents[v]; w != 0; w &= w - 1 {
			s.edges = append(s.edges, smallArrow{uint8(bits.TrailingZeros64(w)), v})
		}
	}
	return s.edges
}
