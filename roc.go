package sepdist

import (
	"context"
	"errors"
	"fmt"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/statements"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/report"
)

// ROC measures guesses, such as those of one method at several thresholds, by the share of connections of the truth that
// they find and the share of its separations that they take for connections. Each guess must have one reading.
func ROC(ctx context.Context, truth *Graph, guesses []*Graph, o Options) (*report.ROC, error) {
	if len(guesses) == 0 {
		return nil, fmt.Errorf("a curve needs at least one guess")
	}
	if truth.Series != nil {
		return nil, errors.New("curves are not defined for time series yet: compare the guesses one by one")
	}
	r := new(report.ROC)
	var first *Pair
	var models []*model.Model
	for _, g := range guesses {
		truthName, guessName := graphNames(truth, g)
		pair, err := prepare(ctx, truth, g, o, oneReading)
		if err != nil {
			return nil, err
		}
		if !pair.clear() {
			return nil, fmt.Errorf("%s: the graph has several readings or none: a point of the curve needs exactly one", guessName)
		}
		if first == nil {
			first = pair
			r.Truth = describe(truthName, pair.truth)
		}
		if pair.truth.N() != first.truth.N() {
			return nil, fmt.Errorf("%s: with this guess the truth has %s, with %s %d: all guesses need the same nodes", guessName, numeral.Count(pair.truth.N(), "node"), guesses[0].Name, first.truth.N())
		}
		if pair.truth.N() < 2 {
			return nil, fmt.Errorf("%s has %s: at least two are needed", truthName, numeral.Count(pair.truth.N(), "node"))
		}
		models = append(models, pair.guess)
		r.Guesses = append(r.Guesses, describe(guessName, pair.guess))
	}
	if m, err := distance.Find("sc-metric"); err == nil { // whose parts the curve shows
		if err := first.announce([]*distance.Metric{m}, &o, len(guesses)); err != nil {
			return nil, err
		}
	}
	if err := statements.MeasureROC(ctx, r, first.truth, models, first.params); err != nil {
		return nil, err
	}
	return r, nil
}
