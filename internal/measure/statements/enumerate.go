package statements

import (
	"context"
	"math"
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/frontier"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// An enumeration evaluates every statement of some orders in both graphs. A lane is a set S: one
// run from x answers for 256 sets and all y. The sets contain indices of nodes other than x, so
// that a block of sets serves every x.
type enumeration struct {
	q     *statementSpace
	sizes []int // the orders, ascending

	// The fields below are set when the counting begins.
	plans   [2]*msep.Plan // of the truth and of the guess; nil if both are the same
	first   []uint64      // number of sets before those of each size; then of all
	pascal  pascal
	targets [][]graph.Node // for each x, the y > x to evaluate
	runs    int            // of each graph for a block: x that have any
	shared  uint64         // pairs that are adjacent in both graphs: always connected
}

// newEnumeration returns the enumeration of the statements of the given orders.
func newEnumeration(q *statementSpace, sizes []int) *enumeration {
	return &enumeration{q: q, sizes: sizes}
}

// prepare lists the pairs to evaluate: those that are not adjacent in both graphs.
func (e *enumeration) prepare() {
	q, n := e.q, e.q.n
	e.plans[0] = q.truth.plan()
	if !q.same {
		e.plans[1] = q.guess.plan()
	}
	most := 0
	if len(e.sizes) > 0 {
		most = e.sizes[len(e.sizes)-1]
	}
	e.pascal = newPascal(n-1, most)
	e.first = make([]uint64, 1, len(e.sizes)+1)
	for i, k := range e.sizes {
		e.first = append(e.first, e.first[i]+e.pascal[k][n-1])
	}
	e.targets = make([][]graph.Node, n)
	all := make([]graph.Node, 0, n*(n-1)/2)
	g, h := q.truth.graph, q.guess.graph
	for x := range graph.Node(n) {
		from := len(all)
		for y := x + 1; int(y) < n; y++ {
			if g.Adjacent(x, y) && (q.same || h.Adjacent(x, y)) {
				e.shared++
			} else {
				all = append(all, y)
			}
		}
		if e.targets[x] = all[from:]; len(e.targets[x]) > 0 {
			e.runs++
		}
	}
}

// sets returns the number of sets.
func (e *enumeration) sets() uint64 { return e.first[len(e.sizes)] }

// seconds estimates the time of the enumeration on one worker. It is infinite if the number of sets
// does not fit 63 bits.
func (e *enumeration) seconds() float64 {
	sets := uint64(0)
	for _, k := range e.sizes {
		of, fits := binomial(e.q.n-1, k)
		if sets += of; !fits || sets >= 1<<62 {
			return math.Inf(1)
		}
	}
	g, h := e.q.truth.graph, e.q.guess.graph
	steps := g.N() + g.M()
	if !e.q.same {
		steps += h.N() + h.M()
	}
	blocks := float64(sets/msep.Width + 1)
	return blocks * float64(e.q.n-1) * float64(steps*nanosPerStep+nanosToStart) * 1e-9
}

// The time of one run of a block: for each node and edge, all sweeps together, and the rest.
const (
	nanosPerStep = 45
	nanosToStart = 500
)

// count returns the counts by order. Orders that were not requested stay 0.
func (e *enumeration) count(ctx context.Context, orders int, o task.Options) (*frontier.Counts, error) {
	e.prepare()
	n := e.q.n
	c := frontier.NewCounts(orders, n)
	adjacent := frontier.NewPolynomial(orders, n)
	adjacent.Add(0, e.shared)
	adjacent.Free(n - 2)
	for _, k := range e.sizes {
		c.G.AddAt(k, adjacent)
		c.H.AddAt(k, adjacent)
		c.Both.AddAt(k, adjacent)
	}
	if e.runs == 0 {
		return c, task.Stopped(ctx)
	}
	blocks := int((e.sets() + msep.Width - 1) / msep.Width)
	// Chunks small enough to be shared evenly, and large enough to be worth sharing.
	const worth = 200e-6
	perChunk := max(blocks/(16*o.NumWorkers()), int(worth/e.seconds()*float64(blocks)), 1)
	chunks := (blocks + perChunk - 1) / perChunk
	askers := make([]*enumerator, min(o.NumWorkers(), chunks))
	err := task.Share(ctx, o, chunks, func(w, i int) {
		if askers[w] == nil {
			askers[w] = enumeratorOf(o.Scratch.ForWorker(w), e)
		}
		askers[w].chunk(uint64(i*perChunk)*msep.Width, min(perChunk, blocks-i*perChunk))
	}, func(int) {})
	if err != nil {
		return nil, err
	}
	for _, a := range askers {
		if a == nil {
			continue
		}
		for i, k := range e.sizes {
			c.G.Add(k, a.counts[i].truth)
			c.H.Add(k, a.counts[i].guess)
			c.Both.Add(k, a.counts[i].both)
		}
	}
	return c, nil
}

// An enumerator evaluates blocks of sets. It serves one goroutine.
type enumerator struct {
	e         *enumeration
	sets      [2]msep.Sets
	words     []msep.Word // for each place, the lanes whose set has it
	stretches []stretch
	set       []int32
	counts    []connections // by size
}

// enumeratorOf returns a worker for an enumeration.
func enumeratorOf(s *task.Scratch, e *enumeration) *enumerator {
	a := task.Reuse(s, task.Enumerators, "", func() *enumerator { return new(enumerator) })
	a.reset(e)
	return a
}

// connections are numbers of connected statements.
type connections struct{ truth, guess, both uint64 }

// A stretch is a run of lanes in one machine word whose sets have the same size.
type stretch struct {
	word int
	mask uint64
	size int // its place among the sizes
}

func (a *enumerator) reset(e *enumeration) {
	a.e = e
	for i, p := range e.plans {
		if p != nil {
			a.sets[i].Reset(p)
		}
	}
	a.words = append(a.words[:0], make([]msep.Word, e.q.n-1)...)
	a.counts = append(a.counts[:0], make([]connections, len(e.sizes))...)
}

// chunk evaluates blocks of sets, from the given one on.
func (a *enumerator) chunk(first uint64, blocks int) {
	e := a.e
	size := 0
	for e.first[size+1] <= first {
		size++
	}
	a.start(size, first-e.first[size])
	at := first
	for range blocks {
		clear(a.words)
		a.stretches = a.stretches[:0]
		for lane := 0; lane < msep.Width && at < e.sets(); lane++ {
			for e.first[size+1] == at {
				size++
				a.start(size, 0)
			}
			for _, place := range a.set {
				a.words[place].Set(lane)
			}
			if last := len(a.stretches) - 1; last < 0 || a.stretches[last].word != lane>>6 || a.stretches[last].size != size {
				a.stretches = append(a.stretches, stretch{word: lane >> 6, size: size})
			}
			a.stretches[len(a.stretches)-1].mask |= 1 << (lane & 63)
			at++
			nextSubset(a.set)
		}
		for x := range e.targets {
			if len(e.targets[x]) > 0 {
				a.ask(graph.Node(x))
			}
		}
	}
}

// start sets the set to the one with the given rank among those of a size.
func (a *enumerator) start(size int, rank uint64) {
	k := a.e.sizes[size]
	if cap(a.set) < k {
		a.set = make([]int32, k, a.e.q.n)
	}
	a.set = a.set[:k]
	a.e.pascal.unrank(rank, a.set)
}

// ask runs the block from x and counts the connected statements.
func (a *enumerator) ask(x graph.Node) {
	e := a.e
	g, h := &a.sets[0], &a.sets[1]
	a.reach(g, x)
	if e.plans[1] == nil {
		h = g
	} else {
		a.reach(h, x)
	}
	for _, y := range e.targets[x] {
		inG, inH := g.Reached(y), h.Reached(y)
		for _, p := range a.stretches {
			t, u := inG[p.word]&p.mask, inH[p.word]&p.mask
			c := &a.counts[p.size]
			c.truth += uint64(bits.OnesCount64(t))
			c.guess += uint64(bits.OnesCount64(u))
			c.both += uint64(bits.OnesCount64(t & u))
		}
	}
}

func (a *enumerator) reach(s *msep.Sets, x graph.Node) {
	s.Give(msep.Word{}, x)
	for place, w := range a.words {
		v := graph.Node(place)
		if v >= x {
			v++
		}
		s.Give(w, v)
	}
	s.Reach(x)
}
