package frontier

import (
	"context"

	"github.com/sepdist/sepdist/internal/pool"
)

// Polynomials are not kept as coefficients: they would take too much memory. Only their
// values at a few numbers are, and the sweep is made again for others, until all
// coefficients follow from the values. Sweeps do not depend on each other.

// lanes are what is kept of a polynomial: its values at 16 numbers, or its first 16
// coefficients where no more are wanted. They are 64 bytes.
type lanes [16]uint32

// factors are what the choices that lead to a front multiply polynomials with.
type factors [1 << choiceBits]lanes

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
	var z lanes
	for j := range z {
		z[j] = w.factor(uint64(w.z[j]))
	}
	for k := len(coefficients) - 1; k >= 0; k-- {
		c := w.factor(coefficients[k])
		for j := range f {
			f[j] = w.add(w.multiply(f[j], z[j]), c)
		}
	}
	return f
}

// gather puts into each of to the sum of the products of its sources, taken from the front
// before, with the factors of their choices. The sources of each end at one of ends.
func (w *sweep) gather(to []lanes, ends []uint32, sources []source, from []lanes, f *factors) {
	switch {
	case w.series:
		w.gatherSeries(to, ends, sources, from, f)
	case vectors && len(to) > 0:
		w.gatherVectors(to, ends, sources, from, f)
	default:
		w.gatherPlain(to, ends, sources, from, f)
	}
}

func (w *sweep) gatherPlain(to []lanes, ends []uint32, sources []source, from []lanes, factors *factors) {
	begin := uint32(0)
	for t, end := range ends {
		to[t] = lanes{}
		for begin < end {
			n := min(end, begin+sums)
			for j := 0; j < len(to[t]); j += 4 {
				var a0, a1, a2, a3 uint64
				for _, s := range sources[begin:n] {
					v, f := (*[4]uint32)(from[s.from()][j:]), (*[4]uint32)(factors[s.choice()][j:])
					a0 += uint64(v[0]) * uint64(f[0])
					a1 += uint64(v[1]) * uint64(f[1])
					a2 += uint64(v[2]) * uint64(f[2])
					a3 += uint64(v[3]) * uint64(f[3])
				}
				sum := (*[4]uint32)(to[t][j:])
				sum[0] = w.add(sum[0], w.reduce(a0))
				sum[1] = w.add(sum[1], w.reduce(a1))
				sum[2] = w.add(sum[2], w.reduce(a2))
				sum[3] = w.add(sum[3], w.reduce(a3))
			}
			begin = n
		}
	}
}

func (w *sweep) gatherSeries(to []lanes, ends []uint32, sources []source, from []lanes, factors *factors) {
	begin := uint32(0)
	for t, end := range ends {
		to[t] = lanes{}
		for _, s := range sources[begin:end] {
			v, f := &from[s.from()], &factors[s.choice()]
			for i, x := range f {
				if x == 0 {
					continue
				}
				for j := i; j < len(f); j++ {
					to[t][j] = w.add(to[t][j], w.multiply(v[j-i], x))
				}
			}
		}
		begin = end
	}
}

// run returns what is connected in g alone, in h alone, and in both. now and next are
// memory for the pairs of any front.
func (w *sweep) run(ctx context.Context, fronts []*front, now, next []lanes, done func(front int)) (totals [4]lanes, err error) {
	now[0] = lanes{1}
	for j := range now[0] {
		if !w.series {
			now[0][j] = 1
		}
	}
	for i, f := range fronts {
		if err := ctx.Err(); err != nil {
			return totals, context.Cause(ctx)
		}
		var ways, free factors
		for c := range f.ways {
			ways[c] = w.lanes(f.ways[c])
		}
		free[0] = w.lanes([]uint64{1, 1})
		for s := range f.shards {
			shard := &f.shards[s]
			w.gather(next[shard.first:][:len(shard.ends)], shard.ends, shard.sources, now, &ways)
		}
		// What was settled stays so, whatever is in S of the nodes decided later.
		for where := 1; where < len(totals); where++ {
			total, more := totals[where:where+1], make([]lanes, 1)
			for range f.nodes {
				w.gather(more, []uint32{1}, []source{0}, total, &free)
				total[0] = more[0]
			}
			for s := range f.shards {
				settled := f.shards[s].settled[where]
				w.gather(more, []uint32{uint32(len(settled))}, settled, now, &ways)
				for j, x := range more[0] {
					total[0][j] = w.add(total[0][j], x)
				}
			}
		}
		now, next = next, now
		done(i)
	}
	return totals, nil
}

// mostLanes is how many lanes the workers may have for the pairs of two fronts each.
const mostLanes = 8 << 20 // half a gigabyte

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
	workers := max(1, min(o.Workers, mostLanes/(2*widest)))
	memory := make([][2][]lanes, workers)
	err = pool.Each(ctx, workers, len(totals), func(worker, i int) {
		m := &memory[worker]
		if m[0] == nil {
			m[0], m[1] = make([]lanes, widest), make([]lanes, widest)
		}
		w := sweep{ring: &rings[i/blocks], series: series}
		for j := range w.z {
			w.z[j] = uint32(i%blocks*len(w.z) + j + 1)
		}
		totals[i], errs[i] = w.run(ctx, fronts, m[0], m[1], func(front int) { done(front, 1/float64(len(totals))) })
	}, nil, nil)
	if err != nil {
		return nil, err
	}
	var counts [4]residues
	for i := range rings {
		for where := range counts {
			var values []uint32
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
