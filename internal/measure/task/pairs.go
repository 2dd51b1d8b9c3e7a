package task

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// Pairs are the ordered pairs that count, in chunks that workers share.
type Pairs struct {
	Total     float64 // the number of pairs, or the sum of their weights
	Sources   []graph.Node
	Targets   []graph.Node // by their position in the truth, so that blocks stay in a short prefix
	TargetSet graph.Set    // the same
	before    []int32      // for symmetric pairs: the index of each node in targets; only pairs with y before x are listed
	ChunkSize int          // sources in a chunk

	List    []separator.Pair // instead of sources and targets: only these,
	Weights []float64        // with these weights,
	Drawn   int64            // drawn from this number, if they are a sample
}

// listChunk is the number of listed pairs in a chunk.
const listChunk = 4096

// ChunkedPairs returns the pairs that p selects, in chunks. If it selects all pairs, symmetric ones are
// listed once.
func ChunkedPairs(truth *model.Model, p Params, symmetric bool) (*Pairs, error) {
	n := truth.N()
	a, err := PairsOf(n, p)
	if err != nil || a.Sources == nil {
		return a, err
	}
	a.TargetSet = graph.SetOf(a.Targets...)
	byPosition(truth.Plan(), a.Targets)
	if p.Options.Mistake == nil { // mistakes are reported in the order of nodes
		byPosition(truth.Plan(), a.Sources)
	}
	if symmetric && p.Sources == nil && p.Targets == nil {
		a.before = make([]int32, n)
		for i, v := range a.Targets {
			a.before[v] = int32(i)
		}
	}
	if err := a.RestrictToPart(p); err != nil {
		return nil, err
	}
	const pairs = 1 << 15 // in a chunk, at least
	a.ChunkSize = max(1, min(pairs, len(a.Sources)*len(a.Targets)/64)/max(1, len(a.Targets)))
	return a, nil
}

// Shrink makes chunks smaller, for work that is not finished chunk by chunk: for sixteen workers to
// end at about the same time, it takes some hundred chunks.
func (a *Pairs) Shrink() { a.ChunkSize = max(1, a.ChunkSize/4) }

// byPosition sorts nodes by the order of the plan.
func byPosition(plan *msep.Plan, nodes []graph.Node) {
	if len(nodes) < plan.N()/8 {
		slices.SortFunc(nodes, func(x, y graph.Node) int { return plan.Position(x) - plan.Position(y) })
		return
	}
	if len(nodes) == plan.N() {
		for i := range nodes {
			nodes[i] = plan.Node(i)
		}
		return
	}
	in := make([]bool, plan.N())
	for _, v := range nodes {
		in[v] = true
	}
	nodes = nodes[:0]
	for i := range plan.N() {
		if v := plan.Node(i); in[v] {
			nodes = append(nodes, v)
		}
	}
}

// PairsOf returns the pairs of n nodes that p selects, in the order of nodes.
func PairsOf(n int, p Params) (*Pairs, error) {
	if p.Weights != nil {
		return weightedPairs(n, p)
	}
	sources, targets := chosen(n, p.Sources), chosen(n, p.Targets)
	of := float64(len(sources)) * float64(len(targets))
	for _, x := range sources {
		if p.Targets == nil || p.Targets.Has(x) {
			of--
		}
	}
	if p.Pairs < 0 {
		return nil, fmt.Errorf("%d pairs to sample: the number must be positive", p.Pairs)
	}
	if p.Pairs > 0 && float64(p.Pairs) < of {
		return drawnPairs(sources, targets, p, of), nil
	}
	return &Pairs{Total: of, Sources: sources, Targets: targets, ChunkSize: 1}, nil
}

// chosen lists the nodes of s, or all n nodes if s is nil.
func chosen(n int, s graph.Set) []graph.Node {
	if s == nil {
		s = graph.AllNodes(n)
	}
	return s.Nodes()
}

