package statements

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/frontier"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A sampling draws statements of each order and evaluates them in both graphs. It can be continued.
type sampling struct {
	q      *statementSpace
	seed   uint64
	orders []order
	draws  []*statementSampler // nil before the first draw
	full   []bool              // orders that were counted in full

	goesOn bool // draws are kept for the next call

	// If all statements count alike, orders are sampled in proportion to their size, otherwise
	// equally.
	ungraded bool
	mass     []float64
	all      float64 // statements of all orders
	dealt    int64
	shares   []int64
}

// mostSamples is the largest number of statements drawn of an order, since they are kept in memory.
const mostSamples = 1 << 24

// newSampling returns a sampling of the given number of orders, from 0 on.
func newSampling(q *statementSpace, orders int, seed uint64, ungraded bool) (*sampling, error) {
	// The numbers of statements take this much memory.
	if bits := float64(q.n) * float64(orders); bits > 1<<28 {
		return nil, fmt.Errorf("%d orders of %d nodes are too many to sample: say what the highest order is to be", orders, q.n)
	}
	s := &sampling{q: q, seed: seed, orders: make([]order, orders), draws: make([]*statementSampler, orders), full: make([]bool, orders)}
	all := statements(q.n, orders)
	for k := range s.orders {
		o := &s.orders[k]
		o.Order, o.Statements = k, all[k]
		o.Sample = &distance.Sample{Of: o.Statements.Float(), Seed: seed}
	}
	if ungraded {
		s.ungraded, s.mass, s.shares = true, masses(s.orders), make([]int64, orders)
		for k := range s.orders {
			s.all += s.orders[k].Statements.Float()
		}
	}
	return s, nil
}

// goal returns the number of statements of order k to draw for a mean number of samples per order.
// If they are proportional to the number of statements, multiples of the golden ratio distribute
// them evenly at every time.
func (s *sampling) goal(k int, samples int64) int64 {
	if !s.ungraded {
		return samples
	}
	if each := float64(len(s.orders)); s.all <= float64(samples)*each || samples > mostSamples {
		// All of them, or more than can be drawn of the largest order: there is nothing to
		// distribute.
		return int64(min(math.Ceil(s.mass[k]*float64(samples)*each), math.MaxInt64/2)) + 1
	}
	for ; s.dealt < samples*int64(len(s.orders)); s.dealt++ {
		const golden = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
		at := float64((mixed(s.seed)+uint64(s.dealt)*golden)>>11) / (1 << 53)
		to := 0
		for to < len(s.mass)-1 && at >= s.mass[to] {
			at -= s.mass[to]
			to++
		}
		s.shares[to]++
	}
	return s.shares[k]
}

// mixed spreads seeds that are close to each other.
func mixed(seed uint64) uint64 { return rand.NewPCG(seed, 0x6465616c).Uint64() } // "deal"

// grow draws until the orders have the given mean number of statements, or all of them if there are fewer.
func (s *sampling) grow(ctx context.Context, samples int64, o task.Options) error {
	var whole, some []int
	goals := make([]int64, len(s.orders))
	for k := range s.orders {
		goals[k] = s.goal(k, samples)
		switch all, fits := s.orders[k].Statements.Uint64(); {
		case s.full[k]:
		case fits && all <= uint64(goals[k]):
			whole = append(whole, k)
		case goals[k] > mostSamples:
			return fmt.Errorf("%d samples of order %d: at most %d can be drawn of an order with %v statements", goals[k], k, mostSamples, s.orders[k].Statements)
		default:
			some = append(some, k)
		}
	}
	if len(whole) > 0 {
		quiet := o
		quiet.Progress = nil
		c, err := newEnumeration(s.q, whole).count(ctx, len(s.orders), quiet)
		if err != nil {
			return err
		}
		s.settle(whole, c)
	}
	groups := group(some, goals)
	samplers := make([]*sampler, min(o.NumWorkers(), max(len(groups), 1)))
	return task.Share(ctx, o, len(groups), func(w, i int) {
		if samplers[w] == nil {
			samplers[w] = newSampler(s.q)
		}
		draws := make([]*statementSampler, len(groups[i]))
		for j, k := range groups[i] {
			if draws[j] = s.draws[k]; draws[j] == nil {
				draws[j] = newStatementSampler(s.q.n, k, s.seed)
			}
			if s.goesOn {
				s.draws[k] = draws[j]
			}
		}
		for s.probe(samplers[w], groups[i], draws, goals) && ctx.Err() == nil {
		}
	}, func(int) {})
}

// group combines small orders into blocks.
func group(orders []int, goals []int64) [][]int {
	var groups [][]int
	room := int64(0)
	for _, k := range orders {
		if goals[k] > room || len(groups) == 0 {
			groups = append(groups, nil)
			room = msep.Width
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], k)
		room -= goals[k]
	}
	return groups
}

// probe fills a block with statements of the given orders, and reports whether there are more.
func (s *sampling) probe(p *sampler, orders []int, draws []*statementSampler, goals []int64) (more bool) {
	p.start()
	for j, k := range orders {
		for left := goals[k] - s.orders[k].Sample.Samples; left > 0; left-- {
			if !p.add(draws[j], j) {
				break
			}
		}
	}
	for j, c := range p.run(len(orders)) {
		o := &s.orders[orders[j]]
		o.Sample.Samples += c.asked
		o.ConnectedTruth.low += c.truth
		o.ConnectedGuess.low += c.guess
		o.ConnectedBoth.low += c.both
		more = more || o.Sample.Samples < goals[o.Order]
	}
	return more
}

