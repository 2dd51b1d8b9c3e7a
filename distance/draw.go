package distance

import (
	"math"
	"math/rand/v2"

	"github.com/sepdist/sepdist/graph"
)

// A lottery draws statements of one order, each once and all alike likely. What it
// draws depends on the seed and the order alone.
//
// Where statements have ranks below 2^63, these are shuffled (Fisher and Yates, of which
// only what was exchanged is kept). Beyond, the pair and the set are drawn by
// themselves (the set by Floyd's algorithm: Bentley, A sample of brilliance, CACM
// 30:754–757), and a statement that came before is drawn again; two statements count as
// the same if sums of random numbers for their nodes are, which says no wrongly once in
// 2^64 times and so never gives one twice.
type lottery struct {
	n, order int
	rng      *rand.Rand

	pascal pascal // of sets of the smaller of S and the nodes that are left out
	all    uint64 // statements, or 0 for more than have ranks
	drawn  uint64
	moved  map[uint64]uint64 // ranks that are not in their place

	marks []uint64 // random numbers of nodes
	seen  map[uint64]bool

	few []int32 // places of the smaller set
	in  []bool
	set []graph.Node // that was drawn last
}

// newLottery returns a lottery of statements on n nodes.
func newLottery(n, order int, seed uint64) *lottery {
	l := &lottery{n: n, order: order, rng: rand.New(rand.NewPCG(seed, 0x73746174<<32|uint64(order)))} // "stat"
	few := l.fewer()
	l.few = make([]int32, few)
	l.in = make([]bool, n)
	if few <= 31 { // C(n, few) is beyond 2^63 where both are larger
		l.pascal = newPascal(n-2, few)
		pairs := uint64(n) * uint64(n-1) / 2
		if all := mulCapped(pairs, l.pascal[few][n-2]); all < 1<<63 {
			l.all = all
			l.moved = make(map[uint64]uint64)
			return l
		}
	}
	l.pascal = nil
	l.seen = make(map[uint64]bool)
	l.marks = make([]uint64, n)
	for v := range l.marks {
		l.marks[v] = l.rng.Uint64()
	}
	return l
}

// fewer returns the size of S or of what it leaves out, whichever is less.
func (l *lottery) fewer() int { return min(l.order, l.n-2-l.order) }

// draw returns a statement that was not drawn before. The set is good until the next.
func (l *lottery) draw() (x, y graph.Node, set []graph.Node) {
	if l.all > 0 {
		rank := l.rank()
		sets := l.pascal[len(l.few)][l.n-2]
		x, y = pairAt(rank / sets)
		l.pascal.unrank(rank%sets, l.few)
		l.spread(x, y)
		return x, y, l.set
	}
	for {
		x, y = pairAt(l.rng.Uint64N(uint64(l.n) * uint64(l.n-1) / 2))
		l.floyd()
		l.spread(x, y)
		mark := l.marks[x] * 3
		mark += l.marks[y] * 3
		for _, v := range l.set {
			mark += l.marks[v]
		}
		if !l.seen[mark] {
			l.seen[mark] = true
			return x, y, l.set
		}
	}
}

// rank draws a rank that was not drawn before.
func (l *lottery) rank() uint64 {
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

// floyd draws the places of the smaller set from 0 to n-3.
func (l *lottery) floyd() {
	few := l.few[:0]
	for top := l.n - 2 - len(l.few); top < l.n-2; top++ {
		place := l.rng.IntN(top + 1)
		if l.in[place] {
			place = top
		}
		l.in[place] = true
		few = append(few, int32(place))
	}
	for _, place := range few {
		l.in[place] = false
	}
}

// spread makes S of the smaller set, whose places are those among the nodes without x
// and y.
func (l *lottery) spread(x, y graph.Node) {
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
	l.set = l.set[:0]
	if len(l.few) == l.order {
		for _, place := range l.few {
			l.set = append(l.set, node(place))
		}
		return
	}
	for _, place := range l.few {
		l.in[place] = true
	}
	for place := range int32(l.n - 2) {
		if !l.in[place] {
			l.set = append(l.set, node(place))
		}
	}
	for _, place := range l.few {
		l.in[place] = false
	}
}