func weightedPairs(n int, p Params) (*Pairs, error) {
	if p.Pairs != 0 {
		return nil, fmt.Errorf("pairs with weights cannot be sampled: use either weights or a number of pairs")
	}
	a := &Pairs{}
	for pair := range p.Weights {
		a.List = append(a.List, separator.Pair{X: pair[0], Y: pair[1]})
	}
	sortPairs(a.List)
	kept := a.List[:0]
	for _, pair := range a.List {
		w := p.Weights[[2]graph.Node{pair.X, pair.Y}]
		switch {
		case pair.X == pair.Y:
			return nil, fmt.Errorf("a weight is given for a node and itself")
		case max(pair.X, pair.Y) >= graph.Node(n) || min(pair.X, pair.Y) < 0:
			return nil, fmt.Errorf("a weight is given for node %d of a graph with %d nodes", max(pair.X, pair.Y)+1, n)
		case !(w >= 0) || w > 1e300:
			return nil, fmt.Errorf("a weight of %v: weights must be from 0 to 1e300", w)
		case p.Sources != nil && !p.Sources.Has(pair.X), p.Targets != nil && !p.Targets.Has(pair.Y):
			continue
		}
		kept = append(kept, pair)
		a.Weights = append(a.Weights, w)
		a.Total += w
	}
	a.List = kept
	return a, nil
}

// drawnPairs draws pairs without replacement. For more than half of them it draws those to leave
// out, to avoid repeated draws.
func drawnPairs(sources, targets []graph.Node, p Params, of float64) *Pairs {
	a := &Pairs{Total: of, Drawn: p.Pairs}
	rest := int64(of) - p.Pairs
	draw := min(p.Pairs, rest)
	rng := rand.New(rand.NewPCG(p.Seed, 0x7061697273)) // "pairs"
	seen := make(map[separator.Pair]bool, draw)
	for int64(len(seen)) < draw {
		pair := separator.Pair{X: sources[rng.IntN(len(sources))], Y: targets[rng.IntN(len(targets))]}
		if pair.X != pair.Y {
			seen[pair] = true
		}
	}
	a.List = make([]separator.Pair, 0, p.Pairs)
	if draw == p.Pairs {
		for pair := range seen {
			a.List = append(a.List, pair)
		}
		sortPairs(a.List)
		return a
	}
	for _, x := range sources {
		for _, y := range targets {
			if pair := (separator.Pair{X: x, Y: y}); x != y && !seen[pair] {
				a.List = append(a.List, pair)
			}
		}
	}
	return a
}

func sortPairs(pairs []separator.Pair) {
	slices.SortFunc(pairs, func(p, q separator.Pair) int {
		if p.X != q.X {
			return int(p.X - q.X)
		}
		return int(p.Y - q.Y)
	})
}

// Chunks returns the number of chunks.
func (a *Pairs) Chunks() int {
	if a.Sources == nil {
		return (len(a.List) + listChunk - 1) / listChunk
	}
	return (len(a.Sources) + a.ChunkSize - 1) / a.ChunkSize
}

// SourcesOf returns the sources of chunk i.
func (a *Pairs) SourcesOf(i int) []graph.Node {
	return a.Sources[i*a.ChunkSize : min((i+1)*a.ChunkSize, len(a.Sources))]
}

// AppendChunk appends the pairs of chunk i to pairs, those with the same X together.
func (a *Pairs) AppendChunk(pairs []separator.Pair, i int) []separator.Pair {
	if a.Sources == nil {
		return append(pairs, a.List[i*listChunk:min((i+1)*listChunk, len(a.List))]...)
	}
	for _, x := range a.SourcesOf(i) {
		targets := a.Targets
		if a.before != nil {
			targets = targets[:a.before[x]]
		}
		for _, y := range targets {
			if x != y {
				pairs = append(pairs, separator.Pair{X: x, Y: y})
			}
		}
	}
	return pairs
}

// Weight returns the weight of the j-th pair of chunk i.
func (a *Pairs) Weight(i, j int) float64 {
	switch {
	case a.Weights != nil:
		return a.Weights[i*listChunk+j]
	case a.before != nil:
		return 2
	}
	return 1
}
