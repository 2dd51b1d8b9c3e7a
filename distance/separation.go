package distance

import (
	"context"
	"math"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/msep"
	"github.com/sepdist/sepdist/separator"
)

// separation returns the distance of Wahl and Runge for a strategy: of the ordered pairs
// (x, y), those without an edge in the guess that the guess claims to separate by a set
// that does not separate them in the truth.
func separation(s separator.Strategy) func(context.Context, *class.Model, *class.Model, Params) (Result, error) {
	return func(ctx context.Context, truth, guess *class.Model, p Params) (Result, error) {
		if n := truth.N(); p.whole() && n*n <= smallPairs {
			j := p.Options.Scratch.judge(s)
			j.use(truth, guess)
			return counted(float64(j.all(s.Symmetric)), float64(n)*float64(n-1)), nil
		}
		a, err := agendaOf(truth, p, s.Symmetric && p.Options.Mistake == nil)
		if err != nil {
			return Result{}, err
		}
		if a.sources != nil && canBundle(s, guess) {
			a.chunk = max(a.chunk, min(len(a.sources)/16, bundledPairs/max(1, len(a.targets))))
		}
		return judge(ctx, s, truth, guess, a, p)
	}
}

// smallPairs is the number of pairs up to which all are judged at once: by one worker,
// without a word in between. It is a few blocks, some microseconds.
const smallPairs = 1024

// judge counts the wrong claims about the pairs of the agenda.
func judge(ctx context.Context, s separator.Strategy, truth, guess *class.Model, a *agenda, p Params) (Result, error) {
	judges := make([]*judgeWorker, p.Options.workers())
	sums := make([]float64, a.chunks())
	mistakes := make([][]Mistake, a.chunks())
	err := share(ctx, p.Options, a.chunks(), func(w, i int) {
		if judges[w] == nil {
			judges[w] = p.Options.Scratch.judge(s)
			judges[w].use(truth, guess)
		}
		judges[w].sets = p.Options.Sets
		sums[i], mistakes[i] = judges[w].chunk(a, i, p.Options.Mistake != nil)
	}, func(i int) {
		for _, m := range mistakes[i] {
			p.Options.Mistake(m)
		}
		mistakes[i] = nil
	})
	if err != nil {
		return Result{}, err
	}
	wrong := 0.0
	for _, sum := range sums { // in order, so that weights add up alike for any workers
		wrong += sum
	}
	if a.drawn > 0 {
		return sampled(wrong, float64(a.drawn), a.of, p.Seed), nil
	}
	return counted(wrong, a.of), nil
}

// sampled returns the estimate from wrong mistakes among drawn of all pairs.
func sampled(wrong, drawn, all float64, seed uint64) Result {
	share := wrong / drawn
	left := (all - drawn) / (all - 1) // of the variance: drawn without replacement
	lo, hi := wilson(share, drawn/left)
	return Result{Value: share, Sample: &Sample{
		Samples: int64(drawn), Of: all, Seed: seed,
		Stderr: math.Sqrt(share * (1 - share) / drawn * left),
		Lo:     lo, Hi: hi,
	}}
}

// wilson returns the 95 % interval of a share seen in n draws. (Wilson, Probable
// inference, the law of succession, and statistical inference, JASA 22:209–212.)
func wilson(share, n float64) (lo, hi float64) {
	const z = 1.959963984540054
	mid := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(0, mid-half), min(1, mid+half)
}

// A judgeWorker judges claims in blocks. It serves one goroutine.
type judgeWorker struct {
	truth, guess *class.Model
	strategy     separator.Strategy
	chooser      separator.Chooser
	bundler      separator.Bundler // made where it is used
	bundled      bool              // it can be used
	verify       msep.Lanes
	z            msep.Block
	adjacent     marker // in the guess, to the x at hand
	known        marker // in the truth: no set separates them

	waiting waiting // claims that are left of several blocks

	dealt   []separator.Pair
	ys      []graph.Node     // of the x at hand, to be bundled
	pairs   []separator.Pair // those of the block
	place   []int            // and their places in dealt
	wrong   []bool           // by place in dealt
	explain bool
	sets    bool      // with sets
	claims  []Mistake // of the chunk at hand, told before the next one
}

func (j *judgeWorker) use(truth, guess *class.Model) {
	j.truth, j.guess = truth, guess
	j.chooser.Use(guess)
	j.verify.Use(truth.Plan())
	j.z.Use(guess.Walk().N())
	j.waiting.z.Use(guess.Walk().N())
	j.adjacent.use(truth.N())
	j.known.use(truth.N())
	j.useBundles()
}

