package frontier

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/sepdist/sepdist/graph"
)

// The order of the nodes decides how many states there are. New looks for a good one:
// greedily from several nodes, then by moving nodes about at random, as in annealing.

// New returns a plan for two graphs whose nodes below observed are the same. It does not
// look for long where no more than so many states are allowed.
func New(g, h *graph.Graph, observed, states int) *Plan {
	var p *Plan
	all := make([]item, 0, g.N()+h.N()-observed)
	for v := range graph.Node(observed) {
		all = append(all, item{v, v})
	}
	for v := graph.Node(observed); int(v) < g.N(); v++ {
		all = append(all, item{v, -1})
	}
	for v := graph.Node(observed); int(v) < h.N(); v++ {
		all = append(all, item{-1, v})
	}
	s := newSearch(g, h, observed, len(all))
	s.greedy()
	greedy, cost := slices.Clone(s.best), s.bestCost
	for seed := range uint64(candidates) {
		s.best, s.bestCost = append(s.best[:0], greedy...), cost
		s.anneal(states, seed)
		q := &Plan{g: g, h: h, observed: observed, bits: s.estimates(), items: make([]item, len(all))}
		for i, v := range s.best {
			q.items[i] = all[v]
		}
		if seed > 0 || states > worthALook && s.bestCost > worthALook {
			q.glimpse()
		}
		if p == nil || q.expected < p.expected {
			p = q
		}
		if p.expected < worthMore {
			break
		}
	}
	return p
}

// Where many states are allowed and expected, several orders are made and the one is
// taken whose first states promise the fewest.
const (
	candidates = 4
	worthALook = 1 << 20
	worthMore  = 1 << 22
)

// glimpse finds out how many states there may be.
func (p *Plan) glimpse() {
	const enough = 1 << 16
	p.expected = 0
	for k := range 2 {
		a, err := p.build(context.Background(), k, enough, func(int) {})
		var w *widthError
		switch {
		case errors.As(err, &w):
			p.expected += p.expect(k, w.found)
		case a != nil:
			p.expected += float64(a.states)
		}
	}
}

// A search looks for an order of items: the observed nodes, then the latent nodes of
// either graph.
type search struct {
	n          int
	graphs     [2][]link // edges
	neighbours [][]int32 // in either graph, each once
	best       []int32
	bestCost   float64

	place []int32 // scratch
	spans [4][]int32
	turns [features][]int32
}

// A link is an edge between items.
type link struct {
	a, b         int32
	sideA, sideB side
}

func newSearch(g, h *graph.Graph, observed, n int) *search {
	s := &search{n: n, neighbours: make([][]int32, n), place: make([]int32, n), bestCost: math.Inf(1)}
	seen := make(map[[2]int32]bool)
	for k, gr := range []*graph.Graph{g, h} {
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
			s.graphs[k] = append(s.graphs[k], link{a, b, sideOf(e.AtX), sideOf(e.AtY)})
			if !seen[[2]int32{a, b}] && !seen[[2]int32{b, a}] {
				seen[[2]int32{a, b}] = true
				s.neighbours[a] = append(s.neighbours[a], b)
				s.neighbours[b] = append(s.neighbours[b], a)
			}
		}
	}
	for i := range s.spans {
		s.spans[i] = make([]int32, n)
	}
	for i := range s.turns {
		s.turns[i] = make([]int32, n+1)
	}
	return s
}

// greedy takes in turn the item that leaves the fewest decided items with undecided
// neighbours, from each of several starts.
func (s *search) greedy() {
	starts := min(s.n, 40, 1+1<<22/(s.n*s.n))
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
		s.offer(order, s.cost(order, math.Inf(1)))
		// A hub with many leaves wants to come first where decided nodes are few, and last
		// where ports are.
		slices.Reverse(order)
		s.offer(order, s.cost(order, math.Inf(1)))
	}
}

func (s *search) offer(order []int32, cost float64) {
	if cost < s.bestCost {
		s.bestCost = cost
		s.best = append(s.best[:0], order...)
	}
}

