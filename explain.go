package sepdist

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/report"
)

// Explain says which claims of the guess are wrong by a metric, at most limit of them, most
// telling first, each with the set that the guess offered and a shortest path that is open in
// the truth. Where x and y are not empty it speaks of this pair only.
//
// Most telling is what is most direct: pairs that are adjacent in the truth, then pairs with
// the smallest sets. What is shown is grouped by the edge of the truth that the guess lacks or
// draws in another way and that most of the paths go through.
func Explain(ctx context.Context, m *distance.Metric, truth, guess *graph.Graph, s Settings, limit int, x, y string) (*report.Explanation, error) {
	s.name()
	if x != "" {
		s.Sources, s.Targets = []string{x}, []string{y}
	}
	pair, err := Prepare(truth, guess, s)
	if err != nil {
		return nil, err
	}
	if pair.Readings.Several {
		return nil, fmt.Errorf("%s: a guess with ambiguous triples has several readings: write one of them with `sepdist convert` and explain that", s.GuessName)
	}
	w := &witnesses{names: pair.Truth.Drawn().Names(), truth: pair.Truth, guess: pair.Guess, limit: limit, nodes: make([]int, pair.Truth.N())}
	p := pair.Params
	p.Options.Mistake = w.add
	r, err := m.Measure(ctx, pair.Truth, pair.Guess, p)
	if err != nil {
		return nil, err
	}
	if !r.Counted {
		return nil, fmt.Errorf("%s does not count claims about pairs, so there are none to show: `sepdist explain` takes separation and adjustment distances", m.Name)
	}
	e := report.NewExplanation(m.Name, r.Count.Wrong, r.Count.Of)
	e.Notes = r.Notes
	w.explain(e)
	return e, nil
}

// A witnesses keeps the most telling mistakes and finds a path for each.
type witnesses struct {
	names        *graph.Names
	truth, guess *class.Model
	limit        int
	kept         []distance.Mistake // a heap, the least telling on top
	nodes        []int              // wrong claims by node
}

func (w *witnesses) add(m distance.Mistake) {
	w.nodes[m.X]++
	w.nodes[m.Y]++
	switch {
	case len(w.kept) < w.limit:
		heap.Push(w, m)
	case w.limit > 0 && w.compare(m, w.kept[0]) < 0:
		w.kept[0] = m
		heap.Fix(w, 0)
	}
}

// compare puts the more telling of two mistakes first.
func (w *witnesses) compare(a, b distance.Mistake) int {
	return cmp.Or(
		cmp.Compare(w.apart(a), w.apart(b)),
		cmp.Compare(len(a.Separator), len(b.Separator)),
		cmp.Compare(a.X, b.X),
		cmp.Compare(a.Y, b.Y),
	)
}

// apart returns 0 for a pair that is adjacent in the truth.
func (w *witnesses) apart(m distance.Mistake) int {
	if w.truth.Drawn().Adjacent(m.X, m.Y) {
		return 0
	}
	return 1
}

func (w *witnesses) Len() int           { return len(w.kept) }
func (w *witnesses) Less(i, j int) bool { return w.compare(w.kept[i], w.kept[j]) > 0 }
func (w *witnesses) Swap(i, j int)      { w.kept[i], w.kept[j] = w.kept[j], w.kept[i] }
func (w *witnesses) Push(m any)         { w.kept = append(w.kept, m.(distance.Mistake)) }
func (w *witnesses) Pop() any           { panic("unused") }

