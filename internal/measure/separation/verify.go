package separation

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A verifier verifies claims in blocks. It serves one goroutine.
type verifier struct {
	truth, guess *model.Model
	strategy     separator.Strategy
	chooser      separator.Chooser
	grouper      separator.Grouper      // made where it is used
	grouped      bool                   // it can be used
	pool         *separator.ScratchPool // from which the grouper borrows
	lanes        msep.Lanes
	walker       msep.Walker
	z            msep.Block
	laid         bool // z, waiting and the chooser know the guess, which a grouper may spare them

	silent        msep.Marks   // about the current x and these there is no claim
	known         msep.Marks   // in the truth: no set separates them
	maximal       bool         // about every other pair there is one
	separableOnly bool         // it is so since pairs that no set separates are looked up
	partners      []graph.Node // of the current x
	markov        markov

	agreement agreement // set after reset
	agreed    bool      // as to what leads to the current x

	pairs   []separator.Pair
	queues  [queues + 1]queue // open claims
	waiting waiting           // claims that are left of several blocks
	ordered bool              // weights are added up in the order of the blocks
	ys      msep.Pieces       // of the current x, to be grouped
	open    graph.Set         // scratch space for them
	touched []graph.Node      // see [msep.Walker.Touch]

	wrong   float64 // weight of the wrong claims so far
	explain bool
	sets    bool               // with sets
	claims  []distance.Mistake // of the current chunk, reported before the next one
}

// A queue holds pairs, with their weights, for a block. A walk visits the nodes of the truth up to the last
// relevant one; pairs for which this is about the same node share a queue.
type queue struct {
	pairs  []separator.Pair
	weight []float64
}

const (
	queues = 16
	late   = queues // the queue of pairs whose walk is long
)

func (q *queue) clear() { q.pairs, q.weight = q.pairs[:0], q.weight[:0] }

// reset sets the graphs. Waiting claims about other graphs, as after a cancelled run, are dropped.
func (v *verifier) reset(truth, guess *model.Model) {
	v.truth, v.guess = truth, guess
	v.separableOnly = !guess.Maximal() && guess.N() <= siftNodes
	v.maximal = guess.Maximal() || v.separableOnly
	v.lanes.Reset(truth.Plan())
	v.walker.Reset(truth.Plan())
	v.silent.Reset(truth.N())
	v.known.Reset(truth.N())
	for i := range v.queues {
		v.queues[i].clear()
	}
	v.waiting.clear()
	v.wrong, v.ordered, v.explain = 0, false, false
	if v.resetGrouper(); !v.grouped {
		v.chooser.Reset(forChooser(guess))
	}
	v.agreement = agreement{}
	v.laid = false
}

// siftNodes is the number of nodes up to which it pays to find all pairs of the guess that no set separates
// before sets are chosen.
const siftNodes = 1 << 14

// separablePairsOnly is a guess whose choosers only see pairs that some set separates.
type separablePairsOnly struct{ *model.Model }

func (separablePairsOnly) Maximal() bool { return true }

// forChooser returns the guess as choosers see it.
func forChooser(guess *model.Model) separator.Model {
	if !guess.Maximal() && guess.N() <= siftNodes {
		return separablePairsOnly{guess}
	}
	return guess
}

// chunk verifies the pairs of chunk i. It returns the weight of the wrong ones and, if explain is set, the
// mistakes.
func (v *verifier) chunk(a *task.Pairs, i int, explain bool) (float64, []distance.Mistake) {
	v.explain, v.claims = explain, v.claims[:0]
	v.ordered = true
	v.take(a, i)
	wrong := v.flush()
	sortMistakes(v.claims)
	return wrong, v.claims
}

// take verifies the pairs of chunk i, except those that do not fill a block, which wait for flush.
func (v *verifier) take(a *task.Pairs, i int) {
	if v.grouped && a.Sources != nil {
		v.grouper.SetDraining(i >= a.Chunks()/4*3)
		for _, x := range a.SourcesOf(i) {
			v.takeAll(x, a.TargetSet)
		}
		return
	}
	v.pairs = a.AppendChunk(v.pairs[:0], i)
	for lo := 0; lo < len(v.pairs); {
		x := v.pairs[lo].X
		v.setSource(x)
		for ; lo < len(v.pairs) && v.pairs[lo].X == x; lo++ {
			y := v.pairs[lo].Y
			if v.markov.settledBefore(y) {
				continue
			}
			switch v.triage(x, y) {
			case wrongClaim:
				v.wrong += a.Weight(i, lo)
			case openClaim:
				v.ask(x, y, a.Weight(i, lo))
			}
		}
	}
}

// setSource makes x the current source.
func (v *verifier) setSource(x graph.Node) {
	v.silent.Set(v.guess.Drawn().Neighbors(x))
	if v.separableOnly {
		v.partners = v.guess.AppendInseparable(v.partners[:0], x)
		v.silent.AddAll(v.partners)
	}
	v.known.Set(v.truth.Drawn().Neighbors(x))
	v.markov.of(x)
	v.agreed = v.agreement.ancestral.Has(x)
	v.ys = v.ys[:0]
}

// A claimState is what is known about a claim before its set is chosen.
type claimState uint8

const (
	openClaim claimState = iota
	noClaim              // there is an edge in the guess, or no set separates them there
	rightClaim
	wrongClaim // there is one in the truth, and no set separates them
)

