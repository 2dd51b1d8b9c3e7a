package separation

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/series"
	"github.com/sepdist/sepdist/internal/tspag"
)

// circleStrategy returns the strategy for a guess with circles.
func circleStrategy(base separator.Strategy, blanket bool) tspag.Strategy {
	switch {
	case blanket:
		return tspag.Blanket
	case base.Name == separator.PossibleAncestor.Name:
		return tspag.PossibleAncestors
	}
	return tspag.Nearest
}

// circlesInSeries returns the separation distance for a guess with circles: the claims that hold in
// all its members (see package tspag), verified in the window of the truth.
func circlesInSeries(ctx context.Context, s tspag.Strategy, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	o, err := p.SeriesOptions(truth, guess)
	if err != nil {
		return distance.Result{}, err
	}
	slices := max(p.Series.Window, o.MaxLag+1)
	drawn := guess.Series().Drawn()
	err = tspag.Check(ctx, drawn, slices)
	if bad := (*tspag.Error)(nil); errors.As(err, &bad) {
		why := advice.Textf("the %s represents no graph over %d slices: %v", p.Options.Guess(), slices, bad)
		for more := slices + 1; more <= slices+2; more++ { // sets that separate may need moments before the window
			if tspag.Check(ctx, drawn, more) == nil {
				why = advice.Textf("%v; use %v", why, advice.Option("window", strconv.Itoa(more)))
				break
			}
		}
		return task.Undefined(why.Render(p.Options.Spell)), nil
	}
	if err != nil {
		return distance.Result{}, err
	}
	window, err := tspag.New(drawn, slices)
	if err != nil {
		return task.Undefined(err.Error()), nil
	}
	_, inTruth, err := truth.Window(series.Window{First: slices - 1})
	if err != nil {
		return distance.Result{}, err
	}
	ofTruth, ofGuess, err := series.Alignment(truth.Series(), guess.Series())
	if err != nil {
		return distance.Result{}, err
	}
	place := make([]graph.Node, drawn.N())
	for i, v := range ofGuess {
		place[v] = graph.Node(i)
	}
	at := func(m graph.LaggedNode) graph.LaggedNode {
		return graph.LaggedNode{Variable: ofTruth[place[m.Variable]], Lag: m.Lag}
	}
	frame := task.Moments(truth, guess)
	wrong, claims, none := 0.0, 0.0, 0.0
	var set []graph.LaggedNode
	_, err = window.Claims(ctx, s, o.MaxLag, func(c tspag.Claim) {
		weight := o.Weight(graph.LaggedNode{Variable: place[c.X.Variable], Lag: c.X.Lag}, graph.LaggedNode{Variable: place[c.Y.Variable], Lag: c.Y.Lag})
		if weight == 0 {
			return
		}
		if c.None {
			none += weight
			return
		}
		claims += weight
		set = set[:0]
		for _, m := range c.Set {
			set = append(set, at(m))
		}
		x, y := at(c.X), at(c.Y)
		if separated, failed := inTruth.Separated(x, y, set); failed != nil || separated {
			err = errors.Join(err, failed)
			return
		}
		wrong += weight
		if report := p.Options.Mistake; report != nil {
			m := distance.Mistake{X: frame.Node(x), Y: frame.Node(y), Size: len(set)}
			if p.Options.Sets {
				m.Separator = []graph.Node{}
				for _, z := range set {
					m.Separator = append(m.Separator, frame.Node(z))
				}
			}
			report(m)
		}
	})
	if err != nil {
		return distance.Result{}, err
	}
	of, _ := o.Sizes(len(ofTruth))
	r := task.Counted(wrong, of)
	r.HasClaims, r.Claims, r.NoSeparator = true, claims, none
	r.Notes = p.AllCounted()
	r.Notes = append(r.Notes, fmt.Sprintf("claims of the %s about a window of %d slices that hold in all graphs that it represents", p.Options.Guess(), slices))
	if open := tspag.Closed(drawn, slices); open != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("the %s leaves marks open that follow from the others: %v", p.Options.Guess(), open))
	}
	return r, nil
}
