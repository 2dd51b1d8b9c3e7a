//go:build !lean

package request

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/page"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/report"
)

// ReportOptions say what a report tells.
type ReportOptions struct {
	compare.Options
	Random  bool     // Baseline is stated: else it is so large that it takes some seconds
	Title   string   // empty: a question with the names of the graphs
	Explain []string // metrics whose wrong claims are shown; nil: zl-sd and, where defined, parent-aid
	Limit   int      // of the claims to show
	Made    []page.Setting
}

// Page returns what a report on a guess tells.
func Page(ctx context.Context, truth, guess *compare.Graph, o ReportOptions) (*page.Page, error) {
	pair, err := compare.Prepare(ctx, truth, guess, &o.Options)
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
	case truth.Series != nil:
		t, g, err := compare.Match(ctx, truth, guess, &o.Options)
		if err != nil {
			return nil, err
		}
		p.TruthSeries, p.GuessSeries = t.Series, g.Series
		lags := max(p.TruthSeries.MaxLag(), p.GuessSeries.MaxLag())
		p.Truth, p.Guess = draw.Moments(p.TruthSeries, lags), draw.Moments(p.GuessSeries, lags)
	case pair.Readings.Several:
		p.Truth, p.Guess = pair.Truth.Drawn(), pair.Aligned
	default:
		p.Truth, p.Guess = pair.Truth.Drawn(), pair.Guess.Drawn()
	}
	if p.Comparison, err = o.compare(ctx, truth, guess, pair.Truth.N()); err != nil {
		return nil, err
	}
	if !pair.Readings.Several {
		p.Explained, err = o.explained(ctx, truth, guess, pair)
	}
	return p, err
}

// compare compares by all metrics, and holds the quicker ones against random guesses.
func (o ReportOptions) compare(ctx context.Context, truth, guess *compare.Graph, n int) (*report.Comparison, error) {
	samples := o.Baseline
	if !o.Random {
		samples = usualBaseline(n)
	}
	o.Baseline = 0
	c, err := compare.Compare(ctx, truth, guess, o.Options)
	if err != nil || samples == 0 {
		return c, err
	}
	o.Metrics, o.Baseline = nil, samples
	for _, e := range c.Results {
		if !e.Metric.Slow {
			o.Metrics = append(o.Metrics, e.Metric.Name)
		}
	}
	if len(o.Metrics) == 0 {
		return c, nil
	}
	held, err := compare.Compare(ctx, truth, guess, o.Options)
	if err != nil {
		return nil, err
	}
	c.Random = held.Random
	for i := range c.Results {
		for _, e := range held.Results {
			if e.Metric == c.Results[i].Metric {
				c.Results[i].Baseline = e.Baseline
			}
		}
	}
	return c, nil
}

// usualBaseline is the number of random guesses that a report has unless it is stated: so many
// that they take some seconds.
func usualBaseline(n int) int {
	samples := min(1000, 30_000_000/(n*n*n))
	if samples < 20 {
		return 0
	}
	return samples
}

// explained explains the metrics that were asked for.
func (o ReportOptions) explained(ctx context.Context, truth, guess *compare.Graph, pair *compare.Pair) (list []page.Explained, err error) {
	names := o.Explain
	if names == nil {
		names = []string{"zl-sd"}
		if m, err := distance.Find("parent-aid"); err == nil && m.Defined(pair.Truth.Kind(), pair.Guess.Kind()) == nil {
			names = append(names, m.Name)
		}
	}
	how := compare.ExplainOptions{Options: o.Options, Limit: o.Limit}
	how.Progress, how.Estimate = nil, nil
	for _, name := range names {
		m, err := distance.Find(name)
		if err != nil {
			return nil, err
		}
		e := page.Explained{}
		if m.Claims != distance.AboutStatements {
			places := pair.Places(m, &how.Options)
			e.Tally, e.Silent = report.NewTally(places.Names), places.Silent
			if how.Mistake, err = Tallying(e.Tally, m, places); err != nil {
				return nil, err
			}
		}
		if e.Explanation, err = compare.Explain(ctx, m, truth, guess, how); err != nil {
			return nil, err
		}
		list = append(list, e)
		if m.Claims != distance.AboutSeparation || m.Defined(pair.Guess.Kind(), pair.Truth.Kind()) != nil {
			continue
		}
		back := how
		back.Mistake, back.Reverse = nil, true
		reverse, err := compare.Explain(ctx, m, truth, guess, back)
		if err != nil {
			return nil, err
		}
		list = append(list, page.Explained{Explanation: reverse})
	}
	return list, nil
}

// Tallying returns a callback that counts the mistakes of m.
func Tallying(t *report.Tally, m *distance.Metric, places *compare.Places) (func(distance.Mistake), error) {
	if m.Claims == distance.AboutStatements {
		return nil, fmt.Errorf("%s does not count claims about pairs, so there are none to draw: use a separation or adjustment distance", m.Name)
	}
	return func(wrong distance.Mistake) {
		t.Add(places.Of(wrong.X), places.Of(wrong.Y), m.Claims == distance.AboutEdges)
	}, nil
}

// Classes says in a report how classes are found.
const Classes = "those stated, else the first that fits: dag, cpdag, mpdag, mag without undirected edges, admg, pag, cyclic; of time series ts-dag, ts-cpdag, ts-admg, ts-pag"

func init() { ops["report"], ops["compare-many"] = reportPage, compareMany }

// reportPage answers with a report as HTML.
func reportPage(ctx context.Context, r *Request, a *answer) {
	o := r.options()
	truth, guess := r.pair()
	if r.Limit < 0 {
		expect("limit", strconv.Itoa(r.Limit), "a number from 0 up")
	}
	p := try.Get(Page(ctx, truth, guess, ReportOptions{
		Options: o, Random: r.Options["baseline"] != nil, Title: r.Title, Explain: r.Explain, Limit: r.Limit,
		Made: []page.Setting{
			{Name: "Version", Value: "sepdist " + version()},
			{Name: "Metrics", Value: strings.Join(r.Metrics, ", ")},
			{Name: "Seed", Value: strconv.FormatUint(o.Seed, 10)},
			{Name: "Classes", Value: Classes},
		},
	}))
	a.add("data", written(func(w io.Writer) error { return page.Write(w, *p) }))
}

// version returns that of the module.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
