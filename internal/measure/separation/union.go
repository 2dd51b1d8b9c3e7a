package separation

import (
	"context"
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A unionStrategy verifies most claims about all pairs with one walk for each node instead of one for each
// pair. The set of the strategy for x and y must be P(x) ∪ P(y) without x and y, where P(v) is what v
// contributes.
//
// Let x in P(y). The strategies that there are either have no claim about such a pair, which is adjacent, or
// are closed: P(x) is part of P(y), and the set is P(y) without x. A walk from y given P(y) reaches x if and
// only if x and y are connected given P(y) without x: up to its first visit to x, it is the same walk. So one
// walk from y answers for all x in P(y).
//
// Otherwise the set is P(x) ∪ P(y). Let R(x) be the nodes that P(x) does not separate from x in the truth. If no node
// of P(y) is in R(x), then P(x) ∪ P(y) separates x and y if and only if P(x) does: if y is not in R(x).
// For x ⫫ P(y) | P(x) and x ⫫ y | P(x) give x ⫫ y | P(x) ∪ P(y) (composition and weak union); and
// x ⫫ P(y) | P(x) and x ⫫ y | P(x) ∪ P(y) give x ⫫ y | P(x) (contraction). The same holds with x and y
// exchanged. The pairs that remain are those in which each node contributes something connected with the other.
// (m-separation is a compositional graphoid: Sadeghi and Lauritzen, Markov properties for mixed graphs,
// Bernoulli 20:676–696.)
//
// If the truth is a DAG and the guess is close to it, many nodes are sound: P(x) has all parents of x in the truth and
// no node after x in the order of the truth, and there is no claim about x and a node of P(x). Claims about two sound
// nodes are right, by the argument of [markov].
//
// R and T, the y that contribute a node of R(x) but have no witness (see [witnessFinder]), are bit matrices: a row for each
// y, a bit for each x. For sound x they have no rows of sound y. If they would be too large, they are computed for one
// band of x at a time.
type unionStrategy struct {
	strategy     separator.Strategy
	union        separator.Union
	truth, guess *model.Model
	nodes        []graph.Node // in the order of rows and bits: that of the truth, but sound nodes are last
	place        []int32      // of each node in nodes
	unsound      int          // number of nodes that are not sound, rounded up to whole blocks
	fillers      []*filler    // by worker

	// See [separator.Union].
	closed  bool
	members nodeLists
	direct  nodeLists

	// Lists of observed nodes, by node, for a [witnessFinder].
	contributed nodeLists // P of the node
	users       nodeLists // that contribute the node
}

// nodeLists are lists of nodes, one for each group.
type nodeLists struct {
	nodes []graph.Node
	at    []int32 // where each list starts, and the end
}

// reset makes room for lists of n nodes.
func (l *nodeLists) reset(n int) {
	l.nodes, l.at = slices.Grow(l.nodes[:0], n), append(slices.Grow(l.at[:0], n+1), 0)
}

func (l *nodeLists) add(list []graph.Node) {
	l.nodes = append(l.nodes, list...)
	l.at = append(l.at, int32(len(l.nodes)))
}

func (l *nodeLists) of(i int) []graph.Node { return l.nodes[l.at[i]:l.at[i+1]] }

// A band is R and T for some x.
type band struct {
	first, last  int // x from one place to before the other; first is a multiple of msep.Width
	rows         int // number of y
	stride       int // words of a row
	reach, touch []msep.Word
}

const (
	// bandWords is the number of words that R and T of a band may have each: 128 MB.
	bandWords = 1 << 24

	// tiles is the number of tiles, of 64 pairs by 64, that a worker looks at before it asks
	// whether to go on.
	tiles = 64
)

// unionStrategyOf returns what s keeps for the strategy, for the given graphs.
func unionStrategyOf(scratch *task.Scratch, st separator.Strategy, truth, guess *model.Model) *unionStrategy {
	s := task.Reuse(scratch, task.Unions, st.Name, func() *unionStrategy {
		return &unionStrategy{strategy: st, union: st.New().(separator.Union)}
	})
	s.truth, s.guess = truth, guess
	s.members.reset(guess.Walk().N())
	s.direct.reset(guess.Walk().M())
	s.union.Reset(forChooser(guess))
	s.closed = s.union.Contributions(func(members, direct []graph.Node) {
		s.members.add(members)
		s.direct.add(direct)
	})
	s.sortNodes()
	for _, f := range s.fillers {
		f.ready = false
	}
	return s
}

// sortNodes finds the order of rows and bits.
func (s *unionStrategy) sortNodes() {
	n, plan := s.truth.N(), s.truth.Plan()
	sound := graph.NewSet(n)
	if plan.DAG() {
		s.addSound(sound)
	}
	s.nodes, s.place = s.nodes[:0], append(s.place[:0], make([]int32, n)...)
	s.unsound = min(n, (n-sound.Len()+msep.Width-1)/msep.Width*msep.Width)
	for _, last := range []bool{false, true} {
		for i := range plan.N() {
			if v := plan.Node(i); int(v) < n && sound.Has(v) == last {
				s.place[v] = int32(len(s.nodes))
				s.nodes = append(s.nodes, v)
			}
		}
	}
}

// addSound adds the sound nodes. The truth is a DAG.
func (s *unionStrategy) addSound(sound graph.Set) {
	plan, truth := s.truth.Plan(), s.truth.Walk()
	last := make([]int, s.guess.Walk().N()) // by node, the last position of the node and what it contributes
	for v := range last {
		if last[v] = -1; v < truth.N() { // others are latent, and in no set
			last[v] = plan.Position(graph.Node(v))
		}
	}
	for g := range len(s.members.at) - 1 {
		members, direct := s.members.of(g), s.direct.of(g)
		v := members[0]
		end := last[v]
		if len(members) > 1 { // direct nodes may not be adjacent to all of them
			end = plan.N()
		}
		for _, u := range direct {
			end = max(end, last[u])
		}
		if int(v) < truth.N() && end == plan.Position(v) && !slices.ContainsFunc(truth.Parents(v), func(p graph.Node) bool { return !slices.Contains(direct, p) }) {
			sound.Add(v)
		}
		if s.closed {
			last[v] = end
		}
	}
}

// bands returns bands that cover all x, without their rows. Sound x have bands of their own.
func (s *unionStrategy) bands(words int) (all []band) {
	n := len(s.nodes)
	add := func(first, last, rows int) {
		size := max(1, words/rows*64/msep.Width) * msep.Width
		for ; first < last; first += size {
			all = append(all, band{first: first, last: min(last, first+size), rows: rows})
		}
	}
	if s.unsound > 0 {
		add(0, s.unsound, n)
		add(s.unsound, n, s.unsound)
	}
	return all
}

// fill makes the rows of a band. It returns the number of wrong claims about its x and the nodes that they
// contribute, as ordered pairs.
func (s *unionStrategy) fill(ctx context.Context, b *band, o task.Options) (wrong int, err error) {
	blocks := (b.last - b.first + msep.Width - 1) / msep.Width
	b.stride = blocks
	b.reach, b.touch = make([]msep.Word, b.rows*b.stride), make([]msep.Word, b.rows*b.stride)
	for len(s.fillers) < o.NumWorkers() {
		s.fillers = append(s.fillers, &filler{unionStrategy: s})
	}
	err = task.Share(ctx, task.Options{Workers: o.NumWorkers()}, blocks, func(w, i int) { s.fillers[w].block(b, i) }, nil)
	for _, f := range s.fillers {
		wrong, f.wrong = wrong+f.wrong, 0
	}
	if err == nil && s.closed {
		err = s.findWitnesses(ctx, b, o)
	}
	return wrong, err
}

// A filler makes rows. It serves one goroutine.
type filler struct {
	*unionStrategy
	ready    bool // the rest is ready for the graphs
	lanes    msep.Lanes
	partners []graph.Node // of an x
	wrong    int

	// By node of the guess, the lanes of the x
	silent []msep.Word // about which and the node there is no claim
	given  []msep.Word // that contribute the node
	touch  []msep.Word // that are connected with the node or, if P is closed, something that it contributes
	lead   []msep.Word // that are the node or, if P is closed, something that it contributes
}

// start clears the lanes.
func (f *filler) start() {
	if !f.ready {
		f.ready = true
		f.lanes.Reset(f.truth.Plan())
	}
	f.lanes.Start()
	n := f.guess.Walk().N()
	for _, words := range []*[]msep.Word{&f.silent, &f.given, &f.touch, &f.lead} {
		*words = append((*words)[:0], make([]msep.Word, n)...)
	}
}

// block makes the words of the rows that hold the i-th block of x.
func (f *filler) block(b *band, i int) {
	f.start()
	sources := b.block(f.nodes, i)
	for lane, x := range sources {
		f.lanes.Source(lane, x)
		f.lead[x].Set(lane)
		partners := f.guess.Drawn().Neighbors(x)
		if !f.guess.Maximal() {
			f.partners = f.guess.AppendInseparable(f.partners[:0], x)
			partners = f.partners
		}
		for _, u := range partners {
			f.silent[u].Set(lane)
		}
	}
	groups := len(f.members.at) - 1
	if f.closed {
		for g := groups - 1; g >= 0; g-- {
			f.contribute(f.members.of(g), f.direct.of(g))
		}
	} else {
		for lane, x := range sources {
			for _, u := range f.direct.of(int(x)) {
				f.given[u].Set(lane)
			}
		}
	}
	for v := range f.place {
		if w := &f.given[v]; !w.Empty() {
			f.lanes.Give(*w, graph.Node(v))
		}
	}
	f.lanes.Reach()
	for v := range f.place {
		reached := &f.touch[v]
		*reached = f.lanes.Reached(graph.Node(v))
		if given := &f.given[v]; !given.Empty() {
			f.wrong += 2 * reached.And(*given).Minus(f.silent[v]).Len()
			reached.Remove(given)
		}
	}
	for lane, x := range sources {
		f.touch[x].Unset(lane)
	}
	for g := range groups {
		f.group(b, i, f.members.of(g), f.direct.of(g))
	}
}

// contribute adds what the members of a group contribute to the sets of their lanes. Groups that contribute this group
// come before.
func (f *filler) contribute(members, direct []graph.Node) {
	var lanes msep.Word
	for _, v := range members {
		lanes.Add(&f.lead[v])
	}
	lanes.Add(&f.given[members[0]])
	if lanes.Empty() {
		return
	}
	if len(members) > 1 {
		for _, v := range members {
			f.given[v] = lanes.Minus(f.lead[v])
		}
	}
	for _, u := range direct {
		f.given[u].Add(&lanes)
	}
}

// group makes the words of the rows of a group.
func (f *filler) group(b *band, i int, members, direct []graph.Node) {
	var touch, lead msep.Word
	for _, u := range direct {
		touch.Add(&f.touch[u])
		if f.closed {
			lead.Add(&f.lead[u])
		}
	}
	if len(members) > 1 {
		var own msep.Word
		for _, u := range members {
			touch.Add(&f.touch[u])
			own.Add(&f.lead[u])
		}
		for _, v := range members { // claims about two of them were counted from both sides
			if int(v) < len(f.place) {
				f.wrong -= f.given[v].And(own).And(f.lanes.Reached(v)).Minus(f.silent[v]).Len()
			}
		}
		lead.Add(&own)
	}
	for _, v := range members {
		if int(v) >= len(f.place) || int(f.place[v]) >= b.rows {
			continue
		}
		done := &f.silent[v]
		if f.closed { // claims about v and x are settled if one contributes the other
			done.Add(&f.given[v])
			done.Add(&lead)
		}
		at := int(f.place[v])*b.stride + i
		reached, touched := &b.reach[at], &b.touch[at]
		*reached, *touched = f.touch[v], touch
		reached.Remove(done)
		touched.Remove(done)
	}
	if v := members[0]; f.closed {
		f.touch[v].Add(&touch)
		f.lead[v].Add(&lead)
	}
}

// block returns the nodes of the i-th block of x.
func (b *band) block(nodes []graph.Node, i int) []graph.Node {
	first := b.first + i*msep.Width
	return nodes[first:min(b.last, first+msep.Width)]
}

// tile copies the words of 64 rows from y on that hold x.
func (b *band) tile(t *msep.Tile, words []msep.Word, y, x int) {
	rows, at, part := min(64, b.rows-y), (x-b.first)/msep.Width, (x-b.first)/64%len(msep.Word{})
	for i := range rows {
		t[i] = words[(y+i)*b.stride+at][part]
	}
	clear(t[rows:])
}

// settle looks at the pairs of 64 places from y and 64 places from x, with y <= x. It returns the number of
// wrong claims that need no set, and the pairs that are still open. The band of y is by, that of x is bx.
func settle(by, bx *band, y, x int) (wrong int, open msep.Tile) {
	var reach, touch, reachBack, touchBack msep.Tile
	bx.tile(&touch, bx.touch, y, x)
	bx.tile(&reach, bx.reach, y, x)
	if touch != (msep.Tile{}) {
		by.tile(&touchBack, by.touch, x, y)
		by.tile(&reachBack, by.reach, x, y)
		touchBack.Transpose()
		reachBack.Transpose()
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

// verifyUnions counts the wrong claims about all pairs. The choosers of the strategy must be a [separator.Union]; a
// matrix of a band has at most the given number of words. If the guess is not maximal, it has at most siftNodes nodes.
func verifyUnions(ctx context.Context, st separator.Strategy, truth, guess *model.Model, o task.Options, words int) (float64, error) {
	s := unionStrategyOf(o.Scratch, st, truth, guess)
	c := newCrew(st, truth, guess, o)
	wrong := make([]float64, o.NumWorkers()) // whole numbers, so the order does not matter
	part := func(by, bx *band, progress func(float64)) error {
		columns, rows := (bx.last-bx.first+63)/64, (by.last-by.first+64*tiles-1)/(64*tiles)
		return task.Share(ctx, task.Options{Workers: o.NumWorkers(), Progress: progress}, columns*rows, func(w, job int) {
			x, y := bx.first+job/rows*64, by.first+job%rows*64*tiles
			var all [tiles]msep.Tile
			open, some := all[:max(0, min(tiles, (min(by.last, x+64)-y+63)/64))], false // y <= x
			for k := range open {
				var count int
				count, open[k] = settle(by, bx, y+64*k, x)
				wrong[w] += 2 * float64(count)
				if open[k] != (msep.Tile{}) {
					some = true
					open[k].Transpose()
				}
			}
			if !some {
				return
			}
			v := c.worker(w)
			for i := range 64 { // pairs with the same x together
				for k := range open {
					for left := open[k][i]; left != 0; left &= left - 1 {
						v.askOpen(s.nodes[x+i], s.nodes[y+64*k+bits.TrailingZeros64(left)])
					}
				}
			}
		}, nil)
	}
	contributed, err := s.each(ctx, o, words, part)
	if err != nil {
		return 0, err
	}
	sum, err := c.flush(ctx)
	sum += float64(contributed)
	for _, count := range wrong {
		sum += count
	}
	return sum, err
}

// each calls f with every two bands of y, not sound, and of x, which is not before it. It returns the number of wrong claims
// about pairs in which one node contributes the other.
func (s *unionStrategy) each(ctx context.Context, o task.Options, words int, f func(by, bx *band, progress func(float64)) error) (wrong int, err error) {
	bands := s.bands(words)
	unsound := 0
	for unsound < len(bands) && bands[unsound].first < s.unsound {
		unsound++
	}
	done, all := 0, unsound*(unsound+1)/2+unsound*(len(bands)-unsound)
	progress := func(share float64) {
		if o.Progress != nil {
			o.Progress((float64(done) + share) / float64(all))
		}
	}
	for i := range bands {
		bx := bands[i]
		count, err := s.fill(ctx, &bx, o)
		if err != nil {
			return 0, err
		}
		wrong += count
		for k := range min(i+1, unsound) {
			by := bx
			if k < i { // computed again: all bands together need too much memory
				by = bands[k]
				if _, err := s.fill(ctx, &by, o); err != nil {
					return 0, err
				}
			}
			if err := f(&by, &bx, progress); err != nil {
				return 0, err
			}
			done++
		}
	}
	return wrong, nil
}

// askOpen queues a claim about a symmetric pair for a block, unless it is known to be right.
func (v *verifier) askOpen(x, y graph.Node) {
	if !v.markov.knownRight(x, y) {
		v.ask(x, y, 2)
	}
}
