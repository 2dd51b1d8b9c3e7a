package series_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/series"
)

var (
	zl   = series.Strategy{Base: separator.Nearest}
	mbZL = series.Strategy{Base: separator.Nearest, Blanket: true}
)

// TestDistrictsBeforeWindow has guesses whose sets reach further back than the largest lag before
// the earlier moment of a pair. The numbers were found by hand.
func TestDistrictsBeforeWindow(t *testing.T) {
	for _, c := range []struct {
		truth, guess string
		strategy     series.Strategy
		options      series.Options
		wrong, of    float64
	}{
		{"A B: B(t-1) --> B(t)", "A B: A(t-1) --> B(t); A(t-2) --> A(t); A(t-2) <-> B(t)", mbZL, series.Options{}, 4, 18},
		{"B C D: C(t-1) --> B(t); C(t-1) --> C(t)", "B C D: B(t-2) <-> C(t); B(t-2) --> D(t); D(t) --> B(t); D(t-2) <-> B(t)",
			zl, series.Options{MaxLag: 1, Links: series.Contemporaneous}, 2, 6},
		{"B C D: C(t-1) --> B(t); C(t-1) --> C(t)", "B C D: B(t-2) <-> C(t); B(t-2) --> D(t); D(t) --> B(t); D(t-2) <-> B(t)",
			zl, series.Options{MaxLag: 2, Links: series.Contemporaneous}, 2, 6},
		{"L P T: L(t-2) --> T(t); P(t-2) --> P(t); L(t-2) --> L(t); T(t-1) --> P(t); T(t) --> L(t); T(t) <-> L(t); T(t-1) <-> L(t)",
			"L P T: P(t-2) --> P(t); L(t-2) --> L(t); T(t-1) <-> L(t); T(t-1) --> P(t); L(t-2) --> T(t); T(t) <-> L(t)",
			zl, series.Options{}, 7, 42},
	} {
		truth, guess := checked(t, series.CheckADMG, graphtest.Series(t, c.truth)), checked(t, series.CheckADMG, graphtest.Series(t, c.guess))
		if got := counts(t, truth, guess, c.options, c.strategy)[0]; got.Wrong != c.wrong || got.Of != c.of {
			t.Errorf("%s of %s, %+v: %v of %v, want %v of %v", c.strategy.Name(), c.guess, c.options, got.Wrong, got.Of, c.wrong, c.of)
		}
	}
}

