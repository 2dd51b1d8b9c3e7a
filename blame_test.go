package sepdist_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/report"
)

// The edges to blame, their counts and their order are the same at every limit and for every pair, and
// each claim is due to the same edge.
func TestBlameDoesNotDependOnLimit(t *testing.T) {
	kinds := []string{"dag", "cpdag", "mag", "pag", "admg", "cyclic"}
	edges, compared := 0, 0
	for i, kind := range kinds {
		for seed := range uint64(8) {
			other := kinds[(i+int(seed))%len(kinds)]
			tk, _ := class.Parse(kind)
			gk, _ := class.Parse(other)
			truth, guess := &sepdist.Graph{Graph: random(kind, seed, 6), Class: tk}, &sepdist.Graph{Graph: random(other, seed+77, 6), Class: gk}
			for _, metric := range []string{"zl-sd", "parent-aid", "sc-metric"} {
				m := find(t, metric)
				if m.Defined(tk, gk) != nil || m.Claims == distance.AboutEffects && tk.Latent() && tk.Undirected() {
					continue // the latter may have undirected edges that mean selection
				}
				explain := func(limit int, x, y string) *report.Explanation {
					e, err := sepdist.Explain(t.Context(), truth, guess, sepdist.ExplainOptions{Metric: m.Name, Limit: limit, X: x, Y: y})
					if err != nil {
						t.Fatal(err)
					}
					return e
				}
				all := explain(10000, "", "")
				due := make(map[string]string)
				sum := 0
				for _, e := range all.Edges {
					sum += e.Claims
				}
				for _, c := range all.Claims {
					due[fmt.Sprint(c.X, c.Y, c.Separator, c.Kind)] = c.Edge
					if c.Edge == "" {
						sum++
					}
				}
				if sum != min(300, len(all.Claims)) && metric == "sc-metric" || sum != len(all.Claims) && metric != "sc-metric" {
					t.Errorf("%s(%v; %v): %d claims are due to edges, %d are wrong", metric, truth.Graph, guess.Graph, sum, len(all.Claims))
				}
				edges += len(all.Edges)
				for limit := range 8 {
					e := explain(limit, "", "")
					if text, want := blamed(e.Edges), blamed(all.Edges); !slices.Equal(text, want) {
						t.Errorf("%s(%v; %v): with limit %d %q, else %q", metric, truth.Graph, guess.Graph, limit, text, want)
					}
					if len(e.Claims) != min(limit, len(all.Claims)) || limit > 0 && len(e.Claims) > 0 && e.Claims[0].Edge != all.Claims[0].Edge {
						t.Errorf("%s(%v; %v): with limit %d %d claims, the first due to %q", metric, truth.Graph, guess.Graph, limit, len(e.Claims), e.Claims[0].Edge)
					}
				}
				for _, c := range all.Claims[:min(len(all.Claims), 5)] {
					for _, d := range explain(1000, c.X, c.Y).Claims {
						if want, known := due[fmt.Sprint(d.X, d.Y, d.Separator, d.Kind)]; known && d.Edge != want {
							t.Errorf("%s(%v; %v): %s and %s: due to %q, among all claims to %q", metric, truth.Graph, guess.Graph, d.X, d.Y, d.Edge, want)
						}
						compared++
					}
				}
			}
		}
	}
	if edges < 100 || compared < 300 {
		t.Errorf("only %d edges and %d claims", edges, compared)
	}
}

func blamed(edges []report.EdgeCount) (list []string) {
	for _, e := range edges {
		list = append(list, fmt.Sprintf("%s: %d claims, %s", e.Difference(), e.Claims, e.Repair("it")))
	}
	return list
}

// The gain of an edge is what the list of repairs says, and edges with a larger gain come first.
func TestGainsAreThoseOfRepairs(t *testing.T) {
	gains := 0
	for _, kinds := range [][2]string{{"dag", "dag"}, {"dag", "cpdag"}, {"cpdag", "cpdag"}, {"mag", "pag"}, {"admg", "admg"}} {
		for seed := range uint64(6) {
			tk, _ := class.Parse(kinds[0])
			gk, _ := class.Parse(kinds[1])
			truth, guess := &sepdist.Graph{Graph: random(kinds[0], seed, 6), Class: tk}, &sepdist.Graph{Graph: random(kinds[1], seed+50, 6), Class: gk}
			r, err := sepdist.Repairs(t.Context(), truth, guess, sepdist.RepairOptions{Options: sepdist.Options{Metrics: []string{"zl-sd"}}})
			if err != nil {
				t.Fatal(err)
			}
			e, err := sepdist.Explain(t.Context(), truth, guess, sepdist.ExplainOptions{Metric: "zl-sd", Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			last := math.Inf(1)
			for _, edge := range e.Edges {
				gain := 0.0
				if edge.Gain != nil {
					gain = *edge.Gain
					gains++
					var values []float64
					for _, p := range r.Repairs {
						if p.Guess == edge.Guess && p.Values[0].Defined {
							values = append(values, r.Now[0].Value-p.Values[0].Value)
						}
					}
					if !slices.ContainsFunc(values, func(v float64) bool { return math.Abs(v-gain) < 1e-12 }) {
						t.Errorf("%v seed %d: %s gains %v, by the repairs %v", kinds, seed, edge.Difference(), gain, values)
					}
				} else if edge.NoGain == "" {
					t.Errorf("%v seed %d: %s has no gain and no reason", kinds, seed, edge.Difference())
				}
				if gain > last {
					t.Errorf("%v seed %d: %v are not sorted", kinds, seed, blamed(e.Edges))
				}
				last = gain
			}
		}
	}
	if gains < 50 {
		t.Errorf("only %d gains", gains)
	}
}

// The network and the guess of the README: the blame is the same at every limit, and an edge that is on
// many paths comes after one whose repair gains something.
func TestBlameOfAsia(t *testing.T) {
	read := func(path string) *sepdist.Graph {
		g, err := sepdist.Read(path, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	truth, guess := read("examples/asia.txt"), read("examples/asia-pc.txt")
	for _, limit := range []int{1, 2, 20, 25, 30, 100} {
		e, err := sepdist.Explain(t.Context(), truth, guess, sepdist.ExplainOptions{Metric: "zl-sd", Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		got := blamed(e.Edges)[:2]
		want := []string{
			"either --> xray in the truth (guess: no edge): 14 claims, a repair of this edge alone improves it by 0.1964",
			"lung --> either in the truth (guess: lung --- either): 9 claims, a repair of this edge alone does not change it",
		}
		if !slices.Equal(got, want) || e.Claims[0].Edge != "either --> xray" {
			t.Errorf("limit %d: %q", limit, got)
		}
	}
}
