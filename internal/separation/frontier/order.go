package frontier

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/sepdist/sepdist/graph"
)

// The number of states depends on the order of the groups. New looks for a good one:
// among some obvious ones, greedily from several groups, then by simulated annealing, which
// moves groups at random. It uses integers only, so that every machine finds the same order.

// New returns a plan for two graphs whose nodes below observed are the same. It does not
// probe for long if only few states are allowed. The workers share the
// search, and their number does not change the result. If ctx is done, it ends early with any plan.
func New(ctx context.Context, g, h *graph.Graph, observed, states, workers int) *Plan {
	s := newSearch(g, h, observed)
	s.fold()
	s.simple()
	s.greedy()
	p := s.plan()
	if s.bestCost.states() > enoughForDense && p.probe(fewForDense) <= 2*fewForDense {
		return p
	}
	s.anneal(ctx, states, 0)
	p = s.plan()
	if states <= atOnce || s.bestCost.states() <= retryThreshold {
		return p
	}
	least, ok := p.countUnplaced(ctx, maxCounted)
	switch {
	case !ok:
		least = maxCounted
	case least <= worthMore:
		return p
	}
	return s.others(ctx, p, least, states, workers)
}

const (
	// Dense graphs are easier than expected: if many states are expected, first try
	// whether there are only few.
	enoughForDense = 1 << 17
	fewForDense    = 1 << 14

	// If many states are allowed and expected, make several orders and take the one with
	// the fewest states without x and y.
	atOnce         = 1 << 20
	retryThreshold = 1 << 17
	worthMore      = 1 << 17
	maxCounted     = 1 << 20
)

// variants are other weights. None fits the states of every graph, and the orders that
// are best by different weights are different ones: the number of their states is now and
// then a third of that of the first, or three times as high.
var variants = []weights{{4, 1, 4, 0}, {2, 2, 4, 2}, {2, 1, 2, 6}, {6, 1, 2, 0}, {1, 1, 8, 0}, {6, 3, 0, 0}, {2, 4, 4, 0}}

// others returns the plan with the fewest states without x and y: this one, whose number of
// states is given, one of the variants, or one of these reversed.
func (s *search) others(ctx context.Context, p *Plan, least, states, workers int) *Plan {
	plans, found := make([]*Plan, 1+len(variants)), make([]int, 1+len(variants))
	var mu sync.Mutex
	limit := least
	together(workers, len(plans), func(i int) {
		plans[i], found[i] = p, least
		count := func(own *Plan) {
			mu.Lock()
			most := limit
			mu.Unlock()
			n, ok := own.countUnplaced(ctx, most)
			if !ok || n >= found[i] {
				return
			}
			plans[i], found[i] = own, n
			mu.Lock()
			limit = min(limit, n)
			mu.Unlock()
		}
		own := s
		if i > 0 {
			own = newSearch(s.g, s.h, s.observed)
			own.choices = s.choices
			own.group(s.members)
			own.weights = variants[i-1]
			own.simple()
			own.greedy()
			own.anneal(ctx, states, uint64(i))
			count(own.plan())
		}
		if own.differsEarly() {
			slices.Reverse(own.best)
			count(own.plan())
		}
	})
	for i, n := range found {
		if n < least {
			p, least = plans[i], n
		}
	}
	return p
}

// differsEarly reports whether the items whose edges are not the same in both graphs do not mostly come
// late in the best order. After each of them there are more pairs of relations for each relation, so that
// the reversed order may have fewer.
func (s *search) differsEarly() bool {
	s.put(s.best, 0)
	sum, n := 0, 0
	for v, place := range s.place {
		if !slices.Equal(s.links[0][v], s.links[1][v]) {
			sum += int(place)
			n++
		}
	}
	return 5*sum < 3*n*s.n
}

