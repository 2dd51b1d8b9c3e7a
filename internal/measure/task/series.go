package task

import (
	"fmt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

// CheckSeries returns an error if no time series can be measured with the parameters.
func CheckSeries(p SeriesParams) error {
	if p.MaxLag < 0 {
		return fmt.Errorf("max-lag is %d, expected 1 or more", p.MaxLag)
	}
	if p.Window < 0 {
		return fmt.Errorf("window is %d, expected 1 slice or more", p.Window)
	}
	if p.Links == "" {
		return nil
	}
	_, err := series.ParseRestriction(p.Links)
	return err
}

// Moments returns the numbering of the moments of two time series in mistakes and weights. With its
// latest slice at t, as for weights, it numbers the measured variables.
func Moments(truth, guess *model.Model) series.MomentIndex {
	t, g := truth.Series().Drawn(), guess.Series().Drawn()
	return series.MomentIndex{Variables: t.Names(), Latest: -max(t.MaxLag(), g.MaxLag())}
}

// SeriesOptions returns the pairs of moments that count.
func (p *Params) SeriesOptions(truth, guess *model.Model) (o series.Options, err error) {
	o = series.Options{MaxLag: p.Series.MaxLag, Sources: p.Sources, Targets: p.Targets}
	if p.Series.Links != "" {
		if o.Links, err = series.ParseRestriction(p.Series.Links); err != nil {
			return o, err
		}
	}
	if p.Weights != nil {
		frame := series.MomentIndex{Variables: truth.Names()}
		o.Weights = make(map[[2]graph.LaggedNode]float64, len(p.Weights))
		for pair, w := range p.Weights {
			if !(w >= 0) || w > 1e300 {
				return o, fmt.Errorf("a weight of %v: weights must be from 0 to 1e300", w)
			}
			o.Weights[[2]graph.LaggedNode{frame.Moment(pair[0]), frame.Moment(pair[1])}] = w
		}
	}
	return o.Filled(truth.Series().Drawn(), guess.Series().Drawn())
}

// AllCounted returns a note if a sample of pairs was requested, which is not drawn.
func (p *Params) AllCounted() []string {
	if p.Pairs > 0 {
		return []string{"all pairs were counted; no sample is needed"}
	}
	return nil
}
