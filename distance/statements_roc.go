package distance

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/internal/model"
)

// A ROC shows a family of guesses, one for each setting of a method, against a truth:
// how many of the connections of the truth they find, and how many of its separations they
// take for connections (Hyttinen, Eberhardt and Järvisalo, Constraint-based causal
// discovery: conflict resolution with answer set programming, UAI 2014, 340–349).
type ROC struct {
	All    Curve   // made one of all orders, as the parameters say
	Orders []Curve // one for each order
	Notes  []string
}

// A Curve has a point for each guess, by false positive rate and then true positive
// rate.
type Curve struct {
	Points []Point
	Area   float64 // under the curve through the points, (0, 0) and (1, 1)
	Void   bool    // the truth has no connection or no separation: one of the rates is 0/0
}

// A Point is where a guess stands: it takes the share FPR of the truth's separations for
// connections (its s-metric) and finds the share TPR of its connections (1 minus its
// c-metric).
type Point struct {
	Guess    int // its place among the guesses
	FPR, TPR float64
	S, C     *Sample // where sampled: of the s-metric and of the c-metric
}

// MeasureROC measures a family of guesses.
func MeasureROC(ctx context.Context, truth *model.Model, guesses []*model.Model, p Params) (*ROC, error) {
	roc := new(ROC)
	for i, guess := range guesses {
		if truth.N() != guess.N() {
			return nil, fmt.Errorf("the truth has %d nodes and guess %d has %d: align them first", truth.N(), i+1, guess.N())
		}
		own := p
		own.Symmetric = Symmetry{}
		own.Options.Tables = new(Tables)
		if tell := p.Options.Progress; tell != nil {
			own.Options.Progress = func(share float64) { tell((float64(i) + share) / float64(len(guesses))) }
		}
		s, err := byOrders("s-metric", invented)(ctx, truth, guess, own)
		if err != nil {
			return nil, err
		}
		own.Options.Progress = nil // what was counted serves again
		c, err := byOrders("c-metric", missed)(ctx, truth, guess, own)
		if err != nil {
			return nil, err
		}
		roc.add(i, &s, &c)
	}
	roc.All.finish()
	for k := range roc.Orders {
		roc.Orders[k].finish()
	}
	return roc, nil
}

// add puts in the point of a guess.
func (r *ROC) add(guess int, s, c *Result) {
	for _, note := range slices.Concat(s.Notes, c.Notes) {
		if !slices.Contains(r.Notes, note) {
			r.Notes = append(r.Notes, note)
		}
	}
	if s.Defined() && c.Defined() {
		r.All.Points = append(r.All.Points, Point{guess, s.Value, 1 - c.Value, s.Sample, c.Sample})
	} else {
		r.All.Void = true
	}
	if r.Orders == nil {
		r.Orders = make([]Curve, len(s.Orders))
	}
	for k := range r.Orders {
		s, c, to := s.Orders[k], c.Orders[k], &r.Orders[k]
		if s.Void || c.Void {
			to.Void = true
			continue
		}
		to.Points = append(to.Points, Point{guess, s.Value, 1 - c.Value, s.Sample, c.Sample})
	}
}

// finish sorts the points and measures the area under them.
func (c *Curve) finish() {
	slices.SortStableFunc(c.Points, func(p, q Point) int {
		return cmp.Or(cmp.Compare(p.FPR, q.FPR), cmp.Compare(p.TPR, q.TPR))
	})
	if c.Void {
		c.Points = nil
		return
	}
	last := Point{}
	for _, p := range append(slices.Clone(c.Points), Point{FPR: 1, TPR: 1}) {
		c.Area += (p.FPR - last.FPR) * (p.TPR + last.TPR) / 2
		last = p
	}
}
