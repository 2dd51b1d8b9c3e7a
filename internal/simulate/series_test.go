package simulate_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/series"
	"github.com/sepdist/sepdist/internal/simulate"
)

func TestSeries(t *testing.T) {
	for seed := range uint64(50) {
		o := simulate.SeriesOptions{Nodes: 6, MaxLag: 3, Edges: 25, Auto: 0.2, Seed: seed}
		s, err := simulate.Series(o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := series.CheckDAG(s); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if k := series.CountKinds(s); s.N() != 6 || s.M() != 25 || k.Auto != 5 || s.MaxLag() > 3 {
			t.Errorf("%v: %+v", s, k)
		}
		if again, _ := simulate.Series(o); !again.Equal(s) {
			t.Errorf("seed %d: %v and %v", seed, s, again)
		}
	}
}

// TestSeriesAllLinks draws every link that there can be, and each with the probability that
// it should have.
func TestSeriesAllLinks(t *testing.T) {
	s, err := simulate.Series(simulate.SeriesOptions{Nodes: 3, MaxLag: 2, Edges: 21, Auto: 6.0 / 21})
	if err != nil || s.M() != 21 {
		t.Fatalf("%v, %v", s, err)
	}
	seen := make(map[graph.Link]int)
	const draws = 4000
	for seed := range uint64(draws) {
		s, err := simulate.Series(simulate.SeriesOptions{Nodes: 3, MaxLag: 1, Edges: 4, Auto: 0.25, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range s.Links() {
			seen[l]++
		}
	}
	for x := range graph.Node(3) {
		for y := range graph.Node(3) {
			lagged := seen[graph.Link{X: x, Lag: 1, Y: y, AtX: graph.Tail, AtY: graph.Arrow}]
			if lagged < draws/3-200 || lagged > draws/3+200 { // 1 of 3, or 3 of 9
				t.Errorf("the link of %d and %d at lag 1 was drawn %d times, want about %d", x, y, lagged, draws/3)
			}
			if x >= y {
				continue
			}
			there := seen[graph.Link{X: x, Y: y, AtX: graph.Tail, AtY: graph.Arrow}]
			back := seen[graph.Link{X: x, Y: y, AtX: graph.Arrow, AtY: graph.Tail}]
			if there < draws/6-150 || there > draws/6+150 || back < draws/6-150 || back > draws/6+150 {
				t.Errorf("the links of %d and %d at lag 0 were drawn %d and %d times, want about %d", x, y, there, back, draws/6)
			}
		}
	}
}

func TestChangeSeries(t *testing.T) {
	for seed := range uint64(50) {
		s, err := simulate.Series(simulate.SeriesOptions{Nodes: 5, MaxLag: 2, Edges: 15, Auto: 0.2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		changed, err := simulate.ChangeSeries(s, simulate.Changes{Remove: 3, Add: 2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := series.CheckDAG(changed); err != nil {
			t.Errorf("%v: %v", changed, err)
		}
		c, err := series.CompareLinks(s, changed, series.Options{})
		if err != nil || c.Adjacencies.FN != 3 || c.Adjacencies.FP != 2 || c.Hamming != 5 {
			t.Errorf("%v changed to %v: %+v, %v", s, changed, c, err)
		}
		any, err := simulate.ChangeSeries(s, simulate.Changes{Any: 4, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if c, err := series.CompareLinks(s, any, series.Options{}); err != nil || c.Hamming != 4 {
			t.Errorf("%v changed to %v: %+v, %v", s, any, c, err)
		}
	}
	chain, err := graph.NewSeries([]string{"A", "B"}, []graph.Link{{X: 0, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	if err != nil {
		t.Fatal(err)
	}
	turned, err := simulate.ChangeSeries(chain, simulate.Changes{Reverse: 1})
	if err != nil || turned.String() != "A(t) <-- B(t)" {
		t.Errorf("%v, %v", turned, err)
	}
}

func TestSeriesImpossible(t *testing.T) {
	lagged, err := graph.NewSeries([]string{"A", "B"}, []graph.Link{{X: 0, Lag: 1, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	if err != nil {
		t.Fatal(err)
	}
	draw := func(o simulate.SeriesOptions) error {
		_, err := simulate.Series(o)
		return err
	}
	change := func(c simulate.Changes) error {
		_, err := simulate.ChangeSeries(lagged, c)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{draw(simulate.SeriesOptions{Nodes: -1}), "nodes is -1, expected 0 to"},
		{draw(simulate.SeriesOptions{Nodes: 2, MaxLag: 1, Edges: 3, Auto: 1}), "2 variables have only 2"},
		{draw(simulate.SeriesOptions{Nodes: 2, MaxLag: 1, Edges: 4}), "2 variables have only 3"},
		{draw(simulate.SeriesOptions{Auto: 2}), "auto is 2, expected 0 to 1"},
		{change(simulate.Changes{Reverse: 1}), "only 0 of 1 links can be reversed"},
		{change(simulate.Changes{Remove: 2}), "only 1 of 2 links can be removed"},
		{change(simulate.Changes{Add: -1}), "add is -1, expected 0 or more"},
		{change(simulate.Changes{Bidirected: 1}), "does not apply to a DAG"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
}
