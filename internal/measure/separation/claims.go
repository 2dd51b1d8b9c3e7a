package separation

import (
	"context"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// separatorClaims are the claims of a separation distance.
func separatorClaims(s separator.Strategy) func(guess *model.Model) func(x, y graph.Node) task.Claim {
	return func(guess *model.Model) func(x, y graph.Node) task.Claim {
		chooser, z, pair := s.New(), msep.NewBlock(guess.Plan().N()), make([]separator.Pair, 1)
		chooser.Reset(guess)
		return func(x, y graph.Node) task.Claim {
			if guess.Drawn().Adjacent(x, y) {
				return task.Claim{Kind: claim.Adjacent}
			}
			z.Clear()
			pair[0] = separator.Pair{X: x, Y: y}
			if none := chooser.Choose(pair, z); none.Has(0) {
				return task.Claim{Kind: claim.Inseparable}
			}
			return task.Claim{Kind: claim.Separated, Set: task.Ascending(z.Lane([]graph.Node{}, 0))}
		}
	}
}

// withClaims adds to a result how many claims the guess makes. Parts of the sources have no such number.
func withClaims(measure task.Measurement) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		r, err := measure(ctx, truth, guess, p)
		if err == nil && p.Part == (task.Part{}) {
			countClaims(&r, guess, &p)
		}
		return r, err
	}
}

// countClaims puts into a result how many claims the guess makes about the pairs that were asked
// for: all but those that are adjacent in it, and those that are not and have no separator.
func countClaims(r *distance.Result, guess *model.Model, p *task.Params) {
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
	both := func(x, y graph.Node) float64 { return weightOfPair(p, x, y) + weightOfPair(p, y, x) }
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

// weightOfPair returns the weight of an ordered pair.
func weightOfPair(p *task.Params, x, y graph.Node) float64 {
	switch {
	case p.Sources != nil && !p.Sources.Has(x), p.Targets != nil && !p.Targets.Has(y):
		return 0
	case p.Weights != nil:
		return p.Weights[[2]graph.Node{x, y}]
	}
	return 1
}
