//go:build !lean

package op

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/page"
)

// ReportOptions are the options of a report.
type ReportOptions struct {
	sepdist.Options
	Random  bool     // Baseline is stated; otherwise it is chosen so that it takes some seconds
	Title   string   // empty: a question with the names of the graphs
	Explain []string // metrics whose wrong claims are shown; nil: zl-sd and, if it is defined, parent-aid
	Limit   int      // number of claims to show
	Made    []page.Setting
}

// Report returns a report on a guess. The pair is prepared once.
func Report(ctx context.Context, truth, guess *sepdist.Graph, o ReportOptions) (*page.Page, error) {
	pair, err := sepdist.Prepare(ctx, truth, guess, o.Options)
	if err != nil {
		return nil, err
	}
	p := &page.Page{Title: o.Title, Made: o.Made}
	if p.Title == "" {
		t, g := cmp.Or(truth.Name, "truth"), cmp.Or(guess.Name, "guess")
		if filepath.Base(t) != filepath.Base(g) {
			t, g = filepath.Base(t), filepath.Base(g)
		}
		p.Title = fmt.Sprintf("How far is %s from %s?", g, t)
	}
	switch {
	case pair.Truth().Kind().IsSeries():
		t, g, err := sepdist.Match(ctx, truth, guess, o.Options)
		if err != nil {
			return nil, err
		}
		p.TruthSeries, p.GuessSeries = t.Series, g.Series
		lags := max(p.TruthSeries.MaxLag(), p.GuessSeries.MaxLag())
		if p.Truth, err = draw.Moments(p.TruthSeries, lags); err != nil {
			return nil, err
		}
		if p.Guess, err = draw.Moments(p.GuessSeries, lags); err != nil {
			return nil, err
		}
	default:
		p.Truth, p.Guess = pair.Drawn()
	}
	own, err := pair.ClassOfTruth(ctx)
	if err != nil {
		return nil, err
	}
	if own != nil {
		p.Class, p.Own = own.Class.Noun(), p.Truth
		if p.Truth = own.Graph; own.Series != nil {
			p.TruthSeries = own.Series
			if p.Truth, err = draw.Moments(own.Series, max(own.Series.MaxLag(), p.GuessSeries.MaxLag())); err != nil {
				return nil, err
			}
		}
	}
	stage := stages(&o)
	samples := o.Baseline
	if !o.Random {
		samples = usualBaseline(pair.Truth().Model().N())
	}
	o.Baseline = 0
	stage(0, 0.4)
	if p.Comparison, err = pair.Compare(ctx, o.Options); err != nil {
		return nil, err
	}
	if samples > 0 {
		o.Baseline = samples
		stage(0.4, 0.7)
		if err := pair.AddBaseline(ctx, p.Comparison, o.Options); err != nil {
			return nil, err
		}
	}
	if pair.Readings().Ambiguous {
		return p, nil
	}
	names := o.Explain
	if names == nil {
		names = []string{"zl-sd"}
		if m, err := distance.Find("parent-aid"); err == nil && m.Defined(pair.Truth().Kind(), pair.Guess().Kind()) == nil {
			names = append(names, m.Name)
		}
	}
	o.Estimate = nil
	for i, name := range names {
		stage(0.7+0.3*float64(i)/float64(len(names)), 0.7+0.3*float64(i+1)/float64(len(names)))
		m, err := distance.Find(name)
		if err != nil {
			return nil, err
		}
		e, err := WrongClaims(ctx, pair, sepdist.ExplainOptions{Options: o.Options, Metric: name, Limit: o.Limit})
		if err != nil {
			return nil, err
		}
		p.Explained = append(p.Explained, *e)
		if m.Claims != distance.AboutSeparation || m.Defined(pair.Guess().Kind(), pair.Truth().Kind()) != nil {
			continue
		}
		back := o.Options
		back.Progress = nil // it would begin again
		reverse, err := pair.Explain(ctx, sepdist.ExplainOptions{Options: back, Metric: name, Limit: o.Limit, Reverse: true})
		if err != nil {
			return nil, err
		}
		p.Explained = append(p.Explained, page.Explained{Explanation: reverse})
	}
	return p, nil
}

// stages returns a function that makes the next part of the work report its progress between two shares of the whole, so that
// the progress of a report never goes back.
func stages(o *ReportOptions) func(from, to float64) {
	all := o.Progress
	return func(from, to float64) {
		if all != nil {
			all(from)
			o.Progress = func(share float64) { all(from + (to-from)*share) }
		}
	}
}

// WrongClaims explains a metric and counts its wrong claims by node, if they are about pairs.
func WrongClaims(ctx context.Context, pair *sepdist.Pair, o sepdist.ExplainOptions) (*page.Explained, error) {
	m, err := distance.Find(o.Metric)
	if err != nil {
		return nil, err
	}
	e := &page.Explained{}
	if m.Claims != distance.AboutStatements {
		names, row, silent := pair.MistakeRows(m)
		e.Tally, e.Silent = page.NewTally(names), silent
		o.Mistake = func(wrong distance.Mistake) {
			e.Tally.Add(row(wrong.X), row(wrong.Y), m.Claims == distance.AboutEdges)
		}
	}
	e.Explanation, err = pair.Explain(ctx, o)
	return e, err
}

// usualBaseline returns the number of random guesses of a report with n nodes if none is stated: as many as take a few
// seconds, or 0 if these would be too few.
func usualBaseline(n int) int {
	samples := min(1000, 30_000_000/(n*n*n))
	if samples < 20 {
		return 0
	}
	return samples
}

// Classes says in a report how classes are found.
const Classes = "those stated, else the first that fits: dag, cpdag, mpdag, mag without undirected edges, admg, pag, cyclic; of time series ts-dag, ts-cpdag, ts-admg, ts-pag"
