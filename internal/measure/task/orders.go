package task

import (
	"errors"
	"fmt"
	"math"
)

// OrderParams are the parameters of the s/c-metrics.
type OrderParams struct {
	MaxOrder  *int      // highest order; nil means all orders
	Weights   []float64 // one for each order; nil is 1 for all
	Ungraded  bool      // all statements count alike, whatever their order
	Samples   int64     // statements drawn in each order; 0 is exact where that is feasible
	Precision float64   // draw until the half width of the interval is reached; 0 is off
	Exact     int       // be exact up to this number of nodes; 0 is decided by a count of work
}

// Check returns what is wrong with the parameters whatever the graphs.
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

// checkWeights refuses weights of orders that make no mean.
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
	MaxLag int    // the moments of a pair are at most so far apart; 0 is the largest lag of both graphs, and at least 1
	Window int    // slices that s/c-metrics look at; 0 is one more than MaxLag
	Links  string // kinds of pairs that count, separated by commas: contemporaneous, lagged, auto, cross; empty is all
}
