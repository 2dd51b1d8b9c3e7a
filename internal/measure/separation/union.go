package separation

import (
	"context"
	"math/bits"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A unionStrategy verifies most claims about all pairs with one walk for each node instead of one for each
// pair. The set of the strategy for x and y must be the union P(x) ∪ P(y) of what each node contributes.
//
// Let R(x) be the nodes that P(x) does not separate from x in the truth. If no node of P(y) is in R(x), then
// P(x) ∪ P(y) separates x and y if and only if P(x) does: if y is not in R(x). For x ⫫ P(y) | P(x)
// and x ⫫ y | P(x) give x ⫫ y | P(x) ∪ P(y) (composition and weak union); and x ⫫ P(y) | P(x) and
// x ⫫ y | P(x) ∪ P(y) give x ⫫ y | P(x) (contraction). The same holds with x and y exchanged. The
// pairs that remain are those in which each node contributes something connected with the other. (m-separation is
// a compositional graphoid: Sadeghi and Lauritzen, Markov properties for mixed graphs,
// Bernoulli 20:676–696.)
//
// R and T, the y that contribute a node of R(x), are bit matrices: a row for each y, a bit for each x.
// If they would be too large, they are computed for one band of x at a time.
type unionStrategy struct {
	truth, guess *model.Model
	nodes        []graph.Node // in the order of the truth, which is that of rows and bits
	place        []int32      // of each node in nodes
	contributes  []int32      // places of what the node at each place contributes,
	at           []int32      // and where those of each start
}

// A band is R and T for some x.
type band struct {
	first, last  int // x from one place to before the other; first is a multiple of msep.Width
	stride       int // words of a row
	reach, touch []uint64
}

const (
	// bandWords is the number of words that R and T of a band may have each: 128 MB.
	bandWords = 1 << 24

	// tiles is the number of tiles, of 64 pairs by 64, that a worker looks at before it asks
	// whether to go on.
	tiles = 16
)

func newUnionStrategy(truth, guess *model.Model, join separator.Joiner) *unionStrategy {
	s := &unionStrategy{truth: truth, guess: guess, place: make([]int32, truth.N())}
	plan := truth.Plan()
	for i := range plan.N() {
		if v := plan.Node(i); int(v) < truth.N() {
			s.place[v] = int32(len(s.nodes))
			s.nodes = append(s.nodes, v)
		}
	}
	s.at = append(s.at, 0)
	for _, v := range s.nodes {
		some, more := join.Contribution(v)
		for _, list := range [][]graph.Node{some, more} {
			for _, u := range list {
				s.contributes = append(s.contributes, s.place[u])
			}
		}
		s.at = append(s.at, int32(len(s.contributes)))
	}
	return s
}

// of returns the places of the nodes that the node at place i contributes.
func (s *unionStrategy) of(i int) []int32 { return s.contributes[s.at[i]:s.at[i+1]] }

// bands returns bands that cover all x, without their rows.
func (s *unionStrategy) bands(words int) (all []band) {
	n := len(s.nodes)
	size := max(1, words/n*64/msep.Width) * msep.Width
	for first := 0; first < n; first += size {
		all = append(all, band{first: first, last: min(n, first+size)})
	}
	return all
}

// fill makes the rows of a band.
func (s *unionStrategy) fill(ctx context.Context, b *band, o task.Options) error {
	n := len(s.nodes)
	blocks := (b.last - b.first + msep.Width - 1) / msep.Width
	b.stride = blocks * msep.Width / 64
	b.reach, b.touch = make([]uint64, n*b.stride), make([]uint64, n*b.stride)
	lanes := make([]*msep.Lanes, o.NumWorkers())
	err := task.Share(ctx, task.Options{Workers: o.NumWorkers()}, blocks, func(w, i int) {
		if lanes[w] == nil {
			lanes[w] = msep.NewLanes(s.truth.Plan())
		}
		s.block(b, i, lanes[w])
	}, nil)
	if err != nil {
		return err
	}
	for y, v := range s.nodes { // adjacent nodes have no claim
		b.drop(y, y)
		for _, u := range s.guess.Drawn().Neighbors(v) {
			b.drop(y, int(s.place[u]))
		}
	}
	return nil
}

// block makes the words of the rows that hold the i-th block of x.
func (s *unionStrategy) block(b *band, i int, l *msep.Lanes) {
	l.Start()
	first := b.first + i*msep.Width
	for x := first; x < min(b.last, first+msep.Width); x++ {
		l.Source(x-first, s.nodes[x])
		for _, p := range s.of(x) {
			l.GiveOne(x-first, s.nodes[p])
		}
	}
	l.Reach()
	at := func(y int) int { return y*b.stride + i*len(msep.Word{}) }
	l.EachConnected(func(v graph.Node, lanes msep.Word) { copy(b.reach[at(int(s.place[v])):], lanes[:]) })
	for y := range s.nodes {
		for _, p := range s.of(y) {
			from, to := b.reach[at(int(p)):], b.touch[at(y):]
			for k := range len(msep.Word{}) {
				to[k] |= from[k]
			}
		}
	}
}

// drop takes x out of the row of y.
func (b *band) drop(y, x int) {
	if b.first <= x && x < b.last {
		i, bit := y*b.stride+(x-b.first)/64, uint64(1)<<((x-b.first)%64)
		b.reach[i] &^= bit
		b.touch[i] &^= bit
	}
}

// A tile is 64 rows of a matrix, a word of each.
type tile [64]uint64

// tile copies the words of 64 rows from y on that hold x.
func (b *band) tile(t *tile, words []uint64, y, x int) {
	rows := min(64, len(words)/b.stride-y)
	for i := range rows {
		t[i] = words[(y+i)*b.stride+(x-b.first)/64]
	}
	clear(t[rows:])
}

// transpose exchanges rows and bits.
func (t *tile) transpose() {
	mask := uint64(1)<<32 - 1
	for step := 32; step > 0; step, mask = step/2, mask^mask<<(step/2) {
		for i := 0; i < 64; i = (i + step + 1) &^ step {
			swap := (t[i]>>step ^ t[i+step]) & mask
			t[i] ^= swap << step
			t[i+step] ^= swap
		}
	}
}

// settle looks at the pairs of 64 places from y and 64 places from x, with y <= x. It returns the number of
// wrong claims that need no set, and the pairs that are still open. The band of y is by, that of x is bx.
func settle(by, bx *band, y, x int) (wrong int, open tile) {
	var reach, touch, reachBack, touchBack tile
	bx.tile(&touch, bx.touch, y, x)
	bx.tile(&reach, bx.reach, y, x)
	if touch != (tile{}) {
		by.tile(&touchBack, by.touch, x, y)
		by.tile(&reachBack, by.reach, x, y)
		touchBack.transpose()
		reachBack.transpose()
	}
	for i := range reach {
		after := ^uint64(0) // x after y
		if x == y {
			after = ^uint64(1) << i
		}
		wrong += bits.OnesCount64(after & (reach[i]&^touch[i] | touch[i]&^touchBack[i]&reachBack[i]))
		open[i] = after & touch[i] & touchBack[i]
	}
	return wrong, open
}

// verifyUnions counts the wrong claims about all pairs. The strategy must be symmetric; a matrix of a
// band has so many words.
func verifyUnions(ctx context.Context, st separator.Strategy, truth, guess *model.Model, join separator.Joiner, o task.Options, words int) (float64, error) {
	join.Reset(guess)
	s := newUnionStrategy(truth, guess, join)
	verifiers := make([]*verifier, o.NumWorkers())
	wrong := make([]float64, o.NumWorkers()) // whole numbers, so the order does not matter
	part := func(by, bx *band, progress func(float64)) error {
		rows, columns := (by.last-by.first+63)/64, (bx.last-bx.first+64*tiles-1)/(64*tiles)
		return task.Share(ctx, task.Options{Workers: o.NumWorkers(), Progress: progress}, rows*columns, func(w, job int) {
			if verifiers[w] == nil {
				verifiers[w] = verifierOf(o.Scratch.ForWorker(w), st)
				verifiers[w].reset(truth, guess)
				verifiers[w].explain = false
			}
			y, x := by.first+job/columns*64, bx.first+job%columns*64*tiles
			var open [tiles]tile
			for k := range open {
				if x := x + 64*k; y <= x && x < bx.last {
					var count int
					count, open[k] = settle(by, bx, y, x)
					wrong[w] += 2 * float64(count)
				}
			}
			for i := range 64 { // pairs with the same y together
				for k := range open {
					for left := open[k][i]; left != 0; left &= left - 1 {
						verifiers[w].askOpen(s.nodes[y+i], s.nodes[x+64*k+bits.TrailingZeros64(left)])
					}
				}
			}
		}, nil)
	}
	if err := s.each(ctx, o, words, part); err != nil {
		return 0, err
	}
	err := task.Share(ctx, task.Options{Workers: len(verifiers)}, len(verifiers), func(_, w int) {
		if verifiers[w] != nil {
			wrong[w] += verifiers[w].flush()
		}
	}, nil)
	sum := 0.0
	for _, count := range wrong {
		sum += count
	}
	return sum, err
}

// each calls f with every two bands of y and of x, which is not before it.
func (s *unionStrategy) each(ctx context.Context, o task.Options, words int, f func(by, bx *band, progress func(float64)) error) error {
	bands := s.bands(words)
	done, all := 0, len(bands)*(len(bands)+1)/2
	progress := func(share float64) {
		if o.Progress != nil {
			o.Progress((float64(done) + share) / float64(all))
		}
	}
	for i := range bands {
		bx := bands[i]
		if err := s.fill(ctx, &bx, o); err != nil {
			return err
		}
		for k := range i + 1 {
			by := bx
			if k < i { // computed again: all bands together need too much memory
				by = bands[k]
				if err := s.fill(ctx, &by, o); err != nil {
					return err
				}
			}
			if err := f(&by, &bx, progress); err != nil {
				return err
			}
			done++
		}
	}
	return nil
}

// askOpen queues a claim about a symmetric pair for a block, unless it is known to be right.
func (v *verifier) askOpen(x, y graph.Node) {
	if !v.markov.knownRight(x, y) {
		v.ask(x, y, 2)
	}
}
