package series_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/series"
)

// kinds are all restrictions of pairs, by what they mean.
var kinds = map[series.Restriction]func(x, y graph.LaggedNode) bool{
	0:                                    func(x, y graph.LaggedNode) bool { return true },
	series.Contemporaneous:               func(x, y graph.LaggedNode) bool { return x.Lag == y.Lag },
	series.Lagged:                        func(x, y graph.LaggedNode) bool { return x.Lag != y.Lag },
	series.Auto:                          func(x, y graph.LaggedNode) bool { return x.Variable == y.Variable },
	series.Cross:                         func(x, y graph.LaggedNode) bool { return x.Variable != y.Variable },
	series.Lagged | series.Cross:         func(x, y graph.LaggedNode) bool { return x.Lag != y.Lag && x.Variable != y.Variable },
	series.Contemporaneous | series.Auto: func(x, y graph.LaggedNode) bool { return false },
	series.Auto | series.Cross:           func(x, y graph.LaggedNode) bool { return true },
}

// TestTwin compares with brute force: truths that are DAGs, ADMGs or have latent variables; guesses
// that are DAGs or ADMGs; a largest lag that is given; and parts of the pairs.
func TestTwin(t *testing.T) {
	rng := graphtest.Rand(11)
	for i := range 120 {
		n := 2 + rng.IntN(2)
		hidden := i % 3 / 2
		truth := someSeries(rng, n+hidden, i%3 == 1)
		guess := someSeries(rng, n+hidden, i%2 == 1).Induced(graph.AllNodes(n).Nodes())
		maxLag := 1 + rng.IntN(3)
		seed := rng.Uint64()
		fails := func(truth, guess *graph.Series) bool {
			guess = guess.Induced(names(guess, n))
			latent := graph.AllNodes(truth.N()).Minus(graph.AllNodes(guess.N()))
			of := strategies
			for _, l := range guess.Links() {
				if l.Edge().Bidirected() {
					of = []series.Strategy{{Base: separator.Nearest}, {Base: separator.Nearest, Blanket: true}}
				}
			}
			wrong := naive.SeriesMistakes(truth, guess, maxLag, 40)
			pairs := naive.SeriesPairs(guess.N(), maxLag)
			for kind, is := range kinds {
				o, weight := part(rand.New(rand.NewPCG(seed, uint64(kind))), guess.N(), pairs)
				o.MaxLag, o.Links = maxLag, kind
				sum := func(list [][2]graph.LaggedNode) (sum float64) {
					for _, p := range list {
						if is(p[0], p[1]) {
							sum += weight(p)
						}
					}
					return sum
				}
				for _, s := range of {
					c, err := series.NewComparison(model(truth, latent), model(guess, nil), o)
					if err != nil {
						panic(err)
					}
					got, err := c.Distances(t.Context(), s)
					if _, ok := wrong[s.Name()]; !ok || errors.As(err, new(*series.InfiniteError)) {
						continue // no claims or infinite sets, see TestDistrictsTwin
					}
					if err != nil || got[0].Wrong != sum(wrong[s.Name()]) || got[0].Of != sum(pairs) {
						return true
					}
				}
			}
			return false
		}
		if fails(truth, guess) {
			graphtest.FailingSeries(t, truth, padded(truth, guess), fails)
		}
	}
}

// part returns options for all pairs, for those of some variables, or with weights; and how much a
// pair weighs in them.
func part(rng *rand.Rand, n int, pairs [][2]graph.LaggedNode) (series.Options, func([2]graph.LaggedNode) float64) {
	v := graph.Node(rng.IntN(max(1, n)))
	switch rng.IntN(4) {
	case 0:
		return series.Options{Sources: graph.SetOf(v)}, func(p [2]graph.LaggedNode) float64 { return one(p[0].Variable == v) }
	case 1:
		return series.Options{Targets: graph.SetOf(v)}, func(p [2]graph.LaggedNode) float64 { return one(p[1].Variable == v) }
	case 2:
		weights := make(map[[2]graph.LaggedNode]float64)
		for _, p := range pairs {
			if rng.IntN(3) > 0 {
				weights[p] = float64(rng.IntN(8)) / 4 // sums are exact
			}
		}
		return series.Options{Weights: weights}, func(p [2]graph.LaggedNode) float64 { return weights[p] }
	}
	return series.Options{}, func([2]graph.LaggedNode) float64 { return 1 }
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
