package statements

import (
	"math"
	"math/rand/v2"

	"github.com/sepdist/sepdist/graph"
)

// A statementSampler draws statements of one order without replacement, all with the same
// probability. They depend on the seed and the order alone.
//
// If the number of statements is below 2^63, their ranks are shuffled (Fisher and Yates; only the
// exchanged ranks are kept). Otherwise the pair and the set are drawn separately (the set by
// Floyd's algorithm: Bentley, A sample of brilliance, CACM 30:754–757), and a statement that was
// drawn before is drawn again. Statements are compared by sums of random numbers of their nodes:
// with probability 2^-64 two different ones are taken for equal, which never draws one twice.
type statementSampler struct {
	n, order int
	rng      *rand.Rand

	pascal pascal // of sets of the smaller of S and the nodes that are left out
	all    uint64 // statements, or 0 for more than have ranks
	drawn  uint64
	moved  map[uint64]uint64 // ranks that are not in their place

	seen map[uint64]bool
}

// newStatementSampler returns a sampler of statements on n nodes.
func newStatementSampler(n, order int, seed uint64) *statementSampler {
	l := &statementSampler{n: n, order: order, rng: rand.New(rand.NewPCG(seed, 0x73746174<<32|uint64(order)))} // "stat"
	few := l.fewer()
	pairs := uint64(n) * uint64(n-1) / 2
	if sets, fits := binomial(n-2, few); fits && sets < 1<<63/pairs {
		l.pascal = newPascal(n-2, few)
		l.all = pairs * sets
		l.moved = make(map[uint64]uint64)
	} else {
		l.seen = make(map[uint64]bool)
	}
	return l
}

// fewer returns the size of S or of its complement, whichever is smaller.
func (l *statementSampler) fewer() int { return min(l.order, l.n-2-l.order) }

// A scratch is the memory of samplers of statements on the same number of nodes. It serves one
// goroutine.
type scratch struct {
	marks []uint64 // random numbers of nodes
	few   []int32  // places of the smaller set
	in    []bool   // places; none when not in use
	set   []graph.Node
}

func newScratch(n int) *scratch {
	s := &scratch{marks: make([]uint64, n), few: make([]int32, n), in: make([]bool, n)}
	rng := rand.New(rand.NewPCG(uint64(n), 0x6d61726b)) // "mark"
	for v := range s.marks {
		s.marks[v] = rng.Uint64()
	}
	return s
}

// draw returns a statement that was not drawn before. The set is valid until the next call.
func (l *statementSampler) draw(s *scratch) (x, y graph.Node, set []graph.Node) {
	few := s.few[:l.fewer()]
	if l.all > 0 {
		rank := l.rank()
		sets := l.pascal[len(few)][l.n-2]
		x, y = pairAt(rank / sets)
		l.pascal.unrank(rank%sets, few)
		s.spread(x, y, few, l.n-2, l.order)
		return x, y, s.set
	}
	for {
		x, y = pairAt(l.rng.Uint64N(uint64(l.n) * uint64(l.n-1) / 2))
		s.floyd(few, l.n-2, l.rng)
		s.spread(x, y, few, l.n-2, l.order)
		mark := 3 * (s.marks[x] + s.marks[y])
		for _, v := range s.set {
			mark += s.marks[v]
		}
		if !l.seen[mark] {
			l.seen[mark] = true
			return x, y, s.set
		}
	}
}

// rank draws a rank that was not drawn before.
func (l *statementSampler) rank() uint64 {
	i := l.drawn
	l.drawn++
	j := i + l.rng.Uint64N(l.all-i)
	at := func(i uint64) uint64 {
		if r, moved := l.moved[i]; moved {
			return r
		}
		return i
	}
	rank := at(j)
	l.moved[j] = at(i)
	delete(l.moved, i)
	return rank
}

// pairAt returns the pair x < y with the given rank, by y and then x.
func pairAt(rank uint64) (x, y graph.Node) {
	b := uint64((1 + math.Sqrt(1+8*float64(rank))) / 2)
	for b*(b-1)/2 > rank {
		b--
	}
	for b*(b+1)/2 <= rank {
		b++
	}
	return graph.Node(rank - b*(b-1)/2), graph.Node(b)
}

// floyd draws indices below n for the smaller set.
func (s *scratch) floyd(few []int32, n int, rng *rand.Rand) {
	for i := range few {
		top := n - len(few) + i
		place := rng.IntN(top + 1)
		if s.in[place] {
			place = top
		}
		s.in[place] = true
		few[i] = int32(place)
	}
	for _, place := range few {
		s.in[place] = false
	}
}

// spread returns the set S of the given order from the smaller set, whose elements are indices
// among the n nodes without x and y.
func (s *scratch) spread(x, y graph.Node, few []int32, n, order int) {
	node := func(place int32) graph.Node {
		v := graph.Node(place)
		if v >= x {
			v++
		}
		if v >= y {
			v++
		}
		return v
	}
	s.set = s.set[:0]
	if len(few) == order {
		for _, place := range few {
			s.set = append(s.set, node(place))
		}
		return
	}
	for _, place := range few {
		s.in[place] = true
	}
	for place := range int32(n) {
		if !s.in[place] {
			s.set = append(s.set, node(place))
		}
	}
	for _, place := range few {
		s.in[place] = false
	}
}
