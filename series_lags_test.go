package sepdist

import (
	"math/rand/v2"
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// Structure metrics of lagged pairs are the same with and without the links at lag 0, which are
// dropped only if no other metric is asked for.
func TestLagsOnly(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 50 {
		truth := &Graph{Series: graphtest.RandomSeries(rng, 4, 2, 0.3, 0.5)}
		guess := &Graph{Series: graphtest.RandomSeries(rng, 4, 2, 0.3, 0.5)}
		for _, links := range []string{"lagged", "lagged,auto", "auto", "lagged,cross"} {
			value := func(metrics ...string) distance.Result {
				c, err := Compare(t.Context(), truth, guess, Options{Metrics: metrics, Links: links})
				if err != nil {
					t.Fatal(err)
				}
				return c.Results[0].Result
			}
			if got, want := value("shd"), value("shd", "zl-sd"); got.Count != want.Count {
				t.Fatalf("--links %s: shd is %v, and %v beside zl-sd\ntruth\n%s\nguess\n%s", links, got.Count, want.Count,
					graphtest.DrawSeries(truth.Series), graphtest.DrawSeries(guess.Series))
			}
		}
	}
}
