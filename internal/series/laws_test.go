package series_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/separation/separator"
	"github.com/sepdist/sepdist/internal/series"
)

// strategies are those that time-series graphs have.
var strategies = []series.Strategy{
	{Base: separator.Parent}, {Base: separator.PossibleParent}, {Base: separator.Nearest},
	{Base: separator.Parent, Blanket: true}, {Base: separator.PossibleParent, Blanket: true}, {Base: separator.Nearest, Blanket: true},
}

func counts(t *testing.T, truth, guess *series.Model, o series.Options, strategies ...series.Strategy) []series.Count {
	t.Helper()
	c, err := series.NewComparison(truth, guess, o)
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.Distances(t.Context(), strategies...)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestLaws: a graph is at distance 0 from itself, from its class, and from the other members
// of its class; the order of variables does not matter; parts of the pairs add up to all.
func TestLaws(t *testing.T) {
	rng := graphtest.Rand(6)
	for range 60 {
		n := 2 + rng.IntN(4)
		truth, guess := someSeries(rng, n, false), someSeries(rng, n, false)
		a, b := model(truth, nil), model(guess, nil)
		class := checked(t, series.CheckCPDAG, series.CPDAG(truth))
		for _, same := range []*series.Model{a, model(class.Walk(), nil)} {
			for i, c := range counts(t, a, same, series.Options{}, strategies...) {
				if c.Wrong != 0 {
					t.Errorf("%s is %v from %v to a graph of its class", strategies[i].Name(), c, truth)
				}
			}
		}
		for _, c := range counts(t, class, class, series.Options{MaxLag: 3}, zl, mbZL) {
			if c.Wrong != 0 {
				t.Errorf("the class of %v is %v away from itself", truth, c)
			}
		}

		all := counts(t, a, b, series.Options{}, strategies...)
		order := make([]graph.Node, n)
		for i, v := range rng.Perm(n) {
			order[i] = graph.Node(v)
		}
		if got := counts(t, model(truth.Induced(order), nil), b, series.Options{}, strategies...); !reflect.DeepEqual(got, all) {
			t.Errorf("%v and %v: %v, in another order of variables %v", truth, guess, all, got)
		}
		for _, parts := range [][]series.Options{
			{{Links: series.Contemporaneous}, {Links: series.Lagged}},
			{{Links: series.Auto}, {Links: series.Cross}},
			{{Sources: graph.SetOf(0)}, {Sources: graph.AllNodes(n).Without(0)}},
			{{Targets: graph.SetOf(0)}, {Targets: graph.AllNodes(n).Without(0)}},
		} {
			sum := make([]series.Count, len(all))
			for _, o := range parts {
				for i, c := range counts(t, a, b, o, strategies...) {
					sum[i].Wrong += c.Wrong
					sum[i].Of += c.Of
					sum[i].Claims += c.Claims
					sum[i].NoSeparator += c.NoSeparator
				}
			}
			if !reflect.DeepEqual(sum, all) {
				t.Errorf("%v and %v: %v, in the parts %v %v", truth, guess, all, parts, sum)
			}
		}
		for _, s := range strategies {
			mistakes(t, truth, a, b, s)
		}
		mixed := model(someSeries(rng, n, true), nil)
		for _, s := range []series.Strategy{zl, mbZL} {
			c, err := series.NewComparison(mixed, mixed, series.Options{MaxLag: 2})
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Distances(t.Context(), s)
			if errors.As(err, new(*series.InfiniteError)) {
				continue
			}
			if err != nil || got[0].Wrong != 0 {
				t.Errorf("%v is %v away from itself, %v", mixed.Drawn(), got, err)
			}
			mistakes(t, truth, a, mixed, s)
		}
	}
}

// mistakes holds that each wrong claim is one: the set separates in the guess, and a path of
// the truth is open.
func mistakes(t *testing.T, drawn *graph.Series, truth, guess *series.Model, s series.Strategy) {
	t.Helper()
	c, err := series.NewComparison(truth, guess, series.Options{MaxLag: 2})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Mistakes(t.Context(), s, func(m series.Mistake) {
		inGuess, err := guess.Separated(m.X, m.Y, m.Separator)
		if err != nil || !inGuess {
			t.Errorf("%s: %v does not separate in %v, %v", s.Name(), m, guess.Drawn(), err)
		}
		path, open, err := truth.OpenPath(m.X, m.Y, m.Separator)
		if err != nil || !open {
			t.Fatalf("%s: no open path for %v in %v, %v", s.Name(), m, drawn, err)
		}
		openPath(t, drawn, m.X, m.Y, m.Separator, path)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestKinds(t *testing.T) {
	s := graphtest.Series(t, "A(t) --> B(t); A(t-1) --> A(t); A(t-1) <-> B(t); B(t) --- C(t); A(t-2) o-> C(t); A(t) x-x C(t)")
	want := series.Kinds{Contemporaneous: 3, Lagged: 3, Auto: 1, Bidirected: 1}
	if got := series.CountKinds(s); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestRefused(t *testing.T) {
	dag := checked(t, series.CheckDAG, graphtest.Series(t, "A(t-1) --> B(t)"))
	class := checked(t, series.CheckCPDAG, graphtest.Series(t, "A(t) --- B(t)"))
	mixed := checked(t, series.CheckADMG, graphtest.Series(t, "A(t-1) <-> B(t)"))
	far := checked(t, series.CheckDAG, graphtest.Series(t, "A(t-100000000) --> B(t)"))
	other := checked(t, series.CheckDAG, graphtest.Series(t, "A(t-1) --> C(t)"))
	distance := func(truth, guess *series.Model, s series.Strategy) error {
		c, err := series.NewComparison(truth, guess, series.Options{})
		if err != nil {
			return err
		}
		_, err = c.Distances(t.Context(), s)
		return err
	}
	_, itself := dag.Separated(graph.LaggedNode{}, graph.LaggedNode{}, nil)
	_, inside := dag.Separated(graph.LaggedNode{}, graph.LaggedNode{Variable: 1}, []graph.LaggedNode{{}})
	_, hidden := dag.Hide(graph.SetOf(0)).Separated(graph.LaggedNode{}, graph.LaggedNode{Variable: 1}, nil)
	_, window := dag.Project(series.Window{First: 0, Last: 1})
	_, kind := series.ParseRestriction("past")
	for _, c := range []struct {
		err  error
		want string
	}{
		{distance(dag, class, series.Strategy{Base: separator.Parent}), "parent is defined for a guess that is a DAG"},
		{distance(dag, mixed, series.Strategy{Base: separator.PossibleParent, Blanket: true}), "mb-pparent is defined for a guess that is a DAG or CPDAG"},
		{distance(dag, far, series.Strategy{Base: separator.Nearest}), "use a smaller largest lag"},
		{distance(dag, other, series.Strategy{Base: separator.Nearest}), `missing node B and has extra node C`},
		{itself, "expected two moments"},
		{inside, "the set has one of the moments"},
		{hidden, "is not a measured moment"},
		{window, "has no slices"},
		{kind, "expected one of contemporaneous, lagged, auto, cross"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
	var nodes *graph.NodesError
	if err := distance(dag, other, series.Strategy{Base: separator.Nearest}); !errors.As(err, &nodes) {
		t.Errorf("%v is no NodesError", err)
	}
	if err := distance(dag, mixed, series.Strategy{Base: separator.Nearest}); err != nil {
		t.Error(err)
	}
}
