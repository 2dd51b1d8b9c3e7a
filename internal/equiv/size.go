package equiv

import (
	"math/big"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Size returns the number of DAGs in the class of a CPDAG. It is 0 if the undirected edges
// are not chordal.
//
// It uses the idea of Wienöbst, Bannach and Liśkiewicz, Polynomial-time algorithms for
// counting and sampling Markov equivalent DAGs with applications (J. Mach. Learn. Res.
// 24(213):1–45): an orientation of a connected chordal graph is counted at one maximal
// clique whose nodes come first; with them first, the rest falls into smaller chordal
// graphs. They search the graph again for each clique. Here one clique tree is enough,
// whose edges store the counts of the parts behind them; see [part] and [tally.weigh].
// So trees and cliques take about linear time.
func Size(cpdag *graph.Graph) *big.Int {
	size := new(big.Int)
	t := newTally(cpdag)
	if t == nil {
		return size
	}
	size.Set(t.one)
	var p part
	for c, up := range t.parent {
		if up == none {
			t.part(&p, int32(c), nil)
			size.Mul(size, t.weigh(&p))
		}
	}
	return size
}

// A tally counts the orientations of a chordal graph and of its parts.
type tally struct {
	*forest
	one        *big.Int   // 1, which all counts of 1 share
	factorials []*big.Int // of 0, 1, ...
	// By way: the number of orientations of the part that it leads into, and the rest of
	// the clique at its end in that part.
	count, entry []*big.Int
	marked       msep.Marks // nodes of the separator of the part
}

// A way is one of the two directions of an edge: into the clique c.
func way(e, c int32) int32 {
	if c == e {
		return 2 * e
	}
	return 2*e + 1
}

// newTally counts for every way, or returns nil if the undirected edges are not chordal.
func newTally(g *graph.Graph) *tally {
	s := newSearch(g)
	s.run()
	if s.fault() != none {
		return nil
	}
	t := &tally{forest: newForest(s), one: big.NewInt(1)}
	t.marked.Reset(g.N())
	t.factorials = []*big.Int{t.one, t.one}
	ways := make([]*big.Int, 4*t.len())
	t.count, t.entry = ways[:2*t.len()], ways[2*t.len():]
	// The separators inside a part are larger than its own, so larger ones come first.
	var p part
	for _, e := range t.falling() {
		for _, c := range [...]int32{e, t.parent[e]} {
			if t.count[way(e, c)] != nil {
				continue
			}
			t.part(&p, c, t.separator(e))
			count := t.weigh(&p)
			for _, d := range p.doors {
				t.count[d.way], t.entry[d.way] = count, p.cliques[d.at].rest
			}
		}
	}
	return t
}

// A part is the cliques behind a separator S: those that are connected to one of them by
// edges whose separators contain S and more. Without S their nodes are a connected
// chordal graph, and these cliques without S are a clique tree of it.
//
// If one clique comes first, the rest of the tree falls into parts. Take an edge that leads
// away from this clique, with separator S, and an edge behind it, with separator T. If T contains
// S and more, the nodes behind the two edges have the same nodes before them and undirected edges
// among them: they are in one part. If not, and T has a node c that S does not have, some s
// of S is not adjacent to a node x behind the second edge; s --> c --- x implies c --> x, and
// a new part begins. The same holds if T has no such c, since then T comes before
// the nodes behind either edge.
type part struct {
	shared  int // |S|
	cliques []member
	doors   []door // the ways into the part with separator S
	chains  []prefix
}

// A member is a clique of a part.
type member struct {
	clique int32
	up     int32 // its parent in a tree whose root is the first member
	edge   int32 // to the parent
	// The edge at which the part begins that has this clique when the first member is
	// the first clique.
	head int32
	// The longest of its prefixes, or none.
	chain int32
	// The number of orders of its nodes that are counted here, and of orientations of
	// all other nodes if this clique comes first.
	orders, rest *big.Int
}

// A door leads into a part at a member.
type door struct{ way, at int32 }

// part sets p to the part that begins at a clique behind the separator.
func (t *tally) part(p *part, root int32, separator []graph.Node) {
	t.search(p, root, separator)
	if len(p.cliques) < 3 {
		return
	}
	// A tree whose root is at its largest separator has shorter chains of prefixes.
	largest := 1
	for i := 2; i < len(p.cliques); i++ {
		if len(t.separator(p.cliques[i].edge)) > len(t.separator(p.cliques[largest].edge)) {
			largest = i
		}
	}
	t.search(p, p.cliques[largest].clique, separator)
}

func (t *tally) search(p *part, root int32, separator []graph.Node) {
	t.marked.Set(separator)
	p.shared = len(separator)
	p.cliques = append(p.cliques[:0], member{clique: root, up: none, edge: none, chain: none})
	p.doors = p.doors[:0]
	for i := 0; i < len(p.cliques); i++ {
		c := p.cliques[i].clique
		for _, e := range t.edgesAt(c) {
			if len(t.separator(e)) < p.shared {
				break
			}
			switch {
			case e == p.cliques[i].edge || !t.holds(e, p.shared):
			case len(t.separator(e)) > p.shared:
				p.cliques = append(p.cliques, member{clique: t.across(e, c), up: int32(i), edge: e})
			default:
				p.doors = append(p.doors, door{way(e, c), int32(i)})
			}
		}
	}
}

// holds reports whether the separator of e contains all marked nodes, given their number.
func (t *tally) holds(e int32, many int) bool {
	for _, v := range t.separator(e) {
		if t.marked.Has(v) {
			many--
		}
	}
	return many == 0
}

// weigh returns the number of orientations of a part: the sum over its members of
// orders times rest, which it sets.
//
// rest is the product of the counts of the parts that remain if a clique comes first. For the
// first member it is computed directly. Let the first clique move from K to L across an
// edge, with the part P on the side of L and Q on that of K. Before the move, P and parts of Q
// remain; after it, Q and parts of P; all other parts are the same:
//
//	rest(L) = rest(K) · count(Q) / rest of K in Q · rest of L in P / count(P)
func (t *tally) weigh(p *part) *big.Int {
	t.split(p)
	t.order(p)
	first := new(big.Int).Set(t.one)
	for _, m := range p.cliques[1:] {
		if m.head == m.edge {
			first.Mul(first, t.count[way(m.edge, m.clique)])
		}
	}
	p.cliques[0].rest = t.share(first)
	sum := new(big.Int)
	var product big.Int
	for i := range p.cliques {
		m := &p.cliques[i]
		if i > 0 {
			from := p.cliques[m.up]
			m.rest = t.move(from.rest, way(m.edge, from.clique), way(m.edge, m.clique))
		}
		sum.Add(sum, product.Mul(m.orders, m.rest))
	}
	return t.share(sum)
}

// move returns rest after the first clique moves across an edge, from the clique at
// the end of the way back to the one at the end of the way forth.
func (t *tally) move(rest *big.Int, back, forth int32) *big.Int {
	if t.count[back] == t.entry[back] && t.entry[forth] == t.count[forth] {
		return rest
	}
	times := new(big.Int).Mul(t.count[back], t.entry[forth])
	over := new(big.Int).Mul(t.entry[back], t.count[forth])
	return t.share(times.Mul(times, rest).Quo(times, over))
}

// split sets the heads of the members of a part for its first member as first clique.
func (t *tally) split(p *part) {
	p.cliques[0].head = none
	for i := 1; i < len(p.cliques); i++ {
		m := &p.cliques[i]
		m.head = p.cliques[m.up].head
		if m.head == none || len(t.separator(m.head)) >= len(t.separator(m.edge)) || !t.within(m.head, m.edge) {
			m.head = m.edge
		}
	}
}

// share returns x, or the shared 1.
func (t *tally) share(x *big.Int) *big.Int {
	if x.Cmp(t.one) == 0 {
		return t.one
	}
	return x
}

// factorial returns n!.
func (t *tally) factorial(n int) *big.Int {
	for k := len(t.factorials); k <= n; k++ {
		t.factorials = append(t.factorials, new(big.Int).Mul(t.factorials[k-1], big.NewInt(int64(k))))
	}
	return t.factorials[n]
}
