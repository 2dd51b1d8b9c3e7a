package sepdist_test

import (
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// given-sd of the separators that zl-sd chooses for x < y is what these claims are worth by definition.
func TestGivenDistance(t *testing.T) {
	ctx := t.Context()
	for seed := range uint64(60) {
		var pair [2]*sepdist.Graph
		for i := range pair {
			g, err := sepdist.Random(ctx, class.DAG, sepdist.RandomOptions{Nodes: 6, Probability: 0.4, Seed: 2*seed + uint64(i)})
			if err != nil {
				t.Fatal(err)
			}
			pair[i] = g
		}
		sets, err := pair[1].Separators(ctx, "", "", "zl-sd")
		if err != nil {
			t.Fatal(err)
		}
		rows := [][]string{}
		wrong := 0.0
		for p := range sets.Pairs {
			x, y := graphtest.Node(t, pair[0].Graph, p.X), graphtest.Node(t, pair[0].Graph, p.Y)
			if x > y {
				continue
			}
			var given graph.Set
			for _, name := range p.Separators[sets.Metrics[0]] {
				given.Add(graphtest.Node(t, pair[0].Graph, name))
			}
			rows = append(rows, append([]string{p.X, p.Y}, p.Separators[sets.Metrics[0]]...))
			if !naive.Separated(pair[0].Graph, x, y, given) {
				wrong += 2
			}
		}
		c, err := sepdist.Compare(ctx, pair[0], pair[1], sepdist.Options{Metrics: []string{"given-sd"}, Separators: rows})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := c.Results[0].Result.Count, (distance.Count{Wrong: wrong, Of: 30}); got != want {
			t.Errorf("seed %d: %v, want %v", seed, got, want)
		}
		if notes := c.Results[0].Result.Notes; len(notes) != 1 || notes[0][:2] != "0 " {
			t.Errorf("seed %d: sets that separate in the guess are incoherent: %q", seed, notes)
		}
	}
}

// Sets that do not separate in the guess itself are counted, and sets of adjacent pairs ignored.
func TestIncoherentSets(t *testing.T) {
	truth := &sepdist.Graph{Graph: graphtest.Arrows(t, "a --> b --> c")}
	guess := &sepdist.Graph{Graph: graphtest.Arrows(t, "a --> b <-- c")}
	c, err := sepdist.Compare(t.Context(), truth, guess, sepdist.Options{Metrics: []string{"given-sd"}, Separators: [][]string{{"a", "c", "b"}, {"a", "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	r := c.Results[0].Result
	if r.Count != (distance.Count{Wrong: 0, Of: 6}) || r.Claims != 2 || len(r.Notes) != 2 || r.Notes[0][:2] != "1 " {
		t.Errorf("%v, %v claims, %q", r.Count, r.Claims, r.Notes)
	}
	for _, o := range []sepdist.Options{
		{Metrics: []string{"given-sd"}},
		{Separators: [][]string{{"a"}}},
		{Separators: [][]string{{"a", "x"}}},
		{Separators: [][]string{{"a", "c"}}, Symmetric: distance.Mean},
	} {
		if _, err := sepdist.Compare(t.Context(), truth, guess, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
