package task

import (
	"errors"
	"fmt"
	"math"
)

// OrderParams are the parameters of the s/c-metrics.
type OrderParams struct {
	MaxOrder  *int      // highest order; nil means all orders
	Weights   []float64 // one for each order; nil means 1 for all
	Ungraded  bool      // all statements have the same weight
	Samples   int64     // statements drawn in each order; 0 means exact if feasible
	Precision float64   // draw until the half width of the interval is reached; 0 means off
	Exact     int       // exact up to this number of nodes; 0 means that the amount of work decides
}

// Check returns an error if the parameters are invalid for all graphs.
func (p *OrderParams) Check() error {
	switch {
	case p.MaxOrder != nil && *p.MaxOrder < 0:
		return fmt.Errorf("order %d: the highest order must be 0 or more", *p.MaxOrder)
	case p.Samples < 0:
		return fmt.Errorf("%d samples: the number must be positive", p.Samples)
	case p.Precision != 0 && !(p.Precision > 0 && p.Precision < 1):
		return fmt.Errorf("a precision of %v: it must be between 0 and 1", p.Precision)
	case p.Exact < 0:
		return fmt.Errorf("exact up to %d nodes: the number must be positive", p.Exact)
	case p.Weights != nil && p.Ungraded:
		return errors.New("ungraded statements cannot have weights by order: use one of the two")
	case p.Weights != nil:
		return checkWeights(p.Weights)
	}
	return nil
}

// checkWeights returns an error for weights of orders that define no mean.
func checkWeights(weights []float64) error {
	sum := 0.0
	for k, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("order %d has weight %v: weights must be finite and not negative", k, w)
		}
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 1) {
		return fmt.Errorf("the order weights sum to %v: the sum must be positive and finite", sum)
	}
	return nil
}

// SeriesParams are the parameters of time series.
type SeriesParams struct {
	MaxLag int    // largest lag between the moments of a pair; 0 means the largest lag of both graphs, and at least 1
	Window int    // slices for s/c-metrics; 0 means one more than MaxLag
	Links  string // kinds of pairs that count, separated by commas: contemporaneous, lagged, auto, cross; empty means all
}
