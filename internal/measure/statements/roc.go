package statements

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// MeasureROC adds the curves of a family of guesses to roc.
func MeasureROC(ctx context.Context, roc *report.ROC, truth *model.Model, guesses []*model.Model, p task.Params) error {
	for i, guess := range guesses {
		if truth.N() != guess.N() {
			return fmt.Errorf("the truth has %d nodes and guess %d has %d: align them first", truth.N(), i+1, guess.N())
		}
		own := p
		own.Symmetric = distance.Symmetry{}
		own.Options.Tables = new(task.Tables)
		if tell := p.Options.Progress; tell != nil {
			own.Options.Progress = func(share float64) { tell((float64(i) + share) / float64(len(guesses))) }
		}
		s, err := byOrders("s-metric", invented)(ctx, truth, guess, own)
		if err != nil {
			return err
		}
		own.Options.Progress = nil // the counts are reused
		c, err := byOrders("c-metric", missed)(ctx, truth, guess, own)
		if err != nil {
			return err
		}
		addPoint(roc, i, &s, &c)
	}
	finish(&roc.All)
	for k := range roc.Orders {
		finish(&roc.Orders[k])
	}
	return nil
}

// addPoint adds the point of a guess.
func addPoint(r *report.ROC, guess int, s, c *distance.Result) {
	for _, note := range slices.Concat(s.Notes, c.Notes) {
		if !slices.Contains(r.Notes, note) {
			r.Notes = append(r.Notes, note)
		}
	}
	if s.Defined() && c.Defined() {
		r.All.Points = append(r.All.Points, report.Point{Guess: guess, FPR: s.Value, TPR: 1 - c.Value, S: s.Sample, C: c.Sample})
	} else {
		r.All.Void = true
	}
	if r.Orders == nil {
		r.Orders = make([]report.Curve, len(s.Orders))
	}
	for k := range r.Orders {
		s, c, to := s.Orders[k], c.Orders[k], &r.Orders[k]
		if s.Void || c.Void {
			to.Void = true
			continue
		}
		to.Points = append(to.Points, report.Point{Guess: guess, FPR: s.Value, TPR: 1 - c.Value, S: s.Sample, C: c.Sample})
	}
}

// finish sorts the points and measures the area under them.
func finish(c *report.Curve) {
	slices.SortStableFunc(c.Points, func(p, q report.Point) int {
		return cmp.Or(cmp.Compare(p.FPR, q.FPR), cmp.Compare(p.TPR, q.TPR))
	})
	if c.Void {
		c.Points = nil
		return
	}
	last := report.Point{}
	for _, p := range append(slices.Clone(c.Points), report.Point{FPR: 1, TPR: 1}) {
		c.Area += (p.FPR - last.FPR) * (p.TPR + last.TPR) / 2
		last = p
	}
}