// probe returns an estimate of the number of states, from at most the given number in each graph.
func (p *Plan) probe(states int) (expected uint64) {
	for k := range 2 {
		a, err := p.build(context.Background(), k, states, func(int) {})
		var w *widthError
		switch {
		case errors.As(err, &w):
			expected = capped(expected, p.expect(k, w.found))
		case a != nil:
			expected = capped(expected, uint64(a.states))
		}
	}
	return expected
}

// A search looks for an order of groups of items: the observed nodes, then the latent
// nodes of either graph. At first every item is a group.
type search struct {
	g, h       *graph.Graph
	observed   int
	items      int
	links      [2][][]link // of each item in either graph
	edges      int         // of both graphs
	n          int         // groups
	members    [][]int32   // the items of each group, in order
	rank       []int32     // the place of each item in its group
	choices    [][]choice
	neighbours [][]int32 // of each group in either graph, each once
	weights    weights
	best       []int32
	bestCost   cost

	place  []int32  // of each item
	layers []layer  // of the order that was evaluated last
	seen   [2][]int // sides of items, by the stamp when they were last counted
	stamp  int
}

// A link is an edge of an item to another one.
type link struct {
	to         int32
	from, side side // at the item itself, and at the other one
}

func newSearch(g, h *graph.Graph, observed int) *search {
	n := g.N() + h.N() - observed
	s := &search{g: g, h: h, observed: observed, items: n, place: make([]int32, n), layers: make([]layer, n), rank: make([]int32, n), weights: fitted, bestCost: math.MaxUint64}
	for k, gr := range []*graph.Graph{g, h} {
		s.links[k], s.seen[k] = make([][]link, n), make([]int, n)
		shift := int32(0)
		if k == 1 {
			shift = int32(g.N() - observed) // latent nodes of h come last
		}
		itemOf := func(v graph.Node) int32 {
			if int(v) < observed {
				return int32(v)
			}
			return int32(v) + shift
		}
		for e := range gr.Edges() {
			a, b := itemOf(e.X), itemOf(e.Y)
			s.links[k][a] = append(s.links[k][a], link{b, sideOf(e.AtX), sideOf(e.AtY)})
			s.links[k][b] = append(s.links[k][b], link{a, sideOf(e.AtY), sideOf(e.AtX)})
			s.edges++
		}
	}
	single := make([][]int32, n)
	for v := range single {
		single[v] = []int32{int32(v)}
	}
	s.group(single)
	return s
}

// group sets the groups.
func (s *search) group(members [][]int32) {
	s.n, s.members = len(members), members
	s.neighbours = make([][]int32, s.n)
	of := make([]int32, s.items)
	for v, list := range members {
		for i, it := range list {
			of[it], s.rank[it] = int32(v), int32(i)
		}
	}
	seen := make(map[[2]int32]bool)
	for _, gr := range s.links {
		for it, list := range gr {
			for _, l := range list {
				a, b := of[it], of[l.to]
				if a != b && !seen[[2]int32{a, b}] {
					seen[[2]int32{a, b}] = true
					s.neighbours[a] = append(s.neighbours[a], b)
				}
			}
		}
	}
}

// item returns the item of a number.
func (s *search) item(v int32) item {
	switch v := int(v); {
	case v < s.observed:
		return item{graph.Node(v), graph.Node(v)}
	case v < s.g.N():
		return item{graph.Node(v), -1}
	default:
		return item{-1, graph.Node(v - s.g.N() + s.observed)}
	}
}

// itemsOf returns the items of a list of numbers.
func (s *search) itemsOf(list []int32) []item {
	items := make([]item, len(list))
	for i, v := range list {
		items[i] = s.item(v)
	}
	return items
}

// plan returns the plan of the best order.
func (s *search) plan() *Plan {
	p := &Plan{g: s.g, h: s.h, observed: s.observed, logs: s.estimates(), groups: make([]group, s.n)}
	for i, v := range s.best {
		p.groups[i] = group{s.itemsOf(s.members[v]), s.choices[v]}
	}
	return p
}

