package frontier

import (
	"context"
	"slices"
)

const (
	mostWords = 16 << 20 // of the polynomials of one front; there are two at a time
	leastBand = 8        // words that every pair must be allowed
)

// A sweep carries the polynomials from front to front, in one ring. Where they are too
// much for the memory it does so for one band of orders after the other. A coefficient
// depends on some of lower order in the front before, as many as nodes are decided in
// between. These are kept from band to band as the polynomial's tail.
type sweep struct {
	ring    *ring
	orders  int
	fronts  []*front
	tails   [][][]uint64  // of each front and shard, the last coefficients of the band before
	settled [][4][]uint64 // for each front, by where x and y are connected
	words   int           // that the strip of a front may take
	spare   *buffers
}

func newSweep(r *ring, fronts []*front, orders, words int, spare *buffers) *sweep {
	w := &sweep{ring: r, orders: orders, fronts: fronts, words: words, spare: spare, settled: make([][4][]uint64, len(fronts))}
	for i := range w.settled {
		for k := range w.settled[i] {
			w.settled[i][k] = make([]uint64, orders)
		}
	}
	return w
}

// tail returns how many coefficients of lower order the front after number i wants.
func (w *sweep) tail(i int) int {
	n := 0
	if i+1 < len(w.fronts) {
		for _, ways := range w.fronts[i+1].ways {
			n = max(n, len(ways)-1)
		}
	}
	return n
}

// band returns how many orders fit into the memory at a time.
func (w *sweep) band() int {
	band := w.orders
	for i, f := range w.fronts {
		if pairs := f.pairs(); pairs > 0 {
			band = min(band, max(1, w.words/pairs-w.tail(i)))
		}
	}
	return band
}

// run makes all bands.
func (w *sweep) run(ctx context.Context, done func(front int, part float64)) error {
	band := w.band()
	bands := (w.orders + band - 1) / band
	if bands > 1 {
		w.tails = make([][][]uint64, len(w.fronts))
		for i, f := range w.fronts {
			for s := range f.shards {
				w.tails[i] = append(w.tails[i], make([]uint64, f.shards[s].count*w.tail(i)))
			}
		}
	}
	for from := 0; from < w.orders; from += band {
		now := w.start(from)
		for i := range w.fronts {
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			now = w.step(now, i, from, min(from+band, w.orders))
			done(i, 1/float64(bands))
		}
		*w.spare = append(*w.spare, now.counts...)
	}
	return nil
}

// start returns the strip before the first front: the polynomial 1.
func (w *sweep) start(from int) strip {
	now := strip{tail: w.tail(-1)}
	if from == 0 {
		now.width = 1
	}
	one := make([]uint64, now.tail+now.width)
	if now.tail >= from {
		one[now.tail-from] = 1
	}
	now.counts = [][]uint64{one}
	return now
}

// A strip is one band of the polynomials of a front: for each pair the tail of the band
// before, then the coefficients of this one.
type strip struct {
	counts [][]uint64 // by shard
	tail   int
	width  int
}

// step goes on to front i, for the orders from one to another.
func (w *sweep) step(now strip, i, from, to int) strip {
	f := w.fronts[i]
	factors := make([][]uint64, len(f.ways))
	for c, ways := range f.ways {
		for _, x := range ways {
			factors[c] = append(factors[c], w.ring.factor(x))
		}
	}
	next := strip{counts: make([][]uint64, len(f.shards)), tail: w.tail(i), width: to - from}
	if w.tails == nil {
		next.width = f.orders
	}
	stride := next.tail + next.width
	for s := range f.shards {
		next.counts[s] = w.spare.take(f.shards[s].count * stride)
	}
	settled := make([][4][]uint64, len(f.shards))
	f.each(func(s int) {
		for k := range settled[s] {
			settled[s][k] = make([]uint64, next.width)
		}
		if w.tails != nil {
			next.moveTails(s, w.tails[i][s], false)
		}
		before := now.tail + now.width
		for _, a := range f.shards[s].adds {
			source := now.counts[a.shard][int(a.from)*before:][:before]
			target := settled[s][a.to&3]
			if a.to < settledHere {
				target = next.counts[s][int(a.to)*stride+next.tail:][:next.width]
			}
			w.ring.addBand(target, source, now.tail, factors[a.choice])
		}
		if w.tails != nil {
			next.moveTails(s, w.tails[i][s], true)
		}
	})
	for s := range settled {
		for k := range settled[s] {
			w.ring.add(w.settled[i][k][from:], settled[s][k])
		}
	}
	*w.spare = append(*w.spare, now.counts...)
	return next
}

// moveTails takes the tails of a shard from the band before, or keeps them for the next.
func (t *strip) moveTails(s int, tails []uint64, keep bool) {
	stride := t.tail + t.width
	for row := t.counts[s]; len(row) > 0 && t.tail > 0; row, tails = row[stride:], tails[t.tail:] {
		if keep {
			copy(tails[:t.tail], row[stride-t.tail:stride])
		} else {
			copy(row[:t.tail], tails)
		}
	}
}

// sums returns the counts of what is connected in g, in h and in both. What was settled
// stays so, whatever is in S of the nodes decided later.
func (w *sweep) sums() (sums [3][]uint64) {
	for k := range sums {
		sums[k] = make([]uint64, w.orders)
	}
	for i, f := range w.fronts {
		for k := range sums {
			w.ring.free(sums[k], f.nodes)
		}
		for where, p := range w.settled[i] {
			if where&connectedInG != 0 {
				w.ring.add(sums[0], p)
			}
			if where&connectedInH != 0 {
				w.ring.add(sums[1], p)
			}
			if where == connectedInG|connectedInH {
				w.ring.add(sums[2], p)
			}
		}
	}
	return sums
}

// buffers are those of fronts that are done with. What is taken from them is cleared.
// They keep two fronts from becoming three while nobody collects the oldest.
type buffers [][]uint64

func (b *buffers) take(n int) []uint64 {
	for i, old := range *b {
		if cap(old) >= n {
			*b = slices.Delete(*b, i, i+1)
			clear(old[:n])
			return old[:n]
		}
	}
	*b = (*b)[:0] // all too short
	return make([]uint64, n)
}