// TestInfiniteSets has guesses with and without districts that continue forever.
func TestInfiniteSets(t *testing.T) {
	for _, c := range []struct {
		guess  string
		zl, mb string // what shows that the sets are infinite, or empty
	}{
		{"A: A(t-1) --> A(t); A(t-1) <-> A(t)", "A(t) <-> A(t-1)", "A(t) <-> A(t-1)"},
		{"A B: A(t-1) --> A(t); A(t-1) <-> A(t)", "A(t) <-> A(t-1)", "A(t) <-> A(t-1)"},
		// No moment of A but that of the pair is an ancestor of the pair.
		{"A B: A(t-1) <-> A(t)", "", "A(t) <-> A(t-1)"},
		{"A B C: A(t) <-> B(t); A(t-1) <-> B(t); C(t-1) --> A(t)", "", "B(t) <-> A(t-1) <-> B(t-1)"},
		// Every other moment of B is an ancestor of a pair of A and B.
		{"A B: A(t-1) --> A(t); B(t-2) --> B(t); A(t-1) <-> B(t); A(t) <-> B(t)", "", "B(t) <-> A(t-1) <-> B(t-1)"},
		// Two of three moments of A are ancestors of a pair, and they are not joined to the next two.
		{"A: A(t-3) --> A(t); A(t-1) <-> A(t)", "", "A(t) <-> A(t-1)"},
		{"A: A(t-2) --> A(t); A(t-1) <-> A(t)", "A(t) <-> A(t-1) <-> A(t-2)", "A(t) <-> A(t-1)"},
		// A chain of links without a way back to one of its variables ends.
		{"A B C: A(t-1) --> A(t); B(t-1) --> B(t); C(t-1) --> C(t); A(t-1) <-> B(t); B(t-1) <-> C(t)", "", ""},
		{"A B: A(t-1) --> A(t); B(t-1) --> B(t); A(t-1) <-> B(t); B(t-1) <-> A(t)", "A(t) <-> B(t-1) <-> A(t-2)", "B(t) <-> A(t-1) <-> B(t-2)"},
	} {
		guess := graphtest.Series(t, c.guess)
		m := checked(t, series.CheckADMG, guess)
		comparison, err := series.NewComparison(m, m, series.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, strategy := range []series.Strategy{zl, mbZL} {
			shown := []string{c.zl, c.mb}[i]
			_, err := comparison.Distances(t.Context(), strategy)
			_, again := comparison.Mistakes(t.Context(), strategy, func(series.Mistake) {})
			var infinite *series.InfiniteError
			switch {
			case (err == nil) != (shown == "") || (again == nil) != (shown == ""):
				t.Errorf("%s of %s: %v and %v, want %q", strategy.Name(), c.guess, err, again, shown)
			case err != nil && (!errors.As(err, &infinite) || !strings.Contains(err.Error(), shown+" ")):
				t.Errorf("%s of %s: %v does not show %s", strategy.Name(), c.guess, err, shown)
			}
		}
	}
}

// TestDistrictsTwin compares guesses with many bidirected links with graphs that are unrolled far back.
func TestDistrictsTwin(t *testing.T) {
	rng := graphtest.Rand(31)
	var count districtCount
	for range 2000 {
		n := 2 + rng.IntN(2)
		truth, guess := graphtest.RandomSeries(rng, n, 2, .15, .4), chained(rng, n)
		maxLag := 1 + rng.IntN(2)
		fails := func(truth, guess *graph.Series) bool {
			return count.disagrees(t, truth, guess, nil, maxLag)
		}
		if fails(truth, guess) {
			graphtest.FailingSeries(t, truth, guess, fails)
			return
		}
	}
	if count.defined < 1000 || count.infinite < 300 {
		t.Errorf("%d distances were defined and %d not, expected more of both", count.defined, count.infinite)
	}
}

// A districtCount counts the distances that are defined, and those whose sets are infinite.
type districtCount struct{ defined, infinite int }

// disagrees reports whether a distance between truth and guess differs from that of unrolled graphs.
func (count *districtCount) disagrees(t *testing.T, truth, guess *graph.Series, latent graph.Set, maxLag int) bool {
	want := naive.SeriesMistakes(truth, guess, maxLag, 44)
	for _, strategy := range []series.Strategy{zl, mbZL} {
		c, err := series.NewComparison(model(truth, nil), model(guess, latent), series.Options{MaxLag: maxLag})
		if err != nil {
			panic(err)
		}
		got, err := c.Distances(t.Context(), strategy)
		wrong, ok := want[strategy.Name()]
		switch {
		case errors.As(err, new(*series.InfiniteError)):
			if count.infinite++; ok {
				return true
			}
		case err != nil:
			panic(err)
		case got[0].Wrong != float64(len(wrong)) || got[0].Claims > 0 && !ok:
			return true
		default:
			count.defined++
		}
	}
	return false
}

// TestLatentDistrictsTwin does the same for guesses with a latent variable, as a truth is if both
// directions are measured.
func TestLatentDistrictsTwin(t *testing.T) {
	rng := graphtest.Rand(32)
	var count districtCount
	for i := range 150 {
		n := 2 + rng.IntN(2)
		truth := graphtest.RandomSeries(rng, n, 2, .15, .4)
		guess := graphtest.RandomMixedSeries(rng, n+1, 2, []float64{.1, .2}[rng.IntN(2)], .3*float64(rng.IntN(3)), .03*float64(i%2))
		fails := func(_, guess *graph.Series) bool {
			if guess.N() < n+1 {
				return false
			}
			return count.disagrees(t, truth, guess, graph.SetOf(graph.Node(n)), 2)
		}
		if fails(nil, guess) {
			graphtest.FailingSeries(t, guess, guess, fails)
			return
		}
	}
	if count.defined < 100 || count.infinite < 50 {
		t.Errorf("%d distances were defined and %d not, expected more of both", count.defined, count.infinite)
	}
}

// chained returns an ADMG with directed links and a chain of bidirected links through its variables.
func chained(rng *rand.Rand, n int) *graph.Series {
	s := graphtest.RandomMixedSeries(rng, n, 2, []float64{.05, .1, .2}[rng.IntN(3)], .3*float64(rng.IntN(2)), .05*float64(rng.IntN(2)))
	links := append([]graph.Link(nil), s.Links()...)
	for i := range n {
		x, y, lag := graph.Node(i), graph.Node((i+1)%n), rng.IntN(3)
		if rng.IntN(2) == 0 {
			x, y = y, x
		}
		if lag > 0 || rng.IntN(2) == 0 {
			links = append(links, graph.Link{X: x, Lag: lag, Y: y, AtX: graph.Arrow, AtY: graph.Arrow})
		}
		if rng.IntN(3) > 0 { // a variable that has many ancestors of its own
			links = append(links, graph.Link{X: x, Lag: 1 + rng.IntN(3), Y: x, AtX: graph.Tail, AtY: graph.Arrow})
		}
	}
	return s.With(unique(links))
}

// unique returns links without those that are there twice.
func unique(links []graph.Link) (kept []graph.Link) {
	seen := make(map[graph.Link]bool)
	for _, l := range links {
		if flipped := (graph.Link{X: l.Y, Y: l.X, AtX: l.AtY, AtY: l.AtX}); l.Lag == 0 && seen[flipped] {
			continue
		}
		if !seen[l] {
			seen[l] = true
			kept = append(kept, l)
		}
	}
	return kept
}
