package distance

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// A verifier verifies claims in blocks. It serves one goroutine.
type verifier struct {
	truth, guess *model.Model
	strategy     separator.Strategy
	chooser      separator.Chooser
	grouper      separator.Grouper // made where it is used
	grouped      bool              // it can be used
	lender       *separator.Lender // from which the grouper borrows
	lanes        msep.Lanes
	walker       msep.Walker
	z            msep.Block
	laid         bool // z, waiting and the chooser know the guess, which a grouper may spare them

	silent   msep.Marks   // about the current x and these there is no claim
	known    msep.Marks   // in the truth: no set separates them
	maximal  bool         // about every other pair there is one
	sift     bool         // it is so since pairs that no set separates are looked up
	partners []graph.Node // of the current x
	markov   markov

	agreement agreement // set after reset
	agreed    bool      // as to what leads to the current x

	pairs   []separator.Pair
	queues  [queues]queue // open claims
	waiting waiting       // claims that are left of several blocks
	ys      []graph.Node  // of the current x, to be grouped
	touched []graph.Node  // see [msep.Walker.Touch]

	wrong   float64 // weight of the wrong claims so far
	explain bool
	sets    bool      // with sets
	claims  []Mistake // of the current chunk, told before the next one
}

// A queue holds pairs, with their weights, for a block. A walk goes over the nodes of the
// truth up to the last that matters; pairs for which this is about the same node are in the
// same queue.
type queue struct {
	pairs  []separator.Pair
	weight []float64
}

const queues = 16

func (q *queue) clear() { q.pairs, q.weight = q.pairs[:0], q.weight[:0] }

// reset makes these the graphs. Claims about others that still wait, as they do after a run was
// cancelled, are forgotten.
func (j *verifier) reset(truth, guess *model.Model) {
	j.truth, j.guess = truth, guess
	j.sift = !guess.Maximal() && guess.N() <= siftNodes
	j.maximal = guess.Maximal() || j.sift
	j.lanes.Reset(truth.Plan())
	j.walker.Reset(truth.Plan())
	j.silent.Reset(truth.N())
	j.known.Reset(truth.N())
	for i := range j.queues {
		j.queues[i].clear()
	}
	j.waiting.clear()
	j.wrong = 0
	if j.resetGrouper(); !j.grouped {
		j.chooser.Reset(j.claimant())
	}
	j.markov.reset(truth, j.chooser)
	j.agreement = agreement{}
	j.laid = false
}

// siftNodes is the number of nodes up to which it is worth to know all pairs of the guess that no set
// separates before sets are chosen.
const siftNodes = 1 << 14

// A sifted is a guess that is only asked about pairs that some set separates.
type sifted struct{ *model.Model }

func (sifted) Maximal() bool { return true }

// claimant returns the guess for those who choose sets.
func (j *verifier) claimant() separator.Model {
	if j.sift {
		return sifted{j.guess}
	}
	return j.guess
}

// chunk verifies the pairs of chunk i. It returns the weight of the wrong ones and, where
// asked, what was wrong.
func (j *verifier) chunk(a *pairSet, i int, explain bool) (float64, []Mistake) {
	j.explain, j.claims = explain, j.claims[:0]
	j.take(a, i)
	wrong := j.flush()
	sortMistakes(j.claims)
	return wrong, j.claims
}

// take verifies the pairs of chunk i, but for what does not fill a block: flush does that.
func (j *verifier) take(a *pairSet, i int) {
	j.pairs = a.chunk(j.pairs[:0], i)
	group := j.grouped && a.sources != nil
	if group {
		j.grouper.Hurry(i >= a.chunks()/4*3)
	}
	for lo := 0; lo < len(j.pairs); {
		x := j.pairs[lo].X
		j.near(x)
		for ; lo < len(j.pairs) && j.pairs[lo].X == x; lo++ {
			y := j.pairs[lo].Y
			if j.markov.sure(y) {
				continue
			}
			switch j.triage(x, y) {
			case wrongClaim:
				j.wrong += a.weight(i, lo)
			case openClaim:
				if group {
					j.ys = append(j.ys, y)
				} else {
					j.ask(x, y, a.weight(i, lo))
				}
			}
		}
		if group {
			j.group(x)
		}
	}
}

// near makes x the current source.
func (j *verifier) near(x graph.Node) {
	j.silent.Set(j.guess.Drawn().Ends(x))
	if j.sift {
		j.partners = j.guess.AppendInseparable(j.partners[:0], x)
		j.silent.AddAll(j.partners)
	}
	j.known.Set(j.truth.Drawn().Ends(x))
	j.markov.of(x)
	j.agreed = j.agreement.ancestral.Has(x)
	j.ys = j.ys[:0]
}