// settle marks orders whose statements were all counted as exact.
func (s *sampling) settle(orders []int, c *frontier.Counts) {
	for _, k := range orders {
		o := &s.orders[k]
		o.ConnectedTruth = coefficient(c.G, k)
		o.ConnectedGuess = coefficient(c.H, k)
		o.ConnectedBoth = coefficient(c.Both, k)
		o.Sample = nil
		s.draws[k], s.full[k] = nil, true
	}
}

// complete reports whether all orders were counted in full.
func (s *sampling) complete() bool {
	return !slices.Contains(s.full, false)
}

// A sampler evaluates blocks of statements, one per lane. It serves one goroutine.
type sampler struct {
	lanes   [2]*msep.Lanes // of the truth and the guess; the second is nil if they are the same
	z       *msep.Block
	scratch *scratch
	group   []int // group of each lane
}

func newSampler(q *statementSpace) *sampler {
	p := &sampler{z: msep.NewBlock(q.n), scratch: newScratch(q.n)}
	p.lanes[0] = msep.NewLanes(q.truth.plan())
	if !q.same {
		p.lanes[1] = msep.NewLanes(q.guess.plan())
	}
	return p
}

// start begins a block.
func (p *sampler) start() {
	p.z.Clear()
	p.group = p.group[:0]
	for _, l := range p.lanes {
		if l != nil {
			l.Start()
		}
	}
}

// add draws a statement for the next lane, to be counted under the given group. It reports false if
// none is left.
func (p *sampler) add(draw *statementSampler, group int) bool {
	if len(p.group) == msep.Width {
		return false
	}
	x, y, set := draw.draw(p.scratch)
	p.put(x, y, set, group)
	return true
}

// put puts a statement into the next lane.
func (p *sampler) put(x, y graph.Node, set []graph.Node, group int) {
	lane := len(p.group)
	p.group = append(p.group, group)
	for _, v := range set {
		p.z.AddOne(lane, v)
	}
	for _, l := range p.lanes {
		if l != nil {
			l.Source(lane, x)
			l.Target(lane, y)
		}
	}
}

// probed are the numbers of evaluated statements and of connected ones among them.
type probed struct {
	asked int64
	connections
}

// run evaluates the block in both graphs and counts by group.
func (p *sampler) run(groups int) []probed {
	var in [2]msep.Word
	for i, l := range p.lanes {
		if l == nil {
			in[i] = in[0]
			continue
		}
		l.GiveBlock(p.z)
		in[i] = l.Connected()
	}
	counts := make([]probed, groups)
	bit := func(w *msep.Word, lane int) uint64 { return w[lane>>6] >> (lane & 63) & 1 }
	for lane, g := range p.group {
		t, u := bit(&in[0], lane), bit(&in[1], lane)
		c := &counts[g]
		c.asked++
		c.truth += t
		c.guess += u
		c.both += t & u
	}
	return counts
}

// sampled sets the values of sampled orders and returns the combined value with its interval, the
// number of void orders, and the number of orders whose sample has nothing to count. never means
// that no order has anything to count.
func (g grading) sampled(orders []order, count statistic, never bool) (r distance.Result, void, blind int) {
	strata := make([]stratum, len(orders))
	total := &distance.Sample{}
	for k := range orders {
		o := &orders[k]
		s := count.of(o)
		o.Value, o.Void = s.value(), s.void() && (o.Sample == nil || never)
		t := stratum{g.weights[k] / g.sum, o.Value, math.Inf(1)}
		if o.Void {
			void++
		}
		if o.Sample != nil {
			// Given the number of statements in the sample that count, these are a sample of all that
			// count, drawn in the same proportion.
			drawn := float64(o.Sample.Samples)
			if !o.Void {
				t.size = drawnFrom(s.of.Float(), drawn, o.Sample.Of)
			}
			if t.size == 0 {
				blind++
			}
			own := t
			own.weight = 1
			sample := *o.Sample
			sample.Stderr, sample.Lo, sample.Hi = estimateMean([]stratum{own})
			o.Sample = &sample
			total.Samples += sample.Samples
			total.Seed = sample.Seed
		}
		total.Of += o.Statements.Float()
		strata[k] = t
	}
	if g.ungraded {
		r.Value, total.Stderr, total.Lo, total.Hi = estimateRatio(orders, count)
		switch {
		case void == len(orders):
			r = task.Undefined(nothing)
		case void+blind == len(orders):
			r = task.Undefined("the sample has nothing to count (0/0)")
		}
	} else {
		r.Value = g.mean(orders)
		total.Stderr, total.Lo, total.Hi = estimateMean(strata)
		total.Lo, total.Hi = min(total.Lo, r.Value), max(total.Hi, r.Value)
	}
	r.Orders = resultOrders(orders)
	if total.Samples > 0 {
		r.Sample = total
	}
	return r, void, blind
}

// estimateRatio returns the share of wrong statements in all orders together, its
// standard error and its 95 % interval. The orders were sampled in proportion to their
// numbers of statements, so that this is one sample of all of them.
func estimateRatio(orders []order, count statistic) (ratio, stderr, lo, hi float64) {
	var sum portion
	drawn, all := 0.0, 0.0
	for k := range orders {
		s := count.of(&orders[k])
		sum = portion{sum.wrong.plus(s.wrong), sum.of.plus(s.of)}
		drawn += looked(&orders[k]).Float()
		all += orders[k].Statements.Float()
	}
	s := stratum{1, sum.value(), drawnFrom(sum.of.Float(), drawn, all)}
	stderr, lo, hi = estimateMean([]stratum{s})
	return s.share, stderr, lo, hi
}
