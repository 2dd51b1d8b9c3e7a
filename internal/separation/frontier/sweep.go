package frontier

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"
)

// Polynomials are not kept as coefficients: they would take too much memory. Only their
// values at a few numbers are, and the sweep is made again for others, until all
// coefficients follow from the values. Sweeps do not depend on each other.

// lanes are what is kept of a polynomial: its values at four numbers, or its first four
// coefficients where no more are wanted.
type lanes [4]uint64

// A sweep carries lanes from front to front, in one ring.
type sweep struct {
	*ring
	z      lanes // the numbers
	series bool  // coefficients instead of values
}

// lanes returns what is kept of a polynomial, as factors.
func (w *sweep) lanes(coefficients []uint64) (f lanes) {
	if w.series {
		for k := range min(len(f), len(coefficients)) {
			f[k] = w.factor(coefficients[k])
		}
		return f
	}
	for j, z := range w.z {
		z = w.factor(z)
		for k := len(coefficients) - 1; k >= 0; k-- {
			f[j] = w.add(w.multiply(f[j], z), w.factor(coefficients[k]))
		}
	}
	return f
}

// gather returns the sum of the products of sources, taken from the front before, with the
// factors of their choices.
func (w *sweep) gather(sources []source, from []lanes, factors *[1 << choiceBits]lanes) (sum lanes) {
	if w.series {
		for _, s := range sources {
			v, f := &from[s.from()], &factors[s.choice()]
			for j := range sum {
				for i := range j + 1 {
					sum[j] = w.add(sum[j], w.multiply(v[j-i], f[i]))
				}
			}
		}
		return sum
	}
	for len(sources) > 0 {
		var h0, h1, h2, h3, l0, l1, l2, l3, carry uint64
		n := min(len(sources), sums)
		for _, s := range sources[:n] {
			v, f := &from[s.from()], &factors[s.choice()]
			hi, lo := bits.Mul64(v[0], f[0])
			l0, carry = bits.Add64(l0, lo, 0)
			h0, _ = bits.Add64(h0, hi, carry)
			hi, lo = bits.Mul64(v[1], f[1])
			l1, carry = bits.Add64(l1, lo, 0)
			h1, _ = bits.Add64(h1, hi, carry)
			hi, lo = bits.Mul64(v[2], f[2])
			l2, carry = bits.Add64(l2, lo, 0)
			h2, _ = bits.Add64(h2, hi, carry)
			hi, lo = bits.Mul64(v[3], f[3])
			l3, carry = bits.Add64(l3, lo, 0)
			h3, _ = bits.Add64(h3, hi, carry)
		}
		sum[0] = w.add(sum[0], w.reduce(h0, l0))
		sum[1] = w.add(sum[1], w.reduce(h1, l1))
		sum[2] = w.add(sum[2], w.reduce(h2, l2))
		sum[3] = w.add(sum[3], w.reduce(h3, l3))
		sources = sources[n:]
	}
	return sum
}

// run returns what is connected in g alone, in h alone, and in both. now and next are
// memory for the pairs of any front.
func (w *sweep) run(ctx context.Context, fronts []*front, now, next []lanes, done func(front int)) (totals [4]lanes, err error) {
	now[0] = lanes{1, 1, 1, 1}
	if w.series {
		now[0] = lanes{1}
	}
	for i, f := range fronts {
		if err := ctx.Err(); err != nil {
			return totals, context.Cause(ctx)
		}
		var factors [1 << choiceBits]lanes
		for c, ways := range f.ways {
			factors[c] = w.lanes(ways)
		}
		for s := range f.shards {
			shard, begin := &f.shards[s], uint32(0)
			to := next[shard.first:][:len(shard.ends)]
			for t, end := range shard.ends {
				to[t] = w.gather(shard.sources[begin:end], now, &factors)
				begin = end
			}
		}
		// What was settled stays so, whatever is in S of the nodes decided later.
		var free [1 << choiceBits]lanes
		free[0] = w.lanes([]uint64{1, 1})
		for where := 1; where < len(totals); where++ {
			total := totals[where : where+1]
			for range f.nodes {
				total[0] = w.gather([]source{0}, total, &free)
			}
			for s := range f.shards {
				more := w.gather(f.shards[s].settled[where], now, &factors)
				for j := range more {
					total[0][j] = w.add(total[0][j], more[j])
				}
			}
		}
		now, next = next, now
		done(i)
	}
	return totals, nil
}

// mostLanes is how many lanes the workers may have for the pairs of two fronts each.
const mostLanes = 16 << 20 // half a gigabyte

// product runs the two automata side by side. With every pair of states goes a polynomial
// that counts by |S| the ways that lead there.
func (p *Plan) product(ctx context.Context, made [2]*automaton, orders int, o Options, done func(group int, part float64)) (*Counts, error) {
	fronts, err := p.fronts(ctx, made, o)
	if err != nil {
		return nil, err
	}
	made = [2]*automaton{} // no longer needed
	rings := ringsFor(p.observed, orders)
	points := p.observed - 1
	series := orders <= len(lanes{}) && orders < points
	if series {
		points = orders
	}
	blocks := (points + len(lanes{}) - 1) / len(lanes{})
	widest := 1
	for _, f := range fronts {
		widest = max(widest, f.pairs)
	}
	totals := make([][4]lanes, len(rings)*blocks)
	errs := make([]error, len(totals))
	var taken atomic.Int64
	work := func() {
		now, next := make([]lanes, widest), make([]lanes, widest)
		for i := int(taken.Add(1)) - 1; i < len(totals); i = int(taken.Add(1)) - 1 {
			w := sweep{ring: &rings[i/blocks], series: series}
			for j := range w.z {
				w.z[j] = uint64(i%blocks*len(w.z) + j + 1)
			}
			totals[i], errs[i] = w.run(ctx, fronts, now, next, func(front int) { done(front, 1/float64(len(totals))) })
			if errs[i] != nil {
				return
			}
		}
	}
	var wg sync.WaitGroup
	for range min(o.Workers, len(totals), mostLanes/(2*widest)) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	var counts [4]residues
	for i := range rings {
		for where := range counts {
			var values []uint64
			for b := range blocks {
				if errs[i*blocks+b] != nil {
					return nil, errs[i*blocks+b]
				}
				values = append(values, totals[i*blocks+b][where][:]...)
			}
			values = values[:points]
			if !series {
				rings[i].coefficients(values)
			}
			counts[where] = append(counts[where], values[:orders])
		}
	}
	both := counts[connectedInG|connectedInH].polynomial(rings, p.observed)
	c := &Counts{
		counts[connectedInG].polynomial(rings, p.observed),
		counts[connectedInH].polynomial(rings, p.observed),
		both,
	}
	c.G.AddShifted(both, 0)
	c.H.AddShifted(both, 0)
	return c, nil
}