// triage returns the state of the claim about y and x, the current source.
func (v *verifier) triage(x, y graph.Node) claimState {
	switch {
	case v.agreed && v.agreement.ancestral.Has(y): // if there is one
		return rightClaim
	case v.silent.Has(y):
		return noClaim
	case v.maximal && !v.explain && v.known.Has(y):
		return wrongClaim
	case v.markov.knownRight(x, y):
		return rightClaim
	}
	return openClaim
}

// all verifies all pairs and returns the number of wrong ones.
func (v *verifier) all(symmetric bool) float64 {
	n, weight := graph.Node(v.truth.N()), 1.0
	if symmetric {
		weight = 2
	}
	for x := range n {
		v.setSource(x)
		last := n
		if symmetric {
			last = x
		}
		for y := range last {
			if x == y {
				continue
			}
			switch v.triage(x, y) {
			case wrongClaim:
				v.wrong += weight
			case openClaim:
				v.ask(x, y, weight)
			}
		}
	}
	return v.flush()
}

// ask verifies an open claim with a walk, or queues it for a block. Blocks of a large graph take much memory.
func (v *verifier) ask(x, y graph.Node, weight float64) {
	if v.markov.usable && !v.explain && !v.ordered && v.walker.Preferred() {
		v.touched = v.touched[:0]
		for _, u := range [...]graph.Node{x, y} {
			some, more := v.markov.join.Contribution(u)
			v.touched = append(append(v.touched, some...), more...)
		}
		if v.walker.ReachAmong(x, v.touched, []graph.Node{y}); v.walker.Reached(y) {
			v.wrong += weight
		}
		return
	}
	v.put(&v.queues[v.markov.reach(x, y)], separator.Pair{X: x, Y: y}, weight)
}

// put adds a pair to a queue and verifies the queue when it fills the lanes.
func (v *verifier) put(q *queue, pair separator.Pair, weight float64) {
	q.pairs = append(q.pairs, pair)
	q.weight = append(q.weight, weight)
	if len(q.pairs) == msep.Width {
		v.block(q)
	}
}

// flush verifies all waiting claims and returns the weight of the wrong ones since the last call.
func (v *verifier) flush() float64 {
	if v.grouped {
		v.verifyShared(true)
	}
	rest := &v.queues[0] // the rest of the other queues shares blocks
	for i := 1; i < late; i++ {
		q := &v.queues[i]
		for k, pair := range q.pairs {
			v.put(rest, pair, q.weight[k])
		}
		q.clear()
	}
	v.block(rest)
	v.block(&v.queues[late])
	v.verifyWaiting()
	wrong := v.wrong
	v.wrong = 0
	return wrong
}

// fewLeft is the number of lanes at which the walk of a block ends. Most sets that fail do so in two or three rounds of
// sweeps. The pairs that need more wait in the late queue, and their sets are chosen again, if this is cheap: that saves
// 6 % of the rounds over all nodes and 71 % of the others (ancestors, 6000 nodes with 12 000 edges, unrelated guess).
const fewLeft = msep.Width / 4

// block verifies the pairs of a queue, and empties it.
func (v *verifier) block(q *queue) {
	if len(q.pairs) == 0 {
		return
	}
	if !v.laid {
		v.laid = true
		v.z.Reset(v.guess.Walk().N())
		v.waiting.z.Reset(v.guess.Walk().N())
		if v.grouped {
			v.chooser.Reset(forChooser(v.guess))
		}
	}
	v.z.Clear()
	none := v.chooser.Choose(q.pairs, &v.z)
	ask := msep.First(len(q.pairs)).Minus(none).Minus(v.separated(q.pairs))
	switch {
	case !v.explain && ask.Len() <= msep.Width/2:
		v.wait(ask, q) // so that the lanes of a walk are filled
	case !ask.Empty():
		enough := 0
		if v.strategy.Symmetric && !v.explain && !v.ordered && q != &v.queues[late] {
			enough = fewLeft
		}
		wrong, left := v.connected(ask, q.pairs, &v.z, enough)
		wrong.Each(func(lane int) { v.wrong += q.weight[lane] })
		left.Each(func(lane int) { v.put(&v.queues[late], q.pairs[lane], q.weight[lane]) })
		if v.explain {
			sizes := v.z.Sizes()
			wrong.Each(func(lane int) { v.recordMistake(q.pairs[lane].X, q.pairs[lane].Y, &v.z, lane, sizes[lane]) })
		}
	}
	q.clear()
}

// recordMistake stores the mistake about x and y. Its set is that of a lane of z and has size nodes.
func (v *verifier) recordMistake(x, y graph.Node, z *msep.Block, lane int, size int32) {
	m := distance.Mistake{X: x, Y: y, Size: int(size)}
	if v.sets {
		m.Separator = z.Lane(make([]graph.Node, 0, m.Size), lane)
		slices.Sort(m.Separator)
	}
	v.claims = append(v.claims, m)
}

// sortMistakes sorts mistakes by x and then y.
func sortMistakes(list []distance.Mistake) {
	slices.SortFunc(list, func(l, m distance.Mistake) int {
		if l.X != m.X {
			return int(l.X - m.X)
		}
		return int(l.Y - m.Y)
	})
}
