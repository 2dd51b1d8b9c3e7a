package separator

import (
	"math"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// grouped finds the nearest separators of a graph without undirected edges for one x and many y at once, and
// the y that share one. It uses the canonical DAG, in which latent nodes represent bidirected edges (see
// [msep.Canonical]).
//
// With A the nodes anterior to x or y, the moral graph of A joins x to some nodes, the latent ones of these
// to more, and so on until observed nodes are met: these are Zx, and the nearest separator consists of the
// nodes of Zx adjacent to the part of y if Zx is removed (see nearestLanes). Only C depends on y: the
// children of x and of the latent nodes on the way that are in A. In a DAG without latent nodes
// Zx = pa(x) ∪ C ∪ pa(C); otherwise zones finds C. The ancestral set A0 of x and C depends on C only, and
// contains Zx. No directed edge leads from the rest of A into A0: so the rest is connected to y, and joins
// exactly those parts of A0 that a way up from y enters first:
//
//	u --> ... --> y    the last node of A0 on the way is u: y touches the part of u
//
// (u is not one of the latent nodes on the way to Zx: its child in A would be one of C.)
// So the nearest separator of x and y has the nodes of Zx that y touches itself, or that are adjacent to a
// part that y touches. All y with the same C are one job. In a graph with many edges nearly everything is one
// part and nearly all y touch it: a lane looks at this part first. Then the nodes of Zx that are not adjacent
// to it get a lane each, in which they are not excluded: the y that touch the part of z in that lane have z in
// their set.
//
// The y of a job are bits (see [msep.Pieces]), and so are the nodes that touch the part of a lane: 64 y are split at once.
type grouped struct {
	g        *graph.Graph // the canonical DAG
	plan     *msep.Plan
	zones    zones
	moral    *msep.Moral  // own, or from the pool
	fallback nearestLanes // for y that are too few

	model         Model
	own           msep.Moral
	pool          *ScratchPool // nil if it has its own
	ownReset      bool         // own is ready
	fallbackReset bool         // fallback is ready

	few         bool // pairs are handled one by one
	useSparse   bool // by sparse
	zoneTargets int  // number of y of a block up to which moral is laid out in a zone
	sparse      sparse

	stepBudget int // stepsPerPair, except in tests
	failed     int // number of x in a row that took too many steps
	backoff    int // number of x to skip

	jobs       []job
	lanes      int // needed by the jobs
	draining   bool
	ending     bool
	doing      []job
	order      []uint64 // of jobs
	pairs      []Pair   // for fallback
	known      []Pair   // for fallback, given zx
	zx         [][]graph.Node
	ready      []SharedSet
	sharedSets []SharedSet // of pairs of fallback
	z          msep.Block

	nodes  lists[graph.Node] // lists of jobs and shared sets
	pieces lists[msep.Piece] // and their y
	set    []graph.Node      // of the y that are grouped
	stack  msep.Pieces       // groups that are split again
	bits   []uint64          // what touches the part of a lane, by piece
}

// A job is to find the separators of x and some y with the same C.
type job struct {
	x    graph.Node
	via  []graph.Node // A0 has the ancestors of these and of x
	ys   msep.Pieces
	zx   []graph.Node
	last int // position of x or one of via

	part   graph.Node   // a node of the large part
	second bool         // the y that touch that part are known; what remains:
	base   []graph.Node // nodes of zx that all y have in their set
	open   []graph.Node // nodes of zx that some may have
}

// lanes returns the number of lanes that the job needs.
func (j *job) lanes() int {
	if j.second {
		return len(j.open)
	}
	return 1
}

func (s *grouped) Reset(m Model) {
	s.g, s.plan = m.Canonical()
	s.zones.reset(s.g, s.plan, m.N())
	s.model, s.ownReset, s.fallbackReset = m, false, false
	s.sparse.forget()
	s.few = largeAndSparse(m)
	if s.zoneTargets = 0; s.few {
		s.zoneTargets = m.N() / zoneShare
	}
	if s.useSparse = s.few && m.Plan().DAG(); s.useSparse {
		s.resetSparse(m.Ancestry(), msep.ManyAncestors)
	}
	s.jobs, s.lanes, s.draining, s.ready = s.jobs[:0], 0, false, s.ready[:0]
	s.ending = false
	s.stepBudget, s.failed, s.backoff = stepsPerPair, 0, 0
	s.pairs, s.known, s.zx = s.pairs[:0], s.known[:0], s.zx[:0]
}

// resetSparse makes sparse handle pairs of nodes with at most limit ancestors, as in a.
func (s *grouped) resetSparse(a *msep.Ancestry, limit int) {
	s.sparse.reset(s.model, a, limit)
}

// resetFallback makes the model known to fallback.
func (s *grouped) resetFallback() {
	if !s.fallbackReset {
		s.fallbackReset = true
		s.z.Reset(s.model.Walk().N())
		s.fallback.Reset(s.model)
		if s.useSparse {
			s.fallback.useOne = false // sparse has handled these
		}
	}
}

// Share makes workers share the scratch memory of large graphs.
func (s *grouped) Share(l *ScratchPool) { s.pool = l }

// withMoral calls f with s.moral set.
func (s *grouped) withMoral(f func()) {
	switch {
	case s.pool != nil:
		s.moral = s.pool.acquire(s.plan)
		defer func() {
			s.pool.release(s.moral)
			s.moral = nil
		}()
	case !s.ownReset:
		s.ownReset = true
		s.own.Reset(s.plan)
		fallthrough
	default:
		s.moral = &s.own
	}
	f()
}

func (s *grouped) SetDraining(end bool) { s.ending = end }

func (s *grouped) Ask(x graph.Node, ys msep.Pieces) (left msep.Pieces) {
	if len(s.jobs)+len(s.ready)+len(s.known) == 0 {
		s.nodes.rewind() // all lists are unused
		s.pieces.rewind()
	}
	targets := ys.Len()
	switch {
	case s.few && targets <= fewTargets && s.useSparse && !s.sparse.few.Many(x):
		s.sparse.ask(x, ys, s.found, s.other)
	case s.few && targets <= fewTargets && !s.useSparse:
		for y := range ys.All {
			s.other(Pair{x, y})
		}
	case s.backoff > 0:
		s.backoff--
		return ys
	default:
		g := s.model.Walk()
		if left = s.splitByZone(x, ys, s.stepBudget*targets*(g.N()+g.M()+msep.Width)/msep.Width); len(left) == 0 {
			s.failed = 0
		} else {
			s.backoff, s.failed = min(1<<s.failed, maxBackoff), s.failed+1
		}
	}
	return left
}

// splitByZone makes jobs of x and the given y. It takes at most the given number of steps and returns the y
// that are left.
func (s *grouped) splitByZone(x graph.Node, ys msep.Pieces, steps int) (left msep.Pieces) {
	return s.zones.each(x, ys, steps, func(z zone) { s.add(s.jobOf(x, z)) })
}

// jobOf returns the job of x and the y of a zone.
func (s *grouped) jobOf(x graph.Node, z zone) job {
	j := job{x: x, last: s.plan.Position(x), ys: s.pieces.kept(z.ys), via: s.nodes.kept(z.via), zx: s.nodes.kept(z.zx)}
	for _, c := range j.via {
		j.last = max(j.last, s.plan.Position(c))
	}
	if j.part = s.partBeside(j.zx); j.part < 0 || len(j.zx) == 1 {
		j.second, j.open = true, j.zx
	}
	return j
}

// partBeside returns a node of a part adjacent to zx, that of the last zone, or -1: each part has a node with
// a child in Zx. The later a node, the larger its part.
func (s *grouped) partBeside(zx []graph.Node) graph.Node {
	for _, z := range zx {
		part := graph.Node(-1)
		for _, p := range s.g.Parents(z) {
			if !s.zones.near.Has(p) && (part < 0 || s.plan.Position(p) > s.plan.Position(part)) {
				part = p
			}
		}
		if part >= 0 {
			return part
		}
	}
	return -1
}

// add accepts a job, unless its y are too few for its lanes. (In a large graph with few edges they always are,
// and what matters is the memory that other engines would need.)
func (s *grouped) add(j job) {
	switch k := j.lanes(); {
	case k == 0:
		s.ready = append(s.ready, SharedSet{j.x, j.ys, j.base})
	case k > j.ys.Len() && s.zoneTargets == 0 || k > msep.Width:
		for y := range j.ys.All {
			s.known = append(s.known, Pair{j.x, y})
			s.zx = append(s.zx, j.zx)
		}
	default:
		s.jobs = append(s.jobs, j)
		s.lanes += k
	}
}

func (s *grouped) Next(all bool) []SharedSet {
	all = all || s.nodes.len() > manyListed || s.pieces.len() > manyPieces
	for {
		switch {
		case len(s.ready) >= msep.Width:
			return s.pop(msep.Width)
		case len(s.pairs) >= msep.Width:
			if sets := s.chooseByFallback(msep.Width); len(sets) > 0 { // none if no set separates any of them
				return sets
			}
		case len(s.known) >= msep.Width:
			return s.chooseKnown(msep.Width)
		case len(s.sparse.close) >= closePairs || all && len(s.sparse.close) > 0:
			s.sparse.find(s.found)
		case s.worth(all):
			s.withMoral(s.work)
		case s.sparse.enough(all):
			s.withMoral(func() {
				s.moral.Start(true)
				s.sparse.work(s.moral, s.found, s.other)
			})
		case all && len(s.pairs) > 0:
			if sets := s.chooseByFallback(len(s.pairs)); len(sets) > 0 {
				return sets
			}
		case all && len(s.known) > 0:
			return s.chooseKnown(len(s.known))
		case all && len(s.ready) > 0:
			return s.pop(len(s.ready))
		default:
			return nil
		}
	}
}

// found takes the set of x and y. Sets of the same x are consecutive.
func (s *grouped) found(x, y graph.Node, z []graph.Node) {
	for i := len(s.ready) - 1; i >= 0 && s.ready[i].X == x; i-- {
		if slices.Equal(s.ready[i].Set, z) {
			s.ready[i].Ys.Add(y)
			return
		}
	}
	one := s.alone(y, y)[:1] // room for another piece
	s.ready = append(s.ready, SharedSet{x, one, s.nodes.kept(z)})
}

// alone returns a piece for each y.
func (s *grouped) alone(ys ...graph.Node) msep.Pieces {
	at := s.pieces.room(len(ys))
	for _, y := range ys {
		s.pieces.last = append(s.pieces.last, msep.PieceOf(y))
	}
	return s.pieces.since(at)
}

// other takes a pair that cannot be handled one by one.
func (s *grouped) other(p Pair) {
	if s.useSparse {
		s.splitByZone(p.X, s.alone(p.Y), math.MaxInt)
	} else {
		s.pairs = append(s.pairs, p)
	}
}

// pop removes and returns the last k shared sets.
func (s *grouped) pop(k int) []SharedSet {
	k = len(s.ready) - k
	sharedSets := s.ready[k:]
	s.ready = s.ready[:k]
	return sharedSets
}

// chooseByFallback removes the last k pairs and returns each as a shared set.
func (s *grouped) chooseByFallback(k int) []SharedSet {
	pairs := s.pairs[len(s.pairs)-k:]
	s.pairs = s.pairs[:len(s.pairs)-k]
	s.resetFallback()
	s.z.Clear()
	none := s.fallback.Choose(pairs, &s.z)
	return s.single(pairs, none)
}

// chooseKnown does the same for pairs with a known Zx.
func (s *grouped) chooseKnown(k int) []SharedSet {
	at := len(s.known) - k
	pairs, zx := s.known[at:], s.zx[at:]
	s.known, s.zx = s.known[:at], s.zx[:at]
	s.resetFallback()
	s.z.Clear()
	s.fallback.chooseFrom(pairs, zx, &s.z)
	return s.single(pairs, msep.Word{})
}

// single makes a shared set of each pair, except those that no set separates.
func (s *grouped) single(pairs []Pair, none msep.Word) []SharedSet {
	sets := s.z.Sets()
	s.sharedSets = s.sharedSets[:0]
	for lane, p := range pairs {
		if !none.Has(lane) {
			s.sharedSets = append(s.sharedSets, SharedSet{p.X, s.alone(p.Y), sets[lane]})
		}
	}
	return s.sharedSets
}

// worth reports whether jobs should be done now.
func (s *grouped) worth(all bool) bool {
	switch {
	case s.lanes == 0, s.lanes < msep.Width && !all:
		s.draining = false
	case !s.draining && (all || s.ending || s.lanes >= manyBlocks*msep.Width):
		s.draining = true
		s.sortJobs()
	}
	return s.draining
}

// sortJobs sorts jobs by their last position. They are large, so each is moved once.
func (s *grouped) sortJobs() {
	s.order = s.order[:0]
	for i := range s.jobs {
		s.order = append(s.order, uint64(s.jobs[i].last)<<32|uint64(i))
	}
	slices.Sort(s.order)
	s.doing = append(s.doing[:0], s.jobs...)
	for k, i := range s.order {
		s.jobs[k] = s.doing[uint32(i)]
	}
}

// work does the last jobs.
func (s *grouped) work() {
	at, lanes, targets := len(s.jobs), 0, 0
	for at > 0 && lanes+s.jobs[at-1].lanes() <= msep.Width {
		at--
		lanes += s.jobs[at].lanes()
		targets += s.jobs[at].ys.Len()
	}
	s.doing = append(s.doing[:0], s.jobs[at:]...) // they may add jobs
	s.jobs, s.lanes = s.jobs[:at], s.lanes-lanes
	s.moral.Start(targets <= s.zoneTargets)
	lane := 0
	for i := range s.doing {
		j := &s.doing[i]
		s.moral.ExtendTo(j.ys)
		if !j.second {
			s.lay(lane, j, j.part)
			lane++
			continue
		}
		for _, z := range j.open {
			s.lay(lane, j, z)
			lane++
		}
	}
	s.moral.Run()
	lane = 0
	for i := range s.doing {
		j := &s.doing[i]
		if j.second {
			s.groupBySet(lane, j)
		} else {
			s.split(lane, j)
		}
		lane += j.lanes()
	}
}

// lay starts the search of a lane for the part of a node, which is not excluded even if it is in Zx. (A node of Zx is
// then joined to x, which leads to excluded nodes only.)
func (s *grouped) lay(lane int, j *job, from graph.Node) {
	s.moral.Include(lane, j.x)
	for _, c := range j.via {
		s.moral.Include(lane, c)
	}
	for _, z := range j.zx {
		if z != from {
			s.moral.Exclude(lane, z)
		}
	}
	s.moral.From(lane, from)
}

// split splits a job into the y that touch the large part, which the lane has found, and the others.
func (s *grouped) split(lane int, j *job) {
	s.stack = s.stack[:0]
	touching, others := s.byLane(lane, j.ys)
	next := job{x: j.x, via: j.via, zx: j.zx, last: j.last, second: true}
	if len(others) > 0 {
		rest := next
		rest.ys, rest.open = s.pieces.kept(others), j.zx
		s.add(rest)
	}
	if len(touching) == 0 {
		return
	}
	next.ys = s.pieces.kept(touching)
	s.nodes.room(len(j.zx)) // each is in one of two lists
	list := func(reached bool) []graph.Node {
		at := len(s.nodes.last)
		for _, z := range j.zx {
			if s.moral.Reached(lane, z) == reached {
				s.nodes.last = append(s.nodes.last, z)
			}
		}
		return s.nodes.since(at)
	}
	if next.base = list(true); len(next.base) < len(j.zx) {
		next.open = list(false)
	}
	s.add(next)
}

// byLane splits ys into those that touch the part of a lane and the others.
func (s *grouped) byLane(lane int, ys msep.Pieces) (touching, others msep.Pieces) {
	var some, rest uint64
	s.bits = s.bits[:0]
	for _, p := range ys {
		in := s.moral.Touching(lane, p)
		some |= in
		rest |= p.Bits &^ in
		s.bits = append(s.bits, in)
	}
	switch {
	case rest == 0:
		return ys, nil
	case some == 0:
		return nil, ys
	}
	at := len(s.stack)
	for i, p := range ys {
		if in := s.bits[i]; in != 0 {
			s.stack = append(s.stack, msep.Piece{At: p.At, Bits: in})
		}
	}
	middle := len(s.stack)
	for i, p := range ys {
		if out := p.Bits &^ s.bits[i]; out != 0 {
			s.stack = append(s.stack, msep.Piece{At: p.At, Bits: out})
		}
	}
	return s.stack[at:middle], s.stack[middle:]
}

// groupBySet groups the y whose lanes agree: their nearest separators are equal.
func (s *grouped) groupBySet(lane int, j *job) {
	s.set, s.stack = append(s.set[:0], j.base...), s.stack[:0]
	s.group(j.x, lane, j.open, j.ys)
}

// group groups ys, which have the nodes of s.set in their set, by the nodes of open, whose lanes are given by the first.
func (s *grouped) group(x graph.Node, lane int, open []graph.Node, ys msep.Pieces) {
	size := len(s.set)
	for i, z := range open {
		touching, others := s.byLane(lane+i, ys)
		if len(touching) == 0 {
			continue
		}
		if len(others) > 0 {
			s.group(x, lane+i+1, open[i+1:], others)
		}
		s.set, ys = append(s.set, z), touching
	}
	s.ready = append(s.ready, SharedSet{x, s.pieces.kept(ys), s.nodes.kept(s.set)})
	s.set = s.set[:size]
}