// explain fills e with what was kept.
func (w *witnesses) explain(e *report.Explanation) {
	slices.SortFunc(w.kept, w.compare)
	paths := make([][]graph.Edge, len(w.kept))
	tally := make(map[graph.Edge]int) // shown paths by differing edge
	for i, m := range w.kept {
		paths[i] = distance.Witness(w.truth, m)
		for _, edge := range w.differing(paths[i]) {
			tally[edge]++
		}
	}
	owed := make(map[graph.Edge]int)
	culprits := make([]graph.Edge, len(w.kept))
	for i := range w.kept {
		culprits[i] = w.culprit(paths[i], tally)
		owed[culprits[i]]++
	}
	order := make([]int, len(w.kept))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := culprits[i], culprits[j]
		return cmp.Or(cmp.Compare(owed[b], owed[a]), cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(len(paths[i]), len(paths[j])))
	})
	for _, i := range order {
		e.Claims = append(e.Claims, w.claim(w.kept[i], paths[i], culprits[i]))
		if c := culprits[i]; c != (graph.Edge{}) && (len(e.Edges) == 0 || e.Edges[len(e.Edges)-1].Edge != w.draw(c)) {
			e.Edges = append(e.Edges, report.EdgeCount{Edge: w.draw(c), Guess: w.inGuess(c), Claims: owed[c]})
		}
	}
	w.busiest(e)
}

// busiest lists the nodes in most wrong claims.
func (w *witnesses) busiest(e *report.Explanation) {
	const most = 5
	order := make([]graph.Node, len(w.nodes))
	for v := range order {
		order[v] = graph.Node(v)
	}
	slices.SortStableFunc(order, func(u, v graph.Node) int { return w.nodes[v] - w.nodes[u] })
	for _, v := range order[:min(most, len(order))] {
		if w.nodes[v] > 0 {
			e.Nodes = append(e.Nodes, report.NodeCount{Node: w.names.List()[v], Wrong: w.nodes[v]})
		}
	}
}

// differing returns the edges of the path that the guess lacks or draws in another way.
func (w *witnesses) differing(path []graph.Edge) []graph.Edge {
	var list []graph.Edge
	for _, e := range path {
		if !slices.Contains(w.guess.Drawn().Between(e.X, e.Y), e) {
			list = append(list, e.Forward())
		}
	}
	return list
}

// culprit returns the differing edge of the path that most paths go through.
func (w *witnesses) culprit(path []graph.Edge, tally map[graph.Edge]int) (best graph.Edge) {
	for _, e := range w.differing(path) {
		if tally[e] > tally[best] {
			best = e
		}
	}
	return best
}

func (w *witnesses) draw(e graph.Edge) string {
	if e.AtX == graph.Arrow && e.AtY == graph.Tail {
		e = e.Flip()
	}
	return w.names.List()[e.X] + " " + e.Arrow() + " " + w.names.List()[e.Y]
}

// inGuess says what the guess has in the place of an edge.
func (w *witnesses) inGuess(e graph.Edge) string {
	var drawn []string
	for _, f := range w.guess.Drawn().Between(e.X, e.Y) {
		drawn = append(drawn, w.draw(f))
	}
	if drawn == nil {
		return "no edge"
	}
	return strings.Join(drawn, ", ")
}

func (w *witnesses) claim(m distance.Mistake, path []graph.Edge, culprit graph.Edge) report.Claim {
	c := report.Claim{X: w.names.List()[m.X], Y: w.names.List()[m.Y], Separator: []string{}, Path: []string{}, Why: []string{}, Kind: m.Kind}
	given := graph.SetOf(m.Separator...)
	for _, v := range m.Separator {
		c.Separator = append(c.Separator, w.names.List()[v])
	}
	if culprit != (graph.Edge{}) {
		c.Edge = w.draw(culprit)
	}
	for i, e := range path {
		if i == 0 {
			c.Path = append(c.Path, w.names.List()[e.X])
		} else {
			c.Why = append(c.Why, w.why(path[i-1], e, given))
		}
		c.Path = append(c.Path, e.Arrow(), w.names.List()[e.Y])
	}
	return c
}

// why says why the node between two edges of a path is open.
func (w *witnesses) why(in, out graph.Edge, given graph.Set) string {
	v := out.X
	name := w.names.List()[v]
	if in.AtY != graph.Arrow || out.AtX != graph.Arrow {
		return name + " is not in the set"
	}
	if given.Has(v) {
		return "the collider " + name + " is in the set"
	}
	below := w.truth.Paths().Descendants(graph.SetOf(v)).And(given)
	for d := range below.All() {
		return "the collider " + name + " has its descendant " + w.names.List()[d] + " in the set"
	}
	return ""
}
