package distance

import (
	"context"
	"fmt"
	"math"

	"github.com/sepdist/sepdist/frontier"
	"github.com/sepdist/sepdist/msep"
)

// A sampling draws statements of each order and asks both graphs about them. It can go
// on where it was.
type sampling struct {
	q      *question
	seed   uint64
	orders []Order
	draws  []*lottery // nil where the order was counted in full
}

// mostSamples is how many statements can be drawn of an order: they are remembered.
const mostSamples = 1 << 26

// newSampling returns a sampling of the given number of orders, from 0 on.
func newSampling(q *question, orders int, seed uint64) (*sampling, error) {
	// The numbers of statements take this much memory.
	if bits := float64(q.n) * float64(orders); bits > 1<<28 {
		return nil, fmt.Errorf("%d orders of %d nodes are too many to sample: say what the highest order is to be", orders, q.n)
	}
	s := &sampling{q: q, seed: seed, orders: make([]Order, orders), draws: make([]*lottery, orders)}
	all := statements(q.n, orders)
	for k := range s.orders {
		o := &s.orders[k]
		o.Order, o.Statements = k, coefficient(all, k)
		o.Sample = &Sample{Of: o.Statements.Float(), Seed: seed}
		s.draws[k] = newLottery(q.n, k, seed)
	}
	return s, nil
}