// A claimState is what is known of a claim before its set is chosen.
type claimState uint8

const (
	openClaim claimState = iota
	noClaim              // there is an edge in the guess, or no set separates them there
	rightClaim
	wrongClaim // there is one in the truth, and no set separates them
)

// triage looks at the claim about y and x, the current source.
func (j *verifier) triage(x, y graph.Node) claimState {
	switch {
	case j.agreed && j.agreement.ancestral.Has(y): // if there is one
		return rightClaim
	case j.silent.Has(y):
		return noClaim
	case j.maximal && !j.explain && j.known.Has(y):
		return wrongClaim
	case j.markov.right(x, y):
		return rightClaim
	}
	return openClaim
}

// all verifies all pairs and returns the number of wrong ones.
func (j *verifier) all(symmetric bool) float64 {
	j.explain = false
	n, weight := graph.Node(j.truth.N()), 1.0
	if symmetric {
		weight = 2
	}
	for x := range n {
		j.near(x)
		last := n
		if symmetric {
			last = x
		}
		for y := range last {
			if x == y {
				continue
			}
			switch j.triage(x, y) {
			case wrongClaim:
				j.wrong += weight
			case openClaim:
				j.ask(x, y, weight)
			}
		}
	}
	return j.flush()
}

// ask lets an open claim wait for a block.
func (j *verifier) ask(x, y graph.Node, weight float64) {
	j.put(&j.queues[j.markov.reach(x, y)], separator.Pair{X: x, Y: y}, weight)
}

// put puts a pair into a queue and, when that fills the lanes, verifies it.
func (j *verifier) put(q *queue, pair separator.Pair, weight float64) {
	q.pairs = append(q.pairs, pair)
	q.weight = append(q.weight, weight)
	if len(q.pairs) == msep.Width {
		j.block(q)
	}
}

// flush verifies all claims that wait, and returns the weight of the wrong ones since it was
// called before.
func (j *verifier) flush() float64 {
	if j.grouped {
		j.verifyShared(true)
	}
	rest := &j.queues[0] // what is left of the others makes common blocks
	for i := 1; i < len(j.queues); i++ {
		q := &j.queues[i]
		for k, pair := range q.pairs {
			j.put(rest, pair, q.weight[k])
		}
		q.clear()
	}
	j.block(rest)
	j.verifyWaiting()
	wrong := j.wrong
	j.wrong = 0
	return wrong
}

// block verifies the pairs of a queue, and empties it.
func (j *verifier) block(q *queue) {
	if len(q.pairs) == 0 {
		return
	}
	if !j.laid {
		j.laid = true
		j.z.Reset(j.guess.Walk().N())
		j.waiting.z.Reset(j.guess.Walk().N())
		if j.grouped {
			j.chooser.Reset(j.claimant())
		}
	}
	j.z.Clear()
	none := j.chooser.Choose(q.pairs, &j.z)
	ask := msep.First(len(q.pairs)).Minus(none).Minus(j.separated(q.pairs))
	switch {
	case !j.explain && ask.Len() <= msep.Width/2:
		j.wait(ask, q) // so that the lanes of a walk are filled
	case !ask.Empty():
		wrong := j.connected(ask, q.pairs, &j.z)
		wrong.Each(func(lane int) { j.wrong += q.weight[lane] })
		if j.explain {
			sizes := j.z.Sizes()
			wrong.Each(func(lane int) { j.tell(q.pairs[lane].X, q.pairs[lane].Y, &j.z, lane, sizes[lane]) })
		}
	}
	q.clear()
}

// tell keeps the mistake about x and y, whose set is that of lane in z and has so many nodes.
func (j *verifier) tell(x, y graph.Node, z *msep.Block, lane int, size int32) {
	m := Mistake{X: x, Y: y, Size: int(size)}
	if j.sets {
		m.Separator = z.Lane(make([]graph.Node, 0, m.Size), lane)
		slices.Sort(m.Separator)
	}
	j.claims = append(j.claims, m)
}

// toldSources is the number of sources in a chunk whose mistakes are told: they wait in memory
// until it is their turn.
func toldSources(n int) int { return max(1, 1<<17/max(1, n)) }

// sortMistakes puts mistakes into the order of x and then y.
func sortMistakes(list []Mistake) {
	slices.SortFunc(list, func(l, m Mistake) int {
		if l.X != m.X {
			return int(l.X - m.X)
		}
		return int(l.Y - m.Y)
	})
}
