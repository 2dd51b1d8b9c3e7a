package simulate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/series"
	"github.com/sepdist/sepdist/internal/simulate"
)

func drawSeries(o simulate.Options) (*graph.Series, error) {
	d, err := simulate.Draw(context.Background(), class.TSDAG, o)
	return d.Series, err
}

func changeSeries(s *graph.Series, c simulate.Changes) (*graph.Series, error) {
	m, err := class.CheckSeries(context.Background(), s, class.TSDAG)
	if err != nil {
		return nil, err
	}
	d, err := simulate.Changed(context.Background(), m, c)
	return d.Series, err
}

func TestSeries(t *testing.T) {
	for seed := range uint64(50) {
		o := simulate.Options{Nodes: 6, MaxLag: 3, Edges: 25, Auto: 0.2, Seed: seed}
		s, err := drawSeries(o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := series.CheckDAG(s); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if k := series.CountKinds(s); s.N() != 6 || s.M() != 25 || k.Auto != 5 || s.MaxLag() > 3 {
			t.Errorf("%v: %+v", s, k)
		}
		if again, _ := drawSeries(o); !again.Equal(s) {
			t.Errorf("seed %d: %v and %v", seed, s, again)
		}
	}
}

// TestSeriesAllLinks draws every link that there can be, and each with the probability that
// it should have.
func TestSeriesAllLinks(t *testing.T) {
	s, err := drawSeries(simulate.Options{Nodes: 3, MaxLag: 2, Edges: 21, Auto: 6.0 / 21})
	if err != nil || s.M() != 21 {
		t.Fatalf("%v, %v", s, err)
	}
	seen := make(map[graph.Link]int)
	const draws = 4000
	for seed := range uint64(draws) {
		s, err := drawSeries(simulate.Options{Nodes: 3, MaxLag: 1, Edges: 4, Auto: 0.25, Seed: seed})
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

// without counts the links of s that r does not have.
func without(s, r *graph.Series) (count int) {
	for _, l := range s.Links() {
		if !slices.Contains(r.Links(), l) {
			count++
		}
	}
	return count
}

// differing counts the pairs of variables and lags whose links are not the same.
func differing(s, r *graph.Series) int {
	type slot struct {
		x   graph.Node
		lag int
		y   graph.Node
	}
	pairs := make(map[slot]bool)
	for _, both := range [][2]*graph.Series{{s, r}, {r, s}} {
		for _, l := range both[0].Links() {
			if !slices.Contains(both[1].Links(), l) {
				pairs[slot{l.X, l.Lag, l.Y}] = true
			}
		}
	}
	return len(pairs)
}

func TestChangeSeries(t *testing.T) {
	for seed := range uint64(50) {
		s, err := drawSeries(simulate.Options{Nodes: 5, MaxLag: 2, Edges: 15, Auto: 0.2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		changed, err := changeSeries(s, simulate.Changes{Remove: 3, Add: 2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := series.CheckDAG(changed); err != nil {
			t.Errorf("%v: %v", changed, err)
		}
		if gone, come := without(s, changed), without(changed, s); gone != 3 || come != 2 {
			t.Errorf("%v changed to %v: %d links gone, %d come", s, changed, gone, come)
		}
		any, err := changeSeries(s, simulate.Changes{Any: 4, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if m, err := class.CheckSeries(context.Background(), any, class.TSDAG); err != nil || differing(s, any) != 4 {
			t.Errorf("%v changed to %v: %v, %v", s, any, m, err)
		}
	}
	chain, err := graph.NewSeries([]string{"A", "B"}, []graph.Link{{X: 0, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	if err != nil {
		t.Fatal(err)
	}
	turned, err := changeSeries(chain, simulate.Changes{Reverse: 1})
	if err != nil || turned.String() != "A(t) <-- B(t)" {
		t.Errorf("%v, %v", turned, err)
	}
}

func TestSeriesImpossible(t *testing.T) {
	lagged, err := graph.NewSeries([]string{"A", "B"}, []graph.Link{{X: 0, Lag: 1, Y: 1, AtX: graph.Tail, AtY: graph.Arrow}})
	if err != nil {
		t.Fatal(err)
	}
	draw := func(o simulate.Options) error {
		_, err := drawSeries(o)
		return err
	}
	change := func(c simulate.Changes) error {
		_, err := changeSeries(lagged, c)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{draw(simulate.Options{Nodes: -1}), "nodes is -1, expected 0 to"},
		{draw(simulate.Options{Nodes: 2, MaxLag: 1, Edges: 3, Auto: 1}), "2 variables have only 2"},
		{draw(simulate.Options{Nodes: 2, MaxLag: 1, Edges: 4}), "2 variables have only 3"},
		{draw(simulate.Options{Auto: 2}), "auto is 2, expected 0 to 1"},
		{change(simulate.Changes{Reverse: 1}), "only 0 of 1 edges can be reversed"},
		{change(simulate.Changes{Remove: 2}), "only 1 of 2 edges can be removed"},
		{change(simulate.Changes{Add: -1}), "add is -1, expected 0 or more"},
		{change(simulate.Changes{Bidirected: 1}), "does not apply to a time-series DAG"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
}
