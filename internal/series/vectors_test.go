package series_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/series"
)

// TestVectors holds all that is known of the cases of series.json.
func TestVectors(t *testing.T) {
	cases := graphtest.SeriesVectors(t)
	if len(cases) != 400 {
		t.Fatalf("%d cases, want 400", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			if c.Graph != nil {
				projectionVector(t, c)
			} else {
				distanceVector(t, c)
			}
		})
	}
}

// latent returns the model with the named variables latent.
func latent(t *testing.T, m *series.Model, names []string) *series.Model {
	t.Helper()
	var hidden graph.Set
	for _, name := range names {
		v, ok := m.Drawn().Names().Node(name)
		if !ok {
			t.Fatalf("no variable %q", name)
		}
		hidden.Add(v)
	}
	return m.Hide(hidden)
}

func checked(t testing.TB, check func(*graph.Series) (*series.Model, error), s *graph.Series) *series.Model {
	t.Helper()
	m, err := check(s)
	if err != nil {
		t.Fatalf("%v: %v", s, err)
	}
	return m
}

func projectionVector(t *testing.T, c graphtest.SeriesCase) {
	m := latent(t, checked(t, series.CheckDAG, c.Graph), c.Latent)
	p, err := m.Project(series.Window{First: c.Window - 1})
	if err != nil {
		t.Fatal(err)
	}
	var directed, bidirected [][2]string
	for e := range p.Graph.Edges() {
		if e.AtX == graph.Arrow && e.AtY == graph.Tail {
			e = e.Flip()
		}
		names := [2]string{p.Graph.Name(e.X), p.Graph.Name(e.Y)}
		if e.Directed() {
			directed = append(directed, names)
		} else {
			slices.Sort(names[:])
			bidirected = append(bidirected, names)
		}
	}
	compare := func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }
	slices.SortFunc(directed, compare)
	slices.SortFunc(bidirected, compare)
	if !slices.Equal(directed, c.Directed) {
		t.Errorf("directed edges %v, want %v", directed, c.Directed)
	}
	if !slices.Equal(bidirected, c.Bidirected) {
		t.Errorf("bidirected edges %v, want %v", bidirected, c.Bidirected)
	}
}

func distanceVector(t *testing.T, c graphtest.SeriesCase) {
	truth := latent(t, checked(t, series.CheckDAG, c.Truth), c.Latent)
	guess := checked(t, series.CheckDAG, c.Guess)
	distances(t, truth, guess, c.MaxLag, c.Of, c.Wrong)
	distances(t, truth, guess, 0, c.Of, c.Wrong)
	class := series.CPDAG(c.Guess)
	if c.GuessCPDAG == nil {
		if len(c.Latent) == 0 && series.Size(class).Cmp(big.NewInt(1)) != 0 {
			t.Errorf("the class of the guess has %v members, want 1", series.Size(class))
		}
		return
	}
	if !class.EqualByIndex(c.GuessCPDAG) {
		t.Errorf("the class of the guess is %v, want %v", class, c.GuessCPDAG)
	}
	if size := series.Size(class); size.Cmp(big.NewInt(int64(c.Members))) != 0 {
		t.Errorf("the class of the guess has %v members, want %d", size, c.Members)
	}
	distances(t, truth, checked(t, series.CheckCPDAG, c.GuessCPDAG), c.MaxLag, c.Of, c.WrongCPDAG)
	// In a DAG the possible parents are those of its class.
	distances(t, truth, guess, c.MaxLag, c.Of, c.WrongCPDAG)
}

// distances holds the given distances, together and each for itself.
func distances(t *testing.T, truth, guess *series.Model, maxLag, of int, wrong map[string]int) {
	t.Helper()
	var names []string
	var asked []series.Strategy
	for name := range wrong {
		i := slices.IndexFunc(strategies, func(s series.Strategy) bool { return s.Name()+"-sd" == name })
		if i < 0 {
			t.Fatalf("%s has no strategy", name)
		}
		names, asked = append(names, name), append(asked, strategies[i])
	}
	c, err := series.NewComparison(truth, guess, series.Options{MaxLag: maxLag})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := c.Distances(t.Context(), asked...)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if want := (series.Count{Wrong: float64(wrong[name]), Of: float64(of), Claims: counts[i].Claims}); counts[i] != want || want.Claims < want.Wrong {
			t.Errorf("%s is %v, want %v", name, counts[i], want)
		}
		c, err := series.NewComparison(truth, guess, series.Options{MaxLag: maxLag})
		if err != nil {
			t.Fatal(err)
		}
		mistakes := 0
		if _, err := c.Mistakes(t.Context(), asked[i], func(series.Mistake) { mistakes++ }); err != nil {
			t.Fatal(err)
		}
		if mistakes != wrong[name] {
			t.Errorf("%s: %d mistakes, want %d", name, mistakes, wrong[name])
		}
	}
}