// chunk judges the pairs of chunk i. It returns the weight of the wrong ones and, where
// asked, what was wrong.
func (j *judgeWorker) chunk(a *agenda, i int, explain bool) (float64, []Mistake) {
	j.explain, j.claims = explain, j.claims[:0]
	j.dealt = a.deal(j.dealt[:0], i)
	if j.bundled && a.sources != nil {
		wrong := j.bundle()
		sortMistakes(j.claims)
		return float64(wrong), j.claims
	}
	j.wrong = append(j.wrong[:0], make([]bool, len(j.dealt))...)
	last := graph.Node(-1)
	for k, pair := range j.dealt {
		if pair.X != last {
			last = pair.X
			j.near(last)
		}
		switch j.first(pair.Y) {
		case wrongClaim:
			j.wrong[k] = true
		case openClaim:
			j.pairs = append(j.pairs, pair)
			j.place = append(j.place, k)
			if len(j.pairs) == msep.Width {
				j.block()
			}
		}
	}
	j.block()
	j.judgeWaiting()
	sum := 0.0
	for k, wrong := range j.wrong {
		if wrong {
			sum += a.weight(i, k)
		}
	}
	sortMistakes(j.claims)
	return sum, j.claims
}

// near makes x the source at hand.
func (j *judgeWorker) near(x graph.Node) {
	j.adjacent.mark(j.guess.Drawn().Ends(x))
	j.known.mark(j.truth.Drawn().Ends(x))
}

// A standing is what is known of a claim before its set is chosen.
type standing uint8

const (
	openClaim  standing = iota
	noClaim             // there is an edge in the guess
	wrongClaim          // there is one in the truth, and no set separates them
)

// first looks at the claim about y and the x at hand.
func (j *judgeWorker) first(y graph.Node) standing {
	switch {
	case j.adjacent.has(y):
		return noClaim
	case !j.explain && j.guess.Maximal() && j.known.has(y):
		return wrongClaim
	}
	return openClaim
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

// all judges all pairs and returns the number of wrong ones.
func (j *judgeWorker) all(symmetric bool) (wrong int) {
	j.explain, j.wrong = false, j.wrong[:0]
	n, twice := graph.Node(j.truth.N()), 1
	if symmetric {
		twice = 2
	}
	sure := j.guess.Maximal()
	for x := range n {
		j.adjacent.mark(j.guess.Drawn().Ends(x))
		j.known.mark(j.truth.Drawn().Ends(x))
		last := n
		if symmetric {
			last = x
		}
		for y := range last {
			switch {
			case y == x, j.adjacent.has(y):
			case sure && j.known.has(y):
				wrong += twice
			default:
				j.ask(x, y)
			}
		}
	}
	return wrong + twice*j.found()
}

// ask lets the pair wait for the next block; found then counts the wrong ones of all
// that were asked.
func (j *judgeWorker) ask(x, y graph.Node) {
	j.pairs = append(j.pairs, separator.Pair{X: x, Y: y})
	j.place = append(j.place, len(j.wrong))
	j.wrong = append(j.wrong, false)
	if len(j.pairs) == msep.Width {
		j.block()
	}
}

func (j *judgeWorker) found() (wrong int) {
	j.block()
	j.judgeWaiting()
	for _, w := range j.wrong {
		if w {
			wrong++
		}
	}
	return wrong
}

// block judges the pairs that are waiting.
func (j *judgeWorker) block() {
	if len(j.pairs) == 0 {
		return
	}
	j.z.Clear()
	none := j.chooser.Choose(j.pairs, &j.z)
	ask := msep.First(len(j.pairs)).Minus(none).Minus(j.markov())
	switch {
	case !j.explain && ask.Len() <= msep.Width/2:
		j.wait(ask) // so that the lanes of a walk are filled
	case !ask.Empty():
		wrong := j.connected(ask, j.pairs, &j.z)
		wrong.Each(func(lane int) { j.wrong[j.place[lane]] = true })
		if j.explain {
			sizes := j.z.Sizes()
			wrong.Each(func(lane int) { j.tell(j.pairs[lane].X, j.pairs[lane].Y, &j.z, lane, sizes[lane]) })
		}
	}
	j.pairs, j.place = j.pairs[:0], j.place[:0]
}

// tell keeps the mistake about x and y, whose set is that of lane in z and has so many nodes.
func (j *judgeWorker) tell(x, y graph.Node, z *msep.Block, lane int, size int32) {
	m := Mistake{X: x, Y: y, Size: int(size)}
	if j.sets {
		m.Separator = z.Lane(make([]graph.Node, 0, m.Size), lane)
		slices.Sort(m.Separator)
	}
	j.claims = append(j.claims, m)
}

// A marker marks nodes and forgets them at once.
type marker struct {
	stamp []uint32
	now   uint32
}

func (m *marker) use(n int) {
	if n > len(m.stamp) {
		m.stamp = make([]uint32, n)
		m.now = 0
	}
}

// mark marks just the given nodes.
func (m *marker) mark(nodes []graph.Node) {
	if m.now++; m.now == 0 {
		clear(m.stamp)
		m.now = 1
	}
	for _, v := range nodes {
		m.stamp[v] = m.now
	}
}

func (m *marker) has(v graph.Node) bool { return m.stamp[v] == m.now }
