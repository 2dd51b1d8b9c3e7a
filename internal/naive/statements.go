package naive

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// Statements are all statements "S separates x and y" of a graph, each true or
// false.
type Statements struct {
	n         int
	separated []bool // by x, y and the bits of S
}

// MSeparations returns the statements of g by [Separated].
func MSeparations(g *graph.Graph) *Statements {
	return statements(g.N(), endsOf(g).separated)
}

// SigmaSeparations returns the statements of g by [SigmaSeparated].
func SigmaSeparations(g *graph.Graph) *Statements {
	return statements(g.N(), func(x, y graph.Node, given graph.Set) bool { return SigmaSeparated(g, x, y, given) })
}

func statements(n int, separated func(x, y graph.Node, given graph.Set) bool) *Statements {
	if n > 14 {
		panic(fmt.Sprintf("naive: %d nodes have too many statements", n))
	}
	s := &Statements{n: n, separated: make([]bool, n*n<<n)}
	for given := range Subsets(graph.AllNodes(n)) {
		for x, y := range pairsOutside(n, given) {
			is := separated(x, y, given)
			s.separated[s.index(x, y, given)] = is
			s.separated[s.index(y, x, given)] = is
		}
	}
	return s
}

func (s *Statements) index(x, y graph.Node, given graph.Set) int {
	mask := 0
	if len(given) > 0 {
		mask = int(given[0])
	}
	return (int(x)*s.n+int(y))<<s.n | mask
}

// N returns the number of nodes.
func (s *Statements) N() int { return s.n }

// Separated reports whether given, which has neither x nor y, separates x and y.
func (s *Statements) Separated(x, y graph.Node, given graph.Set) bool {
	if x == y || given.Has(x) || given.Has(y) {
		panic(fmt.Sprintf("naive: no statement on %d and %d given %v", x, y, given.Nodes()))
	}
	return s.separated[s.index(x, y, given)]
}

// Separable reports whether any set separates x and y.
func (s *Statements) Separable(x, y graph.Node) bool {
	return someSubset(graph.AllNodes(s.n).Without(x, y), func(given graph.Set) bool { return s.Separated(x, y, given) })
}

// Equal reports whether s and t agree on every statement.
func (s *Statements) Equal(t *Statements) bool {
	return s.n == t.n && slices.Equal(s.separated, t.separated)
}

// A reader evaluates the statements of a graph on demand, each once.
type reader struct {
	*Statements
	ends  ends
	known []bool
}

func newReader(g *graph.Graph) *reader {
	s := &Statements{n: g.N(), separated: make([]bool, g.N()*g.N()<<g.N())}
	return &reader{s, endsOf(g), make([]bool, len(s.separated))}
}

// agrees reports whether the graph has the statements of s. It stops at the first difference.
func (r *reader) agrees(s *Statements) bool {
	for given := range Subsets(graph.AllNodes(s.n)) {
		for x, y := range pairsOutside(s.n, given) {
			i := r.index(x, y, given)
			if !r.known[i] {
				r.known[i], r.separated[i] = true, r.ends.separated(x, y, given)
			}
			if r.separated[i] != s.separated[i] {
				return false
			}
		}
	}
	return true
}

// Equivalent reports whether g and h have the same m-separations.
func Equivalent(g, h *graph.Graph) bool { return newReader(h).agrees(MSeparations(g)) }

// Inseparable reports whether no set m-separates x and y.
func Inseparable(g *graph.Graph, x, y graph.Node) bool {
	es := endsOf(g)
	return !someSubset(graph.AllNodes(g.N()).Without(x, y), func(given graph.Set) bool { return es.separated(x, y, given) })
}

// someSubset reports whether f is true for some subset of s.
func someSubset(s graph.Set, f func(graph.Set) bool) bool {
	for some := range Subsets(s) {
		if f(some) {
			return true
		}
	}
	return false
}

// Subsets yields the subsets of s, smaller ones first.
func Subsets(s graph.Set) iter.Seq[graph.Set] {
	nodes := s.Nodes()
	return func(yield func(graph.Set) bool) {
		for size := range len(nodes) + 1 {
			for mask := range uint64(1) << len(nodes) {
				if bits.OnesCount64(mask) != size {
					continue
				}
				sub := graph.NewSet(64)
				for i, v := range nodes {
					if mask>>i&1 == 1 {
						sub.Add(v)
					}
				}
				if !yield(sub) {
					return
				}
			}
		}
	}
}

// pairs yields the pairs x < y of n nodes.
func pairs(n int) iter.Seq2[graph.Node, graph.Node] { return pairsOutside(n, nil) }

// pairsOutside yields the pairs x < y of n nodes that are not in given.
func pairsOutside(n int, given graph.Set) iter.Seq2[graph.Node, graph.Node] {
	return func(yield func(x, y graph.Node) bool) {
		for y := range graph.Node(n) {
			for x := range y {
				if !given.Has(x) && !given.Has(y) && !yield(x, y) {
					return
				}
			}
		}
	}
}

// ordered yields the ordered pairs of different nodes.
func ordered(n int) iter.Seq2[graph.Node, graph.Node] {
	return func(yield func(x, y graph.Node) bool) {
		for x := range graph.Node(n) {
			for y := range graph.Node(n) {
				if x != y && !yield(x, y) {
					return
				}
			}
		}
	}
}
