package adjustment

import (
	"context"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// sidBounds finds the smallest and the largest sid over the DAGs of a CPDAG. The sid of a DAG is a
// sum over treatments of terms that depend on their parents, and these depend on the orientation of
// the chain component of the treatment. So the bounds are sums over chain components. For each,
// they are computed on shared parts of its orientations: listing all orientations is feasible up to
// about eight nodes.
type sidBounds struct {
	*effects
	truth *model.Model
	guess *graph.Graph
	row   []int32 // of each node: its place among the treatments, or none
	cost  int     // steps that a term takes
	work  int     // steps that may still be taken

	asks   []ask
	plain  []int32 // terms of nodes without undirected edges
	chains []chain // components with undirected edges
}

// An ask is a term of the sum: a treatment with those of its undirected neighbors that are its
// parents.
type ask struct {
	t       graph.Node
	parents []graph.Node
}

// A chain is a chain component with the terms of its orientations or, if these are too many, with
// separate terms for each node.
type chain struct {
	nodes    []graph.Node
	ways     *orientations
	terms    []int32 // for each node of each part as its source; none for nodes that are not treatments
	fallback []fallback
}

// fallback are the terms of a node for all parents that it may have; where these are too
// many too, only the most that a term can be.
type fallback struct {
	terms []int32
	most  float64
}

const (
	// sidWork bounds the steps that are spent on orientations and on their terms, some
	// seconds' worth. A step handles an edge, or one for a block of terms.
	sidWork = 1 << 29

	// maxFallback bounds the parents that a node is tried with fallback.
	maxFallback = 1 << 12
)

func newSIDBounds(e *effects, truth, guess *model.Model) *sidBounds {
	b := &sidBounds{effects: e, truth: truth, guess: guess.Drawn(), work: sidWork}
	const sweeps = 8 // about, for each term
	b.cost = 1 + sweeps*(truth.N()+truth.Drawn().M())/msep.Width
	b.row = make([]int32, truth.N())
	for v := range b.row {
		b.row[v] = none
	}
	for i, t := range e.treatments {
		b.row[t] = int32(i)
	}
	return b
}

// run returns the bounds as a result.
func (b *sidBounds) run(ctx context.Context, o task.Options) (distance.Result, error) {
	for _, nodes := range chainsOf(b.guess) {
		if err := task.Stopped(ctx); err != nil {
			return distance.Result{}, err
		}
		if len(nodes) > 1 {
			b.chains = append(b.chains, b.orient(nodes))
		} else if term := b.ask(nodes[0], nil); term != none {
			b.plain = append(b.plain, term)
		}
	}
	terms, err := b.terms(ctx, o)
	if err != nil {
		return distance.Result{}, err
	}
	lower, upper := 0.0, 0.0
	for _, term := range b.plain {
		lower += terms[term]
		upper += terms[term]
	}
	var loose []string
	for i := range b.chains {
		c := &b.chains[i]
		lo, hi := c.bounds(terms)
		lower += lo
		upper += hi
		if c.ways == nil {
			loose = append(loose, fmt.Sprintf("that of %s (%d nodes)", b.guess.Name(c.nodes[0]), len(c.nodes)))
		}
	}
	return b.result(lower, upper, loose, o.Guess()), nil
}

// result returns the bounds as a result. If they are equal, that is the value.
func (b *sidBounds) result(lower, upper float64, loose []string, role string) distance.Result {
	r := task.Undefined("the " + role + " is a CPDAG: the sid of the DAGs it represents is between the lower and the upper bound")
	if lower == upper {
		r = task.Counted(lower, b.Total)
	}
	r.Lower, r.Upper = &distance.Count{Wrong: lower, Of: b.Total}, &distance.Count{Wrong: upper, Of: b.Total}
	if loose != nil {
		r.Partial = true
		r.Notes = append(r.Notes, "too many orientations of a chain component for exact bounds: "+strings.Join(loose, ", ")+
			"; there the bounds are sums over single nodes, which no DAG may attain")
	}
	return r
}

// chainsOf returns the chain components of g, nodes without undirected edges among them.
func chainsOf(g *graph.Graph) [][]graph.Node {
	var lines []graph.Edge
	for e := range g.Edges() {
		if e.Undirected() {
			lines = append(lines, e)
		}
	}
	of, count := g.With(lines).Connected()
	chains := make([][]graph.Node, count)
	for v, c := range of {
		chains[c] = append(chains[c], graph.Node(v))
	}
	return chains
}

// ask asks for the term of t with the given parents, and returns its place.
func (b *sidBounds) ask(t graph.Node, parents []graph.Node) int32 {
	if b.row[t] == none {
		return none
	}
	b.work -= b.cost
	b.asks = append(b.asks, ask{t, parents})
	return int32(len(b.asks) - 1)
}

// orient asks for all terms of a chain component.
func (b *sidBounds) orient(nodes []graph.Node) chain {
	near := b.near(nodes)
	before := len(b.asks)
	c := chain{nodes: nodes}
	work := b.work / 2 // leave something for the next
	if ways := orientationsOf(near, &work); ways != nil && work > len(ways.at)*b.cost {
		c.ways = ways
		for _, p := range ways.parts {
			outer := named(nodes, p.outer)
			for _, v := range p.nodes {
				c.terms = append(c.terms, b.ask(nodes[v], outer))
			}
		}
		return c
	}
	b.asks = b.asks[:before]
	b.work -= b.work / 4
	for v := range nodes {
		c.fallback = append(c.fallback, b.askFallback(nodes, near, int32(v)))
	}
	return c
}

// near returns the neighbours of each of the nodes, by their places in nodes.
func (b *sidBounds) near(nodes []graph.Node) [][]int32 {
	place := make(map[graph.Node]int32, len(nodes))
	for i, v := range nodes {
		place[v] = int32(i)
	}
	near := make([][]int32, len(nodes))
	for i, v := range nodes {
		for _, u := range b.guess.UndirectedNeighbors(v) {
			near[i] = append(near[i], place[u])
		}
	}
	return near
}

// named returns the nodes at the given places.
func named(nodes []graph.Node, places []int32) []graph.Node {
	list := make([]graph.Node, len(places))
	for i, v := range places {
		list[i] = nodes[v]
	}
	return list
}

// askFallback asks for the terms of a node with all parents that it has in some
// orientation: the cliques among its neighbours (Maathuis, Kalisch and Bühlmann,
// Estimating high-dimensional intervention effects from observational data, Ann.
// Statist. 37:3133–3164, Lemma 3.1).
func (b *sidBounds) askFallback(nodes []graph.Node, near [][]int32, v int32) fallback {
	t := nodes[v]
	if b.row[t] == none {
		return fallback{}
	}
	var cliques [][]int32
	var extend func(clique, by []int32) bool
	extend = func(clique, by []int32) bool {
		if len(cliques) == maxFallback || len(cliques)*b.cost > b.work {
			return false
		}
		cliques = append(cliques, clique)
		for i, u := range by {
			if !extend(append(clique[:len(clique):len(clique)], u), common(by[i+1:], near[u])) {
				return false
			}
		}
		return true
	}
	if !extend(nil, near[v]) {
		return fallback{most: b.total(t)}
	}
	var a fallback
	for _, clique := range cliques {
		a.terms = append(a.terms, b.ask(t, named(nodes, clique)))
	}
	return a
}

// common returns the numbers in both of two ascending lists.
func common(a, b []int32) []int32 {
	var both []int32
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			both = append(both, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return both
}

// total returns the weight of all pairs with the treatment t.
func (b *sidBounds) total(t graph.Node) float64 {
	if b.rows == nil {
		all := len(b.Targets)
		if b.outcomes == nil || b.outcomes.Has(t) {
			all--
		}
		return float64(all)
	}
	sum := 0.0
	for k := b.rows[b.row[t]]; k < b.rows[b.row[t]+1]; k++ {
		sum += b.Weights[k]
	}
	return sum
}

// bounds returns the least and the greatest sum of terms.
func (c *chain) bounds(terms []float64) (lo, hi float64) {
	if c.ways != nil {
		return c.ways.bounds(func(k int32) float64 {
			if c.terms[k] == none {
				return 0
			}
			return terms[c.terms[k]]
		})
	}
	for _, a := range c.fallback {
		least, most := 0.0, a.most
		for i, term := range a.terms {
			if i == 0 || terms[term] < least {
				least = terms[term]
			}
			most = max(most, terms[term])
		}
		lo += least
		hi += most
	}
	return lo, hi
}
