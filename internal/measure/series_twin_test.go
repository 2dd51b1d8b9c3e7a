package measure_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/naive"
)

// kindsOfPairs are kinds of pairs of variables n slices apart.
var kindsOfPairs = map[string]func(x graph.Node, lag int, y graph.Node) bool{
	"":                func(graph.Node, int, graph.Node) bool { return true },
	"contemporaneous": func(_ graph.Node, lag int, _ graph.Node) bool { return lag == 0 },
	"lagged":          func(_ graph.Node, lag int, _ graph.Node) bool { return lag > 0 },
	"auto":            func(x graph.Node, _ int, y graph.Node) bool { return x == y },
	"lagged,cross":    func(x graph.Node, lag int, y graph.Node) bool { return lag > 0 && x != y },
}

// twinMeasure is measureSeries with latent variables of the truth.
func twinMeasure(t *testing.T, name string, truth, guess *graph.Series, latent graph.Set, p task.Params) distance.Result {
	t.Helper()
	m, err := seriesModel(t, truth).Project(t.Context(), latent, nil)
	if err != nil {
		t.Fatal(err)
	}
	return measureSeries(t, name, m, seriesModel(t, guess), p)
}

// TestSeriesStatementsTwin compares with all statements of graphs that are unrolled, and then
// projected onto a window by the definition.
func TestSeriesStatementsTwin(t *testing.T) {
	rng := graphtest.Rand(21)
	for i := range 60 {
		window := 2 + rng.IntN(2)
		all := 2 + i%2 // one of three is latent
		truth := graphtest.RandomMixedSeries(rng, all, 1+rng.IntN(2), .3, .5, .1*float64(i%3))
		guess := graphtest.RandomMixedSeries(rng, all, 1+rng.IntN(2), .3, .5, .1*float64(rng.IntN(2)))
		fails := func(truth, guess *graph.Series) bool {
			measured := graph.AllNodes(min(2, truth.N()))
			if measured.Len() < 2 {
				return false
			}
			guess = guess.Induced(measured.Nodes())
			latent := graph.AllNodes(truth.N()).Minus(measured)
			inTruth := naive.MSeparations(naive.ProjectSeries(truth, latent, window-1, 0, 40))
			inGuess := naive.MSeparations(naive.ProjectSeries(guess, nil, window-1, 0, 40))
			for links, is := range kindsOfPairs {
				orders := naive.OrdersAbout(inTruth, inGuess, func(x, y graph.Node) bool {
					return is(x%2, max(int(x/2-y/2), int(y/2-x/2)), y%2)
				})
				p := task.Params{Series: task.SeriesParams{Window: window, Links: links}}
				for name, want := range map[string]float64{
					"sc-metric": naive.SC(orders), "c-metric": naive.Markov(orders), "s-metric": naive.Faithfulness(orders),
				} {
					if got := twinMeasure(t, name, truth, guess, latent, p).Value; math.Abs(got-want) > 1e-12 {
						return true
					}
				}
			}
			return false
		}
		if fails(truth, guess) {
			graphtest.FailingSeries(t, truth, guess, fails)
		}
	}
}

// TestSeriesLinksTwin counts links one by one.
func TestSeriesLinksTwin(t *testing.T) {
	rng := graphtest.Rand(22)
	for range 100 {
		n, lags := 2+rng.IntN(3), 1+rng.IntN(3)
		truth := graphtest.RandomMixedSeries(rng, n, lags, .3, .5, .1)
		guess := graphtest.RandomMixedSeries(rng, n, lags, .3, .5, .1)
		fails := func(truth, guess *graph.Series) bool {
			for links, is := range kindsOfPairs {
				var shd, skeleton, of int
				var found distance.Confusion
				for x := range graph.Node(truth.N()) {
					for y := range graph.Node(truth.N()) {
						for lag := range lags + 1 {
							if lag == 0 && x >= y || !is(x, lag, y) {
								continue
							}
							of++
							a, b := between(truth, x, lag, y), between(guess, x, lag, y)
							shd += one(!slices.Equal(a, b))
							skeleton += one((a == nil) != (b == nil))
							found.TP += int64(one(a != nil && b != nil))
							found.FP += int64(one(a == nil && b != nil))
							found.FN += int64(one(a != nil && b == nil))
							found.TN += int64(one(a == nil && b == nil))
						}
					}
				}
				p := task.Params{Series: task.SeriesParams{MaxLag: lags, Links: links}}
				for name, want := range map[string]int{"shd": shd, "skeleton-shd": skeleton} {
					if got := twinMeasure(t, name, truth, guess, nil, p).Count; of > 0 && (got != distance.Count{Wrong: float64(want), Of: float64(of)}) {
						return true
					}
				}
				if got := twinMeasure(t, "adjacency-f1", truth, guess, nil, p).Confusion; got != nil && *got != found {
					return true
				}
			}
			return false
		}
		if fails(truth, guess) {
			graphtest.FailingSeries(t, truth, guess, fails)
		}
	}
}

// between returns the links of two variables at a lag, in one order.
func between(s *graph.Series, x graph.Node, lag int, y graph.Node) (found []string) {
	for _, l := range s.Links() {
		e := l.Edge()
		if lag == 0 && l.Lag == 0 && l.X == y && l.Y == x {
			e = e.Flip()
		} else if l.X != x || l.Lag != lag || l.Y != y {
			continue
		}
		found = append(found, e.Arrow())
	}
	slices.Sort(found)
	return found
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
