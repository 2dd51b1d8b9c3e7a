package distance

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
)

// countClaims puts into a result how many claims the guess makes about the pairs that were asked
// for: all but those that are adjacent in it, and those that are not and have no separator.
func (r *Result) countClaims(guess *model.Model, p Params) {
	switch {
	case r.Counted:
		r.Claims = r.Count.Of
	case r.Sample != nil:
		r.Claims = r.Sample.Of
	default:
		return
	}
	r.HasClaims = true
	g := guess.Drawn()
	if p.Sources == nil && p.Targets == nil && p.Weights == nil && guess.Maximal() {
		r.Claims -= 2 * float64(g.M()) // each pair once; every other one can be separated
		return
	}
	both := func(x, y graph.Node) float64 { return p.weight(x, y) + p.weight(y, x) }
	var ends []graph.Node // each once, though a bow has two edges
	for x := range graph.Node(g.N()) {
		ends = append(ends[:0], g.Neighbors(x)...)
		slices.Sort(ends)
		for _, y := range slices.Compact(ends) {
			if y > x {
				r.Claims -= both(x, y)
			}
		}
	}
	if p.Weights == nil {
		r.NoSeparator = float64(guess.CountInseparable(p.Sources, p.Targets))
	} else {
		for _, pair := range guess.Inseparable() {
			r.NoSeparator += both(pair[0], pair[1])
		}
	}
	r.Claims -= r.NoSeparator
}

// weight returns what an ordered pair counts.
func (p *Params) weight(x, y graph.Node) float64 {
	switch {
	case p.Sources != nil && !p.Sources.Has(x), p.Targets != nil && !p.Targets.Has(y):
		return 0
	case p.Weights != nil:
		return p.Weights[[2]graph.Node{x, y}]
	}
	return 1
}

// Silent returns what reports the pairs about which a guess claims nothing by the metric: for a
// separation distance those that are adjacent in it, and those that no set separates. It is nil
// where there is something to say about every pair.
func (m *Metric) Silent(guess *model.Model) func(x, y int) bool {
	if m.Claims != AboutSeparation {
		return nil
	}
	none := guess.Inseparable()
	return func(x, y int) bool {
		u, v := graph.Node(min(x, y)), graph.Node(max(x, y))
		if u == v || guess.Drawn().Adjacent(u, v) {
			return u != v
		}
		_, found := slices.BinarySearchFunc(none, [2]graph.Node{u, v}, comparePairs)
		return found
	}
}

// comparePairs puts pairs in order by their first node, then by the second.
func comparePairs(a, b [2]graph.Node) int { return slices.Compare(a[:], b[:]) }