// greedy takes in turn the item that leaves the fewest decided items with undecided
// neighbours, from each of several starts.
func (s *search) greedy() {
	starts := min(s.n, 40, 1+1<<22/(s.n*(s.n+s.edges)))
	order := make([]int32, 0, s.n)
	decided := make([]bool, s.n)
	left := make([]int32, s.n) // undecided neighbours
	for k := range starts {
		order = order[:0]
		clear(decided)
		for v := range left {
			left[v] = int32(len(s.neighbours[v]))
		}
		take := func(v int32) {
			order = append(order, v)
			decided[v] = true
			for _, u := range s.neighbours[v] {
				left[u]--
			}
		}
		take(int32(k * s.n / starts))
		for len(order) < s.n {
			next, least := int32(-1), int32(math.MaxInt32)
			for v := range int32(s.n) {
				if decided[v] || left[v] == int32(len(s.neighbours[v])) && next >= 0 {
					continue
				}
				grows := int32(0)
				if left[v] > 0 {
					grows = 1
				}
				for _, u := range s.neighbours[v] {
					if decided[u] && left[u] == 1 {
						grows--
					}
				}
				if grows = grows<<8 + left[v]; grows < least {
					next, least = v, grows
				}
			}
			take(next)
		}
		s.keepBest(order, s.cost(order))
		// A hub with many leaves wants to come first where decided nodes are few, and last
		// where ports are.
		slices.Reverse(order)
		s.keepBest(order, s.cost(order))
	}
}

func (s *search) keepBest(order []int32, c cost) {
	if s.best == nil || c < s.bestCost {
		s.bestCost = c
		s.best = append(s.best[:0], order...)
	}
}

// anneal moves single items to other places. It keeps the result if it is better, or worse by
// little, and by less and less. It tries more often if more states are expected.
func (s *search) anneal(ctx context.Context, states int, seed uint64) {
	if s.n < 3 {
		return
	}
	// An order for 2^16 states is worth 2^14 tries, which take a part of the time that
	// the states do; more tries help less and less. A large graph makes each longer.
	const least, many, most, links = 300, 1 << 15, 1 << 17, 1 << 25
	worth := min(s.bestCost.states(), uint64(states))
	tries := int(max(least, min(worth/4, many+worth/32, most)))
	tries = min(tries, links/(s.n+s.edges))
	rng := rand.New(rand.NewPCG(uint64(s.n), seed))
	now := slices.Clone(s.best)
	at := s.cost(now)
	moved := make([]layer, s.n)
	const heat = 100 // thousandths by which it may be worse at first, times an exponential number
	for t := range tries {
		from, to := rng.IntN(s.n), rng.IntN(s.n)
		if rng.IntN(4) > 0 { // mostly not far
			to = min(max(from+rng.IntN(13)-6, 0), s.n-1)
		}
		if ctx.Err() != nil {
			return
		}
		if from == to {
			continue
		}
		limit := at.plus(uint64(tries-t) * heat / uint64(tries) * uint64(bits.TrailingZeros64(rng.Uint64())))
		// Only the layers that the group passes change.
		move(now, from, to)
		first, end := min(from, to), max(from, to)+1
		s.put(now[first:end], first)
		others := capped(total(s.layers[:first]), total(s.layers[end:s.n]))
		c := s.evaluate(now[first:end], first, moved[first:], others, limit)
		if c > limit {
			move(now, to, from)
			s.put(now[first:end], first)
			continue
		}
		copy(s.layers[first:end], moved[first:end])
		at = c
		s.keepBest(now, c)
	}
}

// move moves what is at one place to another.
func move(order []int32, from, to int) {
	v := order[from]
	if from < to {
		copy(order[from:to], order[from+1:to+1])
	} else {
		copy(order[to+1:from+1], order[to:from])
	}
	order[to] = v
}