// grow draws until each order has so many statements, or all where there are not so
// many.
func (s *sampling) grow(ctx context.Context, samples int64, o Options) error {
	var whole []int
	var some []int
	for k := range s.orders {
		switch all, fits := s.orders[k].Statements.Uint64(); {
		case s.draws[k] == nil:
		case fits && all <= uint64(samples):
			whole = append(whole, k)
		case samples > mostSamples:
			return fmt.Errorf("%d samples of order %d: at most %d can be drawn of an order with %v statements", samples, k, mostSamples, s.orders[k].Statements)
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
	// The orders are dealt out, those in the middle first: their sets are the largest to
	// write down.
	probers := make([]*prober, min(o.workers(), max(len(some), 1)))
	return share(ctx, o, len(some), func(w, i int) {
		if probers[w] == nil {
			probers[w] = newProber(s.q)
		}
		order := &s.orders[some[i]]
		draw := s.draws[some[i]]
		for order.Sample.Samples < samples && ctx.Err() == nil {
			n := min(msep.Width, samples-order.Sample.Samples)
			c := probers[w].block(draw, int(n))
			order.Sample.Samples += n
			order.ConnectedTruth.low += c.truth
			order.ConnectedGuess.low += c.guess
			order.ConnectedBoth.low += c.both
		}
	}, func(int) {})
}

// settle makes orders of which all statements were counted exact.
func (s *sampling) settle(orders []int, c *frontier.Counts) {
	for _, k := range orders {
		o := &s.orders[k]
		o.ConnectedTruth = coefficient(c.G, k)
		o.ConnectedGuess = coefficient(c.H, k)
		o.ConnectedBoth = coefficient(c.Both, k)
		o.Sample = nil
		s.draws[k] = nil
	}
}

// complete reports whether all orders were counted in full.
func (s *sampling) complete() bool {
	for _, d := range s.draws {
		if d != nil {
			return false
		}
	}
	return true
}

// A prober asks about blocks of statements, one a lane. It serves one goroutine.
type prober struct {
	lanes [2]*msep.Lanes
	z     *msep.Block
}

func newProber(q *question) *prober {
	p := &prober{z: msep.NewBlock(q.n)}
	p.lanes[0] = msep.NewLanes(q.truth.plan())
	if !q.same {
		p.lanes[1] = msep.NewLanes(q.guess.plan())
	}
	return p
}

// block draws so many statements and returns how many are connected.
func (p *prober) block(draw *lottery, count int) (c connections) {
	p.z.Clear()
	for _, l := range p.lanes {
		if l != nil {
			l.Start()
		}
	}
	for lane := range count {
		x, y, set := draw.draw()
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
	var connected [2]msep.Word
	for i, l := range p.lanes {
		if l == nil {
			connected[i] = connected[0]
			continue
		}
		l.GiveBlock(p.z)
		connected[i] = l.Connected()
	}
	return connections{
		truth: uint64(connected[0].Len()),
		guess: uint64(connected[1].Len()),
		both:  uint64(connected[0].And(connected[1]).Len()),
	}
}

// sampled fills in the values of sampled orders and returns the one of all of them, with
// its interval; and how many orders are void, and of how many nothing was found to look
// at. never says that there is nothing to look at in any order.
func (g grading) sampled(orders []Order, count statistic, never bool) (r Result, void, blind int) {
	strata := make([]stratum, len(orders))
	total := &Sample{}
	for k := range orders {
		o := &orders[k]
		s := count.of(o)
		o.Value, o.Void = s.value(), s.void() && (o.Sample == nil || never)
		t := stratum{g.weights[k] / g.sum, o.Value, math.Inf(1)}
		if o.Void {
			void++
		}
		if o.Sample != nil {
			// Given how many of the sample there are to look at, these are a sample of all
			// there are to look at, drawn in the same proportion.
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
	r.Orders = orders
	if g.ungraded {
		r.Value, total.Stderr, total.Lo, total.Hi = estimateRatio(orders, count)
	} else {
		r.Value = g.mean(orders)
		total.Stderr, total.Lo, total.Hi = estimateMean(strata)
		total.Lo, total.Hi = min(total.Lo, r.Value), max(total.Hi, r.Value)
	}
	if total.Samples > 0 {
		r.Sample = total
	}
	return r, void, blind
}

// estimateRatio returns the share of wrong statements in all orders together, its
// standard error and its 95 % interval.
//
// Both the wrong ones and those that they are a share of are sums over the orders of what
// was found, each weighted by how many statements there are. Their ratio has, to first
// order, the variance of a mean of wrong - ratio·of; the interval is that of Wilson for
// a simple sample with this variance (Dean and Pagano, Evaluating confidence interval
// methods for binomial proportions in clustered surveys, J. Surv. Stat. Methodol.
// 3:484–503).
func estimateRatio(orders []Order, count statistic) (ratio, stderr, lo, hi float64) {
	mass := masses(orders)
	wrong, all := make([]float64, len(orders)), make([]float64, len(orders))
	sumWrong, sumAll := 0.0, 0.0
	for k := range orders {
		s, looked := count.of(&orders[k]), orders[k].looked()
		wrong[k], all[k] = s.wrong.over(looked), s.of.over(looked)
		sumWrong += mass[k] * wrong[k]
		sumAll += mass[k] * all[k]
	}
	if sumAll == 0 {
		return math.NaN(), 0, 0, 1
	}
	ratio = sumWrong / sumAll
	// Where nothing or everything is wrong the variance found is none; a simple sample
	// of the same size has that of the numbers that were looked at.
	variance, least := 0.0, 0.0
	for k := range orders {
		s := orders[k].Sample
		if s == nil {
			continue
		}
		size := drawnFrom(float64(s.Samples), float64(s.Samples), s.Of)
		m := mass[k] / sumAll
		mean := wrong[k] - ratio*all[k]
		square := wrong[k]*(1-ratio)*(1-ratio) + (all[k]-wrong[k])*ratio*ratio
		variance += m * m * (square - mean*mean) / size
		least += m * m * all[k] / size
	}
	if least == 0 {
		return ratio, 0, ratio, ratio
	}
	size := 1 / least
	if variance > 0 && ratio > 0 && ratio < 1 {
		size = ratio * (1 - ratio) / variance
	}
	lo, hi = wilson(ratio, size)
	return ratio, math.Sqrt(max(variance, 0)), lo, hi
}