// anneal moves single items to other places, and keeps what is better, or worse by
// little, and by less and less. It tries more where more states are at stake.
func (s *search) anneal(states int, seed uint64) {
	if s.n < 3 {
		return
	}
	// An order for 2^16 states is worth 2^14 tries, which take a part of the time that
	// the states do; more tries help less and less. A large graph makes each longer.
	const least, many, most, links, startHeat = 300, 1 << 15, 1 << 17, 1 << 26, 0.2
	cost := min(s.bestCost, float64(states))
	tries := int(max(least, min(cost/4, many+cost/32, most)))
	tries = min(tries, links/(s.n+len(s.graphs[0])+len(s.graphs[1])))
	rng := rand.New(rand.NewPCG(uint64(s.n), seed))
	now, next := append([]int32(nil), s.best...), make([]int32, s.n)
	cost = s.bestCost
	for t := range tries {
		heat := startHeat * (1 - float64(t)/float64(tries))
		from, to := rng.IntN(s.n), rng.IntN(s.n)
		if rng.IntN(4) > 0 { // mostly not far
			to = min(max(from+rng.IntN(13)-6, 0), s.n-1)
		}
		if from == to {
			continue
		}
		copy(next, now)
		v := next[from]
		if from < to {
			copy(next[from:to], next[from+1:to+1])
		} else {
			copy(next[to+1:from+1], next[to:from])
		}
		next[to] = v
		limit := cost * math.Exp2(heat*rng.ExpFloat64())
		if c := s.cost(next, limit); c <= limit {
			now, next, cost = next, now, c
			s.offer(now, c)
		}
	}
}

// What the number of states in a layer depends on, for one graph: decided nodes with
// undecided neighbours, and their sides; undecided nodes with decided neighbours, and
// their ports.
const (
	innerNodes = iota
	innerSides
	outerNodes
	outerPorts
	features
)

// cost returns the number of states that an order can be expected to have, or infinity
// once it is above the limit.
func (s *search) cost(order []int32, limit float64) float64 {
	for i, v := range order {
		s.place[v] = int32(i)
	}
	sum := 0.0
	for _, links := range s.graphs {
		s.count(links)
		var f [features]int32
		for i := range s.n {
			for k := range f {
				f[k] += s.turns[k][i]
			}
			sum += exp2(estimate(&f, i+1))
			if sum > limit {
				return math.Inf(1)
			}
		}
	}
	return sum
}

// estimates returns the estimate of each layer of either graph along the best order.
func (s *search) estimates() (bits [2][]float64) {
	for i, v := range s.best {
		s.place[v] = int32(i)
	}
	for k, links := range s.graphs {
		s.count(links)
		var f [features]int32
		for i := range s.n {
			for k := range f {
				f[k] += s.turns[k][i]
			}
			bits[k] = append(bits[k], estimate(&f, i+1))
		}
	}
	return bits
}

// count puts into turns by how much each feature of one graph changes at each place.
func (s *search) count(links []link) {
	for k := range s.turns {
		clear(s.turns[k])
	}
	// The first and last place of a neighbour, for either side of each item.
	first, last := s.spans[0:2], s.spans[2:4]
	for v := range s.n {
		first[tails][v], first[heads][v] = int32(s.n), int32(s.n)
		last[tails][v], last[heads][v] = -1, -1
	}
	for _, l := range links {
		a, b := s.place[l.a], s.place[l.b]
		first[l.sideA][l.a] = min(first[l.sideA][l.a], b)
		last[l.sideA][l.a] = max(last[l.sideA][l.a], b)
		first[l.sideB][l.b] = min(first[l.sideB][l.b], a)
		last[l.sideB][l.b] = max(last[l.sideB][l.b], a)
	}
	span := func(k int, from, to int32) {
		if from < to {
			s.turns[k][from]++
			s.turns[k][to]--
		}
	}
	for v := range s.n {
		p := s.place[v]
		span(innerSides, p, last[tails][v])
		span(innerSides, p, last[heads][v])
		span(innerNodes, p, max(last[tails][v], last[heads][v]))
		span(outerPorts, first[tails][v], p)
		span(outerPorts, first[heads][v], p)
		span(outerNodes, min(first[tails][v], first[heads][v]), p)
	}
}

// impossible is the estimate where the ports do not fit into a word.
const impossible = 63

// estimate returns the logarithm of the number of states after so many nodes are
// decided. Its factors were fitted to the layers of random graphs; whatever the density,
// those of the smaller side of the frontier are the largest.
func estimate(f *[features]int32, decided int) float64 {
	if f[outerPorts] > slots-ports {
		return impossible
	}
	least := min(f[innerSides], f[outerPorts])
	return min(0.4*float64(f[innerNodes])+0.2*float64(f[outerNodes])+
		0.4*float64(least)+0.4*float64(min(f[innerNodes], f[outerNodes]))+
		float64(bits.Len(uint(decided)))-3.5,
		float64((least+2)*(least+3)/2)) // a relation has no more bits
}

// exp2 is 2^x, near enough and fast.
func exp2(x float64) float64 {
	i := int(x * 32)
	if i < 0 {
		return 1
	}
	return powers[min(i, len(powers)-1)]
}

var powers = func() (p [32 * 64]float64) {
	for i := range p {
		p[i] = math.Exp2(float64(i) / 32)
	}
	return p
}()
